import CivilTime
import Crypto
import HTTP
import Postgres

/// A task before guests come, so many days before their arrival.
struct StayTask: Equatable {
  let title: String
  let days: Int

  static let maximum = 20
  static let longestTitle = 200
  static let allowedDays = 0...60

  init(_ title: String, days: Int) { (self.title, self.days) = (title, days) }

  init(_ row: Row) throws { self.init(try row["title"], days: try row["days_before"]) }

  /// `Make the bed · 1`: the number after the last `·` or comma. Without one it is the day before.
  init(line: String) {
    let parts = line.split(whereSeparator: { $0 == "·" || $0 == "," })
    guard parts.count > 1, let last = parts.last, let days = Int(digits: String(last).trimmed) else {
      self.init(line.trimmed, days: 1)
      return
    }
    self.init(String(line[..<last.startIndex].dropLast()).trimmed, days: days)
  }

  var line: String { "\(title) · \(days)" }

  static func suggested(_ strings: Strings) -> [StayTask] {
    [
      StayTask(strings.staysTaskBed, days: 1), StayTask(strings.staysTaskTowels, days: 1),
      StayTask(strings.staysTaskBreakfast, days: 1),
    ]
  }

  /// The ids of the items for one request, by the lines of the list: pressing the button twice makes none twice.
  static func items(for request: UUID) -> [UUID] {
    (0..<maximum).map { number in
      let hash = Array(hexadecimal(sha256("foyer stay \(request) \(number)".utf8)).utf8)
      func part(_ range: Range<Int>) -> String { String(decoding: hash[range], as: UTF8.self) }
      // Version 8 (RFC 9562 §5.8).
      let text = "\(part(0..<8))-\(part(8..<12))-8\(part(12..<15))-8\(part(15..<18))-\(part(18..<30))"
      guard let id = UUID(text.utf8) else { preconditionFailure("\(text) is not a UUID") }
      return id
    }
  }
}

/// The form of the household's list: a line each.
struct StayTasksForm {
  var lines: String
  var errors = FormErrors()

  init(_ tasks: [StayTask]) { lines = tasks.map(\.line).joined(separator: "\n") }

  init(_ form: Form) { lines = form["tasks"] ?? "" }

  /// Nil, with `errors` set, when a line is invalid.
  mutating func draft(_ strings: Strings) -> [StayTask]? {
    errors.check("tasks", lines, atMost: 10_000, strings)
    guard errors.isEmpty else { return nil }
    let tasks = lines.split(whereSeparator: \.isNewline).map { StayTask(line: String($0)) }.filter { !$0.title.isEmpty }
    if tasks.count > StayTask.maximum { errors.add("tasks", strings.staysTasksMany(count: StayTask.maximum)) }
    if tasks.contains(where: { $0.title.isLonger(than: StayTask.longestTitle) }) {
      errors.add("tasks", strings.formTooLong(count: StayTask.longestTitle))
    }
    if tasks.contains(where: { !StayTask.allowedDays.contains($0.days) }) {
      errors.add("tasks", strings.staysTasksDays(count: StayTask.allowedDays.upperBound))
    }
    return errors.isEmpty ? tasks : nil
  }
}

/// The tasks of one stay: those that would become items, or the items made of them.
struct Preparation {
  let tasks: [(title: String, date: String)]
  let made: [(title: String, isDone: Bool)]
  let isOffered: Bool

  init(_ tasks: [StayTask], _ made: Rows, for request: StayRequest, today: CalendarDate, _ strings: Strings) throws {
    self.made = try made.map { (try $0["title"], try $0["is_done"]) }
    self.tasks = tasks.map { ($0.title, strings.weekdayAndDate($0.date(before: request, today: today))) }
    isOffered = request.state == .accepted && made.isEmpty && !tasks.isEmpty
  }

  /// The items of a stay that does not take place.
  var open: Int { made.count { !$0.isDone } }
}

extension StayTask {
  /// Not before today.
  func date(before request: StayRequest, today: CalendarDate) -> CalendarDate {
    max(today, CalendarDate(days: request.arrival.days - days))
  }
}
