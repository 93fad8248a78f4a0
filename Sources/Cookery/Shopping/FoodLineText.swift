/// Words of shopping lists that recipes do not have: halves in words, and counters that no recipe has.
enum FoodLineText {
  /// The line with its halves as numbers: "un demi-litre" as "1/2 litre", "полтора стакана" as "1 1/2 стакана", "반개" as "반
  /// 개", ".5 tsp" as "0.5 tsp"; and times signs that only count: "6x eggs", "eggs x6" as "6 eggs".
  static func normal(_ text: String) -> String {
    guard text.utf8.count <= 2_000 else { return text }
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\u{A0}" }).map(String.init)
    var out: [String] = []
    var at = 0
    while at < words.count {
      let word = words[at]
      let lower = word.lowercased()
      func next(_ distance: Int) -> String? { at + distance < words.count ? words[at + distance].lowercased() : nil }
      let isBeforeNumber = isDigit(next(1)?.unicodeScalars.first)
      if let last = lower.last, times.contains(last), !isBeforeNumber, isWholeNumber(lower.dropLast()) {
        out.append(String(word.dropLast()))
      } else if lower.count == 1, times.contains(Character(lower)), !isBeforeNumber,
        out.last.map({ isNumber($0) }) == true
      {
        // 4 x AA batteries
      } else if let first = lower.first, times.contains(first), at == words.count - 1, !out.isEmpty,
        isWholeNumber(lower.dropFirst())
      {
        out.insert(String(word.dropFirst()), at: 0)
      } else if let first = word.unicodeScalars.first, first == "." || first == ",",
        isDigit(word.unicodeScalars.dropFirst().first)
      {
        out.append("0" + word)
      } else if let rest = next(1).flatMap({ afterHalf($0) }), french.contains(lower) {
        out += (lower.hasPrefix("d") ? ["de"] : []) + ["1/2", rest]
        at += 1
      } else if let rest = afterHalf(lower) {
        // "1 demi-litre"
        if out.last == "1" { out.removeLast() }
        out += ["1/2", rest]
      } else if lower == "et", let half = next(1), half == "demi" || half == "demie",
        let count = out.suffix(5).lastIndex(where: { whole($0.lowercased()) != nil })
      {
        // 1 cuillère à soupe et demie
        out[count] = "\(whole(out[count].lowercased()) ?? 1) 1/2"
        at += 1
      } else if lower == "반", at == words.count - 1, let counted = out.last,
        let half = andHalf(counted, out.dropLast().last)
      {
        // 2컵 반, 한 컵 반
        if !isDigit(counted.unicodeScalars.first) { out.removeLast() }
        out[out.count - 1] = half
      } else if lower == "de", let before = out.last, isNumber(before), let unit = next(1), isUnit(unit) {
        // 1/4 de litre
      } else if next(1) == "and", next(2) == "a", next(3) == "half", let whole = whole(lower) {
        out += ["\(whole)", "1/2"]
        at += 3
      } else if lower == "с", next(1) == "половиной", let count = out.last.flatMap({ whole($0.lowercased()) }) {
        // две с половиной чашки
        out[out.count - 1] = "\(count) 1/2"
        at += 1
      } else if let part = Self.parts(lower, next(1)), case let links = links(words[(at + 2)...].prefix(2)),
        let unit = next(2 + links), isUnit(unit)
      {
        // trois quarts de tasse, two thirds of a cup
        out.append(part)
        at += 1 + links
      } else if let whole = withHalf(word) {
        // 1컵반
        out.append(whole)
      } else if lower == "полтора" || lower == "полторы" {
        out += ["1", "1/2"]
      } else if let rest = afterRussianHalf(lower) {
        out += ["1/2", rest]
      } else if let part = russianParts[lower], next(1) != nil {
        out.append(part)
      } else if lower == "от", isDigit(next(1)?.unicodeScalars.first), next(2) == "до" {
        // от 2 до 3
      } else if lower == "зуб." {
        out.append("зубчика")
      } else if let digits = joined(word), isDigit(next(1)?.unicodeScalars.first) {
        out.append(digits)
      } else if let first = word.first, first == "반" || numerals[String(first)] != nil,
        counters.contains(String(word.dropFirst())) || otherCounters.contains(String(word.dropFirst()))
      {
        // 반개, 한판
        out += [String(first), String(word.dropFirst())]
      } else {
        out.append(word)
      }
      at += 1
    }
    return out.joined(separator: " ")
  }

