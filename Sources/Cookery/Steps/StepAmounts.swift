/// Finds the amounts of ingredients within a step: those that change with the servings. Sizes ("a 900 g loaf tin"),
/// portions ("30 g each") and counts of what is made ("12 balls", "cut into 8") stay: a tin keeps its size, and how
/// many pieces there are is for the cook to decide.
struct StepAmounts {
  let text: [Unicode.Scalar]
  let tokens: [Token]
  let counted: Set<String>

  /// The tokens of the amount that begins at a token, with the food if that is counted.
  func amount(at first: Int) -> Range<Int>? {
    guard let found = measured(at: first) ?? counted(at: first), !isPortion(found) else { return nil }
    return found
  }

  /// "200 ml of the stock", "two tablespoons"
  private func measured(at first: Int) -> Range<Int>? {
    let reader = AmountReader(text: text, tokens: tokens)
    if case .number(_, let isGlued) = tokens[first].kind {
      guard !isGlued, let amount = reader.amount(at: first), let unit = amount.unit, unit.isMeasure else { return nil }
      // A bare c, t or st is no unit in a sentence.
      if let words = amount.unitTokens, words.count == 1, let word = tokens[words.lowerBound].word, word.count == 1,
        !["g", "l", "г", "л"].contains(word)
      {
        return nil
      }
      return amount.tokens
    }
    guard let word = tokens[first].word, let number = AmountReader.numerals[word], number >= 1,
      let unit = reader.unit(at: first + 1), unit.unit.kind == .spoons
    else { return nil }
    // "a tablespoon at a time" is a portion: an article needs a food.
    if Self.articles.contains(word), !isWord(unit.end, in: Self.of) { return nil }
    return first..<unit.end
  }

  /// "the 2 eggs", "3 cloves of garlic", "달걀 2개를": only foods that the recipe counts itself.
  private func counted(at first: Int) -> Range<Int>? {
    guard !counted.isEmpty, case .number(_, let isGlued) = tokens[first].kind, !isGlued,
      let amount = AmountReader(text: text, tokens: tokens).amount(at: first), amount.unit?.isMeasure != true
    else { return nil }
    let mentions = FoodMentions(tokens)
    var next = amount.tokens.upperBound
    while next < min(amount.tokens.upperBound + 4, tokens.count), let word = tokens[next].word {
      if let food = mentions.food(at: next) {
        return counted.contains(food.key) ? amount.tokens.lowerBound..<food.end : nil
      }
      guard Words.stop.contains(word) || Words.neutral.contains(Stem.of(word)) else { break }
      next += 1
    }
    guard first > 0, let word = tokens[first - 1].word, Hangul.begins(word),
      let food = mentions.food(at: first - 1), counted.contains(food.key)
    else { return nil }
    return amount.tokens
  }

  private func isWord(_ index: Int, in words: Set<String>) -> Bool {
    index >= 0 && index < tokens.count && (tokens[index].word.map { words.contains($0) } ?? false)
  }

  /// Whether the amount is the size of a tin or of a portion.
  private func isPortion(_ amount: Range<Int>) -> Bool {
    let (first, end) = (amount.lowerBound, amount.upperBound)
    if isWord(first - 1, in: ["по"]) || tokens[end - 1].word?.hasSuffix("씩") ?? false { return true }
    // "balls of 30 g", "pâtons de 50 g", "in a tin of 400 g"
    if isWord(first - 1, in: Self.of), isThing(first - 2) { return true }
    if isWord(first - 1, in: Self.about), isWord(first - 2, in: Self.of), isThing(first - 3) { return true }
    if isWord(first - 1, in: Self.each) || isWord(first - 1, in: Self.about) && isWord(first - 2, in: Self.each) {
      return true
    }
    // "a 900 g loaf tin", "30 g balls"
    let next = end < tokens.count && tokens[end].kind == .dash ? end + 1 : end
    if isThing(next) || !isWord(next, in: Words.stop) && isThing(next + 1) { return true }
    // "30 g each", "1 tbsp at a time", "50 g per person"
    for at in end..<min(end + 4, tokens.count) {
      guard let word = tokens[at].word else { return false }
      if Self.each.contains(word) || word.hasSuffix("씩") { return true }
    }
    return false
  }

  /// A vessel, or a shape that dough is divided into.
  private func isThing(_ index: Int) -> Bool {
    index >= 0 && index < tokens.count && (tokens[index].word.map { Self.things.contains(Stem.of($0)) } ?? false)
  }

  private static let articles: Set<String> = ["a", "an", "un", "une"]
  private static let of: Set<String> = ["of", "de", "d", "на"]
  private static let about = Words.folded("about, around, roughly, environ, около, примерно, 약")
  private static let each = Words.folded(
    "each, per, apiece, chacun, chacune, chaque, par, каждый, каждая, каждую, каждого, 씩, time, fois, раз, person, personne"
  )
  private static let things = Set(
    Words.folded(
      """
      tin, dish, mould, mold, basin, bowl, jar, jug, casserole, pot, ramekin, loaf, glass, terrine, moule, plat, bol, bocal,
      verrine, cocotte, saladier, ramequin, verre, форма, миска, банка, кастрюля, 틀에, 그릇에, 냄비에,
      ball, piece, portion, slice, patty, bun, roll, dumpling, ladleful, disc, parcel, cake, steak, boule, boulette, morceau,
      pâton, part, tranche, galette, шарик, кусок, куски, кусков, порция, котлета, лепешка, колобок
      """
    ).map { Stem.of($0) })
}
