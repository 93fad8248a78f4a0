import CivilTime
import HTTP
import Postgres
import Recurrence

/// The fields of an item's form that say how it repeats: as typed.
struct RepeatFields {
  /// A rule, `custom` for the fields below, or nothing. Nil if the form did not have the field.
  var choice: String?
  var every = ""
  var unit = ""
  var on: [String] = []
  var until = ""
  var count = ""
  var origin = Series.Origin.due
  /// Whether a change is for all following items, too.
  var isForFollowing = false
  /// How the stored item repeats.
  var stored: Repetition?

  static let custom = "custom"

  init() {}

  init(_ form: Form) {
    choice = form["repeat"]
    every = form["repeat_every"] ?? ""
    unit = form["repeat_unit"] ?? ""
    on = form.all("repeat_on").filter { !$0.isEmpty }
    until = form["repeat_until"] ?? ""
    count = form["repeat_count"] ?? ""
    origin = form["repeat_from"].flatMap { Series.Origin(rawValue: $0) } ?? .due
    isForFollowing = form["scope"] == "following"
    if choice == nil && !unit.isEmpty { choice = Self.custom }
  }

  /// Of an item that repeats in this way.
  init(_ stored: Repetition?) {
    guard let stored else { return }
    let rule = stored.rule
    self.stored = stored
    origin = stored.origin
    var endless = rule
    (endless.count, endless.until) = (nil, nil)
    choice = endless.text
    until = rule.until?.time.date ?? ""
    count = rule.count.map(String.init) ?? ""
    fillDetails(rule)
  }

  /// Fills in the fields of a rule of one's own, to begin with.
  private mutating func fillDetails(_ rule: RecurrenceRule) {
    every = String(rule.interval)
    unit = Self.units.first { $0.frequency == rule.frequency }?.name ?? ""
    let parts = rule.monthDays.map { $0 == -1 ? "last" : String($0) }
    on = rule.frequency == .weekly || rule.frequency == .monthly ? parts + rule.weekdays.map(\.code) : []
  }

  // MARK: The rule

  /// Reads the fields. With a problem nothing is changed.
  func change(_ problems: inout Problems) -> RepeatChange {
    guard let choice else { return .unchanged }
    if choice.isBlank { return .never }
    let text = choice == Self.custom ? customText : choice
    guard var rule = text.flatMap({ RecurrenceRule($0) }) else {
      problems.add("repeat", .invalidRule)
      return .unchanged
    }
    end(&rule, &problems)
    return .to(Repetition(rule: rule, origin: origin))
  }

  /// Takes the fields of the end.
  private func end(_ rule: inout RecurrenceRule, _ problems: inout Problems) {
    if !until.isEmpty {
      if let day = CivilTime(date: until), (2...9998).contains(day.year) {
        let known = stored?.rule.until
        // Of an end at a time of day the form shows the day alone.
        rule.until = known?.time.date == until ? known : RecurrenceRule.Until(day: day)
      } else {
        problems.add("repeat_until", .invalidDate)
      }
    }
    if !count.isEmpty {
      if let number = Int(digits: count), (1...999_999_999).contains(number) {
        rule.count = number
      } else {
        problems.add("repeat_count", .invalidCount)
      }
    }
  }

  static let units: [(name: String, frequency: RecurrenceRule.Frequency)] = [
    ("day", .daily), ("week", .weekly), ("month", .monthly), ("year", .yearly),
  ]

  /// The rule that the fields for one's own make, as a text; nil if they do not make any.
  private var customText: String? {
    guard let frequency = Self.units.first(where: { $0.name == unit })?.frequency, on.count <= 100 else { return nil }
    var text = "FREQ=\(frequency.rawValue)"
    if !every.isEmpty { text += ";INTERVAL=\(every)" }
    let weekdays = on.filter(RecurrenceRule.weekdayNames.contains)
    let others = on.filter { !RecurrenceRule.weekdayNames.contains($0) }
    let days = others.map { $0 == "last" ? "-1" : $0 }.filter { Int(digits: String($0.drop { $0 == "-" })) != nil }
    let ordinals = others.filter { $0 != "last" && !days.contains($0) }
    guard ordinals.allSatisfy({ RecurrenceRule("FREQ=MONTHLY;BYDAY=\($0)") != nil }) else { return nil }
    switch frequency {
    case .weekly where !weekdays.isEmpty: text += ";BYDAY=\(weekdays.joined(separator: ","))"
    case .monthly where !ordinals.isEmpty && !days.isEmpty: return nil
    case .monthly where !ordinals.isEmpty: text += ";BYDAY=\(ordinals.joined(separator: ","))"
    case .monthly where !days.isEmpty: text += ";BYMONTHDAY=\(days.joined(separator: ","))"
    default: break
    }
    return text
  }
}

