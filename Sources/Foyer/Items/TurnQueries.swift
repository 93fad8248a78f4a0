import Postgres

/// The members that items are for, and their turns.
enum TurnQueries {
  /// Whether an item is for some of the members or has a turn: the condition of the index `items_for_people`.
  static let concernsSome: SQL = "(people <> '{}' OR turn_person IS NOT NULL)"

  /// Those of the ids that are members' of the household.
  static func members(_ ids: [UUID]) -> SQL {
    guard !ids.isEmpty else { return "'{}'::uuid[]" }
    return """
      ARRAY(SELECT id FROM people WHERE household_id = current_household() AND id = ANY (\(ids)::uuid[]) ORDER BY id)
      """
  }

  /// The same, in their order.
  static func queue(_ ids: [UUID]) -> SQL {
    guard !ids.isEmpty else { return "'{}'::uuid[]" }
    return """
      ARRAY(
        SELECT p.id FROM unnest(\(ids)::uuid[]) WITH ORDINALITY AS queue (id, place)
        JOIN people p ON p.household_id = current_household() AND p.id = queue.id ORDER BY place)
      """
  }

  /// The member who has the turn: the last of a queue.
  static func person(_ queue: [UUID]) -> SQL {
    guard !queue.isEmpty else { return "NULL::uuid" }
    return """
      (SELECT p.id FROM unnest(\(queue)::uuid[]) WITH ORDINALITY AS queue (id, place)
      JOIN people p ON p.household_id = current_household() AND p.id = queue.id ORDER BY place DESC LIMIT 1)
      """
  }

  /// The turn of an item, and the day that counts for who is away.
  static func find(_ id: UUID) -> SQL {
    """
    SELECT title, turn_person, turn_queue, coalesce(due_day, coalesce(due_at, now())::date) AS day FROM items
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL
    """
  }

  /// Gives the turn to the last of the queue, unless it was changed since it was read.
  static func update(_ id: UUID, from turn: ItemTurn, to queue: [UUID]) -> SQL {
    """
    UPDATE items SET turn_queue = \(fragment: Self.queue(queue)), turn_person = \(fragment: person(queue)), \(fragment: .nextVersion)
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL
      AND turn_person = \(turn.person) AND turn_queue = \(turn.stored)::uuid[]
    """
  }

  // MARK: The list

  /// Whether an item is for a member or has come to the member's turn.
  static func isFor(_ person: ItemFilter.Person) -> SQL {
    switch person {
    case .me: " AND \(fragment: concernsSome) AND (people @> ARRAY[current_person()] OR turn_person = current_person())"
    case .id(let id):
      " AND \(fragment: concernsSome) AND (people @> ARRAY[\(id)::uuid] OR turn_person = \(id))"
    case .unknown: " AND false"
    }
  }

  /// The name of the member that a filter speaks of, as a row of `ItemQueries.names`.
  static func name(of id: UUID) -> SQL {
    "SELECT NULL::boolean AS is_category, id, name FROM people WHERE household_id = current_household() AND id = \(id)"
  }

  /// One array, the turn's holder first (the zero id if there is none), then assignees; NULL in most rows, because every column
  /// costs time.
  static let concerned: SQL = """
    CASE WHEN turn_person IS NOT NULL OR cardinality(people) > 0 THEN coalesce(turn_person, '00000000-0000-0000-0000-000000000000') || people END AS concerned
    """

  /// The members, in the columns of a page's items, each with how many items are hidden until later (`later`), and the visitor with
  /// the items whose pages ask which version counts (`tag_ids`). To look for those whom the page names costs more than all of a
  /// household.
  static func members(_ further: SQL = "") -> SQL {
    """
    SELECT NULL::uuid AS section, id, name AS title, '' AS description, id = current_person() AS is_done, NULL::timestamptz AS due_at,
        NULL::boolean AS is_day, photo_id AS image_id,
        CASE WHEN id = current_person() THEN ARRAY(\(fragment: PendingConflictQueries.items)) END AS tag_ids, NULL::uuid[] AS concerned, NULL::text AS repeats,
        \(fragment: SnoozeQueries.count) AS later, NULL::smallint AS priority, NULL::text AS lines\(fragment: further)
      FROM people WHERE household_id = current_household() LIMIT 1000
    """
  }
}

/// The turn of an item.
struct ItemTurn {
  let person: UUID
  /// As it is stored.
  let stored: [UUID]
  /// The next one first, and who has the turn last.
  let queue: [UUID]

  /// Nil if nobody takes turns.
  init?(_ row: Row) throws {
    guard let person: UUID = try row["turn_person"] else { return nil }
    self.person = person
    stored = try row["turn_queue"]
    queue = stored.filter { $0 != person } + [person]
  }

  /// The member who has the turn, then the others.
  var order: [UUID] { [person] + queue.dropLast() }
}
