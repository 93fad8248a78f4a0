import Cookery
import Postgres

/// Queries of the shopping list.
enum ShoppingQueries {
  /// More entries are not shown, and none are added.
  static let limit = 3_000

  /// Whether an entry is on a list that is there: lines of a list in the trash are in it as well.
  /// - Parameter entry: the table's name in the statement.
  static func isOnList(_ entry: SQL) -> SQL {
    """
    (\(fragment: entry).list_id IS NULL OR EXISTS (
      SELECT FROM named_lists l WHERE l.household_id = current_household() AND l.id = \(fragment: entry).list_id AND l.deleted_at IS NULL))
    """
  }

  /// The aisle in which the household finds the food of an entry: the one that it was moved to, or else that of its kind.
  static func aisle(of entry: SQL) -> SQL {
    """
    coalesce((SELECT f.aisle FROM food_aisles f WHERE f.household_id = current_household() AND f.key = \(fragment: entry).key), \(fragment: entry).aisle)
    """
  }

  /// How many entries count to the limit.
  static let count: SQL = """
    (SELECT count(*) FROM shopping_entries there
    WHERE there.household_id = current_household() AND there.deleted_at IS NULL AND \(fragment: isOnList("there")))
    """

  /// Every entry of a list that is not deleted, oldest first.
  /// - Parameter list: nil for the first one.
  static func list(_ list: UUID? = nil) -> SQL {
    let isThere: SQL = list.map { "e.list_id = \($0)" } ?? "e.list_id IS NULL"
    return "\(fragment: entries) AND \(fragment: isThere) ORDER BY created_at, e.id LIMIT 3000"
  }

  /// The same of the list that an entry is on.
  static func list(with entry: UUID) -> SQL {
    """
    \(fragment: entries) AND e.list_id IS NOT DISTINCT FROM (\(fragment: list(of: entry))) AND \(fragment: isOnList("e"))
    ORDER BY created_at, e.id LIMIT 3000
    """
  }

  private static func list(of entry: UUID) -> SQL {
    "SELECT list_id FROM shopping_entries WHERE household_id = current_household() AND id = \(entry)"
  }

  static func find(_ id: UUID) -> SQL { "\(fragment: entries) AND e.id = \(id) AND \(fragment: isOnList("e"))" }

  private static let entries: SQL = """
    SELECT e.id, text, food, e.key, amount, e.aisle, f.aisle AS own_aisle, source = 'hand' AS is_by_hand, source_name,
      checked_at IS NOT NULL AS is_checked, version, CASE WHEN source <> 'hand' THEN nullif(package, '') END AS package
    FROM shopping_entries e LEFT JOIN food_aisles f ON f.household_id = e.household_id AND f.key = e.key
    WHERE e.household_id = current_household() AND deleted_at IS NULL
    """

  /// Whether a recipe is planned for the next seven days of which nothing was put on the list.
  static func isPlanToBuy() -> SQL {
    """
    WITH here AS MATERIALIZED (
      SELECT (now() AT TIME ZONE time_zone)::date AS today FROM households WHERE id = current_household()
    )
    SELECT EXISTS (
      SELECT FROM meals m WHERE m.household_id = current_household() AND m.deleted_at IS NULL AND m.recipe_id IS NOT NULL
        AND m.day >= (SELECT today FROM here) AND m.day < (SELECT today + 7 FROM here) AND NOT EXISTS (
          SELECT FROM shopping_entries e
          WHERE e.household_id = current_household() AND e.source = 'meal' AND e.source_id = m.id)
    ) AS is_to_buy
    """
  }

  /// The food of an entry, deleted or not.
  static func findAny(_ id: UUID) -> SQL {
    "SELECT coalesce(food, text) AS name FROM shopping_entries WHERE household_id = current_household() AND id = \(id)"
  }

  /// Where entries come from.
  struct Source {
    var kind = "hand"
    var id: UUID?
    var name = ""
    /// The id that entries added at once share.
    var addition: UUID?
  }

  /// Comes before statements that add what recipes or the plan need: what these add follows from what is there.
  static func lock() -> SQL { AdvisoryLock.Household.shopping.wait }

  typealias Entry = (id: UUID, text: String, line: FoodLine)

  /// The size of the packages in which the household has bought the food of a row `new`; empty if it has bought none. A line that
  /// a recipe wants has it from then on: a page that asked for the sizes of all its lines took PostgreSQL nearly twice as long.
  static let knownPackage: SQL = """
    coalesce((SELECT u.package FROM usual_foods u WHERE u.household_id = current_household() AND u.key = new.key), '')
    """

