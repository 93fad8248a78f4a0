import Cookery
import HTTP
import Postgres

/// Missing ingredients of a recipe become items of the category "Shopping".
enum Shopping {
  static func add(_ request: Request, _ context: Context, _ recipe: UUID) async throws -> Response {
    let fields = try await context.form()
    let lines = fields.all("ingredient").map(\.trimmed).filter { !$0.isEmpty }
    guard lines.count <= 500, lines.allSatisfy({ !$0.isLonger(than: 2_000) }) else { throw Failure.invalid }
    let names = Language.allCases.map { Strings($0).recipesShoppingCategory }
    var queries = Batch()
    let (found, open) = (queries.add(RecipeQueries.find(recipe)), queries.add(openItems(names)))
    let results = try await context.query(queries)
    guard !results[found].isEmpty else { throw Failure.notFound }
    if lines.isEmpty { return context.redirect(to: "/recipes/\(recipe)", notice: .noneChosen) }
    let items: [(id: UUID, title: String)] = try results[open].map { (try $0["id"], try $0["title"]) }
    let decimalSeparator = context.strings.decimalSeparator
    let list = try await context.offLoop {
      var list = ShoppingList(items: items, decimalSeparator: decimalSeparator)
      for line in lines { list.add(line) }
      return list
    }
    var batch = try fields["id"].map(UUID.init(field:)) ?? .v7()
    do {
      try await write(list, lines, batch, names, context)
    } catch PostgresError.server(let error) where error.constraint == "shopping_lists_once" {
      let stored = try await context.query(find(batch)).first
      let (before, count): ([String]?, Int) = (try stored?["lines"], try stored?["count"] ?? 0)
      if before == lines {
        // The form was sent twice: the first one has added them.
        return context.redirect(to: "/recipes/\(recipe)", notice: .shopping(batch, count: count))
      }
      // The same page was sent again with another selection.
      batch = .v7()
      try await write(list, lines, batch, names, context)
    }
    return context.redirect(
      to: "/recipes/\(recipe)", notice: .shopping(batch, count: list.changed.count + list.made.count))
  }

  private static func write(
    _ list: ShoppingList, _ lines: [String], _ batch: UUID, _ names: [String], _ context: Context
  ) async throws {
    try await context.query(Batch(statements(list, lines, batch, names, context.strings.recipesShoppingCategory)))
  }

  /// Undoes one `add`, except for items that have changed since.
  static func undo(_ request: Request, _ context: Context, _ batch: UUID) async throws -> Response {
    let count: Int = try await context.query(takeBack(batch)).first?["count"] ?? 0
    if count == 0 { throw Failure.notFound }
    return context.redirect(to: "/items", notice: .shoppingUndone(count: count))
  }

  // MARK: Statements

  private static func category(_ names: [String]) -> SQL {
    "deleted_at IS NULL AND md5(folded_name) IN (SELECT md5(folded(name)) FROM unnest(\(names)::text[]) AS name)"
  }

  private static func openItems(_ names: [String]) -> SQL {
    """
    SELECT id, title FROM items
    WHERE household_id = current_household() AND deleted_at IS NULL AND NOT is_done
      AND section IN (SELECT id FROM categories WHERE household_id = current_household() AND \(fragment: category(names)))
    ORDER BY position LIMIT 1000
    """
  }

  private static func find(_ batch: UUID) -> SQL {
    """
    SELECT lines, (
      SELECT count(*) FROM shopping_additions WHERE household_id = current_household() AND id = \(batch)) AS count
    FROM shopping_lists WHERE household_id = current_household() AND id = \(batch)
    """
  }

  /// ON CONFLICT, which never holds, has Citus insert by INSERT instead of COPY, which row level security refuses.
  private static func statements(
    _ list: ShoppingList, _ lines: [String], _ batch: UUID, _ names: [String], _ name: String
  ) -> [SQL] {
    /// Two statements: Citus writes one table at a time.
    func make(_ new: SQL, _ ids: [UUID]) -> [SQL] {
      [
        """
        INSERT INTO items (id, title, category_id)
        SELECT new.id, new.title, category.id
        FROM (\(fragment: new)) AS new, (
          SELECT id FROM categories WHERE household_id = current_household() AND \(fragment: category(names))
          ORDER BY name = \(name) DESC, created_at LIMIT 1 FOR SHARE
        ) AS category
        ON CONFLICT DO NOTHING
        """,
        """
        INSERT INTO shopping_additions (id, item_id, title)
        SELECT \(batch), id, title FROM items WHERE household_id = current_household() AND id = ANY (\(ids)::uuid[])
        ON CONFLICT DO NOTHING
        """,
      ]
    }
    let (others, made) = (list.changed.map { _ in UUID.v7() }, list.made.map { _ in UUID.v7() })
    return [
      """
      DELETE FROM shopping_lists WHERE household_id = current_household() AND id = ANY (ARRAY(
        SELECT id FROM shopping_lists WHERE household_id = current_household() AND created_at < now() - interval '30 days'
        LIMIT 1000 FOR UPDATE SKIP LOCKED))
      """,
      "INSERT INTO shopping_lists (id, lines) VALUES (\(batch), \(lines))",
      """
      INSERT INTO categories (id, name, color)
      SELECT \(UUID.v7()), \(name), color_for(\(name))
      WHERE NOT EXISTS (SELECT FROM categories WHERE household_id = current_household() AND \(fragment: category(names)))
      ON CONFLICT (household_id, md5(folded_name)) WHERE deleted_at IS NULL DO NOTHING
      """,
      """
      WITH changed AS (
        UPDATE items SET title = new.title, \(fragment: .nextVersion)
        FROM unnest(\(list.changed.map(\.id))::uuid[], \(list.changed.map(\.before))::text[], \(list.changed.map(\.after))::text[])
          AS new (id, before, title)
        WHERE household_id = current_household() AND items.id = new.id AND items.title = new.before AND deleted_at IS NULL
          AND NOT is_done
        RETURNING items.id, new.before, new.title
      )
      INSERT INTO shopping_additions (id, item_id, title_before, title) SELECT \(batch), id, before, title FROM changed
      ON CONFLICT DO NOTHING
      """,
    ]
      // An item that changes concurrently is left alone: the ingredient gets a new item.
      + make(
        """
        SELECT new.id, new.title
        FROM unnest(\(list.changed.map(\.id))::uuid[], \(others)::uuid[], \(list.changed.map(\.line))::text[]) AS new (item, id, title)
        WHERE NOT EXISTS (
          SELECT FROM shopping_additions WHERE household_id = current_household() AND id = \(batch) AND item_id = new.item)
        """, others)
      + make("SELECT id, title FROM unnest(\(made)::uuid[], \(list.made)::text[]) AS new (id, title)", made)
  }

