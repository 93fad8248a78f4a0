import Crypto
import MoveIn
import Postgres

/// Queries of the tables `moves` and `move_rows`.
enum MoveQueries {
  /// The reasons that pages say in the reader's language; others are those of the readers, in English.
  enum Reason: String, CaseIterable {
    case known, done, broken, full, untitled, picture
    /// The recipe or person that it is about did not come over.
    case missing
    /// The household has another one in its place.
    case kept
  }

  // MARK: What was found

  /// How many rows a statement inserts.
  private static let rowsAtOnce = 2_000
  /// Further files that were read and not moved in are forgotten.
  private static let unanswered = 5
  /// So are those that take more bytes together; the newest stays in any case.
  private static let unansweredBytes = 512 << 20

  /// A move whose rows come next. It is not shown until `finishReading`.
  static func beginReading(_ id: UUID, _ files: [FoundRows]) -> [SQL] {
    [
      """
      DELETE FROM moves WHERE household_id = current_household() AND state IN ('found', 'reading') AND (
        created_at < now() - interval '7 days' OR id IN (
          SELECT id FROM (
            SELECT id, row_number() OVER newest AS place, sum(bytes) OVER newest AS size FROM moves
            WHERE household_id = current_household() AND (state = 'found' OR created_at < now() - interval '1 hour' AND state = 'reading')
            WINDOW newest AS (ORDER BY created_at DESC)
          ) AS kept WHERE place > \(unanswered) OR size + \(files.reduce(0) { $0 + $1.bytes }) > \(unansweredBytes)))
      """,
      """
      INSERT INTO moves (id, state, programs, bytes)
      VALUES (\(id), 'reading', \(programs(files))::text[], \(files.reduce(0) { $0 + $1.bytes }))
      """,
    ]
  }

  /// Shows the move. Nothing of it is moved in.
  static func finishReading(_ id: UUID) -> SQL {
    "UPDATE moves SET state = 'found' WHERE household_id = current_household() AND id = \(id) AND state = 'reading'"
  }

  /// Forgets a move whose rows could not be stored.
  static func forgetReading(_ id: UUID) -> SQL {
    "DELETE FROM moves WHERE household_id = current_household() AND id = \(id) AND state = 'reading'"
  }

  /// Stores rows of files.
  /// - Parameter number: that of the row before.
  static func insert(_ rows: [MovedRow], after number: Int, of id: UUID, in batch: inout Batch) {
    for start in stride(from: 0, to: rows.count, by: rowsAtOnce) {
      let part = rows[start..<min(start + rowsAtOnce, rows.count)]
      batch.add(
        """
        INSERT INTO move_rows (move_id, number, kind, key, title, list, people, is_done, is_zoneless, has_open_date, data, state, why)
        SELECT \(id)::uuid, number, kind, key, title, nullif(list, ''), CASE WHEN people = '' THEN '{}' ELSE string_to_array(people, E'\\x1f') END,
          is_done, is_zoneless, has_open_date, CASE WHEN kind = 'left_out' THEN '' ELSE data END,
          CASE WHEN kind = 'left_out' THEN 'left_out' ELSE 'waiting' END, CASE WHEN kind = 'left_out' THEN left(data, 1000) ELSE '' END
        FROM unnest(\(part.indices.map { number + $0 + 1 })::integer[], \(part.map(\.kind.rawValue))::text[], \(part.map(\.key))::uuid[],
          \(part.map(\.title))::text[], \(part.map { $0.list ?? "" })::text[],
          \(part.map { $0.people.joined(separator: "\u{1F}") })::text[], \(part.map { $0.isDone ? "t" : "f" })::boolean[],
          \(part.map { $0.isZoneless ? "t" : "f" })::boolean[], \(part.map { $0.hasOpenDate ? "t" : "f" })::boolean[],
          \(part.map(\.json))::text[])
          AS new (number, kind, key, title, list, people, is_done, is_zoneless, has_open_date, data)
        """)
      let stored = part.indices.compactMap { index in
        rows[index].storedID.flatMap { UUID($0.utf8) }.map { (number: number + index + 1, id: $0) }
      }
      if !stored.isEmpty { batch.add(know(stored, of: id)) }
    }
  }

  /// Rows of an archive of Foyer that the household has by their ids, be it in the trash: they stay as they are.
  private static func know(_ rows: [(number: Int, id: UUID)], of id: UUID) -> SQL {
    """
    UPDATE move_rows SET state = 'known', why = \(Reason.known.rawValue), data = ''
    FROM unnest(\(rows.map(\.number))::integer[], \(rows.map(\.id))::uuid[]) AS new (number, id)
    WHERE household_id = current_household() AND move_id = \(id) AND move_rows.number = new.number AND CASE kind
      WHEN 'item' THEN EXISTS (SELECT FROM items i WHERE i.household_id = current_household() AND i.id = new.id)
      WHEN 'recipe' THEN EXISTS (SELECT FROM recipes r WHERE r.household_id = current_household() AND r.id = new.id)
      \(fragment: isThere("new.id")) ELSE false END
    """
  }

  /// Whether a row of a kind whose number is limited, or of an archive, has the id, for a CASE of its kind.
  static func isThere(_ id: SQL) -> SQL {
    """
    WHEN 'meal' THEN EXISTS (SELECT FROM meals m WHERE m.household_id = current_household() AND m.id = \(fragment: id))
      WHEN 'line' THEN EXISTS (SELECT FROM shopping_entries e WHERE e.household_id = current_household() AND e.id = \(fragment: id))
      WHEN 'hand' THEN EXISTS (SELECT FROM ingredients_at_hand h WHERE h.household_id = current_household() AND h.id = \(fragment: id))
      WHEN 'cooking' THEN EXISTS (SELECT FROM cookings c WHERE c.household_id = current_household() AND c.id = \(fragment: id))
      WHEN 'shop' THEN EXISTS (SELECT FROM shops s WHERE s.household_id = current_household() AND s.id = \(fragment: id))
      WHEN 'listing' THEN EXISTS (SELECT FROM listings l WHERE l.household_id = current_household() AND l.id = \(fragment: id))
      WHEN 'eater' THEN EXISTS (SELECT FROM eaters e WHERE e.household_id = current_household() AND e.id = \(fragment: id))
        OR EXISTS (SELECT FROM cooking_parameters p WHERE p.household_id = current_household() AND p.person_id = \(fragment: id))
    """
  }

  private static func programs(_ files: [FoundRows]) -> [String] {
    var names: [String] = []
    for name in files.compactMap(\.program) where !names.contains(name) && names.count < 100 { names.append(name) }
    return names
  }

  static func find(_ id: UUID) -> SQL {
    """
    SELECT id, state, programs, time_zone, date_order, takes_done, list_names, list_kinds, person_names, person_ids
    FROM moves WHERE household_id = current_household() AND id = \(id) AND state <> 'reading'
    """
  }
}

extension MovedRow {
  /// A digest of its name.
  var key: UUID { Self.key(kind, identity) }

  static func key(_ kind: Kind, _ identity: String) -> UUID { .v8(sha256("\(kind.rawValue) \(identity)".utf8)) }

  /// The same of a row of an archive of Foyer, which has this id in its household.
  static func key(_ kind: Kind, storedID: String) -> UUID { key(kind, identity(of: kind, storedID: storedID)) }
}

extension MovedRow.Kind {
  /// Those that ask for rows of the others: a meal for the recipe of its name.
  static let later: Set<MovedRow.Kind> = [.meal, .absence, .mark, .cooking]
}
