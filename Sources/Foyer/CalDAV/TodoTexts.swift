import CivilTime
import ICalendar
import Postgres

/// The start of a to-do that does not repeat, as the day until which its item is hidden.
enum TodoStart {
  /// Nil for one that hides nothing: many programs send the deadline as the start, too.
  static func day(_ todo: Todo, on clock: ZoneTable) -> CalendarDate? {
    guard todo.rule == nil, let start = todo.start.map({ CalendarDate($0.local(on: clock)) }) else { return nil }
    if let due = todo.due.map({ CalendarDate($0.local(on: clock)) }), due <= start { return nil }
    return start
  }
}

/// A member's reminder as an alarm: seconds from a deadline, of a day from its midnight.
enum TodoReminder {
  /// A day counts as this time of it where a reminder is minutes before: see `reminder_moments`.
  private static let nine = 9 * 3600

  static func offset(_ time: ReminderTime, due: TodoTime, on clock: ZoneTable) -> Int {
    let midnight = CalendarDate(due.local(on: clock)).civil.seconds
    func at(_ time: TimeOfDay, _ days: Int) -> Int {
      clock.moment(of: midnight + days * 86_400 + time.hour * 3600 + time.minute * 60) - due.seconds(on: clock)
    }
    return switch time {
    case .minutes(let minutes): (due.isDay ? nine : 0) - minutes * 60
    case .onTheDay(let time): at(time, 0)
    case .theDayBefore(let time): at(time, -1)
    }
  }

  /// Nil for an alarm that no reminder can be: after a deadline, months before it, or at a second.
  static func time(_ offset: Int, due: TodoTime, on clock: ZoneTable) -> ReminderTime? {
    guard offset % 60 == 0 else { return nil }
    if due.isDay, (-86_400..<86_400).contains(offset) {
      let second = offset < 0 ? offset + 86_400 : offset
      let time = TimeOfDay(hour: second / 3600, minute: second / 60 % 60)
      return offset < 0 ? .theDayBefore(time) : .onTheDay(time)
    }
    let minutes = ((due.isDay ? nine : 0) - offset) / 60
    return (0...ReminderTime.maximumMinutes).contains(minutes) ? .minutes(minutes) : nil
  }

  /// - Parameter known: as the member has chosen them: `08:00` and ten hours before may be the same.
  static func times(_ todo: Todo, known: [ReminderTime], on clock: ZoneTable) -> [ReminderTime] {
    guard let due = todo.due else { return [] }
    var times: [ReminderTime] = []
    for offset in todo.reminders {
      let time = known.first { self.offset($0, due: due, on: clock) == offset } ?? time(offset, due: due, on: clock)
      if let time, !times.contains(time), times.count < ReminderTime.maximum { times.append(time) }
    }
    return times
  }
}

/// The description of an item with its checklist below it, and other lines above it.
enum TodoText {
  static func joined(_ description: String, _ boxes: String?) -> String {
    guard let boxes, !boxes.isEmpty else { return description }
    return description.isEmpty ? boxes : "\(description)\n\n\(boxes)"
  }

  /// The description that a program sends, without the lines that `joined` has put below it.
  static func description(of text: String) -> String { parts(of: text).description }

  /// Those lines.
  static func checklist(of text: String) -> Checklist { Checklist(text: parts(of: text).boxes) }

  private static func parts(of text: String) -> (description: String, boxes: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var boxes: [Substring] = []
    while let last = lines.last, last.hasPrefix("☐ ") || last.hasPrefix("☑ ") { boxes.append(lines.removeLast()) }
    guard !boxes.isEmpty else { return (text, "") }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return (lines.joined(separator: "\n"), boxes.reversed().joined(separator: "\n"))
  }
}

/// The changes by which a program has made other boxes of those below a description.
struct ChecklistChange {
  /// The changes of the lines that are stored.
  let changes: [ChangeChecklist.Change]

  /// - Parameters:
  ///   - base: as the program was last given them; nil for as they are.
  ///   - theirs: as it has sent them. Without any it has left the boxes out: no line is deleted for that.
  init(base: Checklist?, ours: Checklist, theirs: Checklist) {
    let base = base ?? ours
    guard !theirs.lines.isEmpty, theirs.lines.map(\.words) != base.lines.map(\.words) else {
      changes = []
      return
    }
    var (left, stored) = (base.lines, ours.lines)
    func take(_ text: String, _ lines: inout [Checklist.Line]) -> Checklist.Line? {
      lines.firstIndex { $0.text == text }.map { lines.remove(at: $0) }
    }
    var changes: [ChangeChecklist.Change] = []
    var added: [Checklist.Line] = []
    for line in theirs.lines {
      let own = take(line.text, &stored)
      if let old = take(line.text, &left) {
        if let own, old.isDone != line.isDone { changes.append(.tick(own.id, line.isDone)) }
      } else if own == nil {
        added.append(line)
      }
    }
    for line in left {
      if let own = take(line.text, &stored) { changes.append(.delete(own.id)) }
    }
    self.changes = changes + (added.isEmpty ? [] : [.add(added)])
  }
}

extension Checklist.Line {
  fileprivate var words: String { (isDone ? "☑ " : "☐ ") + text }
}
