/// The words of a line, with halves in words as numbers, and without times signs that only count.
struct NormalWords {
  private(set) var out: [String] = []
  private let words: [String]
  private var at = 0

  init(_ words: [String]) { self.words = words }

  var isEmpty: Bool { at >= words.count }

  /// Takes the next word, and those that it makes a number with.
  mutating func take() {
    let word = words[at]
    let lower = word.lowercased()
    if !takeNumber(word, lower), !takeFrench(lower), !takePart(lower), !takeRussian(lower), !takeKorean(word) {
      out.append(word)
    }
    at += 1
  }

  /// A word behind the one that is taken, in small letters.
  private func next(_ distance: Int) -> String? {
    at + distance < words.count ? words[at + distance].lowercased() : nil
  }

  private var isBeforeNumber: Bool { Self.isDigit(next(1)?.unicodeScalars.first) }

  /// "6x eggs", "4 x AA batteries", "eggs x6", ".5 tsp".
  private mutating func takeNumber(_ word: String, _ lower: String) -> Bool {
    if let last = lower.last, Self.times.contains(last), !isBeforeNumber, Self.isWholeNumber(lower.dropLast()) {
      out.append(String(word.dropLast()))
    } else if lower.count == 1, Self.times.contains(Character(lower)), !isBeforeNumber,
      out.last.map({ Self.isNumber($0) }) == true
    {
      return true
    } else if let first = lower.first, Self.times.contains(first), at == words.count - 1, !out.isEmpty,
      Self.isWholeNumber(lower.dropFirst())
    {
      out.insert(String(word.dropFirst()), at: 0)
    } else if let first = word.unicodeScalars.first, first == "." || first == ",",
      Self.isDigit(word.unicodeScalars.dropFirst().first)
    {
      out.append("0" + word)
    } else {
      return false
    }
    return true
  }

  /// "un demi-litre", "1 demi-litre", "1 cuillère à soupe et demie", "1/4 de litre".
  private mutating func takeFrench(_ lower: String) -> Bool {
    if let rest = next(1).flatMap({ Self.afterHalf($0) }), Self.french.contains(lower) {
      out += (lower.hasPrefix("d") ? ["de"] : []) + ["1/2", rest]
      at += 1
    } else if let rest = Self.afterHalf(lower) {
      if out.last == "1" { out.removeLast() }
      out += ["1/2", rest]
    } else if lower == "et", let half = next(1), half == "demi" || half == "demie",
      let count = out.suffix(5).lastIndex(where: { Self.whole($0.lowercased()) != nil })
    {
      out[count] = "\(Self.whole(out[count].lowercased()) ?? 1) 1/2"
      at += 1
    } else if lower == "de", let before = out.last, Self.isNumber(before), let unit = next(1), Self.isUnit(unit) {
      return true
    } else {
      return false
    }
    return true
  }

  /// "two and a half cups", "trois quarts de tasse", "two thirds of a cup", "две трети стакана".
  private mutating func takePart(_ lower: String) -> Bool {
    if next(1) == "and", next(2) == "a", next(3) == "half", let whole = Self.whole(lower) {
      out += ["\(whole)", "1/2"]
      at += 3
    } else if let part = Self.parts(lower, next(1)), case let links = Self.links(words[(at + 2)...].prefix(2)),
      let unit = next(2 + links), Self.isUnit(unit)
    {
      out.append(part)
      at += 1 + links
    } else {
      return false
    }
    return true
  }

  /// "две с половиной чашки", "полтора стакана", "пол-литра", "четверть стакана", "от 2 до 3", "2 зуб.".
  private mutating func takeRussian(_ lower: String) -> Bool {
    if lower == "с", next(1) == "половиной", let count = out.last.flatMap({ Self.whole($0.lowercased()) }) {
      out[out.count - 1] = "\(count) 1/2"
      at += 1
    } else if lower == "полтора" || lower == "полторы" {
      out += ["1", "1/2"]
    } else if let rest = Self.afterRussianHalf(lower) {
      out += ["1/2", rest]
    } else if let part = Self.russianParts[lower], next(1) != nil {
      out.append(part)
    } else if lower == "от", isBeforeNumber, next(2) == "до" {
      return true
    } else if lower == "зуб." {
      out.append("зубчика")
    } else {
      return false
    }
    return true
  }