extension RecurrenceRule.Weekday {
  /// `MO`, `-1FR`.
  fileprivate var code: String { (ordinal.map(String.init) ?? "") + RecurrenceRule.weekdayNames[day] }
}

// MARK: What the form shows

extension RepeatFields {
  /// The rules to choose from, and the present one.
  func choices(_ strings: Strings) -> [Choice] {
    var offered = RecurrenceRule.Frequency.allCases.map { RecurrenceRule($0) }
    // The choice to offer where the date is a month's last day, which short months do not have.
    var lastDay = RecurrenceRule(.monthly)
    lastDay.monthDays = [-1]
    offered.insert(lastDay, at: 3)
    var choices = [("", strings.repeatNever)] + offered.map { ($0.text, strings.text($0)) }
    let chosen = choice ?? ""
    if chosen != Self.custom, !choices.contains(where: { $0.0 == chosen }) {
      choices.append((chosen, RecurrenceRule(chosen).map { strings.text($0) } ?? chosen))
    }
    choices.append((Self.custom, strings.repeatCustom))
    return choices.map { Choice(value: $0, label: $1, isSelected: $0 == chosen) }
  }

  func unitChoices(_ strings: Strings) -> [Choice] {
    let names = [strings.repeatUnitDay, strings.repeatUnitWeek, strings.repeatUnitMonth, strings.repeatUnitYear]
    let chosen = unit.isEmpty ? "week" : unit
    return zip(Self.units, names).map { Choice(value: $0.name, label: $1, isSelected: $0.name == chosen) }
  }

  func weekdayChoices(_ strings: Strings) -> [Choice] {
    zip(RecurrenceRule.weekdayNames, strings.weekdays).map {
      Choice(value: $0, label: $1.name, isSelected: on.contains($0))
    }
  }

  func monthDayChoices(_ strings: Strings) -> [Choice] {
    let chosen = on.first { !RecurrenceRule.weekdayNames.contains($0) } ?? ""
    var choices = [("", strings.repeatOnDate)] + (1...31).map { (String($0), strings.monthDay($0)) }
    choices.append(("last", strings.repeatLastDay))
    for ordinal in [1, 2, 3, 4, -1] {
      for day in 0..<7 {
        let weekday = RecurrenceRule.Weekday(ordinal: ordinal, day: day)
        choices.append((weekday.code, strings.ordinalWeekday(weekday) ?? weekday.code))
      }
    }
    if !choices.contains(where: { $0.0 == chosen }) { choices.append((chosen, chosen)) }
    return choices.map { Choice(value: $0, label: $1, isSelected: $0 == chosen) }
  }

  func originChoices(_ strings: Strings) -> [Choice] {
    [
      Choice(value: "due", label: strings.repeatFromDue, isSelected: origin == .due),
      Choice(value: "done", label: strings.repeatFromDone, isSelected: origin == .done),
    ]
  }

  /// Whether the item repeats, as the form says.
  var isSet: Bool { choice.map { !$0.isBlank } ?? (stored != nil) }

  /// The rule in words, for the page of a conflict.
  func words(_ strings: Strings) -> String {
    var problems = Problems()
    switch change(&problems) {
    case .to(let repeats): return strings.text(repeats.rule, from: repeats.origin)
    case .unchanged: return stored.map { strings.text($0.rule, from: $0.origin) } ?? strings.repeatNever
    case .never: return strings.repeatNever
    }
  }

  /// The fields that make the same rule.
  var sent: [(name: String, value: String)] {
    guard let choice else { return [] }
    return [
      ("repeat", choice), ("repeat_every", every), ("repeat_unit", unit), ("repeat_until", until),
      ("repeat_count", count), ("repeat_from", origin.rawValue),
    ] + (on.isEmpty ? [""] : on).map { ("repeat_on", $0) }
  }
}