  private static func takeBack(_ batch: UUID) -> SQL {
    """
    WITH added AS (
      SELECT item_id, title_before, title FROM shopping_additions WHERE household_id = current_household() AND id = \(batch)
    ), changed AS (
      UPDATE items SET title = added.title_before, \(fragment: .nextVersion) FROM added
      WHERE household_id = current_household() AND items.id = added.item_id AND items.title = added.title
        AND added.title_before IS NOT NULL AND deleted_at IS NULL
    ), made AS (
      UPDATE items SET deleted_at = now() FROM added
      WHERE household_id = current_household() AND items.id = added.item_id AND items.title = added.title
        AND added.title_before IS NULL AND deleted_at IS NULL AND NOT is_done
    )
    SELECT count(*) AS count FROM added
    """
  }
}

/// The open items of the category, and how they change when ingredients are added.
struct ShoppingList {
  struct Change {
    let id: UUID
    let before: String
    var after: String
    /// The added ingredient.
    var line: String
  }

  private(set) var changed: [Change] = []
  /// The titles of new items.
  private(set) var made: [String] = []

  /// By ingredient key, because there may be a thousand items and five hundred lines.
  private var items: [String: [(id: UUID, title: String)]] = [:]
  private var changedByKey: [String: [Int]] = [:]
  private var madeByKey: [String: [Int]] = [:]
  private let decimalSeparator: String

  init(items: [(id: UUID, title: String)], decimalSeparator: String) {
    for item in items { self.items[IngredientLine(item.title).key, default: []].append(item) }
    self.decimalSeparator = decimalSeparator
  }

  /// Adds an ingredient: to an item for the same ingredient if the amounts can be added, else as a new item.
  mutating func add(_ line: String) {
    let title = Self.title(line)
    let new = IngredientLine(title)
    if !new.key.isEmpty {
      for index in changedByKey[new.key] ?? [] {
        guard let sum = Self.sum(changed[index].after, new, decimalSeparator) else { continue }
        changed[index].after = sum
        changed[index].line += " + \(title)"
        return
      }
      for index in madeByKey[new.key] ?? [] {
        guard let sum = Self.sum(made[index], new, decimalSeparator) else { continue }
        made[index] = sum
        return
      }
      for item in items[new.key] ?? [] {
        guard let sum = Self.sum(item.title, new, decimalSeparator) else { continue }
        // An item without an amount is enough.
        if sum != item.title {
          changedByKey[new.key, default: []].append(changed.count)
          changed.append(Change(id: item.id, before: item.title, after: sum, line: title))
        }
        return
      }
    }
    madeByKey[new.key, default: []].append(made.count)
    made.append(title)
  }

  /// The ingredient without its preparation.
  static func title(_ line: String) -> String {
    let note = IngredientLine(line).note
    guard !note.isEmpty, line.hasSuffix(note) else { return line }
    let rest = line.dropLast(note.count).trimmed
    let title = rest.hasSuffix(",") ? rest.dropLast().trimmed : rest
    return title.isEmpty ? line : title
  }

  /// A title with an amount of the same ingredient added; nil for another ingredient or a unit that does not fit.
  private static func sum(_ title: String, _ new: IngredientLine, _ decimalSeparator: String) -> String? {
    let old = IngredientLine(title)
    guard old.key == new.key else { return nil }
    guard let more = new.quantity else { return title }
    guard let there = old.quantity else { return title }
    guard let (first, second) = comparable(there, more), first > 0 else { return nil }
    return old.scaled(by: (first + second) / first, decimalSeparator: decimalSeparator)
  }

  /// Both amounts in one unit; the upper end of a range.
  private static func comparable(_ one: Quantity, _ other: Quantity) -> (Double, Double)? {
    let (first, second) = (one.upper ?? one.lower, other.upper ?? other.lower)
    if one.unit == other.unit { return (first, second) }
    guard let oneUnit = one.unit, let otherUnit = other.unit, let (family, size) = size(oneUnit),
      let (otherFamily, otherSize) = Self.size(otherUnit), family == otherFamily
    else { return nil }
    return (first * size, second * otherSize)
  }

  private enum Family { case mass, imperialMass, volume }

  private static func size(_ unit: CookingUnit) -> (Family, Double)? {
    switch unit {
    case .milligram: (.mass, 0.001)
    case .gram: (.mass, 1)
    case .kilogram: (.mass, 1_000)
    case .ounce: (.imperialMass, 1)
    case .pound: (.imperialMass, 16)
    case .millilitre: (.volume, 1)
    case .centilitre: (.volume, 10)
    case .decilitre: (.volume, 100)
    case .litre: (.volume, 1_000)
    default: nil
    }
  }
}
