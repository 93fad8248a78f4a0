/// The yield of a recipe, and the number of people: "4–6 servings" is for 4, "20 buns" for nobody in particular.
///
/// Only words that mean people make a number one of people. Pieces, weights, volumes and sizes are words.
public struct Yield: Sendable, Equatable {
  /// The number of people; the lower end of a range.
  public var servings: Int?
  /// The yield as written; nil where it says nothing but the number of people.
  public var text: String?

  /// The same yield, as a source writes it once or several times: "20" beside "20 buns".
  public init(_ texts: [String]) {
    let read = texts.map { (text: $0, tokens: YieldTokens($0)) }
    servings = read.lazy.compactMap(\.tokens.people).first
    if servings == nil {
      // A number alone is one of people, unless another text says of what it is.
      let counted = Set(read.filter { !$0.tokens.isBare }.flatMap(\.tokens.numbers))
      servings = read.lazy.compactMap(\.tokens.bare).first { !counted.contains($0) }
    }
    let words = read.filter { !$0.tokens.saysOnlyPeople && !($0.tokens.isBare && $0.tokens.bare != servings) }
    text = words.max { $0.text.unicodeScalars.count < $1.text.unicodeScalars.count }.map { Self.named($0.text) }
  }

  public init(_ text: String) { self.init([text]) }

  public init() {}

  /// Another source's yield of the same recipe counts where this one says nothing of people. Its number may be this one's
  /// of pieces: then it is none of people.
  mutating func fill(from other: Yield) {
    if servings == nil, let number = other.servings, !(text.map { YieldTokens($0).numbers.contains(number) } ?? false) {
      servings = number
    }
    text = text ?? other.text
  }

  /// Without the label that the app gives it, too: "Makes: 20 buns".
  private static func named(_ text: String) -> String {
    let trimmed = Text.fold(text)
    let lower = trimmed.lowercased()
    for label in ["recipe makes", "makes", "yields", "yield"] where lower.hasPrefix(label) {
      let rest = trimmed.dropFirst(label.count)
      guard let next = rest.first, next == ":" || next == " " else { continue }
      let value = rest.drop { $0 == ":" || $0 == " " }
      if !value.isEmpty { return String(value) }
    }
    return trimmed
  }
}

/// The words and numbers of a yield.
private struct YieldTokens {
  enum Token: Equatable {
    /// The lower end of a range.
    case number(Double, isRange: Bool)
    case word(String)
    case mark(Unicode.Scalar)
  }

  private var tokens: [Token] = []

