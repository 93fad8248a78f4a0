import CivilTime
import HTTP
import Postgres
import StrictJSON

/// A version of an item that a member's program has sent, where others had changed the same fields: it waits for a choice on the
/// item's page.
struct PendingConflict {
  /// The access token of the program.
  let source: UUID
  /// The program's name, as its person has named the token.
  let program: String
  private let fields: [(name: String, value: String)]
  private let sent: Timestamp

  init?(_ rows: Rows) throws {
    guard let row = rows.first else { return nil }
    (source, program, sent) = (try row["source"], try row["program"], try row["sent_at"])
    fields = try JSON.rows(try row["fields"]).compactMap { entry in
      guard entry.count == 2, let name = entry[0].string, let value = entry[1].string else { return nil }
      return (name, value)
    }
  }

  /// The question which version counts, for each field that both have changed.
  func question(_ stored: StoredItem, _ members: [HouseholdMember], back: String, _ strings: Strings) -> Conflict {
    var mine = ItemForm(stored)
    mine.people.members = members
    mine.back = back
    // Nothing is decided beforehand.
    mine.base = ""
    for (name, value) in fields {
      switch name {
      case "title": mine.title = value
      case "description": mine.description = value
      case "due_date": mine.dueDate = value
      case "due_time": mine.dueTime = value
      case "not_before": mine.notBefore = value
      case "priority": mine.priority = ItemPriority(value) ?? mine.priority
      case "repeat": mine.repeats.choice = value
      default: break
      }
    }
    var problems = Problems()
    let editing = mine.edit(of: stored.version, &problems, strings)
    var conflict = mine.conflict(editing, with: stored, strings)
    conflict.mine = program
    conflict.takeTheirs = nil
    conflict.lead = strings.conflictByProgram(program: program, time: strings.text(sent.local))
    conflict.hidden.append((name: "settles", value: "\(source)"))
    return conflict
  }
}

/// The table `item_conflicts`.
enum PendingConflictQueries {
  /// - Parameters:
  ///   - token: the access token of the program.
  ///   - fields: of the item's form.
  static func insert(_ item: UUID, token: UUID, _ fields: [(name: String, value: String)]) -> SQL {
    let json = JSON.array(fields.map { .array([.string($0.name), .string($0.value)]) }).text
    return """
      INSERT INTO item_conflicts (item_id, source, program, person_id, fields)
      SELECT \(item)::uuid, id, name, person_id, \(json)::jsonb FROM access_tokens
      WHERE household_id = current_household() AND id = \(token)
      ON CONFLICT (household_id, item_id, source) DO UPDATE SET program = excluded.program, fields = excluded.fields, sent_at = now()
      """
  }

  /// The one that has waited longest.
  static func first(_ item: UUID) -> SQL {
    """
    SELECT source, program, fields::text AS fields, sent_at FROM item_conflicts
    WHERE household_id = current_household() AND item_id = \(item) ORDER BY sent_at, source LIMIT 1
    """
  }

  /// The items of the household for which one waits: as many as a page may have to mark.
  static let items: SQL =
    "SELECT item_id FROM item_conflicts WHERE household_id = current_household() ORDER BY item_id LIMIT 1000"

  static func settle(_ item: UUID, _ source: UUID) -> SQL {
    "DELETE FROM item_conflicts WHERE household_id = current_household() AND item_id = \(item) AND source = \(source)"
  }
}
