/// Words of shopping lists that recipes do not have: halves in words, and counters that no recipe has.
enum FoodLineText {
  /// The line with its halves as numbers: "un demi-litre" as "1/2 litre", "полтора стакана" as "1 1/2 стакана", "반개" as "반
  /// 개", ".5 tsp" as "0.5 tsp"; and times signs that only count: "6x eggs", "eggs x6" as "6 eggs".
  static func normal(_ text: String) -> String {
    guard text.utf8.count <= 2_000 else { return text }
    var words = NormalWords(text.split(whereSeparator: { $0 == " " || $0 == "\u{A0}" }).map(String.init))
    while !words.isEmpty { words.take() }
    return words.out.joined(separator: " ")
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

  static let counters: Set<String> = [
    "개", "모", "컵", "단", "근", "줌", "통", "마리", "알", "쪽", "봉지", "봉", "팩", "캔", "병", "대", "큰술", "작은술",
  ]
  static let otherCounters: Set<String> = ["줄", "근", "판", "공기", "그릇", "인분", "접시", "대접", "국자"]
  static let numerals: [String: Rational] = [
    "한": Rational(1), "두": Rational(2), "세": Rational(3), "네": Rational(4), "반": Rational(1, 2) ?? .zero,
  ]
  static let russianHalves: Set<String> = Words.folded(
    "литра, кило, килограмма, стакана, пучка, чашки, ложки, банки, пачки, бутылки, головки, луковицы, лимона, пакета, дюжины, десятка"
  )

  private static func exact(_ text: String) -> Rational? {
    let scalars = Array(text.unicodeScalars)
    var end = 0
    guard let number = Number.read(scalars, at: &end), end == scalars.count, number.exact > .zero else { return nil }
    return number.exact
  }
}
