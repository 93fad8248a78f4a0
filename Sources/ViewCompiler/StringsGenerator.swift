/// Generates the Swift of `Language` and `Strings` from the catalogues, or reports all their mistakes.
struct StringsGenerator {
  /// The language whose keys and placeholders the others must match.
  static let reference = "en"

  private let catalogues: [Catalogue]
  private var problems: [Diagnostic] = []

  static func generate(_ catalogues: [Catalogue]) throws(Diagnostics) -> String {
    guard let first = catalogues.first else { return "// There are no catalogues in Locales/.\n" }
    var generator = StringsGenerator(catalogues: catalogues.sorted { $0.language < $1.language })
    guard let reference = catalogues.first(where: { $0.language == Self.reference }) else {
      throw Diagnostics(list: [
        first.source.error(0, "Locales/\(Self.reference).po is missing: it says which keys there are")
      ])
    }
    generator.check(reference)
    guard generator.problems.isEmpty else { throw Diagnostics(list: generator.problems) }
    return generator.file(reference)
  }

  // MARK: Checks

  private mutating func check(_ reference: Catalogue) {
    var members: [String: String] = [:]
    for name in ["language", "decimal", "particle", "sentence", "init"] { members[name] = name }
    for entry in reference.entries {
      if let other = members.updateValue(entry.key, forKey: Self.member(entry.key)) {
        report(reference, entry.offset, "'\(entry.key)' and '\(other)' would have the same Swift name")
      }
    }
    for catalogue in catalogues {
      for entry in catalogue.entries { check(entry, catalogue, reference) }
      for entry in reference.entries where catalogue.index[entry.key] == nil {
        let line = reference.source.position(entry.offset).line
        report(catalogue, 0, "'\(entry.key)' is missing (\(reference.source.path):\(line))")
      }
    }
  }

  private mutating func check(_ entry: Catalogue.Entry, _ catalogue: Catalogue, _ reference: Catalogue) {
    guard let index = reference.index[entry.key] else {
      return report(catalogue, entry.offset, "'\(entry.key)' is not in \(reference.source.path)")
    }
    let expected = reference.entries[index]
    if entry.isFuzzy {
      report(catalogue, entry.offset, "'\(entry.key)' is marked fuzzy: check it and take the mark away")
    }
    guard entry.isPlural == expected.isPlural else {
      return report(
        catalogue, entry.offset,
        "'\(entry.key)' \(entry.isPlural ? "has" : "lacks") plural forms, unlike in \(reference.source.path)")
    }
    if entry.isPlural {
      guard let rule = catalogue.plural else {
        return report(catalogue, entry.offset, "plural forms need a Plural-Forms line in the header")
      }
      if rule.count != entry.forms.count {
        report(catalogue, entry.offset, "'\(entry.key)' has \(entry.forms.count) forms, the header says \(rule.count)")
      }
    }
    let names = Self.names(expected)
    for form in entry.forms {
      if form.parts.isEmpty {
        report(catalogue, form.offset, "'\(entry.key)' is not translated")
      } else if form.placeholders.subtracting(entry.isPlural ? ["count"] : []) != Set(names) {
        let list = names.map { "{\($0)}" }.joined(separator: ", ")
        report(
          catalogue, form.offset,
          "'\(entry.key)' should have \(names.isEmpty ? "no placeholder" : list)\(entry.isPlural ? " besides {count}" : "")"
        )
      }
    }
  }

  private mutating func report(_ catalogue: Catalogue, _ offset: Int, _ message: String) {
    problems.append(catalogue.source.error(offset, message))
  }

  /// The placeholders of an entry in the order of their first appearance, without the count of a plural entry.
  private static func names(_ entry: Catalogue.Entry) -> [String] {
    var names: [String] = []
    for case .placeholder(let name) in entry.forms.flatMap(\.parts) where !names.contains(name) {
      if !(entry.isPlural && name == "count") { names.append(name) }
    }
    return names
  }

  /// `items.empty_title` → `itemsEmptyTitle`
  private static func member(_ key: String) -> String { camelCase(key, separators: "._") }

  private static func enumCase(_ language: String) -> String { quoted(camelCase(language, separators: "-_")) }

  // MARK: Swift

  private func file(_ reference: Catalogue) -> String {
    var lines = ["/// The languages of Locales/.", "internal enum Language: String, CaseIterable, Sendable {"]
    for catalogue in catalogues {
      let tag = catalogue.language.replacing("_", with: "-")
      let name = Self.enumCase(catalogue.language)
      lines.append(name == tag ? "  case \(name)" : "  case \(name) = \(literal(tag))")
    }
    lines += ["}", "", "/// The texts of Locales/ in one language.", "internal struct Strings: Sendable {"]
    lines += [
      "  internal let language: Language", "", "  internal init(_ language: Language) { self.language = language }",
    ]
    lines += decimal()
    if catalogues.contains(where: { $0.language == Particle.language }) { lines += Particle.function }
    for entry in reference.entries { lines += [""] + member(entry) }
    lines.append("}")
    if reference.entries.contains(where: \.isPlural) { for catalogue in catalogues { lines += rule(catalogue) } }
    lines.append(Self.sentence)
    return lines.joined(separator: "\n") + "\n"
  }

