/// A parsed line: its amounts, its foods and the rest.
struct Reading {
  /// Longer lines are no ingredients: the rest is ignored, and the line counts as not understood.
  static let longest = 1000

  private enum Meaning {
    case food(Int)
    case unknown(String)
    case neutral
  }
  private struct Item {
    var meaning: Meaning
    /// The tokens of the food.
    var tokens: Range<Int>
    /// Increases at every "or", slash and parenthesis: a qualifier ("gluten-free") applies within one segment.
    var segment: Int
    var isInName: Bool
    var isInParentheses: Bool
  }

  let scalars: [Unicode.Scalar]
  let tokens: [Token]
  private(set) var main: Amount?
  private(set) var others: [Amount] = []
  private(set) var quantity: Quantity?
  private(set) var name = ""
  private(set) var note = ""
  private(set) var isOptional = false
  private(set) var isStaple = false
  private(set) var key = ""
  private(set) var keys: [String] = []
  private(set) var has: Traits = []
  private(set) var may: Traits = []
  private(set) var isUnderstood = true
  private(set) var hasFood = false

  private var isTooLong = false
  private var items: [Item] = []
  private var withdrawn: [Int: Traits] = [:]
  private var nameTokens: [Int] = []
  private let table = FoodTable.shared

  init(_ line: String) {
    var scalars: [Unicode.Scalar] = []
    for scalar in line.unicodeScalars {
      if scalars.count == Self.longest {
        isTooLong = true
        break
      }
      scalars.append(scalar)
    }
    self.scalars = scalars
    tokens = Token.read(scalars)
    readAmounts()
    readName(rest: isTooLong ? line : nil)
    if isHeading {
      key = ""
      quantity = nil
      main = nil
      others = []
      isUnderstood = true
      return
    }
    readMeanings()
    weigh()
    chooseKeys()
  }

  // MARK: Amounts and name

  private var isLeading = true

  private mutating func readAmounts() {
    guard let found = AmountReader(text: scalars, tokens: tokens).find() else { return }
    main = found.main
    others = found.others
    isLeading = found.isLeading
    // "3 cloves" are the spice: a unit that nothing follows is the food itself.
    if let unit = found.main.unitTokens, found.isLeading,
      !tokens[found.main.tokens.upperBound...].contains(where: { $0.word != nil }),
      let main, main.unit?.isMeasure == false, main.numbers.count > 0
    {
      self.main?.unit = nil
      self.main?.tokens = main.tokens.lowerBound..<unit.lowerBound
      self.main?.unitTokens = nil
    }
    var sum = self.main?.quantity
    for other in others where sum != nil {
      // Only amounts after a plus are added; those after a slash or in parentheses repeat the first one.
      let before = other.tokens.lowerBound - 1
      guard before >= 0, tokens[before].kind == .plus || tokens[before].word != nil, other.tokens.lowerBound > 1 else {
        continue
      }
      if tokens[before].word.map({ AmountReader.about.contains($0) }) ?? false { continue }
      if let total = sum?.adding(other.quantity) { sum = total }
    }
    quantity = sum
  }

  /// A heading has no amount and ends with a colon, or begins with "for the" and the like.
  private var isHeading: Bool {
    guard main == nil else { return false }
    if tokens.last(where: { $0.kind != .other })?.kind == .colon { return true }
    if tokens.contains(where: { $0.kind == .colon || $0.kind == .comma }) { return false }
    let words = tokens.compactMap(\.word)
    guard words.count >= 2, words.count <= 6 else { return false }
    return Words.headings.contains(words[0]) || Words.headings.contains(words[0] + " " + words[1])
  }

