/// The course of a dish, as its name says and, where it comes from a page, the page's category. The bits are stored.
public struct Course: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// No main dish: something sweet, a bread, a dip, pickles, what is labelled a side dish, and all of `notBreakfast`.
  public static let notMain = Course(rawValue: 1)
  /// Nothing to eat by itself at any meal: a sauce, a stock, a drink, a mix of spices.
  public static let notBreakfast = Course(rawValue: 2)
  /// Usual breakfasts: porridge, eggs, pancakes.
  public static let breakfast = Course(rawValue: 4)

  /// A name that says nothing is a main dish's: the answer is empty.
  ///
  /// - Parameter statements: categories and keywords ("Dessert", "plat principal"), each of which counts if it is the name
  ///   of a course and nothing else. Pages call seasonings and doughs main courses: that decides between a page's own words,
  ///   and not against the name.
  public init(name: String, statements: [String] = []) {
    self = DishName(name).course
    var (stated, isMain): (Course, Bool) = ([], false)
    for statement in statements where statement.utf8.count <= CourseWords.longestStatement {
      let words = Fold.words(of: statement).joined(separator: " ")
      if let course = CourseWords.statements[words] { stated.formUnion(course) }
      if CourseWords.mainStatements.contains(words) { isMain = true }
    }
    if stated.contains(.breakfast) { stated.remove(.notBreakfast) }
    if isMain { stated.subtract([.notMain, .notBreakfast]) }
    formUnion(stated)
  }
}

/// Reads the head of a dish's name: "cake" of "Chocolate cake with cherries", not the "bread" of "Bread soup".
///
/// English has the head last, French and Russian first (behind adjectives), and Korean writes it at the end of a word.
/// Which language a name is in is not known: words of each are looked for where that language has them.
private struct DishName {
  /// Folded words up to the first comma, colon or dash, without what is in parentheses, and their stems.
  private var words: [String] = []
  private var stems: [String] = []
  /// How many of the words come before the first preposition.
  private var end = 0
  /// Stems of the whole name.
  private let all: Set<String>
  /// The Hangul of the words, without spaces, and of the whole name.
  private var hangul = ""
  private let allHangul: String

  /// More is no name.
  private static let longest = 30

  init(_ name: String) {
    let text = Self.withoutParentheses(String(name.unicodeScalars.prefix(400)))
    let parts = Self.parts(text)
    let every = parts.flatMap { $0 }
    all = Set(every.filter { !Words.exactNeutral.contains($0) }.map(Stem.of))
    allHangul = every.filter { Hangul.begins($0) }.joined()
    // "Quick, easy chocolate cake": a part without a noun is no head.
    guard let part = parts.first(where: { !$0.allSatisfy(Self.isNoise) }) else { return }
    words = Array(part.prefix(Self.longest))
    stems = words.map(Stem.of)
    // "Recipe for a cake", but not "Moelleux au chocolat"
    while let first = words.firstIndex(where: CourseWords.prepositions.contains),
      words[..<first].allSatisfy(Self.isNoise),
      headAtFirst(0) == nil
    {
      words.removeSubrange(...first)
      stems.removeSubrange(...first)
    }
    end = words.firstIndex(where: CourseWords.prepositions.contains) ?? words.count
    hangul = words.filter { Hangul.begins($0) }.joined()
  }

  var course: Course {
    if end == 0 { return [] }
    return hangul.isEmpty ? ofFirstWord ?? ofLastWord ?? ofFruit : ofEnding ?? []
  }

  /// French and Russian.
  private var ofFirstWord: Course? {
    for start in 0..<end {
      if let row = headAtFirst(start) { return course(row) }
      // "Porridge vitaminé à l'orange"
      if isFrench, let row = head(in: CourseWords.last, from: start) { return course(row) }
      if !isSkipped(start) { return nil }
    }
    return nil
  }

  private func headAtFirst(_ start: Int) -> CourseWords.Row? {
    // мороженая рыба is no мороженое
    Words.exactNeutral.contains(words[start]) ? nil : head(in: CourseWords.first, from: start)
  }

  private func head(in table: [String: CourseWords.Row], from start: Int) -> CourseWords.Row? {
    stride(from: min(CourseWords.longestPhrase, stems.count - start), to: 0, by: -1).lazy
      .compactMap { table[stems[start..<start + $0].joined(separator: " ")] }.first
  }

  /// As far as the first preposition tells.
  private var isFrench: Bool { end < words.count && ["a", "au", "aux", "de", "du", "d"].contains(words[end]) }

