import CivilTime

/// Words of a phrase that are times, dates or numbers by themselves.
extension TodoistPhrase {
  /// "17:15", "5pm", "5:30pm", "17h", "17h30"
  static func clock(_ token: String) -> TimeOfDay? {
    var text = token
    var afternoon: Bool?
    for (ending, value) in [("pm", true), ("am", false), ("p.m.", true), ("a.m.", false)] where text.hasSuffix(ending) {
      (text, afternoon) = (String(text.dropLast(ending.count)), value)
    }
    let isFrench = text.contains("h") && text.allSatisfy { $0.isNumber || $0 == "h" }
    guard afternoon != nil || text.contains(":") || isFrench else { return nil }
    let parts = text.split(whereSeparator: { $0 == ":" || $0 == "h" }).map { Int($0) }
    guard (1...3).contains(parts.count), var hour = parts[0], parts.count == 1 || parts[1] != nil else { return nil }
    let minute = parts.count > 1 ? parts[1] ?? 0 : 0
    if let afternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (afternoon ? 12 : 0)
    }
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    return TimeOfDay(hour: hour, minute: minute)
  }

  /// "2026-08-13", "13.08.2026", "13/08/2026" is left to whoever knows the order.
  func date(_ token: String) -> CalendarDate? {
    if let date = CalendarDate(token) { return date }
    let parts = token.split(separator: ".").map { Int($0) }
    guard token.contains("."), (2...3).contains(parts.count), let day = parts[0], let month = parts[1] else {
      return nil
    }
    let named = parts.count == 3 ? parts[2] : nil
    guard parts.count == 2 || named != nil else { return nil }
    let year = named.map { $0 < 100 ? 2000 + $0 : $0 } ?? self.year
    return CivilTime(year: year, month: month, day: day).map { CalendarDate($0) }
  }

  /// "3", "2nd", "2.", "2e", "2-й", "second"
  static func number(_ token: String, _ words: TodoistWords) -> (value: Int, isOrdinal: Bool)? {
    let digits = token.prefix { $0.isASCII && $0.isNumber }
    if let value = Int(digits), digits.count <= 4 {
      let ending = String(token.dropFirst(digits.count))
      if ending.isEmpty { return (value, false) }
      let ordinals = [
        "st", "nd", "rd", "th", ".", "e", "er", "re", "ème", "eme", "ère", "-й", "-го", "-е", "-ая", "-ю", "-ый", "번째",
        "째",
      ]
      return ordinals.contains(ending) ? (value, true) : nil
    }
    return words.ordinals[token].map { ($0, true) } ?? words.numbers[token].map { ($0, false) }
  }
}
