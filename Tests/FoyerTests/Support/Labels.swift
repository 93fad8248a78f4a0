@testable import Foyer

extension Member {
  /// Makes a category or a tag through its form; returns its id.
  @discardableResult
  func add(_ kind: LabelKind, _ name: String) async throws -> UUID {
    let id = UUID.v7()
    let answer = try await post(kind.path, ["id": "\(id)", "name": name])
    guard answer.status == 303 else { throw Unexpected("adding to \(kind.path) answered \(answer.status)") }
    return id
  }

  /// Puts an item into a category, straight in the database.
  func put(_ item: UUID, in category: UUID) throws {
    try app.rows("UPDATE items SET category_id = \(category) WHERE household_id = \(household) AND id = \(item)")
  }

  /// Tags an item, straight in the database.
  func tag(_ item: UUID, _ tags: UUID...) throws {
    for tag in tags {
      try app.rows("INSERT INTO item_tags (household_id, item_id, tag_id) VALUES (\(household), \(item), \(tag))")
    }
  }

  /// The id of an item's category.
  func category(of item: UUID) throws -> UUID? {
    try app.rows("SELECT category_id FROM items WHERE household_id = \(household) AND id = \(item)")[0]["category_id"]
  }

  /// The names of an item's tags that are not deleted, in order.
  func tags(of item: UUID) throws -> [String] {
    try app.rows(
      """
      SELECT name FROM item_tags t JOIN tags ON tags.household_id = t.household_id AND id = tag_id
      WHERE t.household_id = \(household) AND item_id = \(item) AND deleted_at IS NULL ORDER BY name
      """
    ).map { try $0["name"] }
  }

  /// The number of items of a category, open and done: as stored and as counted.
  func categoryCounts(_ id: UUID) throws -> (kept: [Int], counted: [Int]) {
    let row = try app.rows(
      """
      SELECT (SELECT coalesce(sum(open_items), 0) FROM item_counts n WHERE n.household_id = c.household_id AND section = c.id) AS open_items,
        (SELECT coalesce(sum(done_items), 0) FROM item_counts n WHERE n.household_id = c.household_id AND section = c.id) AS done_items,
        (SELECT count(*) FROM items i WHERE i.household_id = c.household_id AND category_id = c.id AND i.deleted_at IS NULL AND NOT is_done) AS open,
        (SELECT count(*) FROM items i WHERE i.household_id = c.household_id AND category_id = c.id AND i.deleted_at IS NULL AND is_done) AS done
      FROM categories c WHERE household_id = \(household) AND id = \(id)
      """)[0]
    return ([try row["open_items"], try row["done_items"]], [try row["open"], try row["done"]])
  }

  /// The number of items of a tag, as stored and as counted.
  func tagCounts(_ id: UUID) throws -> [Int] {
    let row = try app.rows(
      """
      SELECT (
        SELECT coalesce(sum(items), 0) FROM tag_counts n WHERE n.household_id = tags.household_id AND n.tag_id = tags.id) AS items, (
        SELECT count(*) FROM item_tags t JOIN items i ON i.household_id = t.household_id AND i.id = item_id
        WHERE t.household_id = tags.household_id AND tag_id = tags.id AND i.deleted_at IS NULL) AS counted
      FROM tags WHERE household_id = \(household) AND id = \(id)
      """)[0]
    return [try row["items"], try row["counted"]]
  }
}

extension Answer {
  /// The ids of the categories or tags that are listed, in their order.
  var labelIDs: [String] {
    text.utf8.split(separator: "<li id=\"label-".utf8, omittingEmptySubsequences: false).dropFirst().map {
      String($0.prefix(36)) ?? ""
    }
  }

  /// The names that are suggested.
  var suggestions: [String] {
    text.components("<option value=\"").dropFirst().map { unescaped($0.components("\"")[0]) }
  }
}
