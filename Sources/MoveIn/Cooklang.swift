import RecipeImport

/// Cooklang (github.com/cooklang/spec): a recipe as text with marks.
struct Cooklang {
  private var draft = RecipeDraft()
  private var tools: [String] = []

  static func isRecipe(_ text: String, name: String) -> Bool {
    if name.lowercased().hasSuffix(".cook") { return true }
    var marks = 0
    for line in text.split(separator: "\n").prefix(2_000) {
      if line.hasPrefix(">> "), line.contains(":") { marks += 1 }
      let characters = Array(line.utf8)
      for (index, byte) in characters.enumerated() where byte == UInt8(ascii: "@") || byte == UInt8(ascii: "~") {
        guard index == 0 || characters[index - 1] <= 32 || characters[index - 1] == UInt8(ascii: "(") else { continue }
        let rest = characters[(index + 1)...].prefix(60)
        let open = rest.firstIndex(of: UInt8(ascii: "{"))
        if let open, rest[..<open].allSatisfy({ $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "}") }) { marks += 1 }
      }
      if marks > 0 { return true }
    }
    return false
  }

  static func read(_ text: String, name: String?) -> MovedFile {
    var file = MovedFile()
    file.program = "Cooklang"
    var reader = Cooklang()
    reader.read(text)
    if reader.draft.recipe.title == nil { reader.draft.recipe.title = name }
    reader.draft.keep("Tools", reader.tools.joined(separator: ", "))
    reader.draft.finish(&file)
    return file
  }

  private mutating func read(_ text: String) {
    var lines = text.normalLines.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    while let first = lines.first, first.trimmed.isEmpty { lines = lines.dropFirst() }
    if lines.first?.trimmed == "---", let end = lines.dropFirst().firstIndex(where: { $0.trimmed == "---" }) {
      frontMatter(Array(lines[(lines.startIndex + 1)..<end]))
      lines = lines[(end + 1)...]
    }
    var paragraph: [String] = []
    var isNote = false
    let body = Self.withoutComments(lines.joined(separator: "\n"))
    func flush(_ reader: inout Cooklang) {
      let text = paragraph.joined(separator: " ").trimmed
      paragraph = []
      if text.isEmpty { return }
      if isNote { reader.draft.keep(nil, text) } else { reader.step(text) }
      isNote = false
    }
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.trimmed
      if trimmed.isEmpty {
        flush(&self)
      } else if trimmed.hasPrefix(">>") {
        flush(&self)
        let parts = trimmed.dropFirst(2).split(separator: ":", maxSplits: 1).map(\.trimmed)
        if parts.count == 2 { metadata(parts[0], parts[1]) }
      } else if trimmed.hasPrefix("==") || trimmed.hasPrefix("= ") {
        flush(&self)
        let heading = String(trimmed.drop { $0 == "=" }).trimmed
        let name = String(heading.reversed().drop { $0 == "=" }.reversed()).trimmed
        if !name.isEmpty {
          draft.addHeading(name)
          draft.addStepHeading(name)
        }
      } else if trimmed.hasPrefix("> ") || trimmed == ">" {
        if !isNote { flush(&self) }
        isNote = true
        paragraph.append(trimmed.dropFirst().trimmed)
      } else {
        // A backslash at the end breaks the line there.
        paragraph.append(trimmed.hasSuffix("\\") ? trimmed.dropLast().trimmed : trimmed)
      }
    }
    flush(&self)
  }

  private static func withoutComments(_ text: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if bytes[index] == UInt8(ascii: "["), next == UInt8(ascii: "-") {
        index += 2
        while index + 1 < bytes.count, !(bytes[index] == UInt8(ascii: "-") && bytes[index + 1] == UInt8(ascii: "]")) {
          index += 1
        }
        index += 2
      } else if bytes[index] == UInt8(ascii: "-"), next == UInt8(ascii: "-") {
        // Three hyphens are a dash.
        let end = bytes[index...].firstIndex { $0 != UInt8(ascii: "-") } ?? bytes.count
        if end - index > 2 { result += bytes[index..<end] }
        index = end - index > 2 ? end : bytes[index...].firstIndex(of: 10) ?? bytes.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The YAML that recipes have: names with a text, a list, a text in lines (`|`, `>`), or with names of their own, which are
  /// read as "time.prep".
  private mutating func frontMatter(_ lines: [String]) {
    var (name, parent) = ("", "")
    var lines = lines.prefix(500)
    while let line = lines.popFirst() {
      let text = line.trimmed
      if text.isEmpty || text.hasPrefix("#") { continue }
      if text.hasPrefix("- ") {
        metadata(name, Self.unquoted(text.dropFirst(2).trimmed))
        continue
      }
      guard let colon = text.firstIndex(of: ":") else { continue }
      let indent = line.prefix { $0 == " " || $0 == "\t" }.count
      let own = Self.unquoted(text[..<colon].trimmed)
      name = indent > 0 && !parent.isEmpty ? "\(parent).\(own)" : own
      let value = text[text.index(after: colon)...].trimmed
      if value.isEmpty {
        if indent == 0 { parent = own }
      } else if value.first == "|" || value.first == ">", value.count < 3 {
        var parts: [String] = []
        while let next = lines.first,
          next.trimmed.isEmpty || next.prefix(while: { $0 == " " || $0 == "\t" }).count > indent
        {
          parts.append(next.trimmed)
          lines = lines.dropFirst()
        }
        metadata(name, parts.joined(separator: value.first == "|" ? "\n" : " ").trimmed)
      } else if value.hasPrefix("["), value.hasSuffix("]") {
        for part in String(value.dropFirst().dropLast()).commaList { metadata(name, Self.unquoted(part)) }
      } else {
        metadata(name, Self.unquoted(value))
      }
      if indent == 0, !value.isEmpty { parent = "" }
    }
  }

  private static func unquoted(_ text: String) -> String {
    for quote in ["\"", "'"] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      return String(text.dropFirst().dropLast())
    }
    return text
  }

  private mutating func metadata(_ name: String, _ value: String) {
    switch name.lowercased() {
    case "title": draft.recipe.title = value
    case "servings", "serves", "yield":
      // "2|4|8" are the numbers to choose from.
      let first = value.split(separator: "|").first.map(\.trimmed) ?? ""
      let number = value.contains("|") && Int(first) != nil ? first : value
      draft.addYield(Self.amount(number))
    case "prep time", "preparation time", "time.prep", "prep_time", "prep":
      draft.setTime(\.prepMinutes, "Prep time", value)
    case "cook time", "cooking time", "time.cook", "cook_time", "cook":
      draft.setTime(\.cookMinutes, "Cook time", value)
    case "time", "time required", "duration", "total time", "time.total":
      draft.setTime(\.totalMinutes, "Total time", value)
    case "cuisine": draft.recipe.cuisine = value
    case "course", "category", "diet": draft.label(value)
    case "tags", "tag": for tag in value.commaList { draft.label(tag) }
    case "source", "source.url", "url", "source.name": draft.setSource(value)
    case "author", "source.author":
      if draft.recipe.sourceName == nil { draft.recipe.sourceName = value } else { draft.keep("Author", value) }
    case "description", "introduction": draft.recipe.description = value
    case "image", "images", "picture", "pictures":
      if value.hasPrefix("http"), draft.recipe.imageURL == nil {
        draft.recipe.imageURL = value
      } else {
        draft.keep("Picture", value)
      }
    case "nutrition": draft.addNutrition(nil, value)
    case let name where name.hasPrefix("nutrition."): draft.addNutrition(String(name.dropFirst(10)), value)
    default: draft.keep(name, value)
    }
  }

  /// Takes the ingredients, pots and times out of a step.
  private mutating func step(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let mark = scalars[index]
      guard mark == "@" || mark == "#" || mark == "~", index + 1 < scalars.count,
        !scalars[index + 1].properties.isWhitespace, let found = Self.named(scalars, at: index)
      else {
        result.append(mark)
        index += 1
        continue
      }
      var (name, preparation, end) = (found.name, "", found.end)
      if mark == "@", end < scalars.count, scalars[end] == "(", let close = Self.close(")", scalars[end...]) {
        preparation = Self.string(scalars[(end + 1)..<close]).trimmed
        end = close + 1
      }
      let words = Self.amount(found.amount)
      // Of "./sauces/Hollandaise" the name, which is a recipe's; of "white wine|wine" the second is said in the text.
      if name.hasPrefix("./") || name.hasPrefix("../") {
        name = name.split(separator: "/").last.map { String($0) } ?? name
      }
      let names = name.split(separator: "|").map(\.trimmed).filter { !$0.isEmpty }
      let line = [words, names.first ?? name].filter { !$0.isEmpty }.joined(separator: " ")
      switch mark {
      case "@":
        draft.addIngredient(preparation.isEmpty ? line : "\(line), \(preparation)")
        result.append(contentsOf: (names.last ?? name).unicodeScalars)
      case "#":
        if !tools.contains(line) { tools.append(line) }
        result.append(contentsOf: (names.last ?? name).unicodeScalars)
      default: result.append(contentsOf: (words.isEmpty ? name : words).unicodeScalars)
      }
      index = end
    }
    draft.addStep(String(result))
  }

  /// The name and the amount behind a mark, and where they end; nil for a mark that names nothing.
  private static func named(_ scalars: [Unicode.Scalar], at mark: Int) -> (name: String, amount: String, end: Int)? {
    var start = mark + 1
    while scalars[mark] != "~", start < min(mark + 6, scalars.count),
      ["@", "&", "?", "+", "-"].contains(scalars[start])
    {
      start += 1
    }
    // With braces a name has spaces; they stand before the next mark.
    var open = start
    while open < scalars.count, scalars[open] != "{", !["@", "#", "~"].contains(scalars[open]) { open += 1 }
    if open < scalars.count, scalars[open] == "{", let close = close("}", scalars[open...]) {
      return (string(scalars[start..<open]).trimmed, string(scalars[(open + 1)..<close]).trimmed, close + 1)
    }
    var end = start
    while end < scalars.count,
      scalars[end].properties.isAlphabetic || scalars[end].properties.numericType != nil
        || ["_", "-", "'", "’"].contains(scalars[end])
        || scalars[end].properties.isEmoji && scalars[end].value > 0x7F
    { end += 1 }
    // "ann@example.org"
    let isInWord = mark > 0 && scalars[mark - 1].isASCII && scalars[mark - 1].properties.isAlphabetic
    return end == start || isInWord ? nil : (string(scalars[start..<end]), "", end)
  }

  /// Where a bracket closes; amounts and preparations are short.
  private static func close(_ mark: Unicode.Scalar, _ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
    scalars.prefix(1_000).firstIndex(of: mark)
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// "820%g" → "820 g", "1 / 2%cup" → "1/2 cup"; a leading "=" says that it does not scale.
  private static func amount(_ text: String) -> String {
    var parts = text.split(separator: "%", maxSplits: 1).map(\.trimmed)
    if let first = parts.first, first.hasPrefix("=") { parts[0] = first.dropFirst().trimmed }
    if let first = parts.first, first.contains(" / ") { parts[0] = first.replacing(" / ", with: "/") }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
