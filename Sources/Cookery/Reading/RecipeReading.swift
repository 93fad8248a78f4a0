/// A line of a recipe's ingredients with what is bought for it.
public struct RecipeLine: Sendable, Equatable {
  /// Its amount, its food and what follows from that.
  public let line: IngredientLine
  /// As a shopping list has it, for the recipe's own servings.
  public let food: FoodLine
  /// The foods of a line that needs several, each as a line of its own: "salt and pepper". Empty for one food.
  public let parts: [RecipeLine]
  /// Its parts, or the line itself: each has to be at hand.
  public var foods: [RecipeLine] { parts.isEmpty ? [self] : parts }

  /// Reads a line.
  public init(_ text: String) {
    let reading = Reading(text)
    line = IngredientLine(text, reading)
    food = FoodLine(text, reading)
    parts = LineParts.texts(of: reading).map { RecipeLine(part: $0) }
  }

  private init(part text: String) {
    let reading = Reading(text)
    self.init(line: IngredientLine(text, reading), food: FoodLine(text, reading), parts: [])
  }
}

/// A recipe's ingredients as they were read when it was written, with the verdicts that follow from them and from its labels.
///
/// A page takes what it shows out of the stored text, and reads no line again: the numbers of the traits, the names and keys of
/// each line stand there, behind the verdicts. What was stored by other words of cooking has another edition, which the one who
/// stores it keeps beside it.
public struct RecipeReading: Sendable {
  /// For storage.
  public let stored: String
  /// The lines as they are written.
  public let texts: [String]
  /// The recipe's verdicts.
  public private(set) var facts: RecipeFacts
  /// The answers of packets, by the line.
  public private(set) var answers: [Int: [PacketAnswers.Subject: Bool]] = [:]

  private let bytes: [UInt8]
  /// Of each line: where its part of `bytes` is.
  private let parts: [Range<Int>]

  /// Judges lines that have been read; see `RecipeFacts`.
  public init(_ lines: [RecipeLine], statements: [String], hearsay: [String], servings: Int? = nil) {
    texts = lines.map(\.line.text)
    facts = RecipeFacts(lines: lines.map(\.line), statements: statements, hearsay: hearsay, servings: servings)
    var (text, parts) = (StoredText(), [Range<Int>]())
    for number in facts.numbers { text.append(number) }
    for line in lines {
      var part = StoredText()
      part.append(line)
      parts.append(text.append(part))
    }
    (bytes, self.parts) = (text.bytes, parts)
    stored = String(decoding: text.bytes, as: UTF8.self)
  }

  /// A stored reading of these lines; nil if it is of other ones.
  public init?(stored: String, of texts: [String]) {
    let bytes = Array(stored.utf8)
    var reader = StoredTextReader(bytes)
    var numbers: [Int] = []
    while numbers.count < RecipeFacts.count, let number = reader.number() { numbers.append(number) }
    var parts: [Range<Int>] = []
    while let part = reader.part() { parts.append(part) }
    guard reader.isAtEnd, parts.count == texts.count, let facts = RecipeFacts(numbers, lines: texts.count) else {
      return nil
    }
    (self.stored, self.texts, self.facts, self.bytes, self.parts) = (stored, texts, facts, bytes, parts)
  }

  /// The bytes of the lines.
  public var size: Int { texts.reduce(0) { $0 + $1.utf8.count } }

  /// One of the lines, with what its packet says.
  public func line(_ index: Int) -> RecipeLine {
    let line = ownLine(index)
    return answers[index].map { RecipeLine(line: line.line.answered($0), food: line.food, parts: line.parts) } ?? line
  }

  /// One of the lines, as its words say.
  public func ownLine(_ index: Int) -> RecipeLine {
    var reader = StoredTextReader(bytes, parts[index])
    return reader.line(texts[index]) ?? RecipeLine(texts[index])
  }

