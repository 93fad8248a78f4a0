public import CivilTime

/// How often something happens: a recurrence rule of RFC 5545 §3.3.10 that counts days, weeks, months or years.
///
/// All dates are of one clock: a rule knows no time zone. `RecurrenceDates` has its dates.
public struct RecurrenceRule: Equatable, Sendable {
  /// FREQ.
  public enum Frequency: String, CaseIterable, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// `MO`, `-1FR`.
  public struct Weekday: Equatable, Sendable {
    /// Which one of its month, or of the year: 1 for the first, -1 for the last; nil for each.
    public var ordinal: Int?
    /// 0 for Monday … 6 for Sunday.
    public var day: Int

    /// - Parameter day: 0 for Monday … 6 for Sunday.
    public init(ordinal: Int? = nil, day: Int) { (self.ordinal, self.day) = (ordinal, day) }
  }

  /// The last moment at which it may happen.
  public struct Until: Equatable, Sendable {
    /// How it is written: a day, a time on the clock of the dates, or a time in UTC.
    public enum Form: Sendable { case day, local, utc }

    /// Of a day its last second. On the clock of the dates, but for the form `utc`: whoever reads such a rule replaces it.
    public var time: CivilTime
    /// How it is written.
    public var form: Form

    /// - Parameter time: of a day its last second.
    public init(time: CivilTime, form: Form) { (self.time, self.form) = (time, form) }
  }

  /// The unit that it counts.
  public var frequency: Frequency
  /// 2 for every other day, week, month or year; from 1 to 9999.
  public var interval = 1
  /// At most how many dates there are; nil, or else `until` is.
  public var count: Int?
  /// The end by date; nil for none.
  public var until: Until?
  /// BYMONTH. This part and those below are sorted, each value once, and empty where the rule has none.
  public var months: [Int] = []
  /// BYWEEKNO.
  public var weekNumbers: [Int] = []
  /// BYYEARDAY.
  public var yearDays: [Int] = []
  /// BYMONTHDAY.
  public var monthDays: [Int] = []
  /// BYDAY.
  public var weekdays: [Weekday] = []
  /// BYSETPOS.
  public var positions: [Int] = []
  /// The day that weeks begin with, 0 for Monday.
  public var weekStart = 0

  /// Each day, week, month or year, or each so many.
  public init(_ frequency: Frequency, interval: Int = 1) {
    self.frequency = frequency
    self.interval = interval
  }

  /// Whether it says no more than a frequency, an interval and an end, as a rule that counts from the day of completion must.
  public var isPlain: Bool {
    [months, weekNumbers, yearDays, monthDays, positions].allSatisfy(\.isEmpty) && weekdays.isEmpty
  }
}

extension RecurrenceRule {
  /// Whether months or years lack a day that the rule names: the 31st, a fifth Monday, 29 February. They have no date then
  /// (RFC 5545 §3.3.10), which the words of the rule do not say.
  /// - Parameter start: the first date, which says what the rule leaves open.
  public func leavesOut(from start: CivilTime) -> Bool {
    guard positions.isEmpty else { return false }
    let isOpen = [monthDays, yearDays, weekNumbers].allSatisfy(\.isEmpty) && weekdays.isEmpty
    let days = isOpen ? [start.day] : monthDays
    let hasFifth = weekdays.contains { abs($0.ordinal ?? 0) == 5 }
    switch frequency {
    case .daily, .weekly: return false
    case .monthly:
      let reached = Set((0..<12).map { (start.month - 1 + $0 * interval) % 12 + 1 })
      return hasFifth || Self.lack(days, reached.filter { months.isEmpty || months.contains($0) })
    case .yearly:
      let lastOnes = yearDays.contains { abs($0) == 366 } || weekNumbers.contains { abs($0) == 53 }
      let hasLast = weekdays.contains { abs($0.ordinal ?? 0) == 53 }
      let named = !months.isEmpty ? Set(months) : isOpen ? [start.month] : Set(1...12)
      return lastOnes || hasLast || hasFifth && !months.isEmpty || Self.lack(days, named)
    }
  }

  /// Whether one of the months lacks one of the days in some year.
  private static func lack(_ days: [Int], _ months: Set<Int>) -> Bool {
    months.contains { month in days.contains { abs($0) > CivilTime.days(inMonth: month, of: 2001) } }
  }
}

// MARK: As text

extension RecurrenceRule {
  /// As rules name them, from Monday on.
  public static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// In bytes.
  public static let maximumLength = 500

