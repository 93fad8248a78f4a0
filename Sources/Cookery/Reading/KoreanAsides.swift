/// The unknown words of a Korean line that cannot be a food by their place. What follows the food and its amount behind
/// a comma ends in a noun that stands for the food itself: "껍질을 벗긴 것" (what is peeled), "안초 품종" (the variety
/// ancho), "틀에 묻히는 용" (what is for the tin). The word before that noun is its verb, and others hang on the verb by
/// a particle or an ending. A word without either may be a food of its own, as may one that is said to be added.
struct KoreanAsides {
  /// Indices of `LineFoods.items`.
  private(set) var ignored: Set<Int> = []
  /// Those that may be foods of their own, whatever `LineAsides` says.
  private(set) var counted: Set<Int> = []
  /// Those of a heading: what is in their names is not in the food.
  private(set) var headed: Set<Int> = []

  init(_ line: LineFoods) {
    let tokens = line.tokens
    headed.formUnion(Self.heading(line, tokens))
    ignored.formUnion(headed)
    ignored.formUnion(line.items.indices.filter { Self.isKind($0, line, tokens) })
    for segment in Self.segments(tokens) {
      let words = Self.words(of: segment, tokens)
      guard let last = words.last, let tail = tokens[last].word else { continue }
      // Parentheses are judged elsewhere.
      let items = line.items.indices.filter {
        segment.contains(line.items[$0].tokens.lowerBound) && !line.items[$0].isInParentheses
      }
      if tail.hasSuffix("식"), tail.count >= 3, words.count == 1 {
        ignored.formUnion(Self.unknown(items, line))
      } else if ["품종", "부위"].contains(tail) {
        ignored.formUnion(Self.unknown(items, line))
      } else if Self.ends.contains(tail) || tail.hasSuffix("용") || Self.isSentence(tail) {
        let verb = Self.ends.contains(tail) ? words.dropLast().last : nil
        let unknown = Self.unknown(items, line)
        let others = unknown.filter { ![verb, last].contains(line.items[$0].tokens.lowerBound) }
        if !tail.hasSuffix("용"), tail != "때", words.contains(where: { Self.isAdding(tokens[$0].word ?? "") }) {
          ignored.formUnion(unknown.filter { !others.contains($0) })
          counted.formUnion(others)
        } else {
          let free = others.filter { !Self.isBound(tokens[line.items[$0].tokens.lowerBound].word ?? "") }
          ignored.formUnion(unknown.filter { !free.contains($0) })
        }
        ignored.formUnion(Self.drained(items, line, tokens))
      }
    }
  }

  /// Words for the food itself, or for the moment or purpose at which it is used.
  private static let ends = ["것", "용", "용도", "후", "뒤", "다음", "때", "상태", "정도"]

  /// "[양념] 간장 3, 설탕 1", "소스: 간장 2": what the foods behind it make.
  private static func heading(_ line: LineFoods, _ tokens: [Token]) -> [Int] {
    // "*양념장*", "<소스>"
    let isMarked = tokens.first?.kind == .other
    guard
      let end = tokens.indices.dropFirst().first(where: {
        tokens[$0].kind == .close || tokens[$0].kind == .colon || isMarked && tokens[$0].kind == .other
      }), end <= 4, tokens[end].kind == .colon || tokens[0].kind == .open || isMarked
    else { return [] }
    let before = line.items.indices.filter { line.items[$0].tokens.upperBound <= end }
    let hasMore = line.items.contains {
      guard $0.tokens.lowerBound > end else { return false }
      switch $0.meaning {
      case .food: return true
      case .unknown(let word): return !Korean.split(word, table: .shared).foods.isEmpty
      case .neutral: return false
      }
    }
    guard hasMore, let last = before.last, let word = tokens[line.items[last].tokens.upperBound - 1].word else {
      return []
    }
    let isInBrackets = line.text[tokens[0].start] == "["
    return headings.contains { word.hasSuffix($0) }
      || isInBrackets && ["간장", "소금물", "장국"].contains { word.hasSuffix($0) }
      ? before : []
  }
  private static let headings = [
    "양념", "양념장", "소스", "드레싱", "반죽", "육수", "고명", "튀김옷", "토핑", "필링", "크림", "시럽", "밑간", "절임물", "단촛물", "배합초", "국물", "속",
    "속재료", "만두소",
    "재료", "양념재료", "무침장", "비빔장", "조림장", "간장물", "소스재료", "달걀물", "계란물", "크럼블", "충전물",
  ]

