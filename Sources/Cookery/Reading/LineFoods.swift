/// The meanings of a line's words, in order: foods, words that say nothing about food, and unknown ones; and what the
/// qualifiers among them take away ("gluten-free").
struct LineFoods {
  enum Meaning {
    case food(Int)
    case unknown(String)
    case neutral
  }
  struct Item {
    var meaning: Meaning
    /// The tokens of the food.
    var tokens: Range<Int>
    /// Increases at every "or", slash and parenthesis, and at commas outside of them: a qualifier ("gluten-free") applies within one segment.
    var segment: Int
    var isInName: Bool
    var isInParentheses: Bool
  }

  private(set) var items: [Item] = []
  /// By segment.
  private(set) var withdrawn: [Int: Traits] = [:]

  private var segment = 0
  private var depth = 0
  /// Whether "without" stands before.
  private var isWithout = false
  /// Whether that is "non".
  private var isNon = false
  /// Whether "not" does.
  private var isNot = false
  /// Of the whole line.
  let tokens: [Token]
  /// The line, whose scalars the tokens count.
  let text: [Unicode.Scalar]
  private let words: WordMeanings
  private let table = FoodTable.shared

  /// - Parameter name: the tokens of the name.
  init(
    _ tokens: [Token], _ text: [Unicode.Scalar], _ main: Amount?, _ others: [Amount], isLeading: Bool, name: [Int]
  ) {
    self.tokens = tokens
    self.text = text
    words = WordMeanings(tokens, text, main, isLeading: isLeading)
    var amounts = Set<Int>()
    if let main { amounts.formUnion(main.tokens) }
    for other in others { amounts.formUnion(other.tokens) }
    read(skipped: amounts, inName: Set(name))
  }

  init(_ reading: Reading) {
    self.init(
      reading.tokens, reading.scalars, reading.main, reading.others, isLeading: reading.isLeading, name: reading.names)
  }

  private mutating func read(skipped: Set<Int>, inName: Set<Int>) {
    var at = 0
    while at < tokens.count {
      if skipped.contains(at) {
        at += 1
        continue
      }
      switch tokens[at].kind {
      case .open:
        depth += 1
        beginSegment()
      case .close:
        depth = max(0, depth - 1)
        beginSegment()
      case .slash: beginSegment()
      case .comma: if depth == 0 { beginSegment() } else { isWithout = false }
      case .colon: isWithout = false
      // "sel & poivre", "소금·후추"
      case .other where ["&", "·", "ㆍ"].contains(text[tokens[at].start]): segment += 1
      case .word(let word):
        at = read(word, at: at, skipped: skipped, isInName: inName.contains(at))
        continue
      default: break
      }
      at += 1
    }
  }

  private mutating func beginSegment() {
    segment += 1
    isWithout = false
    isNot = false
  }