  /// The reading with what a household's packets say. What is stored stays as it is.
  public func answered(_ packets: PacketAnswers) -> RecipeReading {
    if packets.isEmpty { return self }
    var reading = self
    for index in texts.indices {
      let own = packets.of(ownLine(index).line)
      if !own.isEmpty { reading.answers[index] = own }
    }
    if !reading.answers.isEmpty { reading.facts = facts.answered(reading.lines.map(\.line), reading.answers) }
    return reading
  }

  /// All lines, in their order.
  public var lines: [RecipeLine] { texts.indices.map { line($0) } }
}

/// Numbers, each followed by a comma, and texts, each behind its length in bytes and a colon: no text has to be searched or
/// escaped. A text that is the one before again is a minus.
private struct StoredText {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: Int) {
    bytes += "\(number),".utf8
  }

  mutating func append(_ text: String, unless same: String? = nil) {
    if text == same {
      bytes.append(UInt8(ascii: "-"))
    } else {
      bytes += "\(text.utf8.count):".utf8
      bytes += text.utf8
    }
  }

  /// - Returns: where it is.
  @discardableResult
  mutating func append(_ part: StoredText) -> Range<Int> {
    bytes += "\(part.bytes.count):".utf8
    bytes += part.bytes
    return bytes.count - part.bytes.count..<bytes.count
  }

  mutating func append(_ line: RecipeLine) {
    let (read, food) = (line.line, line.food)
    append(
      (read.isStaple ? 1 : 0) | (read.isOptional ? 2 : 0) | (read.isUnderstood ? 4 : 0) | (read.hasFood ? 8 : 0))
    append(Int(read.has.rawValue))
    append(Int(read.may.rawValue))
    append(read.name)
    append(read.note)
    append(read.key)
    append(read.keys.joined(separator: "|"), unless: read.key)
    append(read.quantity?.stored ?? "")
    append(food.food, unless: read.name)
    append(food.words, unless: food.food)
    append(food.key, unless: read.key)
    append(food.sum.text)
    append(food.aisle.rawValue)
    for part in line.parts {
      append(part.line.text)
      var own = StoredText()
      own.append(part)
      append(own)
    }
  }
}

private struct StoredTextReader {
  private let bytes: [UInt8]
  private var at: Int
  private let end: Int

  init(_ bytes: [UInt8], _ part: Range<Int>? = nil) {
    self.bytes = bytes
    at = part?.lowerBound ?? 0
    end = part?.upperBound ?? bytes.count
  }

  var isAtEnd: Bool { at == end }

  mutating func number(before separator: UInt8 = UInt8(ascii: ",")) -> Int? {
    var (number, next) = (0, at)
    while next < end, bytes[next] &- UInt8(ascii: "0") < 10 {
      // No number here is longer.
      if next - at == 15 { return nil }
      number = number * 10 + Int(bytes[next] - UInt8(ascii: "0"))
      next += 1
    }
    guard next > at, next < end, bytes[next] == separator else { return nil }
    at = next + 1
    return number
  }

  mutating func part() -> Range<Int>? {
    let start = at
    guard let count = number(before: UInt8(ascii: ":")), count <= end - at else {
      at = start
      return nil
    }
    at += count
    return at - count..<at
  }