  private mutating func readName(rest: String?) {
    var taken = Set<Int>()
    if let main { taken.formUnion(main.tokens) }
    for other in others where isLeading || other.tokens.lowerBound < (main?.tokens.lowerBound ?? 0) {
      taken.formUnion(other.tokens)
    }
    var start = 0
    if let main, isLeading {
      start = main.tokens.upperBound
      for other in others
      where tokens[start..<other.tokens.lowerBound].allSatisfy({
        $0.kind != .comma
          && ($0.word == nil || Words.and.contains($0.word ?? "") || AmountReader.about.contains($0.word ?? ""))
      }) {
        start = other.tokens.upperBound
      }
    }
    // After the amount: closing parenthesis, dots, "of", "d'".
    while start < tokens.count {
      switch tokens[start].kind {
      case .word(let word) where Words.stop.contains(word) && isLeading && main != nil && start + 1 < tokens.count:
        start += 1
      case .word(let word) where main == nil && start == 0 && AmountReader.about.contains(word) && tokens.count > 1:
        start += 1
      case .close, .dot, .other, .dash, .comma, .colon, .times: start += 1
      case .word, .number, .open, .slash, .plus, .percent:
        if tokens[start].kind == .open, main != nil, start + 2 < tokens.count,
          others.contains(where: { $0.tokens.contains(start + 1) || $0.tokens.contains(start + 2) }),
          let close = tokens[start...].firstIndex(where: { $0.kind == .close }),
          tokens[close...].dropFirst().contains(where: { $0.word != nil })
        {
          start = close + 1
          continue
        }
        if taken.contains(start) {
          start += 1
          continue
        }
        break
      }
      if start < tokens.count, case .word(let word) = tokens[start].kind,
        !(Words.stop.contains(word) && isLeading && main != nil && start + 1 < tokens.count)
      {
        break
      }
      if start < tokens.count {
        switch tokens[start].kind {
        case .number, .open, .slash, .plus, .percent:
          if !taken.contains(start) { break } else { continue }
        default: continue
        }
        break
      }
    }
    // Leading words of preparation go to the note.
    var prepared = start
    while prepared < tokens.count, let word = tokens[prepared].word, Words.preparation.contains(Stem.of(word)) {
      prepared += 1
    }
    let front: Range<Int>
    if prepared < tokens.count, tokens[prepared].word != nil, prepared > start {
      front = start..<prepared
      start = prepared
    } else {
      front = start..<start
    }
    var end = start
    var noteStart: Int?
    scan: while end < tokens.count {
      let token = tokens[end]
      switch token.kind {
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
    let mainTokens = main.map(\.tokens) ?? 0..<0
    nameTokens = (start..<max(start, end)).filter { !mainTokens.contains($0) }
    while let last = nameTokens.last,
      tokens[last].kind == .dash || tokens[last].kind == .other || tokens[last].kind == .dot
    { nameTokens.removeLast() }
    name = text(of: nameTokens)
    var notes: [String] = []
    if !front.isEmpty { notes.append(text(of: Array(front))) }
    if let noteStart {
      var first = noteStart
      while first < tokens.count, mainTokens.contains(first) || [.comma, .dash, .colon].contains(tokens[first].kind) {
        first += 1
      }
      if first < tokens.count {
        var from = tokens[first].start
        var to = tokens[tokens.count - 1].end
        if to < scalars.count { to = scalars.count }
        while to > from, scalars[to - 1].properties.isWhitespace { to -= 1 }
        // "(softened)" alone loses its parentheses.
        if tokens[first].kind == .open, tokens[tokens.count - 1].kind == .close, to == tokens[tokens.count - 1].end,
          !tokens[first + 1..<tokens.count - 1].contains(where: { $0.kind == .open || $0.kind == .close })
        {
          from += 1
          to -= 1
        }
        if mainTokens.lowerBound > first, !isLeading {
          let kept = (first..<tokens.count).filter { !mainTokens.contains($0) }
          notes.append(text(of: kept))
        } else if from < to {
          notes.append(String(String.UnicodeScalarView(scalars[from..<to])))
        }
      }
    }
    note = notes.filter { !$0.isEmpty }.joined(separator: ", ")
    if rest != nil { note = "" }
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

  // MARK: Foods and qualifiers

  private mutating func readMeanings() {
    var skipped = Set<Int>()
    if let main { skipped.formUnion(main.tokens) }
    for other in others { skipped.formUnion(other.tokens) }
    let inName = Set(nameTokens)
    var segment = 0
    var depth = 0
    var isWithout = false
    var at = 0
    while at < tokens.count {
      if skipped.contains(at) {
        at += 1
        continue
      }
      switch tokens[at].kind {
      case .open:
        depth += 1
        segment += 1
        isWithout = false
      case .close:
        depth = max(0, depth - 1)
        segment += 1
        isWithout = false
      case .slash:
        segment += 1
        isWithout = false
      case .comma, .colon: isWithout = false
      case .word(let word):
        if Words.or.contains(word) {
          segment += 1
          isWithout = false
          break
        }
        if Words.without.contains(word), word != "no" || at + 1 < tokens.count {
          isWithout = true
          break
        }
        let end: Int
        let meaning: Meaning
        let taken = qualifier(at: at, isWithout: isWithout)
        let whole = self.meaning(at: at, skipped: skipped)
        if let (traits, behind) = taken, whole.1 <= behind || isWithout {
          withdrawn[segment, default: []].formUnion(traits)
          meaning = .neutral
          end = behind
          isWithout = false
        } else {
          // A row of its own, such as "vegan butter": the qualifier applies nevertheless.
          if let taken { withdrawn[segment, default: []].formUnion(taken.0) }
          (meaning, end) = whole
          if isWithout, case .neutral = meaning {
            // "without added sugar"
          } else if isWithout {
            isWithout = false
            at = end
            continue
          }
        }
        items.append(
          Item(
            meaning: meaning, tokens: at..<end, segment: segment, isInName: inName.contains(at),
            isInParentheses: depth > 0))
        at = end
        continue
      default: break
      }
      at += 1
    }
  }

  /// "gluten-free", "vegan", "sans gluten": the traits it removes, and its end.
  private func qualifier(at index: Int, isWithout: Bool) -> (Traits, Int)? {
    guard let word = tokens[index].word else { return nil }
    let stem = Stem.of(word)
    if let traits = Words.withdrawing[stem] { return (traits, index + 1) }
    if isWithout, let traits = Words.withdrawn[stem] { return (traits, index + 1) }
    var next = index + 1
    if next < tokens.count, tokens[next].kind == .dash { next += 1 }
    guard next < tokens.count, let second = tokens[next].word else { return nil }
    if Words.free.contains(second) {
      // "free range", "free flowing"
      var third = next + 1
      if third < tokens.count, tokens[third].kind == .dash { third += 1 }
      if third < tokens.count, let word = tokens[third].word, word == "range" || word == "run" || word == "flowing" {
        return nil
      }
      return (Words.withdrawn[stem] ?? [], next + 1)
    }
    if stem == "plant" && second == "based" { return (.fromAnimals, next + 1) }
    if word == "non", let traits = Words.withdrawn[Stem.of(second)] { return (traits, next + 1) }
    if word == "글루텐", second == "프리" { return (.gluten, next + 1) }
    return nil
  }

  private func meaning(at index: Int, skipped: Set<Int>) -> (Meaning, Int) {
    guard let word = tokens[index].word else { return (.neutral, index + 1) }
    if Hangul.begins(word) { return korean(at: index, skipped: skipped) }
    // "for the pan": the pan is no food here; alone, "pan" is Spanish for bread.
    if word == "pan", index > 0, let before = tokens[index - 1].word,
      ["the", "baking", "frying", "cake", "loaf", "your", "roasting"].contains(before)
    {
      return (.neutral, index + 1)
    }
    // The longest phrase that begins here; stop words and dots inside are skipped, other punctuation ends it.
    var ids: [UInt16] = []
    var found: (food: Int, end: Int)?
    var next = index
    while next < tokens.count, ids.count < FoodTable.longestPhrase, next < index + 12 {
      if skipped.contains(next) {
        // "juice of 1 lemon": the number stands inside one phrase.
        if main?.tokens.contains(next) ?? false, !isLeading {
          next += 1
          continue
        }
        break
      }
      switch tokens[next].kind {
      case .word(let word):
        if Words.stop.contains(word), next > index {
          next += 1
          continue
        }
        guard let id = table.vocabulary[Stem.of(word)] else {
          next = tokens.count
          continue
        }
        ids.append(id)
        if let food = table.phrases[FoodTable.Phrase(ids[...])] { found = (food, next + 1) }
      case .dash, .dot, .other: break
      default:
        next = tokens.count
        continue
      }
      next += 1
    }
    if let found, !(found.end == index + 1 && Words.exactNeutral.contains(word)) {
      return (.food(found.food), found.end)
    }
    if isNeutral(word) { return (.neutral, index + 1) }
    return (.unknown(Stem.of(word)), index + 1)
  }

  private func isNeutral(_ word: String) -> Bool {
    if Words.stop.contains(word) || Words.and.contains(word) || Words.exactNeutral.contains(word) { return true }
    let stem = Stem.of(word)
    return Words.neutral.contains(stem) || Words.optional.contains(stem) || CookingUnit.named([word]) != nil
      || Words.looksNeutral(word)
      || AmountReader.numerals[word] != nil || word.utf8.count == 1
  }

  // MARK: Korean

  private func korean(at index: Int, skipped: Set<Int>) -> (Meaning, Int) {
    // Two words that are written together as one name: 다진 마늘, 올리브 오일.
    var joined = ""
    var found: (food: Int, end: Int)?
    var next = index
    while next < tokens.count, next < index + 4, !skipped.contains(next), let word = tokens[next].word,
      Hangul.begins(word)
    {
      joined += word
      if let food = table.hangul[joined] ?? table.hangul[Korean.withoutParticle(joined)] { found = (food, next + 1) }
      next += 1
    }
    if let found { return (.food(found.food), found.end) }
    guard let word = tokens[index].word else { return (.neutral, index + 1) }
    if Words.koreanNeutral.contains(word) || Words.optional.contains(word) || CookingUnit.named([word]) != nil
      || AmountReader.numerals[word] != nil
    {
      return (.neutral, index + 1)
    }
    return (.unknown(word), index + 1)
  }

  // MARK: Verdict

  private mutating func weigh() {
    isUnderstood = !isTooLong
    // A qualifier alone in parentheses, "flour (gluten-free)", applies to the food before it.
    for (segment, traits) in withdrawn {
      let own = items.filter { $0.segment == segment }
      let hasOwnFood = own.contains { if case .food = $0.meaning { true } else { false } }
      let isConditional = own.contains { item in
        tokens[item.tokens].contains { Words.conditional.contains($0.word ?? "") }
      }
      if isConditional {
        withdrawn[segment] = nil
      } else if !hasOwnFood, segment > 0 {
        withdrawn[segment] = nil
        withdrawn[segment - 1, default: []].formUnion(traits)
      }
    }
    for item in items {
      var parts: [Int] = []
      switch item.meaning {
      case .food(let food): parts = [food]
      case .unknown(let word):
        let inside = Hangul.begins(word) ? Korean.split(word, table: table) : nil
        parts = inside?.foods ?? []
        if inside?.isWhole != true { isUnderstood = false }
      case .neutral: continue
      }
      for part in parts {
        let food = table.foods[part]
        hasFood = true
        var (has, may) = (food.has, food.may)
        if let taken = withdrawn[item.segment] { Self.withdraw(taken, has: &has, may: &may) }
        self.has.formUnion(has)
        self.may.formUnion(may)
      }
    }
    if !hasFood, quantity != nil { isUnderstood = false }
    may.subtract(has)
  }

  private static func withdraw(_ taken: Traits, has: inout Traits, may: inout Traits) {
    // Vegan butter may contain soy, nuts or oats.
    if !has.isDisjoint(with: taken.intersection([.dairy, .meat, .egg, .seafood])) {
      may.formUnion([.soy, .nut, .gluten, .wheat, .fodmap])
    }
    if taken.contains(.gluten) {
      // Gluten-free flour may contain wheat starch.
      if has.contains(.wheat) { may.insert(.wheat) }
      has.subtract([.gluten, .wheat, .fodmap])
      may.remove(.gluten)
    }
    if taken.contains(.wheat), has.contains(.gluten) {
      has.remove(.gluten)
      may.insert(.gluten)
    }
    has.subtract(taken)
    may.subtract(taken)
    may.subtract(has)
  }

  // MARK: Keys

  private mutating func chooseKeys() {
    for token in tokens {
      if let word = token.word, Words.optional.contains(Stem.of(word)) { isOptional = true }
    }
    let joined = tokens.compactMap(\.word).joined(separator: " ")
    if joined.contains("по желанию") || joined.contains("if desired") || joined.contains("if you like")
      || joined.contains("생략 가능")
    {
      isOptional = true
    }

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
  private func runs(_ items: [Item]) -> [[Item]] {
    var runs: [[Item]] = []
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

  private func choose(_ items: [Item]) -> (key: String, isStaple: Bool, isFood: Bool)? {
    var run: [Food] = []
    var all: [Food] = []
    var lastEnd = -1
    var isOver = false
    var unknown: [String] = []
    var isCyrillic = false
    for item in items {
      var foods: [Food] = []
      switch item.meaning {
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

enum Korean {
  private static let particles = [
    "으로", "에서", "이나", "하고", "은", "는", "이", "가", "을", "를", "과", "와", "의", "도", "로", "나", "용", "분", "류",
  ]

  static func withoutParticle(_ word: String) -> String {
    guard word.count >= 3 else { return word }
    for particle in particles where word.hasSuffix(particle) { return String(word.dropLast(particle.count)) }
    return word
  }

  /// A compound of known words: 양파채, 진간장용. `isWhole` if nothing is left over. A food of one syllable counts only at the
  /// end, after words that are no food: too many words contain 파 or 콩.
  static func split(_ word: String, table: FoodTable) -> (foods: [Int], isWhole: Bool) {
    let letters = Array(word)
    // Longer words are no names.
    guard letters.count <= 16 else { return ([], false) }
    var foods: [Int] = []
    var at = 0
    var isWhole = true
    outer: while at < letters.count {
      for length in stride(from: letters.count - at, to: 0, by: -1) {
        let part = String(letters[at..<at + length])
        if length > 1 || at + length == letters.count && at > 0 && foods.isEmpty && isWhole,
          let food = table.hangul[part]
        {
          foods.append(food)
          at += length
          continue outer
        }
        let isNeutral = Words.koreanNeutral.contains(part) || CookingUnit.named([part]) != nil
        if isNeutral, length > 1 || at > 0 || ["생", "건", "찐", "찬", "간", "깐", "썬"].contains(part) {
          at += length
          continue outer
        }
      }
      isWhole = false
      at += 1
    }
    return (foods, isWhole && !foods.isEmpty)
  }
}
