/// The members' names, for `+Ben`: one of them is meant who alone has such a first name or, failing that, a name or a part of
/// one that begins so. Case and accents do not count.
struct QuickAddNames {
  /// Folded, with the parts of each.
  private let names: [(whole: String, parts: [String])]
  /// A line may be long, and a household large.
  private var attempts = 50

  init(_ names: [String]) {
    self.names = names.map { name in
      let folded = name.folded
      return (folded, folded.split(whereSeparator: \.isWhitespace).map(String.init))
    }
  }

  /// - Parameter word: what stands behind the plus sign.
  mutating func place(of word: ArraySlice<Character>) -> Int? {
    var word = word
    while let last = word.last, QuickAddWords.stops.contains(last) || last == "?" { word.removeLast() }
    if let first = word.first, let closing = QuickAddWords.quotes[first], word.count > 2, word.last == closing {
      word = word.dropFirst().dropLast()
    }
    guard let first = word.first, first.isLetter, attempts > 0 else { return nil }
    attempts -= 1
    let key = String(word).folded
    let exact = names.indices.filter { names[$0].whole == key || names[$0].parts.first == key }
    if !exact.isEmpty { return exact.count == 1 ? exact[0] : nil }
    let found = names.indices.filter {
      names[$0].whole.hasPrefix(key) || names[$0].parts.contains { $0.hasPrefix(key) }
    }
    return found.count == 1 ? found[0] : nil
  }
}
