/// A temperature in a text, and what it is on the other scale.
struct Temperature: Equatable {
  enum Scale: Equatable { case celsius, fahrenheit }

  var lower: Double
  var upper: Double?
  var scale: Scale
  var tokens: Range<Int>

  /// On the other scale: "400 °F". An oven's temperature is rounded as its dial is, to 25 °F or 5 °C; one that a
  /// thermometer shows (74 °C inside a chicken, 118 °C in sugar) to the degree.
  var other: String {
    let to: Scale = scale == .celsius ? .fahrenheit : .celsius
    let isOven =
      scale == .celsius
      ? lower >= 130 && Int(lower) % 5 == 0
      : lower >= 250 && Int(lower) % 25 == 0
    func converted(_ value: Double) -> String {
      let exact = to == .fahrenheit ? value * 9 / 5 + 32 : (value - 32) * 5 / 9
      let step = isOven ? (to == .fahrenheit ? 25 : 5) : 1
      let rounded = Int(abs(exact) / Double(step) + 0.5) * step
      return exact < 0 && rounded > 0 ? "−\(rounded)" : "\(rounded)"
    }
    let unit = to == .fahrenheit ? "°F" : "°C"
    guard let upper, converted(upper) != converted(lower) else { return "\(converted(lower)) \(unit)" }
    return "\(converted(lower))–\(converted(upper)) \(unit)"
  }
}

/// Finds temperatures in a text.
struct TemperatureReader {
  let text: [Unicode.Scalar]
  let tokens: [Token]

  /// The temperature whose number begins at a token; nil if none does, or if it says no scale and could be either.
  func temperature(at first: Int) -> Temperature? {
    guard case .number(let number, let isGlued) = tokens[first].kind, !isGlued, number.value <= 1000 else { return nil }
    var lower = number.value
    var upper: Double?
    var next = first + 1
    // "180 °C to 200 °C" are two; "180–200 °C" is one.
    if let end = self.number(at: next + 1), end > lower, tokens[next].kind == .dash || isTo(next) {
      (upper, next) = (end, next + 2)
    }
    guard let (scale, end) = scale(at: next, lower) else { return nil }
    // A minus, not the dash of a list.
    if first > 0, tokens[first - 1].kind == .dash, tokens[first - 1].end == tokens[first].start,
      first == 1 || tokens[first - 2].end < tokens[first - 1].start, upper == nil, lower < 60
    {
      lower = -lower
    }
    return Temperature(lower: lower, upper: upper, scale: scale, tokens: first..<end)
  }

  /// Whether the text itself says it on the other scale: "180 °C/350 °F".
  func isExplained(_ temperature: Temperature) -> Bool {
    func isOther(_ at: Int) -> Bool {
      guard at >= 0, at < tokens.count, case .number = tokens[at].kind, let other = self.temperature(at: at) else {
        return false
      }
      return other.scale != temperature.scale
    }
    let (first, end) = (temperature.tokens.lowerBound, temperature.tokens.upperBound)
    return (end..<end + 10).contains(where: isOther) || (first - 10..<first).contains(where: isOther)
  }

  private func number(at index: Int) -> Double? {
    guard index < tokens.count, case .number(let number, _) = tokens[index].kind, number.value <= 1000 else {
      return nil
    }
    return number.value
  }

  private func isTo(_ index: Int) -> Bool {
    index < tokens.count && (tokens[index].word.map { ["to", "a", "до", "에서"].contains($0) } ?? false)
  }

  private func scale(at index: Int, _ value: Double) -> (Temperature.Scale, end: Int)? {
    guard index < tokens.count else { return nil }
    let token = tokens[index]
    switch (token.kind, text[token.start]) {
    case (_, "℃"): return (.celsius, index + 1)
    case (_, "℉"): return (.fahrenheit, index + 1)
    case (_, "°"), (_, "º"):
      if let scale = letter(at: index + 1) { return (scale, index + 2) }
      return guess(value).map { ($0, index + 1) }
    case (.word(let word), _):
      if Self.degrees.contains(word) || word.hasPrefix("градус") {
        if let scale = letter(at: index + 1) { return (scale, index + 2) }
        if let next = index + 1 < tokens.count ? tokens[index + 1].word : nil {
          if next.hasPrefix("celsius") || next.hasPrefix("цельси") { return (.celsius, index + 2) }
          if next.hasPrefix("fahrenheit") || next.hasPrefix("фаренгеит") { return (.fahrenheit, index + 2) }
        }
        return guess(value).map { ($0, index + 1) }
      }
      if word.hasPrefix("도"), ["도", "도로", "도에서", "도의", "도씨", "도까지", "도가", "도로예열한"].contains(word) {
        return (.celsius, index + 1)
      }
      // 180C, 350 F: a large letter, and an oven's number, because 2 C are cups.
      if let scale = letter(at: index), value >= 40, token.end - token.start == 1 { return (scale, index + 1) }
      return nil
    default: return nil
    }
  }

  private static let degrees: Set<String> = ["degree", "degrees", "degre", "degres", "deg"]

  /// C or F as a large letter; Russian С looks the same.
  private func letter(at index: Int) -> Temperature.Scale? {
    guard index < tokens.count, tokens[index].end - tokens[index].start == 1 else { return nil }
    return switch text[tokens[index].start] {
    case "C", "С": .celsius
    case "F": .fahrenheit
    default: nil
    }
  }

  /// No oven reaches 300 °C, and none is set to 250 °F and less.
  private func guess(_ value: Double) -> Temperature.Scale? {
    value >= 300 ? .fahrenheit : value <= 240 ? .celsius : nil
  }
}
