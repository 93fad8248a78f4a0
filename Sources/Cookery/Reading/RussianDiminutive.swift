/// Words made smaller, as recipes of home cooks like them: щепоточка, стаканчик, винцо, хлебушек.
enum RussianDiminutive {
  /// The words of which a folded word may be the diminutive, the longest first.
  static func bases(of word: String) -> [String] {
    guard (0x430...0x44F).contains(word.unicodeScalars.first?.value ?? 0), word.count >= 5 else { return [] }
    var bases: [String] = endings.flatMap { ending, others in
      // "сырник" is no small сырный.
      word.hasSuffix(ending) && !(ending.hasPrefix("ик") && word.hasSuffix("н" + ending))
        ? others.map { word.dropLast(ending.count) + $0 } : []
    }
    // "рожок" is no rye, and "калачик" is a small калач.
    bases.removeAll { $0.count < 4 }
    return bases.sorted { $0.count > $1.count }
  }

  private static let endings: [(String, [String])] = WordText.lines(EmbeddedText.diminutives).map { line in
    let words = line.split { " =,".contains($0) }.map(String.init)
    return (words[0], words.dropFirst().map { $0 == "-" ? "" : $0 })
  }
}
