/// The name of the food in a line, and the note: what stands before the name as preparation, and what follows it behind
/// a comma, a dash or a parenthesis.
struct LineName {
  private(set) var name = ""
  private(set) var note = ""
  /// The tokens of the name.
  private(set) var indices: [Int] = []

  private let scalars: [Unicode.Scalar]
  private let tokens: [Token]
  private let main: Amount?
  private let others: [Amount]
  /// Whether the amount stands before the name.
  private let isLeading: Bool
  /// The token behind the label.
  private let first: Int
  /// The parentheses between the amount and the name.
  private var aside: [String] = []
  private var hidden: Set<Int> = []

  init(_ amounts: LineAmounts) {
    let (scalars, tokens, main, others) = (amounts.scalars, amounts.tokens, amounts.main, amounts.others)
    self.scalars = scalars
    self.tokens = tokens
    self.main = main
    self.others = others
    isLeading = amounts.isLeading
    first = amounts.start
    let behindAmount = endOfAmount()
    let start = endOfPreparation(behindAmount)
    let (end, noteStart) = end(from: start)
    // The meaning is read in all the words: "whites" and "juice" of "whites and juice of …".
    indices = (isOfWhole ? first..<end : start..<max(start, end)).filter {
      !mainTokens.contains($0) && !hidden.contains($0)
    }
    while let last = indices.last, tokens[last].kind != .other || !isClosingQuote(last, in: indices),
      tokens[last].kind == .dash || tokens[last].kind == .other || tokens[last].kind == .dot || isDistributing(last)
    { indices.removeLast() }
    name = text(of: indices.filter { $0 >= start })
    note = ([label, part] + aside + [text(of: Array(behindAmount..<start)), noteStart.map { note(from: $0) } ?? ""])
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private var mainTokens: Range<Int> { main.map(\.tokens) ?? 0..<0 }
  private var isOfWhole: Bool { main?.isOfWhole ?? false }

  private var isBeforeName: Bool { main != nil && (isLeading || isOfWhole) }

  private var label: String { first > 0 ? text(of: (0..<first).filter { tokens[$0].kind != .colon }) : "" }

  /// "juice" of "juice of 2 lemons".
  private var part: String {
    guard isOfWhole,
      let last = tokens[first..<mainTokens.lowerBound].lastIndex(where: {
        AmountReader.parts.contains(Stem.of($0.word ?? ""))
      })
    else { return "" }
    return text(of: Array(first...last))
  }

  /// The token behind the amount, what belongs to it, and what links it with the name.
  private mutating func endOfAmount() -> Int {
    var taken = Set<Int>()
    if let main { taken.formUnion(main.tokens) }
    for other in others where isLeading || other.tokens.lowerBound < (main?.tokens.lowerBound ?? 0) {
      taken.formUnion(other.tokens)
    }
    var start = main.map { isBeforeName ? endOfAmounts($0) : first } ?? first
    while start < tokens.count {
      if isLink(start) {
        start += 1
        if start < tokens.count, !goesOn(start, taken) { break }
      } else if let close = endOfAside(ofAmountAt: start) {
        start = close + 1
      } else if taken.contains(start) {
        start += 1
      } else {
        break
      }
    }
    return start
  }

  /// The token behind the main amount and those that follow it at once.
  private func endOfAmounts(_ main: Amount) -> Int {
    var start = main.tokens.upperBound
    for other in others
    where other.tokens.lowerBound >= start
      && tokens[start..<other.tokens.lowerBound].allSatisfy({
        $0.kind != .comma
          && ($0.word == nil || Words.and.contains($0.word ?? "") || AmountReader.about.contains($0.word ?? "")
            || AmountReader.less.contains($0.word ?? ""))
      })
    {
      start = other.tokens.upperBound
    }
    // "(170 g/1½ sticks)": behind the parentheses.
    let opened = tokens[main.tokens.upperBound..<start].last { $0.kind == .open || $0.kind == .close }
    if opened?.kind == .open, let close = tokens[start...].firstIndex(where: { $0.kind == .close }) { return close + 1 }
    return start
  }

  /// Whether a token stands between the amount and the name: closing parenthesis, dots, "of", "d'", "each".
  private func isLink(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .word(let word):
      index + 1 < tokens.count
        && (Words.stop.contains(word) && isBeforeName
          // "1 tsp each salt and sugar"
          || word == "each" && index == main?.tokens.upperBound
          || main == nil && index == first && AmountReader.about.contains(word))
    case .close, .dot, .other, .dash, .comma, .colon, .times: true
    case .number, .open, .slash, .plus, .percent: false
    }
  }

