/// A line of a shopping list: its food, how much of it, and what tells it from other foods.
///
/// The key of a search groups foods that replace each other (spaghetti and penne, tomatoes and tinned tomatoes). Who shops
/// takes them from different shelves, and their amounts must not be added: the key of a line has the words that tell them
/// apart, too.
public struct FoodLine: Sendable, Equatable {
  /// The food as typed, without amount and preparation.
  public let food: String
  /// The food, and in parentheses what else the line says of it: "bread (not white)". What is left out is the amount, and what is
  /// done with the food.
  public let words: String
  public let key: String
  public private(set) var sum: FoodSum
  public let aisle: Aisle

  public init(_ text: String) { self.init(text, nil) }

  /// - Parameter known: the text's reading, if there is one: most lines are read as they are written.
  init(_ text: String, _ known: Reading?) {
    let line = FoodLineText.normal(text)
    if let held = FoodLineText.held(line) {
      let other = Reading(held.food)
      self.init(held.food, other, [FoodAmount(held.number, .pieces)], typed: held.food)
      return
    }
    if let counted = FoodLineText.counted(line) {
      let other = Reading(counted.food)
      self.init(counted.food, other, [Self.amount(counted.number, counted.counter, other)], typed: counted.food)
      return
    }
    // Strings that are equal may have other scalars, which are read otherwise.
    let reading = known.flatMap { line.utf8.elementsEqual(text.utf8) ? $0 : nil } ?? Reading(line)
    guard var amounts = Self.amounts(reading) else {
      self.init(text, reading, [], typed: text)
      return
    }
    var name = reading.name.isEmpty ? text : reading.name
    if amounts.isEmpty, let one = Self.one(name) { (amounts, name) = ([FoodAmount(Rational(1), .pieces)], one) }
    if let dozen = Self.dozen(name), amounts.isEmpty || amounts.count == 1 && amounts[0].unit == .pieces {
      let number = (amounts.first?.number ?? Rational(1)).multiplied(by: Rational(dozen.size))
      (amounts, name) = (number.map { [FoodAmount($0, .pieces)] } ?? amounts, dozen.rest)
    } else if amounts.count == 1, amounts[0].unit == .pieces {
      if let leading = FoodLineText.leadingUnit(name) {
        (amounts, name) = ([FoodAmount(amounts[0].number, .word(.piece, leading.word))], leading.rest)
      } else if let (unit, rest) = Self.unitBehind(name), Self.isPart(unit, of: reading.key) {
        (amounts, name) = ([FoodAmount(amounts[0].number, .unit(unit))], rest)
      }
    }
    self.init(name, reading, amounts, typed: line)
  }

  /// A stored reading.
  init(food: String, words: String, key: String, sum: FoodSum, aisle: Aisle) {
    (self.food, self.words, self.key, self.sum, self.aisle) = (food, words, key, sum, aisle)
  }

  /// A line for more or fewer servings: its amounts are multiplied exactly, whatever is written.
  public func multiplied(by factor: Rational) -> FoodLine {
    var line = self
    line.sum = sum.multiplied(by: factor)
    return line
  }

  /// A food in the form that its number asks for: "2 onions". A Russian one stands behind "шт." and stays.
  public static func agreeing(_ food: String, with number: Rational) -> String {
    // U+0400 to U+04FF begin with these bytes, and no other character has them.
    let isCyrillic = food.utf8.contains { (0xD0...0xD3).contains($0) }
    return isCyrillic ? food : Plurals.agreeing(food: food, with: number.value)
  }

  private init(_ name: String, _ reading: Reading, _ amounts: [FoodAmount], typed: String) {
    let name = FoodLineText.withoutVessel(name)
    food = name
    // Of "juice of 2 lemons" two lemons are bought.
    let isPlain = amounts.isEmpty && name == typed || reading.main?.isOfWhole == true
    let remark = isPlain ? "" : Self.remark(reading)
    words = remark.isEmpty ? name : "\(name) (\(remark))"
    var sum = FoodSum(amounts)
    if amounts.isEmpty { sum.addOpenAmount() }
    self.sum = sum
    let names = FoodNames.shared
    let kind = reading.key.isEmpty ? nil : names.kinds[reading.key]
    let words = FoodNames.words(
      of: name, keepsCutting: names.isMeat(reading.key), isNut: names.isNut(reading.key))
    let isTinned = words.contains(FoodNames.tinned) || names.isSoldInTins(reading.key) && Self.isInTin(reading, typed)
    var parts = words.filter { $0 != FoodNames.tinned }
    parts = Set(parts + FoodNames.apart(reading.note)).sorted()
    if parts.contains(where: FoodNames.isApart) { parts.removeAll { FoodNames.withouts.contains($0) } }
    let core = parts.joined(separator: " ")
    var key: String
    if reading.key.isEmpty {
      key = core.isEmpty ? name : core
    } else if kind == nil || core.isEmpty || names.canonical[core] == reading.key {
      key = reading.key
    } else {
      key = "\(reading.key)/\(names.kindsOfFood[core] ?? core)"
    }
    if isTinned, kind != nil { key += "/\(FoodNames.tinned)" }
    self.key = String(String.UnicodeScalarView(key.unicodeScalars.prefix(400)))
    aisle = Aisle(of: reading.key, words: words, isTinned: isTinned)
  }

