// Dates and times as forms and PostgreSQL write them.

extension CivilTime {
  /// Reads `2026-11-23`, as a date input sends it.
  public init?(date: String) {
    var date = date
    guard let time = date.withUTF8({ CivilTime(date: $0) }) else { return nil }
    self = time
  }

  /// The same of bytes. Nearly every date has ten, which are read in their places.
  public init?(date bytes: UnsafeBufferPointer<UInt8>) {
    func number(_ places: Range<Int>) -> Int? {
      var value = 0
      for place in places {
        let digit = bytes[place] &- UInt8(ascii: "0")
        if digit > 9 { return nil }
        value = value * 10 + Int(digit)
      }
      return value
    }
    if bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), let year = number(0..<4),
      let month = number(5..<7), let day = number(8..<10)
    {
      self.init(year: year, month: month, day: day)
      return
    }
    var digits = DigitReader(bytes)
    guard let year = digits.number(), digits.skip("-"), let month = digits.number(), digits.skip("-"),
      let day = digits.number(), digits.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Parses PostgreSQL's ISO output: `2026-11-23 18:00:00.25`, without the fraction.
  @inlinable public init?(timestamp text: some Collection<UInt8>) {
    var digits = DigitReader(text)
    guard let time = digits.civilTime(), digits.isAtEnd else { return nil }
    self = time
  }
}