  /// Whether the token behind a link is not of the name yet.
  private func goesOn(_ index: Int, _ taken: Set<Int>) -> Bool {
    switch tokens[index].kind {
    case .word(let word): Words.stop.contains(word) && isBeforeName && index + 1 < tokens.count
    case .number, .open, .slash, .plus, .percent: taken.contains(index)
    case .close, .dot, .other, .dash, .comma, .colon, .times: true
    }
  }

  /// The end of the parentheses between the amount and the name: "1 can (14.5 oz) tomatoes", "2 (ripe) bananas". What they say, if it
  /// is no amount, is noted.
  private mutating func endOfAside(ofAmountAt start: Int) -> Int? {
    guard tokens[start].kind == .open, main != nil, let close = endOfAside(start) else { return nil }
    if others.contains(where: { $0.tokens.contains(start + 1) || $0.tokens.contains(start + 2) }) { return close }
    guard isLeading ? tokens[mainTokens.upperBound..<start].allSatisfy({ $0.kind == .dot }) : start == first else {
      return nil
    }
    aside.append(text(of: Array(start + 1..<close)))
    return close
  }

  /// "по" of "соль и перец по 1 ч. л.", "각" of "소금, 후추 각 1작은술"
  private func isDistributing(_ index: Int) -> Bool {
    index + 1 == mainTokens.lowerBound && ["по", "각", "각각"].contains(tokens[index].word ?? "")
  }

  private func isClosingQuote(_ index: Int, in indices: [Int]) -> Bool {
    let quotes = indices.map { scalars[tokens[$0].start] }
    return switch scalars[tokens[index].start] {
    case "»": quotes.contains("«")
    case "”": quotes.contains("“")
    case "\"": quotes.count { $0 == "\"" } % 2 == 0
    default: false
    }
  }

  /// The closing parenthesis for the one at a token, if the name is behind.
  private func endOfAside(_ open: Int) -> Int? {
    guard open + 2 < tokens.count, let close = tokens[open...].firstIndex(where: { $0.kind == .close }),
      tokens[close...].dropFirst().contains(where: { $0.word != nil })
    else { return nil }
    return close
  }

  /// "2 large (about 400 g) onions": no food has been named yet.
  private func isAdjective(_ range: Range<Int>) -> Bool {
    !range.isEmpty && isLeading
      && range.allSatisfy { at in
        guard let word = tokens[at].word else { return false }
        return FoodLineText.leads(word)
          || Words.neutral.contains(Stem.of(word)) && FoodTable.shared.phrase([word]) == nil
      }
  }

  /// "whipping (35%) cream", "caster (granulated) sugar": words that name no food before parentheses, and a food behind them.
  private func goesOnBehindAside(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty, isLeading, !hasFood(range), let close = endOfAside(range.upperBound) else { return false }
    let behind = close + 1..<(tokens[(close + 1)...].firstIndex { $0.word == nil && $0.kind != .dash } ?? tokens.count)
    guard let word = tokens[behind.lowerBound].word, !Words.or.contains(word), !Words.and.contains(word) else {
      return false
    }
    return hasFood(behind)
  }