  /// A note without preparation and without what is added to the amount: "70% cocoa" of "(70% cocoa), chopped".
  private static func remark(_ reading: Reading) -> String {
    var note = reading.note
    if let further = reading.others.first(where: { !$0.isRepeat && $0.tokens.lowerBound > 0 }),
      !reading.isMeasuredTogether(further)
    {
      let from = reading.tokens[further.tokens.lowerBound - 1].start
      let added = String(String.UnicodeScalarView(reading.scalars[from...]))
      if note.hasSuffix(added) { note = String(note.dropLast(added.count)) }
    }
    let parts = FoodLineText.remarks(note)
    let kept = parts.filter { !isPreparation($0) }
    return kept.count == parts.count && parts.count < 2 ? kept.first ?? "" : kept.joined(separator: ", ")
  }

  /// Whether a note says nothing that tells foods apart in a shop: "sifted", "to taste".
  private static func isPreparation(_ note: String) -> Bool {
    if Fold.words(of: note).first == "to" { return true }
    let hasNumber = note.unicodeScalars.contains { Number.isDigit($0) }
    return FoodNames.words(of: note, keepsCutting: false).allSatisfy { word in
      AmountReader.parts.contains(word) || taken.contains(word) || hasNumber && CookingUnit.named([word]) != nil
    }
  }

  /// The preparation and size of a whole food: "juiced", "juice only", "2-inch".
  private static let taken = Set(
    Words.folded("juiced, zested, juice, zest, only, pressé, pressés, по, or, ou, или, 즙, 제스트, 즙만, 즙내기, 분량, 분량의").map {
      Stem.of($0)
    })

  /// Nil if the numbers are no amount: "½½", "1e308", "1/0", "7-grain bread", "WD-40".
  private static func amounts(_ reading: Reading) -> [FoodAmount]? {
    guard let main = reading.main else { return Self.hasBrokenNumber(reading) ? nil : [] }
    if reading.isGlued(main) { return nil }
    // A number behind a name counts what is known to be a food.
    if main.unit == nil, !reading.isLeading, !reading.hasFood { return nil }
    var amounts = [amount(main, reading)]
    // An amount behind a slash or in parentheses is the same again.
    for other in reading.others where !other.isRepeat && isOfSameFood(other, reading) {
      amounts.append(amount(other, reading))
    }
    return amounts
  }

  /// "250 g flour plus 2 tbsp for the tin" is flour, "3 eggs plus 2 egg yolks" are five eggs; "200 ml milk and 2 eggs" are
  /// two foods.
  private static func isOfSameFood(_ other: Amount, _ reading: Reading) -> Bool {
    let next = reading.others.first { $0.tokens.lowerBound >= other.tokens.upperBound }
    let end = next?.tokens.lowerBound ?? reading.tokens.count
    guard other.tokens.upperBound < end else { return true }
    let from = reading.tokens[other.tokens.upperBound].start
    let rest = Reading(String(String.UnicodeScalarView(reading.scalars[from..<reading.tokens[end - 1].end])))
    func whole(_ key: String) -> String { key.hasPrefix("egg ") ? "egg" : key }
    return !rest.hasFood || whole(rest.key) == whole(reading.key)
  }

