import CivilTime
import Postgres
import Recurrence

/// An item as a change finds it.
struct StoredItem {
  let item: ItemDraft
  let version: Int
  let files: [ItemFile]
  /// How it repeats, unless its series has ended.
  let repeats: Repetition?
  /// Whether it belongs to a series, which may have ended.
  let isInSeries: Bool
  /// The day on the household's clock.
  let householdDay: CalendarDate

  /// From `ItemQueries.find`. Nil if there is none.
  init?(_ rows: Rows) throws {
    guard let row = rows.first else { return nil }
    var item = ItemDraft(
      id: try row["id"], title: try row["title"], description: try row["description"], isDone: try row["is_done"],
      category: try row["category"], tags: try rows.compactMap { try $0["tag"] }, imageID: try row["image_id"])
    let (day, due): (CalendarDate?, Timestamp?) = (try row["due_day"], try row["due_at"])
    item.due = day.map { .day($0) } ?? due.map { .moment($0.local) }
    item.notBefore = try row["not_before"]
    item.checklist = Checklist(json: try row["checklist"])
    item.priority = ItemPriority(rawValue: try row["priority"]) ?? .none
    item.people = try row["people"]
    item.turn = try ItemTurn(row)?.order ?? []
    let (turnRule, rule): (String?, String?) = (try row["turn_rule"], try row["rule"])
    item.turnRule = turnRule.flatMap { RecurrenceRule($0) }
    self.item = item
    version = try row["version"]
    files = ItemFile.all(json: try row["files"])
    repeats = try rule.flatMap { RecurrenceRule($0) }.map { Repetition(rule: $0, origin: try row["repeat_from"]) }
    isInSeries = try row["is_in_series"]
    householdDay = try row["household_day"]
  }
}