  /// Whether a food stands in some tokens.
  private func hasFood(_ range: Range<Int>) -> Bool {
    range.contains { at in
      guard let word = tokens[at].word, CookingUnit.named([word]) == nil else { return false }
      if Hangul.begins(word) { return FoodTable.shared.hangul[word] != nil }
      return (1...3).contains { count in
        guard at + count <= range.upperBound, case let words = tokens[at..<at + count].compactMap(\.word),
          words.count == count, let food = FoodTable.shared.phrase(words)
        else { return false }
        // An orange is a food, an orange pepper is none.
        return count > 1 || at + 1 == range.upperBound || !Words.neutral.contains(Stem.of(word))
          || FoodTable.shared.foods[food].key == "purpose"
      }
    }
  }

  /// Whether further of the food is told behind a token: "plus 2 egg yolks".
  private func isFurther(_ index: Int) -> Bool {
    (tokens[index].kind == .plus || tokens[index].word.map { AmountReader.plus.contains($0) } ?? false)
      && others.contains { !$0.isRepeat && $0.tokens.lowerBound == index + 1 }
  }

  /// The token behind the amount that follows "and", if a food is behind it.
  private func endOfFurther(_ index: Int) -> Int? {
    guard let other = others.first(where: { $0.tokens.lowerBound == index + 1 }) else { return nil }
    let behind = other.tokens.upperBound
    return hasFood(behind..<(tokens[behind...].firstIndex { $0.word == nil } ?? tokens.count)) ? behind : nil
  }

  /// "boneless" of "boneless, skinless chicken breasts", "salty" of "salty, cultured butter"
  private func isDescription(_ range: Range<Int>) -> Bool {
    !range.isEmpty && !hasFood(range)
      && range.allSatisfy { at in
        guard let word = tokens[at].word else { return tokens[at].kind == .comma || tokens[at].kind == .dash }
        // "Cat food, salmon"
        return main != nil || Words.neutral.contains(Stem.of(word))
      }
  }

  /// Whether a food stands behind a comma, or behind others of its kind: "red, yellow, or orange bell pepper". A piece with a number
  /// or with parentheses says something else.
  private func namesFood(behind comma: Int) -> Bool {
    let rest = tokens[(comma + 1)...].prefix { $0.word != nil || $0.kind == .dash || $0.kind == .comma || isQuote($0) }
    for piece in rest.split(whereSeparator: { $0.kind == .comma }) {
      if hasFood(piece.startIndex..<piece.endIndex) {
        // "peeled, to taste", "cut into chips"
        return !piece.contains { $0.word.map { Words.prepositions.contains($0) || Self.before.contains($0) } ?? false }
      }
      guard piece.count <= 4 else { return false }
    }
    return false
  }
  private static let before = Words.folded("for, into, with, in, from, such, as, like, pour, en, avec, для, с, из")

  private func isQuote(_ token: Token) -> Bool {
    token.kind == .other && ["\"", "“", "”", "«", "»", "'", "’", "‘"].contains(scalars[token.start])
  }

  /// "to taste", "по вкусу": no part of the name.
  private func isRemark(at index: Int) -> Bool {
    let words = tokens[index...].prefix(3).map { $0.kind == .plus ? "plus" : $0.word }
    return Self.remarks.contains { remark in remark.count <= words.count && zip(remark, words).allSatisfy { $0 == $1 } }
  }
  private static let remarks: [[String]] = [
    ["to", "taste"], ["or", "to", "taste"], ["as", "needed"], ["as", "required"], ["if", "needed"], ["au", "gout"],
    ["selon", "le", "gout"],
    ["selon", "gout"], ["a", "votre", "gout"], ["по", "вкусу"],
    ["plus", "extra"], ["plus", "more"], ["plus", "a", "little"], ["plus", "un", "peu"], ["et", "un", "peu"],
    ["plus", "немного"], ["a", "volonte"], ["selon", "votre", "gout"], ["selon", "vos", "gouts"], ["на", "вкус"],
    ["약간"], ["약간씩"], ["적당량"], ["적당히"], ["조금"], ["조금씩"], ["톡톡"], ["솔솔"], ["넉넉히"], ["종이컵"], ["종이컵으로"],
    ["종이컵", "기준"],
  ]