  init(_ text: String) {
    let scalars = Array(text.lowercased().unicodeScalars.prefix(300))
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if let (number, next) = Self.number(scalars, at: index) {
        tokens.append(number)
        index = next
      } else if scalar.properties.isAlphabetic {
        var word = String.UnicodeScalarView()
        while index < scalars.count, scalars[index].properties.isAlphabetic || scalars[index].properties.isDiacritic {
          word.append(scalars[index])
          index += 1
        }
        tokens.append(YieldWords.numbers[String(word)].map { .number($0, isRange: false) } ?? .word(String(word)))
      } else {
        if !scalar.properties.isWhitespace { tokens.append(.mark(scalar)) }
        index += 1
      }
    }
  }

  // MARK: Numbers

  private static func number(_ scalars: [Unicode.Scalar], at start: Int) -> (Token, Int)? {
    guard let (value, end) = single(scalars, at: start) else { return nil }
    // "4-6", "4 to 6", "4/6"
    if let separator = Self.separator(scalars, at: end), let (upper, next) = single(scalars, at: separator),
      upper > value
    {
      return (.number(value, isRange: true), next)
    }
    // "на 4-х человек": an ending, not a word.
    if end + 1 < scalars.count, "-‑–".unicodeScalars.contains(scalars[end]) {
      for ending in ["х", "ых", "ти", "ми", "и", "ех", "ёх"] {
        let next = end + 1 + ending.unicodeScalars.count
        if scalars[(end + 1)...].starts(with: ending.unicodeScalars),
          next == scalars.count || !scalars[next].properties.isAlphabetic
        {
          return (.number(value, isRange: false), next)
        }
      }
    }
    return (.number(value, isRange: false), end)
  }

  /// A number; "4/6" is read to the slash, since no yield is two thirds of a person.
  private static func single(_ scalars: [Unicode.Scalar], at start: Int) -> (Double, Int)? {
    guard start < scalars.count, let (value, end) = Quantity.number(scalars, at: start) else { return nil }
    guard let slash = scalars[start..<end].firstIndex(where: { $0 == "/" || $0 == "⁄" }),
      let over = Quantity.number(Array(scalars[start..<slash]), at: 0), over.1 == slash - start, over.0 >= 2, value < 1
    else { return (value, end) }
    return (over.0, slash)
  }

  /// The position after what stands between the ends of a range.
  private static func separator(_ scalars: [Unicode.Scalar], at start: Int) -> Int? {
    func skip(_ index: Int) -> Int { scalars[index...].firstIndex { $0 != " " } ?? scalars.count }
    let index = skip(start)
    guard index < scalars.count else { return nil }
    if "-–—‑−~〜～∼/⁄".unicodeScalars.contains(scalars[index]) { return skip(index + 1) }
    for word in ["to", "or", "à", "ou", "a", "o", "bis", "oder", "до", "или", "til", "till", "tot", "eller", "do"] {
      let next = index + word.unicodeScalars.count
      if scalars[index...].starts(with: word.unicodeScalars), next < scalars.count, scalars[next] == " " {
        return skip(next)
      }
    }
    return nil
  }

  /// A number of people that a form takes.
  private static func people(_ value: Double) -> Int? { value >= 1 && value <= 1_000 ? Int(value) : nil }

  var numbers: [Int] {
    tokens.compactMap { if case .number(let value, _) = $0 { Self.people(value) } else { nil } }
  }

  // MARK: People

  /// The number beside the first word that means people: "serves 4", "4 large servings", "servings: 4".
  var people: Int? {
    for (index, token) in tokens.enumerated() {
      guard case .word(let word) = token else { continue }
      if let number = YieldWords.people[word] { return number }
      if YieldWords.verbs.contains(word), let number = ahead(of: index, isVerb: true) { return number }
      if YieldWords.isPeople(word), let number = behind(index) ?? ahead(of: index, isVerb: false) { return number }
    }
    return nil
  }

  /// The number that counts the people at `index`, a few words before: "4 (1-cup) servings".
  private func behind(_ index: Int) -> Int? {
    var words = 0
    for position in stride(from: index - 1, through: 0, by: -1) {
      switch tokens[position] {
      case .number(let value, _):
        if isSize(position) { continue }
        return Self.people(value)
      case .word(let word):
        words += 1
        if words > 4 || YieldWords.stops.contains(word) { return nil }
      case .mark(let mark):
        if ",;|=×".unicodeScalars.contains(mark) { return nil }
      }
    }
    return nil
  }

  /// Whether a number counts a unit: "200 g", "9-inch".
  private func isSize(_ position: Int) -> Bool {
    var next = position + 1
    while next < tokens.count, tokens[next] == .mark("-") || tokens[next] == .mark(".") { next += 1 }
    guard next < tokens.count else { return false }
    if case .word(let word) = tokens[next] { return YieldWords.units.contains(word) }
    return [.mark("%"), .mark("\""), .mark("″"), .mark("”"), .mark("×")].contains(tokens[next])
  }

  /// The number behind "serves" or "servings:". "Servings: 20 buns" counts buns.
  private func ahead(of index: Int, isVerb: Bool) -> Int? {
    for position in (index + 1)..<max(index + 1, min(tokens.count, index + 6)) {
      switch tokens[position] {
      case .number(let value, _):
        if isSize(position) { return nil }
        if !isVerb, position + 1 < tokens.count, case .word(let word) = tokens[position + 1],
          !YieldWords.isPeople(word), !YieldWords.about.contains(word)
        {
          return nil
        }
        return Self.people(value)
      case .word(let word): if !YieldWords.about.contains(word) { return nil }
      case .mark(let mark): if !":-–.~≈=/".unicodeScalars.contains(mark) { return nil }
      }
    }
    return nil
  }

  // MARK: Numbers alone

  /// Whether nothing says what the number counts: "4", "ca. 4", "Yield: 4–6", "for 4".
  var isBare: Bool { bare != nil }

  var bare: Int? {
    var found: Int?
    for token in tokens {
      switch token {
      case .number(let value, _):
        guard found == nil, let number = Self.people(value) else { return nil }
        found = number
      case .word(let word): if !YieldWords.about.contains(word), !YieldWords.labels.contains(word) { return nil }
      case .mark(let mark): if !":.,~≈+()*-–".unicodeScalars.contains(mark) { return nil }
      }
    }
    return found
  }

  /// Whether there is nothing in it but a number of people, or a number of nothing: "Serves 4", "für 6 Personen", "0". A
  /// range is more than that.
  var saysOnlyPeople: Bool {
    guard tokens.allSatisfy({ if case .number(_, let isRange) = $0 { !isRange } else { true } }), numbers.count < 2
    else { return false }
    if people == nil, bare == nil { return tokens.allSatisfy { if case .word = $0 { false } else { true } } }
    return tokens.allSatisfy { token in
      switch token {
      case .number: true
      case .word(let word):
        YieldWords.isPeople(word) || YieldWords.verbs.contains(word) || YieldWords.labels.contains(word)
          || YieldWords.about.contains(word) || YieldWords.people[word] != nil || word == "makes"
      case .mark(let mark): ":.,~≈()-–/".unicodeScalars.contains(mark)
      }
    }
  }
}
