/// Removes what a page marks up as a heading from its list of ingredients: "Sauce", without an amount, directly above the
/// next entry.
struct GroupHeadings {
  private let document: HTMLDocument
  /// Whether the entries of a list can be headings: not if the list is from structured data.
  private let inEntries: Bool

  init(_ document: HTMLDocument, inEntries: Bool) {
    self.document = document
    self.inEntries = inEntries
  }

  func removed(from lines: [String]) -> [String] {
    guard (3..<400).contains(lines.count) else { return lines }
    var next: [String: String] = [:]
    for (line, following) in zip(lines, lines.dropFirst())
    where line.unicodeScalars.count <= 60 && !IngredientLines.hasAmount(line) {
      next[IngredientLines.essence(line)] = IngredientLines.essence(following)
    }
    guard !next.isEmpty else { return lines }
    var headings: Set<String> = []
    for node in document.nodes.indices where isHeading(node) && document.content(node).count <= 12 {
      let text = document.line(node)
      guard text.utf8.count <= 240, let following = next[IngredientLines.essence(text)], !following.isEmpty,
        follows(following, node)
      else { continue }
      headings.insert(IngredientLines.essence(text))
    }
    let kept = lines.filter { !headings.contains(IngredientLines.essence($0)) || IngredientLines.hasAmount($0) }
    return kept.count * 2 > lines.count ? kept : lines
  }

  private func isHeading(_ node: Int) -> Bool {
    let name = document.nodes[node].name
    if ["h2", "h3", "h4", "h5", "h6", "dt"].contains(name) { return true }
    if name == "strong" || name == "b" || name == "u" { return inEntries || !isInEntry(node) }
    guard ["div", "p", "span"].contains(name), let names = document.attribute("class", of: node)?.lowercased()
    else { return false }
    return ["head", "title", "group-label", "group-name", "uline", "underline", "-h2", "-h3", "-h4", "-h5", "-h6"]
      .contains { names.contains($0) }
  }

  /// "SALAD" above "2 eggs", both in bold.
  private func isLoud(_ node: Int) -> Bool {
    let text = document.line(node)
    return text.contains { $0.isUppercase } && !text.contains { $0.isLowercase }
  }

  /// An entry of a list may be bold itself.
  private func isInEntry(_ node: Int) -> Bool {
    var parent = document.nodes[node].parent
    for _ in 0..<4 where parent >= 0 {
      if ["li", "tr"].contains(document.nodes[parent].name) { return true }
      parent = document.nodes[parent].parent
    }
    return false
  }

  /// Whether the text after a heading is the next entry's, which is not a heading of the same kind.
  private func follows(_ key: String, _ node: Int) -> Bool {
    var text = ""
    var index = document.nodes[node].end
    var steps = 0
    while index < document.nodes.count, steps < 80, text.unicodeScalars.count < 12 {
      let current = document.nodes[index]
      if current.name.isEmpty {
        text += IngredientLines.essence(current.text)
      } else if text.isEmpty, current.name == document.nodes[node].name, current.name != "li", isHeading(index),
        !isLoud(node) || isLoud(index)
      {
        return false
      } else if ["script", "style"].contains(current.name) {
        index = max(index, current.end - 1)
      }
      index += 1
      steps += 1
    }
    let length = min(12, text.count, key.count)
    return length > 1 && text.prefix(length) == key.prefix(length)
  }
}