  mutating func text(or same: String? = nil) -> String? {
    if at < end, bytes[at] == UInt8(ascii: "-") {
      at += 1
      return same
    }
    return part().map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  mutating func line(_ text: String) -> RecipeLine? {
    guard let flags = number(), let has = number(), let may = number(), let name = self.text(), let note = self.text(),
      let key = self.text(), let keys = self.text(or: key), let quantity = self.text(), let food = self.text(or: name),
      let words = self.text(or: food), let foodKey = self.text(or: key), let sum = self.text(),
      let aisle = self.text().flatMap({ Aisle(rawValue: $0) }), let parts = parts()
    else { return nil }
    let line = IngredientLine(
      text: text, quantity: Quantity(stored: quantity), name: name, note: note, key: key,
      keys: keys == key ? key.isEmpty ? [] : [key] : keys.split(separator: "|").map(String.init),
      isStaple: flags & 1 != 0, isOptional: flags & 2 != 0, has: Traits(rawValue: UInt32(truncatingIfNeeded: has)),
      may: Traits(rawValue: UInt32(truncatingIfNeeded: may)), isUnderstood: flags & 4 != 0, hasFood: flags & 8 != 0)
    return RecipeLine(
      line: line, food: FoodLine(food: food, words: words, key: foodKey, sum: FoodSum(stored: sum), aisle: aisle),
      parts: parts)
  }

  /// The foods of a line, up to its end.
  private mutating func parts() -> [RecipeLine]? {
    var parts: [RecipeLine] = []
    while !isAtEnd {
      guard let text = self.text(), let part = part() else { return nil }
      var reader = StoredTextReader(bytes, part)
      guard let line = reader.line(text) else { return nil }
      parts.append(line)
    }
    return parts
  }
}

extension RecipeLine {
  fileprivate init(line: IngredientLine, food: FoodLine, parts: [RecipeLine]) {
    (self.line, self.food, self.parts) = (line, food, parts)
  }
}

extension Quantity {
  /// "0.5", "2 3 cup", "1 - fl oz".
  fileprivate var stored: String {
    "\(lower) \(upper.map { "\($0)" } ?? "-")\(unit.map { " \($0.rawValue)" } ?? "")"
  }

  fileprivate init?(stored: String) {
    let parts = stored.split(separator: " ", maxSplits: 2)
    guard parts.count >= 2, let lower = Double(parts[0]) else { return nil }
    self.init(
      lower: lower, upper: Double(parts[1]), unit: parts.count == 3 ? CookingUnit(rawValue: String(parts[2])) : nil)
  }
}

extension RecipeFacts {
  static let count = Allergen.allCases.count + Diet.allCases.count

  /// A number for each allergen, then for each diet, in the order of their cases: the line that decided, from 1, or 0 for none,
  /// times four, and the kind of verdict.
  fileprivate var numbers: [Int] {
    func number(_ line: Int?, _ kind: Int) -> Int { (line.map { $0 + 1 } ?? 0) * 4 + kind }
    return Allergen.allCases.map { allergen in
      switch allergens[allergen] {
      case .free: number(nil, 0)
      case .contains(let line): number(line, 1)
      case .unknown(let line): number(line, 2)
      case nil: number(nil, 2)
      }
    }
      + Diet.allCases.map { diet in
        switch diets[diet] {
        case .fits(let stated): number(nil, stated ? 3 : 0)
        case .breaks(let line): number(line, 1)
        case .unknown(let line): number(line, 2)
        case nil: number(nil, 2)
        }
      }
  }

  /// Nil for numbers of other lines.
  fileprivate init?(_ numbers: [Int], lines: Int) {
    guard numbers.count == Self.count, numbers.allSatisfy({ $0 / 4 <= lines }) else { return nil }
    func line(_ number: Int) -> Int? { number < 4 ? nil : number / 4 - 1 }
    var (allergens, diets) = ([Allergen: AllergenVerdict](), [Diet: DietVerdict]())
    for (allergen, number) in zip(Allergen.allCases, numbers) {
      allergens[allergen] =
        switch number % 4 {
        case 0: .free
        case 1: .contains(line: line(number))
        default: .unknown(line: line(number))
        }
    }
    for (diet, number) in zip(Diet.allCases, numbers.dropFirst(Allergen.allCases.count)) {
      diets[diet] =
        switch number % 4 {
        case 0, 3: .fits(stated: number % 4 == 3)
        case 1: .breaks(line: line(number))
        default: .unknown(line: line(number))
        }
    }
    self.init(allergens: allergens, diets: diets)
  }
}