  private func member(_ entry: Catalogue.Entry) -> [String] {
    let name = quoted(Self.member(entry.key))
    var parameters = Self.names(entry).map { name in
      let label = camelCase(name, separators: "_")
      return "\(quoted(label)): some CustomStringConvertible"
    }
    if entry.isPlural { parameters.insert("count: Int", at: 0) }
    var lines = ["  /// \(reference(entry))"]
    lines.append(
      parameters.isEmpty
        ? "  internal var \(name): String {"
        : "  internal func \(name)(\(parameters.joined(separator: ", "))) -> String {")
    lines.append("    switch language {")
    for catalogue in catalogues {
      guard let index = catalogue.index[entry.key] else { continue }
      let forms = catalogue.entries[index].forms
      let language = Self.enumCase(catalogue.language)
      if !entry.isPlural || forms.count == 1 {
        lines.append("    case .\(language): \(text(forms[0], entry, catalogue))")
        continue
      }
      lines.append("    case .\(language):")
      lines.append("      switch \(Self.ruleName(catalogue))(count) {")
      for (number, form) in forms.enumerated() {
        let label = number == forms.count - 1 ? "default" : "case \(number)"
        lines.append("      \(label): \(text(form, entry, catalogue))")
      }
      lines.append("      }")
    }
    return lines + ["    }", "  }"]
  }

  /// The documentation comment of a member: the English text, on one line.
  private func reference(_ entry: Catalogue.Entry) -> String {
    let text = entry.forms.last.map { form in
      form.parts.map {
        if case .text(let text) = $0 { text } else if case .placeholder(let name) = $0 { "{\(name)}" } else { "" }
      }
      .joined()
    }
    return (text ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The expression of a form: a literal, or a call that joins literals and values.
  private func text(_ form: Catalogue.Form, _ entry: Catalogue.Entry, _ catalogue: Catalogue) -> String {
    var parts: [String] = []
    var before: String?
    for part in form.parts {
      switch part {
      case .text(let text):
        if catalogue.language == Particle.language, let before, let (quote, particle, rest) = Particle.split(text) {
          parts += [literal(quote), "particle(after: \(before), \(literal(particle)))", literal(rest)]
        } else {
          parts.append(literal(text))
        }
        before = nil
      case .placeholder("count") where entry.isPlural:
        before = "decimal(count)"
        parts.append("decimal(count)")
      case .placeholder(let name):
        let value = "\(quoted(camelCase(name, separators: "_"))).description"
        before = value
        parts.append(value)
      }
    }
    let said = parts.filter { $0 != "\"\"" }
    return said.count == 1 ? said[0] : "sentence([\(said.joined(separator: ", "))])"
  }

  /// An interpolated String literal grows with each of its parts; this asks for memory once.
  private static let sentence = """

    private func sentence(_ parts: [String]) -> String {
      String(unsafeUninitializedCapacity: parts.reduce(0) { $0 + $1.utf8.count }) { text in
        var count = 0
        for var part in parts {
          count = part.withUTF8 { text[count...].initialize(fromContentsOf: $0) }
        }
        return count
      }
    }
    """

  private static func ruleName(_ catalogue: Catalogue) -> String {
    let name = camelCase(catalogue.language, separators: "-_")
    return "pluralForm" + name.prefix(1).uppercased() + name.dropFirst()
  }

  private func rule(_ catalogue: Catalogue) -> [String] {
    guard let rule = catalogue.plural, rule.count > 1 else { return [] }
    return [
      "", "/// The plural form of a number, as the header of \(catalogue.source.path) says.",
      "private func \(Self.ruleName(catalogue))(_ count: Int) -> Int {",
      "  let n = Int(clamping: count.magnitude)",
    ] + rule.swift(indentation: "  ") + ["}"]
  }

  /// Digits in groups of three, with the separators of CLDR; none for languages not in the list.
  private func decimal() -> [String] {
    let separators = ["en": ",", "ko": ",", "fr": "\u{202F}", "ru": "\u{A0}"]
    var lines = [
      "", "  /// A whole number as the language writes it: `12,345`.",
      "  internal func decimal(_ number: Int) -> String {",
    ]
    lines += ["    guard number.magnitude >= 1000 else { return number.description }", "    let separator: String"]
    lines.append("    switch language {")
    for catalogue in catalogues {
      let separator = separators[catalogue.language] ?? ""
      lines.append("    case .\(Self.enumCase(catalogue.language)): separator = \(literal(separator))")
    }
    return lines + [
      "    }",
      "    let digits = number.magnitude.description",
      "    var text = number < 0 ? \"-\" : \"\"",
      "    for (index, digit) in digits.enumerated() {",
      "      if index > 0, (digits.utf8.count - index) % 3 == 0 { text += separator }",
      "      text.append(digit)",
      "    }",
      "    return text",
      "  }",
    ]
  }
}