  /// English.
  private var ofLastWord: Course? {
    for stop in stride(from: end, to: 0, by: -1) {
      for length in stride(from: min(CourseWords.longestPhrase, stop), to: 0, by: -1) {
        if let row = CourseWords.last[stems[stop - length..<stop].joined(separator: " ")] {
          return row.isBeside && isBehindMain(stop - length) ? [] : course(row)
        }
      }
      if !isSkipped(stop - 1) { return nil }
    }
    return nil
  }

  /// "Soup and bread" is soup, "banana and honey bread" is bread; "filet mignon sauce au cidre" is a fillet.
  private func isBehindMain(_ head: Int) -> Bool {
    if isFrench { return !(0..<head).allSatisfy { isSkipped($0) } }
    guard let and = words[..<head].firstIndex(where: CourseWords.and.contains) else { return false }
    return !(0..<and).allSatisfy { isSkipped($0) }
      && !DishName(words[..<and].joined(separator: " ")).course.contains(.notMain)
  }

  /// "Baked apples", "Клубника со сливками"
  private var ofFruit: Course {
    let isFruit =
      (0..<end).allSatisfy { isSkipped($0) } && stems[..<end].contains(where: CourseWords.sweet.stems.contains)
    return isFruit && !isSavoury ? .notMain : []
  }

  /// Korean.
  private var ofEnding: Course? {
    var name = Substring(hangul)
    while let noise = CourseWords.koreanNoise.first(where: { name.hasSuffix($0) && name != $0 }) {
      name = name.dropLast(noise.count)
    }
    for length in stride(from: min(CourseWords.longestEnding, name.count), to: 0, by: -1) {
      guard let row = CourseWords.endings[String(name.suffix(length))] else { continue }
      let isBehindMain = row.isBeside && words.dropLast().contains(where: CourseWords.isKoreanAnd)
      return isBehindMain ? [] : course(row)
    }
    return nil
  }

  private func course(_ row: CourseWords.Row) -> Course {
    switch row.condition {
    case .always: row.course
    case .unlessMeat: has(CourseWords.meat) ? [] : row.course
    // "Chocolate courgette cake"
    case .unlessSavoury: isSavoury && (has(CourseWords.meat) || !has(CourseWords.sweet)) ? [] : row.course
    case .ifSweet: has(CourseWords.sweet) && !isSavoury ? row.course : []
    }
  }

  private var isSavoury: Bool { has(CourseWords.meat) || has(CourseWords.savoury) }

  private func has(_ words: CourseWords.Taste) -> Bool {
    !all.isDisjoint(with: words.stems) || !allHangul.isEmpty && words.hangul.contains { allHangul.contains($0) }
  }

  /// Whether the head may be behind this word (or before it, in French).
  private func isSkipped(_ index: Int) -> Bool {
    Self.isNoise(words[index]) || CourseWords.and.contains(words[index])
      || CourseWords.sweet.stems.contains(stems[index]) || Self.isRussianAdjective(words[index])
  }

  private static func isNoise(_ word: String) -> Bool {
    CourseWords.noise.contains(Stem.of(word)) || word.allSatisfy(\.isNumber)
  }

  /// By the ending, folded: шоколадный, домашняя, овсяное.
  private static func isRussianAdjective(_ word: String) -> Bool {
    word.count >= 5 && ["ыи", "ии", "ои", "ая", "яя", "ое", "ее", "ые", "ие"].contains(word.suffix(2))
  }

  private static func withoutParentheses(_ text: String) -> String {
    var (kept, depth) = ("", 0)
    for character in text {
      switch character {
      case "(", "[", "{", "（": depth += 1
      case ")", "]", "}", "）": depth = max(0, depth - 1)
      default: if depth == 0 { kept.append(character) }
      }
    }
    return kept
  }

  /// The folded words between commas and the like. A hyphen is inside a word, a dash has spaces around it.
  private static func parts(_ text: String) -> [[String]] {
    var (parts, part) = ([[String]](), "")
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let isDash = character == "-" && index > 0 && characters[index - 1] == " "
      if isDash || ",;:|/!?–—、，：·".contains(character) {
        parts.append(Fold.words(of: part))
        part = ""
      } else {
        part += character == "&" || character == "+" ? " and " : String(character)
      }
    }
    parts.append(Fold.words(of: part))
    return parts.filter { !$0.isEmpty }
  }
}
