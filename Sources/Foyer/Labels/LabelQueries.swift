import Postgres

/// Queries of the tables `categories` and `tags`. Triggers maintain the numbers of items, from which those are taken that are
/// hidden until later.
struct LabelQueries {
  let kind: LabelKind

  /// The rows of a page; the statement below asks for one more, to know whether there is another page.
  static let pageSize = 50

  var table: SQL { kind == .category ? "categories" : "tags" }

  /// The hidden items of each, by its id, in front of a statement.
  private var hidden: SQL {
    "WITH hidden AS MATERIALIZED (\(fragment: kind == .category ? SnoozeQueries.bySection : SnoozeQueries.byTag))"
  }

  private var columns: SQL {
    kind == .category
      ? """
      id, name, color, icon, version, (
        SELECT coalesce(sum(open_items + done_items), 0) FROM item_counts
        WHERE item_counts.household_id = categories.household_id AND section = categories.id
      ) - coalesce((SELECT items FROM hidden WHERE label = categories.id), 0) AS items
      """
      : """
      id, name, color, '' AS icon, version, (
        SELECT coalesce(sum(items), 0) FROM tag_counts
        WHERE tag_counts.household_id = tags.household_id AND tag_id = tags.id
      ) - coalesce((SELECT items FROM hidden WHERE label = tags.id), 0) AS items
      """
  }

  /// One page of the list, by name: after one of them, or from one of them on.
  func list(after: UUID? = nil, at: UUID? = nil) -> SQL {
    let page: SQL =
      if let id = after ?? at {
        """
         AND (left(folded_name, 100) COLLATE "C", id)
          \(fragment: after == nil ? ">=" : ">") (
            SELECT left(folded_name, 100) COLLATE "C", id FROM \(fragment: table) WHERE household_id = current_household() AND id = \(id))
        """
      } else { "" }
    return """
      \(fragment: hidden)
      SELECT \(fragment: columns) FROM \(fragment: table)
      WHERE household_id = current_household() AND deleted_at IS NULL\(fragment: page)
      ORDER BY left(folded_name, 100) COLLATE "C", id
      LIMIT 51
      """
  }

  /// Names that contain the text; those that begin with it come first.
  func suggest(_ text: String) -> SQL {
    """
    SELECT name FROM \(fragment: table)
    WHERE household_id = current_household() AND deleted_at IS NULL AND strpos(folded_name, folded(btrim(\(text)))) > 0
    ORDER BY starts_with(folded_name, folded(btrim(\(text)))) DESC, left(folded_name, 100) COLLATE "C", id
    LIMIT 20
    """
  }

  func find(_ id: UUID) -> SQL {
    """
    \(fragment: hidden)
    SELECT \(fragment: columns) FROM \(fragment: table)
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL
    """
  }

  /// The name, and whether it is deleted.
  func findAny(_ id: UUID) -> SQL {
    """
    SELECT name, deleted_at IS NOT NULL AS is_deleted FROM \(fragment: table)
    WHERE household_id = current_household() AND id = \(id)
    """
  }

  /// The one with the name, ignoring case and accents.
  func find(name: String) -> SQL {
    """
    \(fragment: hidden)
    SELECT \(fragment: columns) FROM \(fragment: table)
    WHERE household_id = current_household() AND md5(folded_name) = md5(folded(btrim(\(name)))) AND deleted_at IS NULL
    """
  }

  /// Creates one; does nothing if the id exists, because the form was sent twice.
  func insert(_ label: LabelDraft) -> SQL {
    let columns: SQL = kind == .category ? "id, name, color, icon" : "id, name, color"
    let icon: SQL = kind == .category ? ", \(label.icon ?? "")" : ""
    return """
      INSERT INTO \(fragment: table) (\(fragment: columns))
      SELECT \(label.id)::uuid, \(label.name)::text, coalesce(\(optional: label.color), color_for(\(label.name)))\(fragment: icon)
      WHERE NOT \(fragment: isReserved(label.name))
      ON CONFLICT (household_id, id) DO NOTHING
      """
  }

  /// Changes one, unless it has changed since `version`.
  func update(_ label: LabelDraft, version: Int, keepsName: Bool) -> SQL {
    let icon: SQL = kind == .category ? ", icon = coalesce(\(optional: label.icon), icon)" : ""
    let name: SQL = keepsName ? "" : "name = \(label.name), "
    let isAllowed: SQL = keepsName ? "" : " AND NOT \(fragment: isReserved(label.name))"
    var differs: SQL = "color <> coalesce(\(optional: label.color), color)"
    if !keepsName { differs += " OR name <> \(label.name)" }
    if kind == .category { differs += " OR icon <> coalesce(\(optional: label.icon), icon)" }
    return """
      UPDATE \(fragment: table) SET \(fragment: name)color = coalesce(\(optional: label.color), color)\(fragment: icon), \(fragment: .nextVersion)
      WHERE household_id = current_household() AND id = \(label.id) AND version = \(version) AND deleted_at IS NULL\(fragment: isAllowed)
        AND (\(fragment: differs))
      """
  }

