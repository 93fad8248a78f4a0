/// Which pieces of a line are foods of their own, and how much of it each has.
extension LineParts {
  /// "sel, poivre du moulin", "майонез, кетчуп": two foods without an amount. "pepper, cayenne" is one, named from behind.
  func areTwo(_ pieces: [Range<Int>]) -> Bool {
    guard reading.main == nil, pieces.count == 2 else { return false }
    let named = pieces.map { piece in items.filter { piece.contains($0.tokens.lowerBound) && isFood($0) } }
    guard named.allSatisfy({ $0.count == 1 }), named[0][0].tokens == pieces[0],
      named.allSatisfy({ isStaple($0[0]) }) || named[1][0].tokens == pieces[1]
        // "참기름, 깨소금 조금씩"
        || named[1][0].tokens.lowerBound == pieces[1].lowerBound
          && Hangul.begins(tokens[pieces[1].lowerBound].word ?? "")
    else { return false }
    return table.phrase((tokens[named[1][0].tokens] + tokens[pieces[0]]).compactMap(\.word)) == nil
  }

  /// Two kinds of one food, each counted: "1 red onion and 2 white onions", "청고추, 홍고추 각 1개".
  func areKinds(_ pieces: [Range<Int>], _ readings: [Reading], isEach: Bool) -> Bool {
    guard pieces.count == 2, readings[0].name != readings[1].name, readings[0].key != "egg",
      !tokens.contains(where: { $0.kind == .plus || $0.word.map { Words.or.contains($0) } ?? false })
    else { return false }
    return isEach
      || zip(pieces, readings).allSatisfy { piece, reading in
        guard case .number = tokens[piece.lowerBound].kind, let amount = reading.main else { return false }
        return amount.unit == nil && tokens[piece].allSatisfy { $0.kind != .comma }
      }
  }

  /// The slash of "salt/pepper": that of "oil/butter" is an "or".
  var isStaplesSlash: Bool {
    let slashes = tokens.indices.filter { tokens[$0].kind == .slash }
    guard reading.main == nil, slashes.count == 1, let slash = slashes.first,
      !tokens.contains(where: { $0.kind == .comma || $0.kind == .open })
    else { return false }
    let pieces = [reading.start..<slash, slash + 1..<tokens.count].map { piece in
      items.filter { piece.contains($0.tokens.lowerBound) && isFood($0) }
    }
    return pieces.allSatisfy { $0.count == 1 && isStaple($0[0]) }
  }

  /// "Parmesan and Asiago cheese blend", "mélange de noix et de raisins", "смесь перца и соли": what is bought is one thing.
  func isBlend(_ pieces: [Range<Int>]) -> Bool {
    guard let first = pieces.first, let last = pieces.last else { return false }
    let name = reading.names.filter { tokens[$0].word != nil }
    if let word = name.first.flatMap({ tokens[$0].word }), first.contains(name[0]), Self.blends.contains(word) {
      return true
    }
    let behind = last.prefix { tokens[$0].kind != .comma && tokens[$0].kind != .open }
    guard let end = behind.last, let word = tokens[end].word, Self.blends.contains(word) else { return false }
    return !items.contains { isFood($0) && $0.tokens.contains(end) }
  }
  private static let blends = Words.folded(
    "blend, blends, mix, mixes, mixture, medley, assortment, mélange, assortiment, смесь, смеси, ассорти, 믹스, 모둠, 모듬, 혼합"
  )

  // MARK: Amounts

  /// The amount of each food: "1 tbsp each", "по 1 ст. л.", "각 1큰술", "1큰술씩".
  struct Distribution {
    let amount: String
    let isLeading: Bool
    /// The tokens of the amount, and of the words that distribute it.
    let start: Int
    let end: Int
  }