  /// "삭힌 홍어", "눌린 오징어": a word that ends as verbs do before a noun, alone before a plain food.
  private static func isKind(_ index: Int, _ line: LineFoods, _ tokens: [Token]) -> Bool {
    let item = line.items[index]
    guard case .unknown(let word) = item.meaning, Hangul.begins(word), word.count >= 2, Korean.isKind(word),
      Self.endsInN(word),
      Korean.split(word, table: .shared).foods.isEmpty, index + 1 < line.items.count,
      case .food(let food) = line.items[index + 1].meaning, Korean.isPlain(FoodTable.shared.foods[food]),
      line.items[index + 1].tokens.lowerBound == item.tokens.upperBound
    else { return false }
    if item.tokens.lowerBound > 0 {
      guard [.comma, .open, .close, .colon].contains(tokens[item.tokens.lowerBound - 1].kind) else { return false }
    }
    // "설탕 소금 후추": a list without commas.
    guard index + 2 < line.items.count, case .food = line.items[index + 2].meaning else { return true }
    return line.items[index + 2].tokens.lowerBound > line.items[index + 1].tokens.upperBound
  }

  private static func endsInN(_ word: String) -> Bool {
    word.unicodeScalars.last.flatMap { Hangul.final(of: $0) } == 4
  }

  /// "좋아요", "사용했습니다"
  private static func isSentence(_ tail: String) -> Bool {
    tail.count >= 2 && ["요", "니다", "함", "면서", "보다"].contains { tail.hasSuffix($0) }
  }

  /// Between the commas outside parentheses, behind a food with an amount.
  private static func segments(_ tokens: [Token]) -> [Range<Int>] {
    var depth = 0
    var commas: [Int] = []
    for (at, token) in tokens.enumerated() {
      switch token.kind {
      case .open: depth += 1
      case .close: depth = max(0, depth - 1)
      case .comma: if depth == 0 { commas.append(at) }
      default: break
      }
    }
    guard let first = commas.first,
      tokens[..<first].contains(where: { if case .number = $0.kind { true } else { false } })
    else { return [] }
    return zip(commas, commas.dropFirst() + [tokens.count]).map { ($0 + 1)..<$1 }
  }

  private static func words(of segment: Range<Int>, _ tokens: [Token]) -> [Int] {
    var depth = 0
    return segment.filter { at in
      switch tokens[at].kind {
      case .open: depth += 1
      case .close: depth -= 1
      default: break
      }
      return depth == 0 && tokens[at].word.map { Hangul.begins($0) } ?? false
    }
  }

  /// Those in which no food is found, either.
  private static func unknown(_ items: [Int], _ line: LineFoods) -> [Int] {
    items.filter {
      guard case .unknown(let word) = line.items[$0].meaning, Hangul.begins(word) else { return false }
      return Korean.split(word, table: .shared).foods.isEmpty
    }
  }

  /// "기름을 뺀 것": the oil is poured off.
  private static func drained(_ items: [Int], _ line: LineFoods, _ tokens: [Token]) -> [Int] {
    items.filter {
      guard case .food(let food) = line.items[$0].meaning, FoodTable.shared.foods[food].key == "oil" else {
        return false
      }
      let next = line.items[$0].tokens.upperBound
      return next < tokens.count && ["뺀", "빼고", "따라낸", "따라내고"].contains(tokens[next].word ?? "")
    }
  }

  private static func isBound(_ word: String) -> Bool {
    // "알레포산" tells the origin.
    word.count >= 2 && endings.contains { word.hasSuffix($0) } || word.count >= 3 && word.hasSuffix("산")
  }

  private static func isAdding(_ word: String) -> Bool {
    // "가시를 발라낸 것": 발라 is "spread", too.
    adding.contains { word.hasPrefix($0) } && !word.hasPrefix("발라내") && !word.hasPrefix("발라낸")
  }

  /// Particles of nouns, and endings by which a verb goes on.
  private static let endings = [
    "을", "를", "은", "는", "과", "와", "도", "만", "로", "에", "에서", "처럼", "씩", "고", "며", "게", "서", "지", "도록",
    "쳐", "러", "져", "려",
  ]
  /// Verbs whose object is in the food, or what it is kept or cooked in.
  private static let adding = [
    "넣", "섞", "올린", "올려", "얹", "바른", "발라", "묻", "뿌", "채운", "채워", "곁들", "담긴", "담근", "담가", "든", "들어", "들었", "절인", "절여",
    "재운", "재워", "만든", "만들", "버무", "무친", "무쳐", "조린", "졸인", "양념", "싼", "감싼", "감은", "입힌", "입혀", "두른", "둘러", "더한", "더해",
    "첨가", "포함", "함유", "혼합", "볶", "튀긴", "튀겨", "구운", "구워", "지진", "부친", "끓", "비빈", "향을", "말은", "적신", "적셔",
  ]
}