  /// The parts of a note: what stands in parentheses by itself, and what stands between commas outside of them.
  static func remarks(_ note: String) -> [String] {
    var parts = [""]
    var depth = 0
    let characters = Array(note)
    for (at, character) in characters.enumerated() {
      // 0,5
      let isInNumber =
        character == "," && at > 0 && characters[at - 1].isWholeNumber && at + 1 < characters.count
        && characters[at + 1].isWholeNumber
      switch character {
      case "(", "（", "[":
        depth += 1
        if depth == 1 {
          parts.append("")
          continue
        }
      case ")", "）", "]":
        depth = max(0, depth - 1)
        if depth == 0 {
          parts.append("")
          continue
        }
      case ",", ";":
        if depth == 0, !isInNumber {
          parts.append("")
          continue
        }
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    return parts.map { part in
      String(part.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// "베이컨 4줄", "밥 한 공기": the food, and how many of what.
  static func counted(_ text: String) -> (food: String, number: Rational, counter: String)? {
    var words = text.split(separator: " ").map(String.init)
    guard words.count >= 2, let last = words.popLast(), let first = last.unicodeScalars.first else { return nil }
    if otherCounters.contains(last), let before = words.popLast(), !words.isEmpty {
      let number = numerals[before] ?? exact(before)
      return number.map { (words.joined(separator: " "), $0, last) }
    }
    guard Number.isDigit(first) else { return nil }
    let scalars = Array(last.unicodeScalars)
    var end = 0
    guard let number = Number.read(scalars, at: &end), number.exact > .zero else { return nil }
    let counter = String(String.UnicodeScalarView(scalars[end...]))
    return otherCounters.contains(counter) ? (words.joined(separator: " "), number.exact, counter) : nil
  }

  /// "10개들이 계란 1판", "6개입 계란 2팩", "계란 한 판(30구)": the food, and how many pieces so many packages hold.
  static func held(_ text: String) -> (food: String, number: Rational)? {
    guard text.contains("들이") || text.contains("입") || text.contains("구") else { return nil }
    var words = text.split { " ()（）".contains($0) }.map(String.init)
    var size: Rational?
    var packages: Rational?
    var at = 0
    while at < words.count {
      let next = at + 1 < words.count ? words[at + 1] : ""
      if size == nil, let number = exact(words[at]) ?? spelled[words[at]] ?? numerals[words[at]], holding.contains(next)
      {
        (size, at) = (number, at + 1)
        words.removeSubrange(at - 1...at)
        at -= 1
      } else if size == nil, let number = counted(words[at], in: holding) {
        size = number
        words.remove(at: at)
      } else if packages == nil, let number = exact(words[at]) ?? numerals[words[at]], packs.contains(next) {
        packages = number
        words.removeSubrange(at...at + 1)
      } else if packages == nil, let number = counted(words[at], in: packs) {
        packages = number
        words.remove(at: at)
      } else {
        at += 1
      }
    }
    guard let size, let packages, !words.isEmpty, let number = size.multiplied(by: packages) else { return nil }
    return (words.joined(separator: " "), number)
  }
  private static let holding: Set<String> = ["개들이", "개입", "구", "입", "구짜리", "개짜리"]
  private static let packs: Set<String> = ["판", "팩", "봉", "봉지", "상자", "박스", "통", "줄", "묶음", "세트"]
  private static let spelled: [String: Rational] = [
    "열": Rational(10), "십": Rational(10), "열다섯": Rational(15), "십오": Rational(15), "스무": Rational(20),
    "이십": Rational(20), "서른": Rational(30), "삼십": Rational(30), "여섯": Rational(6), "육": Rational(6),
  ]

  /// 10 of "10개들이", 1 of "1판", "한판".
  private static func counted(_ word: String, in units: Set<String>) -> Rational? {
    guard
      let unit = units.first(where: { word.hasSuffix($0) && exact(String(word.dropLast($0.count))) != nil })
        ?? units.first(where: { word.hasSuffix($0) && numerals[String(word.dropLast($0.count))] != nil })
    else { return nil }
    let number = String(word.dropLast(unit.count))
    return exact(number) ?? numerals[number]
  }

  /// Units before a food that no recipe's reader knows: "loaf of bread", "verre d'eau".
  static func leadingUnit(_ name: String) -> (word: String, rest: String)? {
    firstWord(of: name).flatMap { word, rest in leading[word].map { ($0, rest) } }
  }

  /// "butter" of "butter for a 26 cm tin".
  static func withoutVessel(_ name: String) -> String {
    let words = name.split(separator: " ")
    guard let purpose = words.firstIndex(where: { AmountReader.purposes.contains($0.lowercased()) }), purpose > 0,
      words[purpose...].contains(where: { AmountReader.isVessel(Fold.words(of: String($0)).first ?? "") })
    else { return name }
    return words[..<purpose].joined(separator: " ")
  }

  /// Whether a folded word is one of those units.
  static func leads(_ word: String) -> Bool { leading[word] != nil }

  /// The first word, folded, and what it is one of: "douzaine" and "œufs" of "douzaine d'œufs".
  static func firstWord(of name: String) -> (word: String, rest: String)? {
    let parts = name.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let word = Fold.words(of: String(parts[0])).first else { return nil }
    var rest = parts[1]
    for article in ["of ", "de ", "d’", "d'"] where rest.hasPrefix(article) { rest = rest.dropFirst(article.count) }
    return (word, String(rest))
  }

  private static let leading: [String: String] = {
    var table: [String: String] = [:]
    for forms in [
      "loaf, loaves", "glass, glasses", "roll, rolls", "bowl, bowls", "serving, servings", "sheet, sheets",
      "tube, tubes", "ball, balls", "ear, ears", "log, logs", "wheel, wheels", "wedge, wedges", "square, squares",
      "scoop, scoops", "sleeve, sleeves",
      "recipe, recipes", "batch, batches", "quantity, quantities",
      "louche, louches", "bouchon, bouchons", "pistil, pistils", "boule, boules", "bûche, bûches",
      "tablette, tablettes", "carré, carrés",
      "verre, verres", "morceau, morceaux", "rouleau, rouleaux", "noisette, noisettes", "bol, bols",
      "portion, portions", "tube, tubes",
      "буханка, буханки, буханок", "рулон, рулона, рулонов", "порция, порции, порций", "кружка, кружки, кружек",
      "тюбик, тюбика, тюбиков", "шарик, шарика, шариков",
    ] {
      let words = forms.split(separator: ",").map { Fold.words(of: String($0))[0] }
      for word in words { table[word] = words[0] }
    }
    return table
  }()

  private static let times: Set<Character> = ["x", "х", "×"]
  private static let french: Set<String> = ["un", "une", "d'un", "d’un", "d'une", "d’une"]
  private static let counters: Set<String> = [
    "개", "모", "컵", "단", "근", "줌", "통", "마리", "알", "쪽", "봉지", "봉", "팩", "캔", "병", "대", "큰술", "작은술",
  ]
  private static let otherCounters: Set<String> = ["줄", "근", "판", "공기", "그릇", "인분", "접시", "대접", "국자"]
  private static let numerals: [String: Rational] = [
    "한": Rational(1), "두": Rational(2), "세": Rational(3), "네": Rational(4), "반": Rational(1, 2) ?? .zero,
  ]
  static let russianHalves: Set<String> = Words.folded(
    "литра, кило, килограмма, стакана, пучка, чашки, ложки, банки, пачки, бутылки, головки, луковицы, лимона, пакета, дюжины, десятка"
  )
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
    if let first = rest.first, let number = numerals[String(first)], number >= Rational(1) {
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
    return Fold.words(of: String(rest)).first.map { russianHalves.contains($0) } == true ? String(rest) : nil
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
      ? before.flatMap { numerals[$0] }.map { "\($0.text) 1/2\(unit)" } : Int(digits).map { "\($0) 1/2\(unit)" }
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

  private static func exact(_ text: String) -> Rational? {
    let scalars = Array(text.unicodeScalars)
    var end = 0
    guard let number = Number.read(scalars, at: &end), end == scalars.count, number.exact > .zero else { return nil }
    return number.exact
  }
}
