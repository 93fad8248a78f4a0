/// One row of the table of foods.
struct Food: Sendable {
  var key: String
  var has: Traits
  /// Traits of some kinds or brands only.
  var may: Traits
  var isStaple: Bool
  /// "cheese", "powder": next to another food, the other one names the ingredient.
  var isGeneric: Bool
}

/// The table of foods, parsed from the texts in Foods/ at first use.
///
/// A row is `English | French | Korean | Russian | other languages | flags`, each a list of words with commas between.
/// The first English word is the row's key, unless a key is given: `lemon = lemon juice, …`. Flags are those of
/// `Traits.named`, with a `?` in front where it applies only to some kinds, `staple`, `generic`, and `each`: foods with
/// the same traits that are different ingredients, so that every word has its own key. A line that begins with `#` is a
/// comment; one that begins with `+` gives flags to all rows below it, up to the next `+`.
struct FoodTable: Sendable {
  static let shared = FoodTable(texts: Foods.all)

  /// Up to five words in any order.
  struct Phrase: Hashable, Sendable {
    private var words: SIMD8<UInt16> = .zero

    init(_ ids: ArraySlice<UInt16>) {
      for (index, id) in ids.sorted().prefix(8).enumerated() { words[index] = id }
    }
  }
  static let longestPhrase = 5

  private(set) var foods: [Food] = []
  private(set) var vocabulary: [String: UInt16] = [:]
  private(set) var phrases: [Phrase: Int] = [:]
  /// The words of each phrase in the order in which a row has them, with 0 behind them if "à" or "aux" stands inside.
  private(set) var written: Set<[UInt16]> = []
  /// Korean foods, written without spaces.
  private(set) var hangul: [String: Int] = [:]
  /// Words that occur in two rows: a mistake in the table, which a test finds.
  private(set) var conflicts: [String] = []

  /// Foods of rows with `each`: a separate row for the same word overrides them.
  private var each: Set<Int> = []

  init(texts: [String]) {
    for text in texts {
      var common: [Substring] = []
      for line in text.split(separator: "\n") {
        if line.first == "#" { continue }
        if line.first == "+" {
          common = line.dropFirst().split(separator: " ")
          continue
        }
        add(line, common: common)
      }
    }
  }

  /// The food of some words.
  func phrase(_ words: [String]) -> Int? {
    let ids = words.compactMap { vocabulary[Stem.of($0)] }
    return ids.count == words.count ? phrases[Phrase(ids[...])] : nil
  }

  private mutating func add(_ line: Substring, common: [Substring]) {
    let columns = line.split(separator: "|", omittingEmptySubsequences: false)
    guard columns.count == 6 else {
      conflicts.append("not six columns: \(line)")
      return
    }
    var food = Food(key: "", has: [], may: [], isStaple: false, isGeneric: false)
    var isEach = false
    for flag in common + columns[5].split(separator: " ") {
      switch flag {
      case "staple": food.isStaple = true
      case "generic": food.isGeneric = true
      case "each": isEach = true
      default:
        let isMaybe = flag.first == "?"
        guard let traits = Traits.named[isMaybe ? flag.dropFirst() : flag] else {
          conflicts.append("no flag \(flag): \(line)")
          continue
        }
        if isMaybe { food.may.formUnion(traits) } else { food.has.formUnion(traits) }
      }
    }
    food.may.subtract(food.has)
    var english = columns[0]
    if let equals = english.firstIndex(of: "=") {
      food.key = Fold.words(of: String(english[..<equals])).joined(separator: " ")
      english = english[english.index(after: equals)...]
    }
    // By what their names say of further allergens: a row's names may differ in that.
    var kinds: [(mark: FurtherAllergens.Mark, index: Int)] = []
    for column in [english] + columns[1...4] {
      for words in column.split(separator: ",") {
        let folded = Fold.words(of: String(words))
        if folded.isEmpty { continue }
        if food.key.isEmpty { food.key = folded.joined(separator: " ") }
        if isEach { food.key = folded.map { Stem.of($0) }.joined(separator: " ") }
        let mark = FurtherAllergens.shared.mark(folded)
        let index: Int
        if !isEach, let kind = kinds.first(where: { $0.mark == mark }) {
          index = kind.index
        } else {
          index = foods.count
          var own = food
          own.has.formUnion(mark.has)
          own.may = own.may.union(mark.may).subtracting(own.has)
          foods.append(own)
          kinds.append((mark, index))
        }
        add(folded, index, isEach: isEach)
      }
    }
  }

  private mutating func add(_ folded: [String], _ index: Int, isEach: Bool) {
    if isEach { each.insert(index) }
    if Hangul.begins(folded[0]) {
      let word = folded.joined()
      if let other = hangul[word], other != index {
        if isEach { return }
        if !each.contains(other) { conflicts.append(word) }
      }
      hangul[word] = index
      return
    }
    var ids: [UInt16] = []
    for word in folded where !Words.stop.contains(word) {
      let stem = Stem.of(word)
      if let id = vocabulary[stem] {
        ids.append(id)
      } else {
        let id = UInt16(vocabulary.count + 1)
        vocabulary[stem] = id
        ids.append(id)
      }
    }
    guard !ids.isEmpty, ids.count <= Self.longestPhrase else {
      conflicts.append("too long: \(folded)")
      return
    }
    let phrase = Phrase(ids[...])
    if let other = phrases[phrase], other != index {
      if isEach { return }
      if !each.contains(other) { conflicts.append(folded.joined(separator: " ")) }
    }
    phrases[phrase] = index
    written.insert(ids)
    if folded.contains(where: Words.flavouring.contains) { written.insert(ids + [0]) }
  }
}

enum Hangul {
  static func begins(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first?.value else { return false }
    return (0xAC00...0xD7A3).contains(first)
  }

  /// Which of its 28 final consonants a syllable has, from 0, which is none; nil for another letter.
  static func final(of letter: Unicode.Scalar) -> UInt32? {
    (0xAC00...0xD7A3).contains(letter.value) ? (letter.value - 0xAC00) % 28 : nil
  }
}