  /// Adds entries, all or, if the list has no room for them, none. An id that is there, deleted or not, is not added again.
  /// Typed entries keep every word; recipe lines drop preparation notes.
  /// - Parameters:
  ///   - list: nil for the first one. On one that is not there nothing is added.
  ///   - condition: further to these.
  static func insert(
    _ entries: [Entry], _ source: Source = Source(), list: UUID? = nil, where condition: SQL = "true"
  ) -> SQL {
    let isThere: SQL =
      list.map {
        """
         AND EXISTS (SELECT FROM named_lists WHERE household_id = current_household() AND id = \($0) AND deleted_at IS NULL)
        """
      } ?? ""
    return """
      INSERT INTO shopping_entries
        (id, text, food, key, amount, aisle, package, source, source_id, source_name, addition_id, list_id, created_at, edition)
      SELECT new.id, new.text, food, key, amount, aisle, \(fragment: source.kind == "hand" ? "package" : knownPackage), \(source.kind), \(optional: source.id)::uuid, \(source.name),
        \(optional: source.addition)::uuid, \(optional: list)::uuid, clock_timestamp(), \(Understanding.edition)
      FROM unnest(\(entries.map(\.id))::uuid[], \(entries.map(\.text))::text[],
        \(entries.map { source.kind == "hand" ? $0.line.words : $0.line.food })::text[],
        \(entries.map(\.line.key))::text[], \(entries.map(\.line.sum.text))::text[], \(entries.map(\.line.aisle.rawValue))::text[],
        \(entries.map { source.kind == "hand" ? $0.line.storedPackage(in: $0.text) : "" })::text[]) AS new (id, text, food, key, amount, aisle, package)
      WHERE \(fragment: count) + \(entries.count) <= \(limit)\(fragment: isThere) AND \(fragment: condition)
      ON CONFLICT (household_id, id) DO NOTHING
      """
  }

  /// The condition that there is no entry of this id, deleted or not.
  static func isNew(_ id: UUID) -> SQL {
    "NOT EXISTS (SELECT FROM shopping_entries WHERE household_id = current_household() AND id = \(id))"
  }

  /// A text that an entry has makes no new version of it.
  static func update(_ id: UUID, _ text: String, _ line: FoodLine, version: Int) -> SQL {
    """
    UPDATE shopping_entries SET text = \(text), food = \(line.words), key = \(line.key), amount = \(line.sum.text),
      aisle = \(line.aisle.rawValue), package = \(line.storedPackage(in: text)), edition = \(Understanding.edition), \(fragment: .nextVersion)
    WHERE household_id = current_household() AND id = \(id) AND version = \(version) AND deleted_at IS NULL AND text <> \(text)
      AND \(fragment: isOnList("shopping_entries"))
    """
  }

  static func move(_ id: UUID, to list: UUID?) -> SQL {
    let isThere: SQL =
      list.map {
        "EXISTS (SELECT FROM named_lists WHERE household_id = current_household() AND id = \($0) AND deleted_at IS NULL)"
      } ?? "true"
    return """
      UPDATE shopping_entries SET list_id = \(optional: list)::uuid, \(fragment: .nextVersion)
      WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL AND \(fragment: isThere)
      """
  }

  /// Comes before a statement that adds an entry in the place of others: the list is locked before them, as by its deletion.
  static func lockLists(of entries: [UUID]) -> SQL {
    """
    SELECT FROM named_lists WHERE household_id = current_household() AND id IN (
      SELECT list_id FROM shopping_entries WHERE household_id = current_household() AND id = ANY (\(entries)::uuid[]))
    ORDER BY id FOR SHARE
    """
  }