  /// Leading words of preparation go to the note, unless nothing follows them.
  private func endOfPreparation(_ start: Int) -> Int {
    var prepared = start
    while prepared < tokens.count, let word = tokens[prepared].word, Words.preparation.contains(Stem.of(word)) {
      prepared += 1
    }
    return prepared < tokens.count && tokens[prepared].word != nil ? prepared : start
  }

  /// The end of the name, and where a note begins.
  private mutating func end(from start: Int) -> (end: Int, note: Int?) {
    var end = start
    var noteStart: Int?
    scan: while end < tokens.count {
      let token = tokens[end]
      // "3 eggs plus 2 egg yolks", "salt to taste"
      if end > start, isFurther(end), !hasFood(start..<end), let behind = endOfFurther(end) {
        // "1 red and 1 green pepper"
        hidden.formUnion(end + 1..<behind)
        end = behind
        continue
      }
      if end > start, isRemark(at: end) || isFurther(end) {
        noteStart = end
        break
      }
      switch token.kind {
      case .comma where isDescription(start..<end) && namesFood(behind: end): break
      case .open where isAdjective(start..<end) || goesOnBehindAside(start..<end):
        guard let close = endOfAside(end) else {
          noteStart = end
          break scan
        }
        aside.append(text(of: Array(end + 1..<close)))
        hidden.formUnion(end...close)
        end = close + 1
        continue
      case .comma, .open:
        noteStart = end
        break scan
      case .dash, .colon:
        // "all-purpose" is a word, "onion - chopped" is not.
        let isAlone =
          token.start > 0 && Number.isSpace(scalars[token.start - 1]) && token.end < scalars.count
          && Number.isSpace(scalars[token.end])
        if isAlone || token.kind == .colon {
          noteStart = end
          break scan
        }
      default: break
      }
      if let main, !isLeading, main.tokens.contains(end) {
        // "juice of 1 lemon": the name continues after the amount.
        if end > 0, Words.stop.contains(tokens[end - 1].word ?? "") {
          end = main.tokens.upperBound
          continue
        }
        noteStart = end
        break
      }
      end += 1
    }
    return (end, noteStart)
  }

  private func note(from noteStart: Int) -> String {
    var first = noteStart
    while first < tokens.count, mainTokens.contains(first) || [.comma, .dash, .colon].contains(tokens[first].kind) {
      first += 1
    }
    guard first < tokens.count else { return "" }
    if mainTokens.lowerBound > first, !isLeading {
      // The dash and "по" before the amount go with it.
      let isOfAmount = { tokens[$0].kind == .dash || isDistributing($0) }
      let before = (first..<mainTokens.lowerBound).reversed().drop(while: isOfAmount).reversed()
      return text(of: before + Array(mainTokens.upperBound..<max(mainTokens.upperBound, tokens.count)))
    }
    var from = tokens[first].start
    var to = scalars.count
    while to > from, scalars[to - 1].properties.isWhitespace { to -= 1 }
    // "(softened)" alone loses its parentheses.
    if tokens[first].kind == .open, tokens[tokens.count - 1].kind == .close, to == tokens[tokens.count - 1].end,
      !tokens[first + 1..<tokens.count - 1].contains(where: { $0.kind == .open || $0.kind == .close })
    {
      from += 1
      to -= 1
    }
    return from < to ? String(String.UnicodeScalarView(scalars[from..<to])) : ""
  }

  /// The tokens as written; gaps become one space.
  private func text(of indices: [Int]) -> String {
    var view = String.UnicodeScalarView()
    var last = -1
    for index in indices {
      if last >= 0 {
        if index == last + 1 {
          view.append(contentsOf: scalars[tokens[last].end..<tokens[index].start])
        } else {
          view.append(" ")
        }
      }
      view.append(contentsOf: scalars[tokens[index].start..<tokens[index].end])
      last = index
    }
    return String(view)
  }
}