  /// Reads `FREQ=WEEKLY;BYDAY=MO,TH`. Nil for what RFC 5545 does not allow, for hours, minutes and seconds, and for a text of
  /// more than 500 bytes.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=")
      guard pair.count == 2, parts.updateValue(String(pair[1]), forKey: String(pair[0])) == nil else { return nil }
    }
    guard let frequency = parts.removeValue(forKey: "FREQ").flatMap({ Frequency(rawValue: $0) }) else { return nil }
    self.init(frequency)
    for (name, value) in parts {
      guard read(name, value) else { return nil }
    }
    guard isAllowed else { return nil }
  }

  /// Takes one part; false if it cannot be read.
  private mutating func read(_ name: String, _ value: String) -> Bool {
    func numbers(_ range: ClosedRange<Int>, _ part: WritableKeyPath<RecurrenceRule, [Int]>) -> Bool {
      guard let numbers = Self.numbers(value, range) else { return false }
      self[keyPath: part] = numbers
      return true
    }
    switch name {
    case "INTERVAL":
      guard let number = Int(digits: value), (1...9999).contains(number) else { return false }
      interval = number
    case "COUNT":
      guard let number = Int(digits: value), (1...999_999_999).contains(number) else { return false }
      count = number
    case "UNTIL":
      until = Until(value)
      return until != nil
    case "WKST":
      guard let day = Self.weekdayNames.firstIndex(of: value) else { return false }
      weekStart = day
    case "BYMONTH": return numbers(1...12, \.months)
    case "BYWEEKNO": return numbers(-53...53, \.weekNumbers)
    case "BYYEARDAY": return numbers(-366...366, \.yearDays)
    case "BYMONTHDAY": return numbers(-31...31, \.monthDays)
    case "BYSETPOS": return numbers(-366...366, \.positions)
    case "BYDAY":
      let days = value.split(separator: ",", omittingEmptySubsequences: false).map { Weekday(String($0)) }
      guard !days.contains(nil) else { return false }
      weekdays = Weekday.sorted(days.compactMap { $0 })
    default: return false
    }
    return true
  }

  /// Numbers with commas between them, none of which is 0.
  private static func numbers(_ text: String, _ range: ClosedRange<Int>) -> [Int]? {
    var numbers: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isNegative = part.hasPrefix("-")
      guard let digits = Int(digits: String(isNegative || part.hasPrefix("+") ? part.dropFirst() : part)) else {
        return nil
      }
      let number = isNegative ? -digits : digits
      guard number != 0, range.contains(number) else { return nil }
      numbers.insert(number)
    }
    return numbers.sorted()
  }

  /// Whether the parts may stand together (the table of RFC 5545 §3.3.10).
  private var isAllowed: Bool {
    let hasOrdinals = weekdays.contains { $0.ordinal != nil }
    let hasSet = [months, weekNumbers, yearDays, monthDays].contains { !$0.isEmpty } || !weekdays.isEmpty
    return (count == nil || until == nil)
      && (weekNumbers.isEmpty || frequency == .yearly)
      && (yearDays.isEmpty || frequency == .yearly)
      && (monthDays.isEmpty || frequency != .weekly)
      && (!hasOrdinals || frequency == .monthly || frequency == .yearly && weekNumbers.isEmpty)
      && (positions.isEmpty || hasSet)
  }

  /// The rule as a text that `init` reads: equal rules have equal texts.
  public var text: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    func add(_ name: String, _ values: [String]) {
      if !values.isEmpty { parts.append("\(name)=\(values.joined(separator: ","))") }
    }
    if interval != 1 { add("INTERVAL", ["\(interval)"]) }
    if let count { add("COUNT", ["\(count)"]) }
    if let until { add("UNTIL", [until.text]) }
    add("BYMONTH", months.map { String($0) })
    add("BYWEEKNO", weekNumbers.map { String($0) })
    add("BYYEARDAY", yearDays.map { String($0) })
    add("BYMONTHDAY", monthDays.map { String($0) })
    add("BYDAY", weekdays.map(\.text))
    add("BYSETPOS", positions.map { String($0) })
    if weekStart != 0 { add("WKST", [Self.weekdayNames[weekStart]]) }
    return parts.joined(separator: ";")
  }
}

extension RecurrenceRule.Weekday {
  fileprivate init?(_ text: String) {
    guard let day = RecurrenceRule.weekdayNames.firstIndex(of: String(text.suffix(2))) else { return nil }
    self.day = day
    let sign = text.dropLast(2)
    if sign.isEmpty { return }
    guard let number = Int(digits: String(sign.first == "-" || sign.first == "+" ? sign.dropFirst() : sign)),
      (1...53).contains(number)
    else { return nil }
    ordinal = sign.first == "-" ? -number : number
  }

  fileprivate var text: String { (ordinal.map(String.init) ?? "") + RecurrenceRule.weekdayNames[day] }

  /// Each once; those of each week first.
  public static func sorted(_ days: [Self]) -> [Self] {
    var sorted: [Self] = []
    for day in days.sorted(by: { ($0.ordinal ?? -99, $0.day) < ($1.ordinal ?? -99, $1.day) }) where sorted.last != day {
      sorted.append(day)
    }
    return sorted
  }
}

extension RecurrenceRule.Until {
  /// The whole day.
  public init(day: CivilTime) {
    time = day
    (time.hour, time.minute, time.second) = (23, 59, 59)
    form = .day
  }

  /// Reads `20270503`, `20270503T180000` or `20270503T160000Z`.
  fileprivate init?(_ text: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? { Int(digits: String(decoding: bytes[range], as: UTF8.self)) }
    guard [8, 15, 16].contains(bytes.count), let year = number(0..<4), let month = number(4..<6),
      let day = number(6..<8),
      let date = CivilTime(year: year, month: month, day: day)
    else { return nil }
    self.init(day: date)
    if bytes.count == 8 { return }
    guard bytes[8] == UInt8(ascii: "T"), let hour = number(9..<11), let minute = number(11..<13),
      let second = number(13..<15),
      // A leap second counts as the one before.
      let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59)),
      bytes.count == 15 || bytes[15] == UInt8(ascii: "Z")
    else { return nil }
    self.time = time
    form = bytes.count == 15 ? .local : .utc
  }

  /// As `init` reads it.
  public var text: String {
    switch form {
    case .day: time.basicDate
    case .local: time.basicDateTime
    case .utc: "\(time.basicDateTime)Z"
    }
  }
}