  /// One entry in the place of several, which leave the list, if all are there in the versions that were read.
  static func sum(_ entries: [UUID], version: Int, into id: UUID, _ text: String, _ line: FoodLine) -> SQL {
    """
    WITH shown AS MATERIALIZED (
      SELECT id, version, source_name, checked_at, created_at, list_id FROM shopping_entries
      WHERE household_id = current_household() AND id = ANY (\(entries)::uuid[]) AND deleted_at IS NULL
      ORDER BY id FOR UPDATE
    ), read AS MATERIALIZED (
      SELECT min(checked_at) AS checked_at, min(created_at) AS created_at,
        coalesce(left(string_agg(DISTINCT nullif(source_name, ''), ', '), 1000), '') AS source_name, (array_agg(list_id))[1] AS list_id
      FROM shown HAVING count(*) = cardinality(\(entries)::uuid[]) AND sum(version) = \(version)
    ), gone AS (
      UPDATE shopping_entries e SET deleted_at = now() FROM shown, read
      WHERE e.household_id = current_household() AND e.id = shown.id
    )
    INSERT INTO shopping_entries (id, text, food, key, amount, aisle, package, source_name, checked_at, created_at, list_id, edition)
    SELECT \(id)::uuid, \(text)::text, \(line.words)::text, \(line.key)::text, \(line.sum.text)::text,
      \(line.aisle.rawValue)::text, \(line.storedPackage(in: text))::text, source_name, checked_at, created_at, list_id, \(Understanding.edition)
    FROM read
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// The entries of a line: those that the page showed, or else all of the same key that are in the same state.
  private static func ofLine(_ id: UUID, _ shown: [UUID]) -> SQL {
    shown.isEmpty
      ? """
      (id = \(id) OR key = (SELECT key FROM shopping_entries WHERE household_id = current_household() AND id = \(id))
        AND list_id IS NOT DISTINCT FROM (\(fragment: list(of: id))))
      """
      : "id = ANY (\(shown)::uuid[])"
  }

  /// Learns what is usually bought from a line that was ticked.
  /// - Parameter condition: further on its entries.
  static func learn(_ id: UUID, _ shown: [UUID], if condition: SQL = "true") -> SQL {
    UsualQueries.count("\(fragment: ofLine(id, shown)) AND \(fragment: condition)")
  }

  /// Ticks a line, or takes the tick back.
  static func check(
    _ id: UUID, _ shown: [UUID], _ isChecked: Bool, _ version: TickLine.Version? = nil, if condition: SQL = "true"
  ) -> SQL {
    let isOfVersion: SQL =
      switch version {
      case nil: ""
      case .read(let version): " AND version = \(version)"
      case .changed(let version, let text):
        """
         AND (version = \(version) AND text = \(text)
          OR version = \(version) + 1 AND xmin::text = (pg_current_xact_id()::text::bigint % 4294967296)::text)
        """
      }
    return """
      UPDATE shopping_entries SET checked_at = CASE WHEN \(isChecked) THEN now() END, decided_at = now(), \(fragment: .nextVersion)
      WHERE household_id = current_household() AND deleted_at IS NULL AND (checked_at IS NULL) = \(isChecked)
        AND \(fragment: ofLine(id, shown)) AND \(fragment: condition)\(fragment: isOfVersion)
      """
  }

  static func delete(_ id: UUID, _ shown: [UUID]) -> SQL {
    let isSame: SQL =
      shown.isEmpty
      ? """
       AND (checked_at IS NULL) = (SELECT checked_at IS NULL FROM shopping_entries WHERE household_id = current_household() AND id = \(id))
      """ : ""
    return """
      UPDATE shopping_entries SET deleted_at = now()
      WHERE household_id = current_household() AND deleted_at IS NULL AND \(fragment: ofLine(id, shown))\(fragment: isSame)
      """
  }

  /// Takes back what was deleted together with an entry. What became at hand thereby is as it was before, unless somebody
  /// has changed it since.
  static func restore(_ id: UUID) -> [SQL] {
    let isRestored: SQL = """
      e.deleted_at > now() - interval '30 days' AND e.replaced_by IS NULL
        AND e.deleted_at = (SELECT deleted_at FROM shopping_entries WHERE household_id = current_household() AND id = \(id))
      """
    return [
      """
      DELETE FROM ingredients_at_hand h USING shopping_entries e
      WHERE h.household_id = current_household() AND e.household_id = current_household() AND \(fragment: isRestored)
        AND h.key = e.hand_key AND h.amount = e.hand_after AND e.hand_before IS NULL AND h.best_before IS NULL AND h.place = ''
      """,
      """
      UPDATE ingredients_at_hand h SET amount = e.hand_before FROM shopping_entries e
      WHERE h.household_id = current_household() AND e.household_id = current_household() AND \(fragment: isRestored)
        AND h.key = e.hand_key AND h.amount = e.hand_after AND e.hand_before IS NOT NULL
      """,
      """
      UPDATE shopping_entries e SET deleted_at = NULL, hand_key = NULL
      WHERE e.household_id = current_household() AND \(fragment: isRestored)
      """,
    ]
  }

  /// Takes the ticked ones off the list.
  static func clear(_ list: UUID?) -> SQL {
    """
    UPDATE shopping_entries SET deleted_at = now()
    WHERE household_id = current_household() AND deleted_at IS NULL AND checked_at IS NOT NULL
      AND list_id IS NOT DISTINCT FROM \(optional: list)::uuid
    RETURNING id, coalesce(key, id::text) AS line
    """
  }

  static func deleteForGood() -> SQL { TrashQueries.deleteForGood(of: "shopping_entries") }

  // MARK: From a recipe

  /// Fails with `shopping_lists_once` if the form was sent before.
  static func note(_ addition: UUID, _ lines: [String]) -> [SQL] {
    [
      """
      DELETE FROM shopping_lists WHERE household_id = current_household() AND id = ANY (ARRAY(
        SELECT id FROM shopping_lists WHERE household_id = current_household() AND created_at < now() - interval '30 days'
        LIMIT 1000 FOR UPDATE SKIP LOCKED))
      """,
      "INSERT INTO shopping_lists (id, lines) VALUES (\(addition), \(lines))",
    ]
  }

  /// Comes after the rows: a form that found the list full may be sent again.
  static func forgetNote(ofNothing addition: UUID) -> SQL {
    """
    DELETE FROM shopping_lists WHERE household_id = current_household() AND id = \(addition) AND NOT EXISTS (
      SELECT FROM shopping_entries WHERE household_id = current_household() AND addition_id = \(addition))
    """
  }

  static func noted(_ addition: UUID) -> SQL {
    "SELECT lines FROM shopping_lists WHERE household_id = current_household() AND id = \(addition)"
  }

  /// Takes what was put down at once off the list, but for what is in the basket.
  static func takeBack(_ addition: UUID) -> SQL {
    """
    UPDATE shopping_entries SET deleted_at = now()
    WHERE household_id = current_household() AND addition_id = \(addition) AND deleted_at IS NULL AND checked_at IS NULL
    """
  }

  /// Comes after the rows of an addition: what a recipe has put on the list gives way to them.
  static func replace(_ entries: [UUID], by addition: UUID) -> SQL {
    """
    UPDATE shopping_entries SET deleted_at = now(), replaced_by = \(addition)
    WHERE household_id = current_household() AND id = ANY (\(entries)::uuid[]) AND source = 'recipe' AND deleted_at IS NULL
      AND checked_at IS NULL AND EXISTS (
        SELECT FROM shopping_entries WHERE household_id = current_household() AND addition_id = \(addition))
    """
  }

  /// Brings back what recipes had on the list before an addition that was taken back.
  static func bringBack(replacedBy addition: UUID) -> SQL {
    """
    UPDATE shopping_entries SET deleted_at = NULL, replaced_by = NULL
    WHERE household_id = current_household() AND replaced_by = \(addition) AND source = 'recipe'
    """
  }

  static func count(of addition: UUID) -> SQL {
    "SELECT count(*) AS count FROM shopping_entries WHERE household_id = current_household() AND addition_id = \(addition)"
  }

  // MARK: To what is at hand

  /// The food that becomes at hand with a line of the list.
  struct HandItem {
    /// The line's first entry, which notes what was changed.
    let entry: UUID
    let name: String
    let key: String
    let amount: String
    /// The amount when it was read.
    let before: String
    /// Of the amount and the name that the ingredient has.
    let line: String
    let read: FoodLine
  }

  /// Ingredients with their amounts; of one that is there, the amount changes only if it is still the one that was read. Each
  /// line notes what it has changed.
  static func store(_ items: [HandItem]) -> SQL {
    """
    WITH bought AS (
      SELECT * FROM unnest(\(items.map(\.entry))::uuid[], \(items.map { _ in UUID.v7() })::uuid[], \(items.map(\.name))::text[],
        \(items.map(\.key))::text[], \(items.map(\.amount))::text[], \(items.map(\.before))::text[],
        \(items.map(\.line))::text[], \(items.map(\.read.key))::text[], \(items.map(\.read.sum.text))::text[])
        AS item (entry, id, name, key, amount, before, read_line, read_key, read_sum)
    ), changed AS (
      UPDATE ingredients_at_hand h SET amount = bought.amount, read_line = bought.read_line, read_key = bought.read_key,
        read_sum = bought.read_sum, edition = \(Understanding.edition)
      FROM bought
      WHERE h.household_id = current_household() AND h.key = bought.key AND h.amount = bought.before
      RETURNING h.key, bought.before
    ), added AS (
      INSERT INTO ingredients_at_hand (id, name, key, amount, read_line, read_key, read_sum, edition)
      SELECT id, name, key, amount, read_line, read_key, read_sum, \(Understanding.edition) FROM bought
      ON CONFLICT (household_id, ingredient) DO NOTHING
      RETURNING key, NULL AS before
    )
    UPDATE shopping_entries e SET hand_key = bought.key, hand_after = bought.amount, hand_before = stored.before
    FROM bought JOIN (SELECT * FROM changed UNION ALL SELECT * FROM added) AS stored ON stored.key = bought.key
    WHERE e.household_id = current_household() AND e.id = bought.entry
    """
  }

  static func deleteChecked(_ ids: [UUID]) -> SQL {
    """
    UPDATE shopping_entries SET deleted_at = now()
    WHERE household_id = current_household() AND deleted_at IS NULL AND checked_at IS NOT NULL AND id = ANY (\(ids)::uuid[])
    """
  }
}
