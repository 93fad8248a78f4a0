/// The amounts of a line, and where they stand in it: as much of a line as another number of servings changes.
struct LineAmounts {
  /// Longer lines are no ingredients: the rest is ignored, and the line counts as not understood.
  static let longest = 1000

  let scalars: [Unicode.Scalar]
  let tokens: [Token]
  let isTooLong: Bool
  private(set) var main: Amount?
  private(set) var others: [Amount] = []
  private(set) var quantity: Quantity?
  private(set) var isLeading = true
  /// The token behind the label.
  let start: Int

  /// The amounts of a line whose halves may be in words: "1 citron et demi", "полтора стакана", "한 컵 반". Then the scalars are those
  /// of the line with its halves in numbers.
  init(inWords line: String) {
    let plain = LineAmounts(line)
    let normal = plain.isTooLong ? line : FoodLineText.normal(line)
    if !normal.utf8.elementsEqual(line.utf8), case let other = LineAmounts(normal), other.quantity != plain.quantity {
      self = other
    } else {
      self = plain
    }
  }

  init(_ line: String) {
    var scalars: [Unicode.Scalar] = []
    var isTooLong = false
    for scalar in line.unicodeScalars {
      if scalars.count == Self.longest {
        isTooLong = true
        break
      }
      scalars.append(scalar)
    }
    self.scalars = scalars
    self.isTooLong = isTooLong
    tokens = Token.read(scalars)
    start = LineLabel(tokens, scalars).end
    if isYield { return }
    guard let found = AmountReader(text: scalars, tokens: tokens, start: start).find() else { return }
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
      guard !other.isRepeat, other.unit != nil else { continue }
      if let total = sum?.adding(other.quantity) { sum = total }
    }
    quantity = sum
  }

  /// Whether the text goes on right behind the number with something that is no unit: "1e308", "½½", "7-grain". Such a
  /// number is no amount. In Russian "3-х" is one, and so is the length in "2-inch piece".
  func isGlued(_ amount: Amount) -> Bool {
    let end = amount.numbers.upperBound
    guard !amount.numbers.isEmpty, end < scalars.count, !amount.isOfWhole, !amount.isLength else { return false }
    // полстакана, пол-лимона
    if scalars[end - 1].properties.isAlphabetic || Number.isDash(scalars[end - 1]) { return false }
    if Number.isDigit(scalars[end]) || scalars[end] == "/" && amount.unitTokens == nil { return true }
    let isDash = Number.isDash(scalars[end]) && end + 1 < scalars.count
    if isDash, let word = tokens.first(where: { $0.start == end + 1 })?.word, Self.afterDash.contains(word) {
      return false
    }
    let next = scalars[isDash ? end + 1 : end]
    return amount.unit == nil && next.properties.isAlphabetic && !Hangul.begins(String(Character(next)))
  }

  private static let afterDash: Set<String> = ["х", "ти", "inch", "inches", "cm", "mm"]

  /// "[양념]", "【소스】": Korean sites write headings so.
  var isInBrackets: Bool {
    guard main == nil, let first = scalars.first(where: { !Number.isSpace($0) }),
      let last = scalars.last(where: { !Number.isSpace($0) })
    else { return false }
    return ["[]", "【】", "<>", "〈〉"].contains { $0.unicodeScalars.elementsEqual([first, last]) }
  }

  /// "4 servings", "Pour 4 personnes", "2인분 기준": how much a list of ingredients makes.
  private var isYield: Bool {
    let words = tokens.compactMap(\.word)
    return (1...5).contains(words.count) && words.allSatisfy { Words.yields.contains($0) || Words.stop.contains($0) }
      && words.contains { Words.yields.contains($0) }
      && tokens.allSatisfy { ![.comma, .open, .slash, .percent].contains($0.kind) }
  }

  /// A heading has no amount and ends with a colon, or begins with "for the" and the like.
  var isHeading: Bool {
    guard main == nil else { return false }
    if tokens.last(where: { $0.kind != .other })?.kind == .colon { return true }
    if tokens.contains(where: { $0.kind == .colon || $0.kind == .comma }) { return false }
    let words = tokens.compactMap(\.word)
    guard words.count >= 2, words.count <= 6 else { return false }
    return Words.headings.contains(words[0]) || Words.headings.contains(words[0] + " " + words[1])
  }
}
