/// A line of a shopping list: its food, how much of it, and what tells it from other foods.
///
/// The key of a search groups foods that replace each other (spaghetti and penne, tomatoes and tinned tomatoes). Who shops
/// takes them from different shelves, and their amounts must not be added: the key of a line has the words that tell them
/// apart, too.
public struct FoodLine: Sendable, Equatable {
  /// The food as typed, without amount and preparation.
  public let food: String
  public let key: String
  public let sum: FoodSum
  public let aisle: Aisle

  public init(_ text: String) {
    let reading = Reading(text)
    let amounts = Self.amounts(reading)
    var name = amounts == nil ? text : reading.name
    if name.isEmpty { name = text }
    var sum = FoodSum()
    if var amounts, !amounts.isEmpty {
      if amounts.count == 1, let dozen = Self.dozen(name), amounts[0].unit == .pieces,
        let number = amounts[0].number.multiplied(by: Rational(dozen.size))
      {
        amounts[0] = FoodAmount(number, .pieces)
        name = dozen.rest
      }
      for amount in amounts { sum.add(amount) }
    } else if amounts != nil, let dozen = Self.dozen(name) {
      sum.add(FoodAmount(Rational(dozen.size), .pieces))
      name = dozen.rest
    } else {
      sum.addOpenAmount()
    }
    food = name
    self.sum = sum
    let names = FoodNames.shared
    let isKnown = !reading.key.isEmpty && names.kinds[reading.key] != nil
    let words = FoodNames.words(of: name, keepsCutting: isKnown && names.isMeat(reading.key))
    let isContained = Self.isContained(reading)
    let isTinned = isContained || words.contains(FoodNames.tinned)
    let core = words.filter { $0 != FoodNames.tinned }.joined(separator: " ")
    var key: String
    if reading.key.isEmpty {
      key = core.isEmpty ? name : core
    } else if !isKnown || core.isEmpty || names.canonical[core] == reading.key {
      key = reading.key
    } else {
      key = "\(reading.key)/\(core)"
    }
    if isTinned, isKnown { key += "/\(FoodNames.tinned)" }
    self.key = String(String.UnicodeScalarView(key.unicodeScalars.prefix(400)))
    aisle = Aisle(of: reading.key, words: words, isTinned: isTinned)
  }

  /// Nil if the numbers are no amount: "½½", "1e308", "1/0".
  private static func amounts(_ reading: Reading) -> [FoodAmount]? {
    guard let main = reading.main else { return Self.hasBrokenNumber(reading) ? nil : [] }
    if isGlued(main, reading) { return nil }
    var amounts = [amount(main, reading)]
    for other in reading.others {
      let before = other.tokens.lowerBound - 1
      guard before >= 0 else { continue }
      let token = reading.tokens[before]
      // Only what follows a plus is more; what follows a slash or stands in parentheses is the same again.
      let isMore = token.kind == .plus || token.word.map { Words.and.contains($0) } ?? false
      if isMore { amounts.append(amount(other, reading)) }
    }
    return amounts
  }

  private static func amount(_ amount: Amount, _ reading: Reading) -> FoodAmount {
    let token = amount.unitTokens.flatMap { tokens in reading.tokens[tokens].first { $0.word != nil } }
    let word = token.map { String(String.UnicodeScalarView(reading.scalars[$0.start..<$0.end])) }
    return FoodAmount(amount.most ?? amount.least, FoodUnit(amount.unit, word: word))
  }

  /// "2 tins", "2 x 400 g tins"
  private static func isContained(_ reading: Reading) -> Bool {
    guard let main = reading.main else { return false }
    return main.unit == .can || main.unit == .jar
      || reading.tokens[main.tokens].contains { $0.word.flatMap { CookingUnit.named([$0]) } == .can }
  }

  /// Whether the text goes on right behind the number with something that is no unit.
  private static func isGlued(_ amount: Amount, _ reading: Reading) -> Bool {
    let end = amount.numbers.upperBound
    guard !amount.numbers.isEmpty, end < reading.scalars.count else { return false }
    let next = reading.scalars[end]
    if Number.isDigit(next) || next == "/" && amount.unitTokens == nil { return true }
    let isLetter = next.properties.isAlphabetic && !Hangul.begins(String(Character(next)))
    return isLetter && amount.unit == nil
  }

  /// A number that could not be read: "1/0".
  private static func hasBrokenNumber(_ reading: Reading) -> Bool {
    reading.tokens.contains { $0.kind == .other && Number.isDigit(reading.scalars[$0.start]) }
  }

  private static let dozens: [String: Int] = {
    var table: [String: Int] = [:]
    for (size, words) in [
      (12, "dozen, dozens, douzaine, douzaines, дюжина, дюжины, дюжин, дюжину, 다스"),
      (10, "dizaine, dizaines, десяток, десятка, десятков"),
    ] {
      for word in Words.folded(words) { table[word] = size }
    }
    return table
  }()

  private static func dozen(_ name: String) -> (size: Int, rest: String)? {
    let parts = name.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let word = Fold.words(of: String(parts[0])).first, let size = dozens[word] else { return nil }
    var rest = parts[1]
    for article in ["of ", "de ", "d’", "d'"] where rest.hasPrefix(article) { rest = rest.dropFirst(article.count) }
    return (size, String(rest))
  }
}
