public import CivilTime

/// Dates of a table, whose days or months come first.
extension PlainTable {
  /// Three numbers of "03/04/2026" or "3.4.26".
  private static func numbers(_ text: String) -> (Int, Int, Int, rest: String)? {
    let date = text.trimmed.split(separator: " ", maxSplits: 1)
    guard let first = date.first else { return nil }
    let parts = first.split(whereSeparator: { $0 == "/" || $0 == "." || $0 == "-" })
    let values = parts.compactMap { Int($0) }
    guard parts.count == 3, values.count == 3, parts[0].count <= 2, parts[1].count <= 2 else { return nil }
    return (values[0], values[1], values[2] < 100 ? 2000 + values[2] : values[2], date.count > 1 ? date[1].trimmed : "")
  }

  /// Whether days come first, by the dates of all rows: with points always.
  static func order(of texts: some Sequence<String>) -> Order {
    for text in texts {
      guard let (first, second, _, _) = numbers(text) else { continue }
      if text.contains(".") || first > 12 { return .dayFirst }
      if second > 12 { return .monthFirst }
    }
    return .unknown
  }

  static func moment(_ text: String, _ order: Order, _ dates: TodoistDates) -> Moment? {
    if text.utf8.count == 13, Int(text) != nil, let seconds = Moment.milliseconds(text) { return .utc(seconds) }
    if let moment = Moment(text) { return moment }
    guard let (first, second, year, rest) = numbers(text) else {
      let due = dates.read(text, language: "en")
      return due?.repeats == nil ? due?.moment : nil
    }
    if order == .unknown, first != second { return nil }
    let (day, month) = order == .monthFirst ? (second, first) : (first, second)
    guard let date = CivilTime(year: year, month: month, day: day) else { return nil }
    if rest.isEmpty { return .day(CalendarDate(date)) }
    guard case .local(let time)? = dates.read(rest, language: "en")?.moment else { return nil }
    var local = date
    (local.hour, local.minute) = (time.hour, time.minute)
    return .local(local)
  }

  /// The two dates of "October 5, 2026 → October 7, 2026": when it begins, and when it is due.
  static func span(_ text: String?) -> (from: String?, due: String?) {
    guard let text, let arrow = text.range(ofText: " → ") else { return (nil, text) }
    return (text[..<arrow.lowerBound].trimmed.nonEmpty, text[arrow.upperBound...].trimmed.nonEmpty)
  }

  static func due(
    _ text: String?, _ time: String?, _ order: Order, _ dates: TodoistDates, zone: TimeZoneRules? = nil,
    _ draft: inout Draft,
    _ file: inout MovedFile
  ) {
    guard let text else {
      draft.keep("Due time", time)
      return
    }
    guard let moment = moment(text, order, dates) else {
      draft.keep("Due", [text, time].compactMap { $0 }.joined(separator: " "))
      let isOpen = order == .unknown && numbers(text) != nil
      if isOpen { draft.item.openDue = [text, time].compactMap { $0 }.joined(separator: " ") }
      file.leave(draft.item.title, isOpen ? .openDate : .unknownDate, text)
      return
    }
    draft.item.setDue(moment, zone: zone)
    guard let time, case .day(let day) = moment else { return }
    if case .local(let clock)? = dates.read(time, language: "en")?.moment {
      var local = day.civil
      (local.hour, local.minute) = (clock.hour, clock.minute)
      draft.item.setDue(.local(local), zone: zone)
    } else {
      draft.keep("Due time", time)
    }
  }

  static func start(_ text: String?, _ time: String?, _ order: Order, _ dates: TodoistDates, _ draft: inout Draft) {
    guard let text, let moment = moment(text, order, dates) else {
      draft.keep("Start", [text, time].compactMap { $0 }.joined(separator: " "))
      return
    }
    var other = MovedItem()
    other.setDue(moment, zone: nil)
    draft.item.notBefore = other.dueDate
    if let clock = time ?? other.dueTime { draft.keep("Start", "\(other.dueDate ?? "") \(clock)") }
  }
}

extension MovedItem {
  /// Sets the deadline that the file leaves open.
  /// - Parameter now: the reader's clock.
  public mutating func setOpenDue(dayFirst: Bool, now: CivilTime) {
    guard let text = openDue else { return }
    let dates = TodoistDates(now: now, year: now.year)
    guard let moment = PlainTable.moment(text, dayFirst ? .dayFirst : .monthFirst, dates) else { return }
    setDue(moment, zone: nil)
    openDue = nil
    let line = "Due: \(text)"
    let lines = (description ?? "").split(separator: "\n", omittingEmptySubsequences: false).filter { $0 != line }
    description = lines.joined(separator: "\n").trimmed.nonEmpty
  }
}
