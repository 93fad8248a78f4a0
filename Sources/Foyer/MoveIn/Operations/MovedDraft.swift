import CivilTime
import MoveIn
import Postgres
import Recurrence

/// An item of another program in the household's terms. Fields without a place of their own stand in the description, under their
/// names.
struct MovedDraft: Sendable {
  var item = ItemDraft()
  var repeats: Repetition?
  /// Of the member who moves in; nil as the member's settings say.
  var reminders: [ReminderTime]?
  /// The zone of its time; nil for the person's.
  var zone: String?
  var createdAt: Int?
  var doneAt: Int?
  /// Days from its deadline to those of the rule that are left out.
  var skipped: [Int] = []
  /// Colours and icons of its category and tags, for those that do not exist yet.
  var labels: [LabelDraft] = []

  private static let maximumTags = 50

  /// - Parameters:
  ///   - members: the household's, whom names of the file may mean.
  ///   - now: the person's clock.
  init(_ moved: MovedItem, _ answers: Move.Answers, _ members: [(id: UUID, name: String)], now: CivilTime) {
    var moved = moved
    if let order = answers.dateOrder { moved.setOpenDue(dayFirst: order == "day", now: now) }
    item.title = moved.title.trimmed
    item.description = moved.description ?? ""
    item.isDone = moved.isDone
    item.tags = moved.tags
    var extras: [String] = []
    if let list = moved.category {
      switch answers.lists[list] ?? .category {
      case .category: item.category = list
      case .tag: item.tags.append(list)
      case .none: extras.append("List: \(list)")
      }
    }
    if item.tags.count > Self.maximumTags {
      extras.append("Tags: \(item.tags[Self.maximumTags...].joined(separator: ", "))")
      item.tags.removeLast(item.tags.count - Self.maximumTags)
    }
    setDue(moved, answers, &extras)
    var unknown: [String] = []
    for name in moved.people {
      let id = answers.people[name]
      if let id, members.contains(where: { $0.id == id }) {
        if !item.people.contains(id) { item.people.append(id) }
      } else {
        unknown.append(name)
      }
    }
    if !unknown.isEmpty { extras.append("For: \(unknown.joined(separator: ", "))") }
    labels = moved.looks.compactMap { LabelDraft($0) }
    setTurn(moved, answers, members, &extras)
    setReminders(moved, &extras)
    item.priority = moved.priority.flatMap { ItemPriority($0.rawValue) } ?? .none
    setChecklist(moved, &extras)
    for extra in extras { item.description = Self.add(extra, to: item.description) }
    createdAt = moved.createdAt.flatMap { Self.moments.contains($0) ? $0 : nil }
    doneAt = moved.isDone ? moved.doneAt.flatMap { Self.moments.contains($0) ? $0 : nil } : nil
  }

  /// From 1900 to 2200.
  static let moments = -2_208_988_800...7_258_118_400

  /// Behind a text, in a line of its own.
  static func add(_ extra: String, to text: String) -> String { text.isBlank ? extra : "\(text)\n\(extra)" }

  /// The lines beyond those that a checklist takes stand in the description.
  private mutating func setChecklist(_ moved: MovedItem, _ extras: inout [String]) {
    var rest: [String] = []
    for line in moved.checklist {
      let text = line.text.trimmed
      if text.isEmpty { continue }
      if item.checklist.lines.count == Checklist.maximum || text.isLonger(than: Checklist.maximumLength) {
        rest.append("\(line.isDone ? "[x]" : "[ ]") \(text)")
      } else {
        item.checklist.add([Checklist.Line(text: text, isDone: line.isDone)])
      }
    }
    if !rest.isEmpty { extras.append((["Checklist:"] + rest).joined(separator: "\n")) }
  }

  private mutating func setDue(_ moved: MovedItem, _ answers: Move.Answers, _ extras: inout [String]) {
    if let text = moved.dueDate {
      if let day = CalendarDate(text), day.isAllowed {
        if let clock = moved.dueTime.flatMap({ TimeOfDay($0) }) {
          item.due = .moment(day.at(clock))
          zone = moved.timeZone ?? answers.timeZone
        } else {
          item.due = .day(day)
        }
      } else {
        extras.append("Due date: \(text)")
      }
    }
    if let text = moved.notBefore {
      if let day = CalendarDate(text), day.isAllowed {
        item.notBefore = day
      } else {
        extras.append("Not before: \(text)")
      }
    }
    if let text = moved.repeats {
      // An item that is done repeats no more.
      if !moved.isDone, let rule = RecurrenceRule(text) {
        repeats = Repetition(rule: rule, origin: moved.repeatsFromDone ? .done : .due)
        if let day = moved.dueDate.flatMap({ CalendarDate($0) }) {
          skipped = moved.skipped.compactMap { CalendarDate($0) }.map { $0.days - day.days }
        }
      } else {
        extras.append("Repeat: \(text)")
      }
    }
  }

  /// Members take turns if at least two of the names are members'.
  private mutating func setTurn(
    _ moved: MovedItem, _ answers: Move.Answers, _ members: [(id: UUID, name: String)], _ extras: inout [String]
  ) {
    guard !moved.turn.isEmpty else { return }
    var turn: [UUID] = []
    for name in moved.turn {
      if let id = answers.people[name], members.contains(where: { $0.id == id }), !turn.contains(id) { turn.append(id) }
    }
    if turn.count >= 2 {
      item.turn = turn
      item.turnRule = moved.turnRule.flatMap { RecurrenceRule($0) }
    }
    if turn.count < Set(moved.turn).count {
      extras.append("Takes turns: \(moved.turn.joined(separator: ", "))")
    }
  }

  private mutating func setReminders(_ moved: MovedItem, _ extras: inout [String]) {
    if let codes = moved.reminderCodes {
      var times: [ReminderTime] = []
      for code in codes {
        if let time = ReminderTime(code), times.count < ReminderTime.maximum {
          if !times.contains(time) { times.append(time) }
        } else {
          extras.append("Reminder: \(code)")
        }
      }
      reminders = times
      return
    }
    guard !moved.reminders.isEmpty else { return }
    var times: [ReminderTime] = []
    for minutes in moved.reminders {
      let isDay = if case .day? = item.due { true } else { false }
      var time: ReminderTime?
      switch minutes {
      case 0 where isDay: time = .onTheDay(TimeOfDay(hour: 0, minute: 0))
      case 1...1440 where isDay:
        time = .theDayBefore(TimeOfDay(hour: (1440 - minutes) / 60, minute: (1440 - minutes) % 60))
      case 0...ReminderTime.maximumMinutes where !isDay: time = .minutes(minutes)
      default: break
      }
      if let time, item.due != nil, !item.isDone, times.count < ReminderTime.maximum {
        if !times.contains(time) { times.append(time) }
      } else if !item.isDone {
        extras.append("Reminder: \(minutes) minutes before")
      }
    }
    if !times.isEmpty { reminders = times }
  }
}

extension LabelDraft {
  /// Nil for what the form of a category or tag would not take.
  fileprivate init?(_ look: MovedItem.Look) {
    let color = look.color.lowercased()
    guard color.wholeMatch(of: /#[0-9a-f]{6}/) != nil else { return nil }
    self.init(kind: look.isTag ? .tag : .category, name: look.name, color: color, icon: look.icon.trimmed)
    guard problems.isEmpty else { return nil }
  }
}
