import CivilTime
import StrictJSON

extension PatchItem {
  /// Nil if the body names other fields as well.
  init?(_ id: UUID, _ version: Int, _ body: APIBody) {
    let fields = ["title", "description", "priority", "done", "category", "tags", "not_before", "due_date", "due_time"]
    // Of a time alone the day is the item's.
    guard body.names.allSatisfy(fields.contains), body.has("due_date") || !body.has("due_time") else { return nil }
    let time = body.text("due_time").flatMap { TimeOfDay($0) }
    let day = body.text("due_date").flatMap { CalendarDate($0) }
    if day == nil && time != nil { return nil }
    let due: Deadline? = day.map { day in time.map { .moment(day.at($0)) } ?? .day(day) }
    self.init(
      id: id, version: version, title: body.text("title"), description: body.text("description"),
      priority: body.text("priority").flatMap { ItemPriority($0) }, isDone: body.flag("done"),
      category: body.has("category") ? .some(body.text("category")) : nil,
      notBefore: body.has("not_before") ? .some(body.text("not_before").flatMap { CalendarDate($0) }) : nil,
      due: body.has("due_date") ? .some(due) : nil,
      tags: body.has("tags") ? body.list("tags").compactMap(\.string) : nil)
  }
}