  /// Takes in what begins with a word, and returns its end.
  private mutating func read(_ word: String, at: Int, skipped: Set<Int>, isInName: Bool) -> Int {
    if Words.or.contains(word) {
      beginSegment()
      return at + 1
    }
    // "non-stick spray" is a name.
    let named = word == "non" ? Array(tokens[at...].prefix(6).compactMap(\.word).prefix(3)) : []
    let isName = named.count == 3 && table.phrase(named) != nil
    // "non-fat yogurt", "beurre non salé", "no-boil noodles": one word is denied, not what follows.
    if !isName, let end = endOfDenial(word, at) {
      items.append(
        Item(meaning: .neutral, tokens: at..<end, segment: segment, isInName: isInName, isInParentheses: depth > 0))
      return end
    }
    if !isName, Words.without.contains(word), word != "no" || at + 1 < tokens.count {
      isWithout = true
      isNon = word == "non"
      isNot = word == "not"
      return at + 1
    }
    // "vegan butter and eggs": a claim is about the food beside it.
    if Words.and.contains(word) { segment += 1 }
    var (meaning, end) = words.meaning(at: at, skipped: skipped, after: items, isAside: depth > 0)
    if isInName, case .neutral = meaning, words.isCompound(word, at, after: items) { meaning = .unknown(Stem.of(word)) }
    if word == "don" || word == "dont" { isNot = true }
    var taken = qualifier(at: at)
    // "not vegan": no claim.
    if isNot, let claim = taken {
      (meaning, end) = (.neutral, claim.end)
      taken = nil
    }
    // A row of its own, such as "vegan butter": the qualifier applies nevertheless.
    if let taken { withdrawn[segment, default: []].formUnion(taken.traits) }
    if let taken, end <= taken.end || isWithout {
      (meaning, end) = (.neutral, taken.end)
      isWithout = false
    } else if isWithout {
      // "without added sugar": what is without something comes later.
      guard case .neutral = meaning else {
        isWithout = false
        return end
      }
    }
    if let shared = SharedHead(tokens, table).food(meaning, at..<end) {
      (meaning, end) = (.food(shared.food), shared.end)
    } else if case .food = meaning,
      let last = items.lastIndex(where: { !Words.and.contains(tokens[$0.tokens.lowerBound].word ?? "") }),
      let shared = SharedHead(tokens, table).food(items[last].meaning, items[last].tokens, before: at..<end)
    {
      items[last].meaning = .food(shared)
    }
    items.append(
      Item(meaning: meaning, tokens: at..<end, segment: segment, isInName: isInName, isInParentheses: depth > 0))
    if let last = tokens[end - 1].word, Korean.joins(last, table: table) { segment += 1 }
    return end
  }

  private func endOfDenial(_ word: String, _ at: Int) -> Int? {
    guard word == "non" || word == "no" else { return nil }
    let isHyphened = at + 1 < tokens.count && tokens[at + 1].kind == .dash
    let next = at + (isHyphened ? 2 : 1)
    guard next < tokens.count, let denied = tokens[next].word, Words.withdrawn[Stem.of(denied)] == nil,
      !Words.ofMilk.contains(Stem.of(denied)), !Words.free.contains(denied),
      word == "non" || isHyphened || Words.uncooked.contains(denied)
    else { return nil }
    return next + 1
  }

  /// "gluten-free", "vegan", "sans gluten": the traits it removes, and its end.
  private func qualifier(at index: Int) -> (traits: Traits, end: Int)? {
    guard let word = tokens[index].word else { return nil }
    let stem = Stem.of(word)
    if let traits = Words.withdrawing[stem] {
      // Tuna in "huile végétale" is no vegetable.
      let isOfOil =
        index > 0 && Words.fats.contains(tokens[index - 1].word ?? "")
        || SharedHead(tokens, table).food(.neutral, index..<index + 1) != nil
      return (isOfOil ? [] : traits, index + 1)
    }
    if Words.vegetarian.contains(stem) { return (.slaughtered, index + 1) }
    if isWithout, let claim = ofMilk(index) { return claim }
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
    if stem == "plant" && Words.or.contains(second) { return (.fromAnimals, index + 1) }
    if word == "non", let traits = Words.withdrawn[Stem.of(second)] { return (traits, next + 1) }
    // "сливки на растительной основе", and what Koreans say for "dairy-free"
    if stem == "растительн", second == "основе" { return (.dairyByPacket, next + 1) }
    if word == "유제품", ["프리", "무첨가", "없는"].contains(second) { return (.dairy, next + 1) }
    if word == "글루텐", second == "프리" { return (.gluten, next + 1) }
    return nil
  }

  /// "non-dairy", "non laitière", "without dairy products", "sans produits laitiers": the packet decides. "No dairy" is a
  /// claim as "dairy-free" is.
  private func ofMilk(_ index: Int) -> (traits: Traits, end: Int)? {
    func names(_ words: Set<String>, _ at: Int) -> Bool {
      at < tokens.count && (tokens[at].word.map { words.contains($0) || words.contains(Stem.of($0)) } ?? false)
    }
    let end = index + 1
    if names(Words.products, index), names(Words.ofMilk, end) { return (.dairyByPacket, end + 1) }
    guard names(Words.ofMilk, index) else { return nil }
    if names(Words.products, end) { return (.dairyByPacket, end + 1) }
    return isNon ? (.dairyByPacket, end) : nil
  }
}
