import CivilTime

@testable import MoveIn

/// 10:00 on Friday, 27 November 2026.
let today = CivilTime(year: 2026, month: 11, day: 27, hour: 10)!

func moved(_ text: String, name: String = "file") -> MovedFile { MoveIn.read(Array(text.utf8), name: name, now: today) }

/// The fields of an item that the file says, as the command prints them.
func printed(_ item: MovedItem?) -> [String] {
  guard let item else { return [] }
  var lines = [item.title]
  if let due = item.dueDate {
    lines.append("due " + [due, item.dueTime, item.timeZone].compactMap { $0 }.joined(separator: " "))
  }
  if let rule = item.repeats { lines.append("repeats \(rule)\(item.repeatsFromDone ? " from done" : "")") }
  if let category = item.category { lines.append("in \(category)") }
  if !item.tags.isEmpty { lines.append("tags \(item.tags.joined(separator: ","))") }
  if !item.people.isEmpty { lines.append("for \(item.people.joined(separator: ","))") }
  if let priority = item.priority { lines.append("priority \(priority.rawValue)") }
  lines += item.checklist.map { "\($0.isDone ? "[x]" : "[ ]") \($0.text)" }
  if !item.reminders.isEmpty { lines.append("reminders \(item.reminders.map { String($0) }.joined(separator: ","))") }
  if let day = item.notBefore { lines.append("not before \(day)") }
  if item.isDone { lines.append("done" + (item.doneAt.map { " \(Moment.text($0))" } ?? "")) }
  if let created = item.createdAt { lines.append("created \(Moment.text(created))") }
  if let description = item.description { lines.append("text \(description)") }
  return lines
}