  /// "2컵 반", "한 컵 반", "1컵반", "1과 1/2컵", "반개", "한판".
  private mutating func takeKorean(_ word: String) -> Bool {
    if word == "반", at == words.count - 1, let counted = out.last, let half = Self.andHalf(counted, out.dropLast().last)
    {
      if !Self.isDigit(counted.unicodeScalars.first) { out.removeLast() }
      out[out.count - 1] = half
    } else if let whole = Self.withHalf(word) {
      out.append(whole)
    } else if let digits = Self.joined(word), isBeforeNumber {
      out.append(digits)
    } else if let first = word.first, first == "반" || FoodLineText.numerals[String(first)] != nil,
      case let counter = String(word.dropFirst()),
      FoodLineText.counters.contains(counter) || FoodLineText.otherCounters.contains(counter)
    {
      out += [String(first), counter]
    } else {
      return false
    }
    return true
  }

  // MARK: Words

  private static let times: Set<Character> = ["x", "х", "×"]
  private static let french: Set<String> = ["un", "une", "d'un", "d’un", "d'une", "d’une"]

  /// "3/4" of "trois quarts".
  private static func parts(_ number: String, _ part: String?) -> String? {
    guard let part else { return nil }
    let count: Int? =
      switch number {
      case "un", "one", "a": 1
      case "deux", "two", "две": 2
      case "trois", "three", "три": 3
      default: nil
      }
    let size: Int? =
      switch part {
      case "quart", "quarts", "quarter", "quarters", "четверти": 4
      case "tiers", "third", "thirds", "трети": 3
      default: nil
      }
    guard let count, let size, count < size else { return nil }
    return "\(count)/\(size)"
  }

  /// How many words stand between a part and its unit: "of a", "de".
  private static func links(_ words: ArraySlice<String>) -> Int {
    words.starts(with: ["of", "a"]) ? 2 : words.first == "of" || words.first == "de" ? 1 : 0
  }

  /// "1 1/2컵" of "1컵반", "한컵반".
  private static func withHalf(_ word: String) -> String? {
    guard word.hasSuffix("반"), word.count > 2 else { return nil }
    let rest = String(word.dropLast())
    if let first = rest.first, let number = FoodLineText.numerals[String(first)], number >= Rational(1) {
      let unit = String(rest.dropFirst())
      return CookingUnit.named([unit]) == nil ? nil : "\(number.text) 1/2\(unit)"
    }
    return rest.first?.isWholeNumber == true ? andHalf(rest, nil) : nil
  }

  private static let russianParts = ["четверть": "1/4", "треть": "1/3"]

  private static func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { Number.isDigit($0) } ?? false }

  private static func afterHalf(_ word: String) -> String? {
    for prefix in ["demi-", "demie-", "demi‑"] where word.hasPrefix(prefix) && word.count > prefix.count {
      let rest = String(word.dropFirst(prefix.count))
      return Fold.words(of: rest).first.map { kinds.contains($0) } == true ? nil : rest
    }
    return nil
  }

  /// "beurre demi-sel", "lait demi-écrémé", "demi-glace" are kinds of a food.
  private static let kinds = Words.folded(
    "sel, écrémé, écrémée, écrémés, écrémées, glace, glaces, sec, secs, gras, cuit, cuite")

  private static func afterRussianHalf(_ word: String) -> String? {
    guard word.hasPrefix("пол") else { return nil }
    let rest = word.dropFirst(3)
    if let dash = rest.first, "-‑–".contains(dash), rest.count > 2 { return String(rest.dropFirst()) }
    return Fold.words(of: String(rest)).first.map { FoodLineText.russianHalves.contains($0) } == true
      ? String(rest) : nil
  }

  /// "1과", "1와": the digits.
  private static func joined(_ word: String) -> String? {
    guard word.hasSuffix("과") || word.hasSuffix("와") else { return nil }
    let digits = word.dropLast()
    return !digits.isEmpty && digits.allSatisfy { "0123456789".contains($0) } ? String(digits) : nil
  }

  /// "2 1/2컵" of "2컵", or of "컵" behind "두"; nil of another word.
  private static func andHalf(_ word: String, _ before: String?) -> String? {
    let digits = word.prefix { $0.isWholeNumber }
    let unit = String(word.dropFirst(digits.count))
    guard CookingUnit.named([unit]) != nil else { return nil }
    return digits.isEmpty
      ? before.flatMap { FoodLineText.numerals[$0] }.map { "\($0.text) 1/2\(unit)" }
      : Int(digits).map { "\($0) 1/2\(unit)" }
  }

  private static func isNumber(_ word: String) -> Bool { isDigit(word.unicodeScalars.last) }

  private static func isWholeNumber(_ word: Substring) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isUnit(_ word: String) -> Bool {
    guard let first = Fold.words(of: word).first else { return false }
    return CookingUnit.named([first])?.isMeasure == true || first == "c" || first == "cuillere"
  }

  private static func whole(_ word: String) -> Int? {
    if let number = Int(word) { return number }
    return AmountReader.numerals[word].flatMap { $0 >= 1 && $0 <= 12 ? Int($0) : nil }
  }
}
