import Cookery
import Postgres

/// How changes that were made without a network are applied.
enum ShoppingSyncQueries {
  /// Additions first, as ticks of theirs may follow. Of ticks the last one counts, by the time at which it was made, also
  /// against those of others; a time in the future counts as now. A deletion counts more than any tick. What an id has done
  /// is not done again, and an entry that is not there is left out. What was added to a list that was deleted meanwhile is on the
  /// first one.
  /// - Parameters:
  ///   - lines: what the additions say.
  ///   - list: where they are added; nil for the first one.
  ///   - shift: what the clock of who made them is behind, in milliseconds.
  static func apply(_ changes: [SyncList.Change], _ lines: [FoodLine], list: UUID?, shift: Int) -> [SQL] {
    let (added, others) = (changes.filter { $0.kind == "add" }, changes.filter { $0.kind != "add" })
    return add(added, lines, list, shift) + walk(others) + [change(others, shift)] + learn(others)
  }

  private static func add(_ added: [SyncList.Change], _ lines: [FoodLine], _ list: UUID?, _ shift: Int) -> [SQL] {
    [
      """
      DELETE FROM shopping_changes WHERE household_id = current_household() AND id = ANY (ARRAY(
        SELECT id FROM shopping_changes
        WHERE household_id = current_household() AND arrived_at < now() - interval '60 days'
        LIMIT 1000 FOR UPDATE SKIP LOCKED))
      """,
      """
      INSERT INTO shopping_entries (id, text, food, key, amount, aisle, package, list_id, created_at, decided_at, edition)
      SELECT new.id, new.text, food, key, amount, aisle, package, (
          SELECT id FROM named_lists WHERE household_id = current_household() AND id = \(optional: list)::uuid AND deleted_at IS NULL
        ), least(now(), made_at), least(now(), made_at), \(Understanding.edition)
      FROM (
        SELECT change, id, text, food, key, amount, aisle, package, place, 'epoch'::timestamptz + at * interval '1 millisecond' AS made_at
        FROM unnest(\(added.map(\.id))::uuid[], \(added.map(\.entry))::uuid[], \(added.map(\.text))::text[],
          \(lines.map(\.words))::text[], \(lines.map(\.key))::text[], \(lines.map(\.sum.text))::text[],
          \(lines.map(\.aisle.rawValue))::text[], \(zip(added, lines).map { $1.storedPackage(in: $0.text) })::text[], \(added.map { $0.at + shift })::bigint[])
          WITH ORDINALITY AS made (change, id, text, food, key, amount, aisle, package, at, place)
      ) AS new
      WHERE NOT EXISTS (SELECT FROM shopping_changes WHERE household_id = current_household() AND id = change)
        AND \(fragment: ShoppingQueries.count) + place <= \(ShoppingQueries.limit)
      ON CONFLICT (household_id, id) DO NOTHING
      """,
      """
      INSERT INTO shopping_changes (id) SELECT unnest(\(added.map(\.id))::uuid[]) ON CONFLICT (household_id, id) DO NOTHING
      """,
    ]
  }

  /// The way through a shop, from the first ticks of each: later ticks rarely reach a new aisle.
  private static func walk(_ changes: [SyncList.Change]) -> [SQL] {
    changes.filter { $0.shop != nil && $0.isFirst }.prefix(60).flatMap { change in
      change.shop.map { ShopQueries.walk($0, change.entry, change.id) } ?? []
    }
  }

  private static func learn(_ changes: [SyncList.Change]) -> [SQL] {
    let ticked = changes.filter { $0.kind == "check" }.map(\.entry)
    return ticked.isEmpty ? [] : [UsualQueries.count("id = ANY (\(ticked)::uuid[])")]
  }

  private static func change(_ others: [SyncList.Change], _ shift: Int) -> SQL {
    """
    WITH applied AS (
      INSERT INTO shopping_changes (id) SELECT unnest(\(others.map(\.id))::uuid[])
      ON CONFLICT (household_id, id) DO NOTHING RETURNING id
    )
    UPDATE shopping_entries e SET deleted_at = CASE WHEN is_deleted THEN now() END,
      checked_at = CASE WHEN coalesce(made_at, '-infinity') < decided_at THEN checked_at WHEN is_checked THEN made_at END,
      decided_at = greatest(decided_at, made_at), \(fragment: .nextVersion)
    FROM (
      SELECT entry, bool_or(kind = 'delete') AS is_deleted,
        (array_agg(kind = 'check' ORDER BY made_at DESC, place DESC) FILTER (WHERE kind <> 'delete'))[1] AS is_checked,
        max(made_at) FILTER (WHERE kind <> 'delete') AS made_at
      FROM (
        SELECT change, entry, kind, place, least(now(), 'epoch'::timestamptz + at * interval '1 millisecond') AS made_at
        FROM unnest(\(others.map(\.id))::uuid[], \(others.map(\.entry))::uuid[], \(others.map(\.kind))::text[],
          \(others.map { $0.at + shift })::bigint[]) WITH ORDINALITY AS sent (change, entry, kind, at, place)
      ) AS sent JOIN applied ON applied.id = change
      GROUP BY entry
    ) AS last
    WHERE e.household_id = current_household() AND e.id = entry AND deleted_at IS NULL
    """
  }

  /// The changes that have no effect, as they were sent, and that somebody is told of: an addition to a full list, and a tick of
  /// what is no longer there. Of a typed line there need not be more than one entry.
  /// - Parameter gone: entries that are deleted with these changes or others.
  static func refused(_ changes: [SyncList.Change], besides gone: Set<UUID>) -> SQL {
    let asked = changes.filter { !gone.contains($0.entry) && ($0.kind == "add" || $0.isFirst) }
    return """
      SELECT DISTINCT change FROM unnest(\(asked.map(\.sent))::uuid[], \(asked.map(\.entry))::uuid[], \(asked.map(\.kind))::text[])
        AS sent (change, entry, kind)
      WHERE NOT EXISTS (
        SELECT FROM shopping_entries e
        WHERE e.household_id = current_household() AND e.id = entry AND (kind = 'add' OR deleted_at IS NULL))
      """
  }
}

extension SyncList.Change {
  /// As the statements know it.
  fileprivate var kind: String {
    switch operation {
    case .add: "add"
    case .tick(let tick): tick.isTicked ? "check" : "uncheck"
    case .delete: "delete"
    }
  }

  fileprivate var text: String { if case .add(let adding) = operation { adding.text } else { "" } }

  fileprivate var shop: UUID? {
    if case .tick(let tick) = operation, tick.isTicked { tick.shop } else { nil }
  }
}
