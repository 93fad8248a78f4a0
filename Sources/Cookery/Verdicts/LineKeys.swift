/// By which keys a line's food is compared: that of its name, and those of its alternatives.
struct LineKeys {
  private(set) var key = ""
  private(set) var keys: [String] = []
  private(set) var isStaple = false
  private(set) var isOptional = false

  private let tokens: [Token]
  private let items: [LineFoods.Item]
  private let table = FoodTable.shared

  init(_ line: LineFoods, _ tokens: [Token]) {
    self.tokens = tokens
    items = line.items
    isOptional = saysOptional
    choose()
  }

  private var saysOptional: Bool {
    let words = tokens.compactMap(\.word)
    return words.contains { Words.optional.contains(Stem.of($0)) }
      || words.indices.contains { at in Self.asDesired.contains { words[at...].starts(with: $0) } }
      // "생략 가능합니다"
      || zip(words, words.dropFirst()).contains { $0.hasSuffix("생략") && $1.hasPrefix("가능") }
  }
  private static let asDesired = [["по", "желанию"], ["if", "desired"], ["if", "you", "like"]]

  private mutating func choose() {
    // The alternatives outside parentheses, in order.
    var segments: [Int] = []
    for item in items where !item.isInParentheses && !segments.contains(item.segment) { segments.append(item.segment) }
    let first = choose(items.filter(\.isInName).filter { $0.segment == (segments.first ?? 0) })
    let named = choose(items.filter(\.isInName))
    let any = choose(items.filter { !$0.isInParentheses })
    let inside = choose(items)
    let best = [first, named, any, inside].compactMap { $0 }
    guard let chosen = best.first(where: { $0.isFood }) ?? best.first else { return }
    key = chosen.key
    isStaple = chosen.isStaple
    var all = [key]
    if segments.count > 1 || items.contains(where: { $0.isInParentheses && isAlternative($0.segment) }) {
      for segment in segments
        + Set(items.map(\.segment)).filter({ !segments.contains($0) && isAlternative($0) }).sorted()
      {
        let own = items.filter { $0.segment == segment }
        for run in runs(own) {
          guard let choice = choose(run), choice.isFood else { continue }
          if !all.contains(choice.key) { all.append(choice.key) }
        }
      }
    }
    keys = all.filter { !$0.isEmpty }
  }

  /// Whether a segment begins with "or" or a slash.
  private func isAlternative(_ segment: Int) -> Bool {
    guard let first = items.first(where: { $0.segment == segment }), first.tokens.lowerBound > 0 else { return false }
    let before = tokens[first.tokens.lowerBound - 1]
    return before.kind == .slash || before.word.map { Words.or.contains($0) } ?? false
  }

  /// Elements split at commas.
  private func runs(_ items: [LineFoods.Item]) -> [[LineFoods.Item]] {
    var runs: [[LineFoods.Item]] = []
    for item in items {
      if let last = runs.last?.last,
        !tokens[last.tokens.upperBound..<max(last.tokens.upperBound, item.tokens.lowerBound)].contains(where: {
          $0.kind == .comma
        })
      {
        runs[runs.count - 1].append(item)
      } else {
        runs.append([item])
      }
    }
    return runs
  }

  private func choose(_ items: [LineFoods.Item]) -> (key: String, isStaple: Bool, isFood: Bool)? {
    var run: [Food] = []
    var all: [Food] = []
    var lastEnd = -1
    var isOver = false
    var unknown: [String] = []
    var isCyrillic = false
    for item in items {
      var foods: [Food] = []
      switch item.meaning {
      // "сыр для бургеров": what it is for is no ingredient.
      case .food(let index) where table.foods[index].key == "purpose": continue
      case .food(let index): foods = [table.foods[index]]
      case .unknown(let word):
        let parts = Hangul.begins(word) ? Korean.split(word, table: table).foods : []
        if parts.isEmpty {
          unknown.append(word)
        } else {
          foods = parts.map { table.foods[$0] }
        }
      case .neutral: continue
      }
      if foods.isEmpty { continue }
      all += foods
      if isOver { continue }
      if run.isEmpty {
        let first = tokens[item.tokens.lowerBound].word?.unicodeScalars.first?.value ?? 0
        isCyrillic = (0x400...0x4FF).contains(first)
        run = foods
      } else if item.tokens.lowerBound == lastEnd {
        run += foods
      } else {
        isOver = true
      }
      lastEnd = item.tokens.upperBound
    }
    if run.isEmpty {
      let words = Set(unknown).sorted()
      return words.isEmpty ? nil : (words.joined(separator: " "), false, false)
    }
    let specific = run.filter { !$0.isGeneric }
    let food = (isCyrillic ? specific.first : specific.last) ?? run[run.count - 1]
    var key = food.key
    if food.isGeneric, !unknown.isEmpty {
      key = Set(unknown + key.split(separator: " ").map(String.init)).sorted().joined(separator: " ")
    }
    return (key, all.allSatisfy(\.isStaple), true)
  }
}
