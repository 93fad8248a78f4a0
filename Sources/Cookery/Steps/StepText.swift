/// A step of a recipe, in pieces: plain text, amounts for the servings asked for, times that a timer can run, and
/// temperatures. The texts of the pieces, joined, are the whole step.
public struct StepText: Sendable, Equatable {
  public enum Piece: Sendable, Equatable {
    case text(String)
    /// An amount of an ingredient, already multiplied and rounded as a kitchen measures.
    case amount(String)
    /// `seconds` is the lower end of a range, `upTo` the upper one.
    case time(String, seconds: Int, upTo: Int?)
    /// `other` is the same on the other scale ("400 °F"); nil where the step says it itself.
    case temperature(String, isCelsius: Bool, other: String?)
  }

  public let pieces: [Piece]

  /// - Parameters:
  ///   - counted: the keys of ingredients that the recipe counts ("3 eggs"): their numbers in steps change as well.
  ///   - factor: by which amounts are multiplied; 1 leaves them as they are written.
  public init(_ text: String, by factor: Double, counted: Set<String>, _ kitchen: Kitchen) {
    var reader = StepReader(text, factor, counted, kitchen)
    reader.read()
    pieces = reader.pieces
  }

  /// The longest timer. What takes longer is no time to wait for beside a stove.
  public static let longestTimer = 86_399
}

/// Reads a step from left to right.
struct StepReader {
  private(set) var pieces: [StepText.Piece] = []

  private let scalars: [Unicode.Scalar]
  private let tokens: [Token]
  private let factor: Double
  private let kitchen: Kitchen
  private let times: CookingTimeReader
  private let temperatures: TemperatureReader
  private let amounts: StepAmounts
  /// Behind the last piece.
  private var position = 0

  init(_ text: String, _ factor: Double, _ counted: Set<String>, _ kitchen: Kitchen) {
    scalars = Array(text.unicodeScalars)
    tokens = Token.read(scalars)
    self.factor = factor.isFinite && factor > 0 && factor <= 1e6 ? factor : 1
    self.kitchen = kitchen
    times = CookingTimeReader(text: scalars, tokens: tokens)
    temperatures = TemperatureReader(text: scalars, tokens: tokens)
    amounts = StepAmounts(text: scalars, tokens: tokens, counted: counted)
  }

  mutating func read() {
    var at = 0
    while at < tokens.count {
      at = piece(at: at) ?? at + 1
    }
    addText(upTo: scalars.count)
  }

  /// Adds what begins at a token, and returns its end.
  private mutating func piece(at: Int) -> Int? {
    if case .number = tokens[at].kind, let found = temperatures.temperature(at: at) {
      let other = temperatures.isExplained(found) ? nil : found.other
      let isMinus = found.lower < 0
      add(tokens[isMinus ? at - 1 : at].start..<tokens[found.tokens.upperBound - 1].end) {
        .temperature($0, isCelsius: found.scale == .celsius, other: other)
      }
      return found.tokens.upperBound
    }
    if let found = times.time(at: at) {
      let (lower, upper) = (Int(found.lower), found.upper.map { Int($0) })
      if !times.isRepeated(found), lower > 0, lower <= StepText.longestTimer {
        add(tokens[at].start..<end(of: found.tokens.upperBound - 1)) { .time($0, seconds: lower, upTo: upper) }
      }
      return found.tokens.upperBound
    }
    guard factor != 1, let found = amounts.amount(at: at) else { return nil }
    let end = tokens[found.upperBound - 1].end
    add(tokens[at].start..<end) { [factor, kitchen] in .amount(IngredientLine($0).served(by: factor, kitchen)) }
    return found.upperBound
  }

  /// The end of a time's last token: Korean writes what follows the unit as one word with it.
  private func end(of token: Int) -> Int {
    let (start, end) = (tokens[token].start, tokens[token].end)
    guard let word = tokens[token].word, Hangul.begins(word) else { return end }
    for unit in ["반시간", "시간", "분간", "초간", "분", "초", "반"] where word.hasPrefix(unit) {
      return min(end, start + unit.unicodeScalars.count)
    }
    return end
  }

  private mutating func add(_ range: Range<Int>, _ make: (String) -> StepText.Piece) {
    addText(upTo: range.lowerBound)
    pieces.append(make(String(String.UnicodeScalarView(scalars[range]))))
    position = range.upperBound
  }

  private mutating func addText(upTo end: Int) {
    guard end > position else { return }
    pieces.append(.text(String(String.UnicodeScalarView(scalars[position..<end]))))
    position = end
  }
}