  private static func amount(_ amount: Amount, _ reading: Reading) -> FoodAmount {
    let number = amount.most ?? amount.least
    if let pieces = amount.pieces { return FoodAmount(number.multiplied(by: pieces) ?? number, .pieces) }
    // 2 x 400 g tins: two of them.
    if amount.unitTokens == nil, amount.unit?.isMeasure == true, !amount.numbers.isEmpty,
      let container = reading.tokens[amount.tokens].last?.word.flatMap({ CookingUnit.named([$0]) }),
      !container.isMeasure
    {
      var at = amount.numbers.lowerBound
      if let count = Number.read(reading.scalars, at: &at) { return FoodAmount(count.exact, .unit(container)) }
    }
    // 400 g tin: one of them. What comes in packets and pots is bought by weight as well.
    if let holder = amount.holder, let word = reading.tokens[holder.lowerBound].word,
      let unit = CookingUnit.named([word]), unit == .can || unit == .bottle || word == "jar"
    {
      return FoodAmount(Rational(1), .unit(unit))
    }
    // 6 x 330 ml stay six of them; of 2 x 150 g of meat nobody asks.
    if amount.unitTokens == nil, let unit = amount.unit, unit.kind == .volume, !amount.numbers.isEmpty,
      let last = reading.tokens[amount.tokens].last(where: { $0.word != nil })
    {
      var at = amount.numbers.lowerBound
      if let count = Number.read(reading.scalars, at: &at),
        let size = reading.tokens[amount.tokens].dropFirst().first(where: {
          if case .number = $0.kind { true } else { false }
        })
      {
        let written = String(String.UnicodeScalarView(reading.scalars[size.start..<size.end]))
        let word = String(String.UnicodeScalarView(reading.scalars[last.start..<last.end]))
        return FoodAmount(count.exact, .word(.bottle, "× \(written) \(word)"))
      }
    }
    let token = amount.unitTokens.flatMap { tokens in reading.tokens[tokens].first { $0.word != nil } }
    let word = token.map { String(String.UnicodeScalarView(reading.scalars[$0.start..<$0.end])) }
    // A French pound is half a kilogram.
    if amount.unit == .pound, token?.word == "livre" || token?.word == "livres",
      let grams = number.multiplied(by: Rational(500))
    {
      return FoodAmount(grams, .unit(.gram))
    }
    return FoodAmount(number, FoodUnit(amount.unit, word: word))
  }

  /// Of a Korean counter: a geun of meat is 600 g, a pan of eggs are thirty.
  private static func amount(_ number: Rational, _ counter: String, _ reading: Reading) -> FoodAmount {
    if counter == "근", FoodNames.shared.isMeat(reading.key), let grams = number.multiplied(by: Rational(600)) {
      return FoodAmount(grams, .unit(.gram))
    }
    if counter == "판", reading.key == "egg", let eggs = number.multiplied(by: Rational(30)) {
      return FoodAmount(eggs, .pieces)
    }
    return FoodAmount(number, .word(.piece, counter))
  }

  private static func isInTin(_ reading: Reading, _ typed: String) -> Bool {
    if reading.main?.pieces != nil { return false }
    if reading.main?.unit == .can { return true }
    if let main = reading.main,
      reading.tokens[main.tokens].contains(where: { $0.word.flatMap { CookingUnit.named([$0]) } == .can })
    {
      return true
    }
    // Peeled tomatoes are sold in tins alone.
    return reading.key == "tomato" && typed.lowercased().contains("tomates pelées")
  }

  /// "an egg": the food of one; "a little milk" is none.
  private static func one(_ name: String) -> String? {
    let parts = name.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, ["a", "an"].contains(parts[0].lowercased()) else { return nil }
    let next = parts[1].prefix { $0 != " " }
    return ["few", "little", "bit", "lot", "couple", "touch", "good", "some"].contains(next) ? nil : String(parts[1])
  }

  /// "garlic clove": the unit stands behind the food.
  private static func unitBehind(_ name: String) -> (CookingUnit, String)? {
    guard let space = name.lastIndex(of: " ") else { return nil }
    let unit: CookingUnit? =
      switch name[name.index(after: space)...] {
      case "clove", "cloves": .clove
      case "stalk", "stalks", "rib", "ribs": .stalk
      case "sprig", "sprigs": .sprig
      case "leaf", "leaves": .leaf
      default: nil
      }
    return unit.map { ($0, String(name[..<space])) }
  }

  /// Ribs of beef are no stalks, and bay leaves are bought as leaves.
  private static func isPart(_ unit: CookingUnit, of key: String) -> Bool {
    switch unit {
    case .leaf: ["lettuce", "cabbage", "basil", "mint", "sage", "kale", "spinach", "parsley", "cilantro"].contains(key)
    case .stalk, .sprig: FoodNames.shared.isPlant(key)
    default: true
    }
  }

  /// A number that could not be read: "1/0".
  private static func hasBrokenNumber(_ reading: Reading) -> Bool {
    reading.tokens.contains { $0.kind == .other && Number.isDigit(reading.scalars[$0.start]) }
  }

  private static func dozen(_ name: String) -> (size: Int, rest: String)? {
    FoodLineText.firstWord(of: name).flatMap { word, rest in AmountReader.dozens[word].map { ($0, rest) } }
  }
}