  func distribution(_ first: Range<Int>, _ last: Range<Int>) -> Distribution? {
    guard let main = reading.main, main.numbers.count > 0 else { return nil }
    var (start, end) = (main.tokens.lowerBound, main.tokens.upperBound)
    let isLeading = reading.isLeading && first.contains(start)
    guard isLeading || last.contains(start) else { return nil }
    var isEach = tokens[start..<end].contains { $0.word.map(Self.isEach) ?? false }
    if start > 0, let before = tokens[start - 1].word, Self.distributing.contains(before) {
      (isEach, start) = (true, start - 1)
    }
    var next = end
    while next < tokens.count, let word = tokens[next].word,
      Self.isEach(word) || Words.ofFrench.contains(word) || word == "of"
    {
      if Self.isEach(word) { (isEach, end) = (true, next + 1) }
      next += 1
    }
    guard isEach else { return nil }
    // "1 tbsp each of": its words that say so are left out.
    let kept = main.tokens.filter { at in
      tokens[at].word.map { !Self.isEach($0) || Hangul.begins($0) && $0 != "씩" } ?? true
    }
    guard let from = kept.first, let to = kept.last else { return nil }
    var amount = slice(tokens[from].start..<tokens[to].end)
    if amount.hasSuffix("씩") { amount.removeLast() }
    if isLeading { end = max(end, next) } else { while start > 0, isPunctuation(start - 1) { start -= 1 } }
    return Distribution(amount: amount, isLeading: isLeading, start: start, end: end)
  }

  private static let distributing: Set<String> = ["по", "각", "각각"]
  static func isEach(_ word: String) -> Bool {
    eachWords.contains(word) || word.hasSuffix("씩") && Hangul.begins(word)
  }
  private static let eachWords = Words.folded(
    "each, ea, chacun, chacune, chacuns, chacunes, chaque, каждого, каждой, каждый")

  /// The amount of "200 g blueberries and raspberries" is that of both: about half of it is that of each. Foods of one kind in one
  /// measure are; of "100 g butter and salt" the salt has none.
  func share(of pieces: [Range<Int>]) -> (amount: Distribution, pieces: [Range<Int>])? {
    guard let main = reading.main, main.unit?.isMeasure == true, main.most == nil, let unit = main.unitTokens,
      main.holder == nil, reading.others.isEmpty, !main.isLength, main.pieces == nil,
      let first = pieces.first, let last = pieces.last,
      tokens.indices.allSatisfy({ at in
        switch tokens[at].kind {
        case .number: main.tokens.contains(at)
        case .word(let word): !Self.plus.contains(word) && !Words.or.contains(word)
        case .comma: !pieces.contains { $0.contains(at) } || last.contains(at)
        case .plus, .slash, .open: false
        default: true
        }
      })
    else { return nil }
    let isLeading = reading.isLeading && first.contains(main.tokens.lowerBound)
    let foods = pieces.flatMap { self.foods(in: $0) }.map { table.foods[$0] }
    guard Set(foods.map(\.key)).count == foods.count else { return nil }
    let kinds = Set(foods.map { FoodNames.shared.kinds[$0.key] ?? -1 })
    guard isLeading || last.contains(main.tokens.lowerBound), last.upperBound > main.tokens.lowerBound,
      foods.count == pieces.count, kinds.count == 1, !kinds.contains(-1), !foods.contains(where: \.isStaple),
      let count = Rational(1, pieces.count), let value = main.least.multiplied(by: count)
    else { return nil }
    let number = Quantity.written(value.value, isMetric: main.unit?.isMetric ?? false, decimalSeparator: ".")
    let amount = "~\(number) \(slice(tokens[unit.lowerBound].start..<tokens[unit.upperBound - 1].end))"
    var own = pieces
    var (start, end) = (main.tokens.lowerBound, main.tokens.upperBound)
    if isLeading {
      while end < first.upperBound - 1,
        tokens[end].word.map({ Words.stop.contains($0) }) ?? (tokens[end].kind == .other)
      {
        end += 1
      }
      own[0] = end..<first.upperBound
    } else {
      while start > last.lowerBound, isPunctuation(start - 1) { start -= 1 }
      own[pieces.count - 1] = last.lowerBound..<start
    }
    guard own.allSatisfy({ !$0.isEmpty }) else { return nil }
    return (Distribution(amount: amount, isLeading: isLeading, start: start, end: end), own)
  }
}