  /// Whether the name is reserved: the list uses it for the items without a category.
  private func isReserved(_ name: String) -> SQL { kind == .category ? ItemQueries.isReserved(name) : "false" }

  func checkName(_ name: String) -> SQL { "SELECT \(fragment: isReserved(name)) AS is_reserved" }

  /// Comes before statements that move items between labels: one such transaction at a time in a household, and labels
  /// are locked before their items, as everywhere. It waits for transactions that give one of these labels to an item.
  func lock(_ ids: UUID...) -> [SQL] {
    [
      AdvisoryLock.Household.labels.wait,
      """
      SELECT FROM \(fragment: table) WHERE household_id = current_household() AND id = ANY (\(ids)::uuid[])
      ORDER BY id FOR NO KEY UPDATE
      """,
    ]
  }

  /// Detaches the items from a category that is about to be deleted, those in the trash included (R10). Items keep
  /// deleted tags: such a tag is not shown, and gets all its items back when it is restored (R12). It comes before `delete`, whose
  /// trigger notes the items that still have the label: items are locked before what is noted of them.
  func release(_ id: UUID) -> [SQL] {
    switch kind {
    case .category:
      [
        """
        UPDATE items SET lost_category_id = category_id, category_id = NULL
        WHERE household_id = current_household() AND \(fragment: ItemQueries.locked("category_id = \(id)"))
        """
      ]
    case .tag: []
    }
  }

  func delete(_ id: UUID) -> SQL {
    """
    UPDATE \(fragment: table) SET deleted_at = now()
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL
    """
  }

  /// Does nothing if another one has the name meanwhile.
  func restore(_ id: UUID) -> SQL {
    """
    UPDATE \(fragment: table) AS it SET deleted_at = NULL
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM \(fragment: table) AS other
      WHERE other.household_id = it.household_id AND md5(other.folded_name) = md5(it.folded_name) AND other.deleted_at IS NULL)
    """
  }

  /// Puts items back into a restored category, unless they have another one since.
  func regain(_ id: UUID) -> [SQL] {
    switch kind {
    case .category:
      [
        """
        UPDATE items SET category_id = coalesce(category_id, lost_category_id), lost_category_id = NULL
        WHERE household_id = current_household() AND \(fragment: ItemQueries.locked("lost_category_id = \(id)"))
          AND EXISTS (SELECT FROM categories WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL)
        """
      ]
    case .tag: []
    }
  }

  /// Moves the items to another one, unless this one has changed since `version`.
  func move(_ id: UUID, version: Int, to other: UUID) -> [SQL] {
    let canMerge = canMerge(id, version: version, into: other)
    return switch kind {
    case .category:
      [
        """
        UPDATE items SET category_id = \(other)
        WHERE household_id = current_household() AND \(fragment: ItemQueries.locked("category_id = \(id)")) AND \(fragment: canMerge)
        """
      ]
    case .tag:
      [
        """
        INSERT INTO item_tags (item_id, tag_id) SELECT item_id, \(other) FROM item_tags
        WHERE household_id = current_household() AND tag_id = \(id) AND \(fragment: canMerge)
        ORDER BY item_id
        ON CONFLICT DO NOTHING
        """,
        "DELETE FROM item_tags WHERE household_id = current_household() AND tag_id = \(id) AND \(fragment: canMerge)",
      ]
    }
  }

  /// Deletes the one whose items `move` has moved.
  func deleteMerged(_ id: UUID, version: Int, into other: UUID) -> SQL {
    """
    UPDATE \(fragment: table) SET deleted_at = now()
    WHERE household_id = current_household() AND id = \(id) AND \(fragment: canMerge(id, version: version, into: other))
    """
  }

  private func canMerge(_ id: UUID, version: Int, into other: UUID) -> SQL {
    """
    EXISTS (
      SELECT FROM \(fragment: table) AS one, \(fragment: table) AS other
      WHERE one.household_id = current_household() AND one.id = \(id) AND one.version = \(version) AND one.deleted_at IS NULL
        AND other.household_id = current_household() AND other.id = \(other) AND other.deleted_at IS NULL)
    """
  }

  func listDeleted(after id: UUID?) -> SQL { TrashQueries.list("id, name", of: table, after: id) }

  func deleteForGood() -> SQL { TrashQueries.deleteForGood(of: table) }

  /// Whether the database refused a name because a similar one exists.
  func isNameTaken(_ error: any Error) -> Bool {
    guard case PostgresError.server(let server) = error else { return false }
    return server.constraint == "\(kind.rawValue)_name"
  }
}
