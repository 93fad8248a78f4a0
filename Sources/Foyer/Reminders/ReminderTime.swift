import CivilTime
import HTTP
import Postgres

/// When a person is reminded of a deadline: `60` minutes before, `08:00` on its day, or `-18:00` on the day before.
enum ReminderTime: Hashable {
  case minutes(Int)
  case onTheDay(TimeOfDay)
  case theDayBefore(TimeOfDay)

  /// Four weeks.
  static let maximumMinutes = 40_320
  /// How many there may be of one item; the tables have the same limit.
  static let maximum = 10

  init?(_ text: String) {
    if let minutes = Int(digits: text) {
      guard minutes <= Self.maximumMinutes else { return nil }
      self = .minutes(minutes)
      return
    }
    let isBefore = text.hasPrefix("-")
    guard text.utf8.count <= 9, let time = TimeOfDay(isBefore ? String(text.dropFirst()) : text) else { return nil }
    self = isBefore ? .theDayBefore(time) : .onTheDay(time)
  }

  /// As forms and tables have it.
  var code: String {
    switch self {
    case .minutes(let minutes): String(minutes)
    case .onTheDay(let time): time.text
    case .theDayBefore(let time): "-\(time.text)"
    }
  }

  /// The choices of every form, from the first to the last.
  static let usual: [ReminderTime] = [
    .theDayBefore(TimeOfDay(hour: 18, minute: 0)), .onTheDay(TimeOfDay(hour: 8, minute: 0)), .minutes(60), .minutes(10),
    .minutes(0),
  ]

  func text(_ strings: Strings) -> String {
    switch self {
    case .minutes(0): return strings.remindersAtTime
    case .minutes(let minutes) where minutes % 1440 == 0: return strings.remindersDays(count: minutes / 1440)
    case .minutes(let minutes) where minutes % 60 == 0: return strings.remindersHours(count: minutes / 60)
    case .minutes(let minutes): return strings.remindersMinutes(count: minutes)
    case .onTheDay(let time): return strings.remindersOnTheDay(time: strings.timeOfDay(time))
    case .theDayBefore(let time): return strings.remindersDayBefore(time: strings.timeOfDay(time))
    }
  }

  /// The usual ones and those that are chosen, each with its name.
  static func choices(_ chosen: [ReminderTime], _ strings: Strings) -> [Choice] {
    let offered = usual + chosen.filter { !usual.contains($0) }
    return offered.map { Choice(value: $0.code, label: $0.text(strings), isSelected: chosen.contains($0)) }
  }

  /// Reads the values of a form's field; nil if one is no time, or if there are too many.
  static func all(_ texts: [String]) -> [ReminderTime]? {
    guard texts.count <= 100 else { return nil }
    var times: [ReminderTime] = []
    for text in texts {
      guard let time = ReminderTime(text) else { return nil }
      if !times.contains(time) { times.append(time) }
    }
    return times.count <= maximum ? times : nil
  }
}

/// When a member is reminded of an item.
enum ReminderChoice {
  /// As the member's settings say.
  case usual
  /// None of them for never.
  case own([ReminderTime])
}

/// The part of an item's form that says when the visitor is reminded of it (`Views/items/_remind.html`): for the visitor alone.
struct ReminderFields {
  /// `default`, `none` or `own`. Nil if the form did not have the field.
  var choice: String?
  var times: [ReminderTime] = []
  private var isReadable = true
  /// Whether the visitor is told of anything at all.
  var isOn = false

  init() {}

  /// Times alone are own ones.
  init(_ form: Form) {
    var values = form.all("remind").filter { !$0.isEmpty }
    choice = values.first { ["default", "none", "own"].contains($0) }
    values.removeAll { ["default", "none", "own"].contains($0) }
    if choice == nil && !values.isEmpty { choice = "own" }
    guard choice == "own" else { return }
    let read = ReminderTime.all(values)
    isReadable = read != nil
    times = read ?? []
  }

  /// Takes what is stored, from `ReminderQueries.own`, unless the form has said something.
  mutating func take(_ rows: Rows) throws {
    guard let row = rows.first else { return }
    isOn = try row["is_on"]
    let codes: [String]? = try row["codes"]
    guard choice == nil, let codes else { return }
    choice = codes.isEmpty ? "none" : "own"
    times = codes.compactMap { ReminderTime($0) }
  }

  /// The choice of the form; nil if it did not have the field.
  func wanted(_ problems: inout Problems) -> ReminderChoice? {
    if !isReadable { problems.add("remind", .tooMany(ReminderTime.maximum)) }
    return choice.map { $0 == "default" ? .usual : .own(times) }
  }

  func kinds(_ strings: Strings) -> [Choice] {
    [("default", strings.remindDefault), ("none", strings.remindNone), ("own", strings.remindOwn)].map {
      Choice(value: $0.0, label: $0.1, isSelected: $0.0 == choice ?? "default")
    }
  }
}
