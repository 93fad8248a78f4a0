/// What stands on a page below a heading like "Ingredients": rows, cells, tabs and groups.
extension PageLayout {
  /// A list that is marked up as a heading, with its entries on lines.
  func isText(_ node: Int) -> Bool {
    document.content(node).count <= 400 && document.elements("br", in: document.content(node)).count > 2
  }

  /// The text of an entry; its amount first if that is wanted and it has a place of its own after the name.
  func row(_ node: Int) -> String {
    let line = document.line(node)
    guard amountsFirst, line.unicodeScalars.count <= 120, IngredientLines.hasAmount(line) else { return line }
    let cells = document.elements("td", in: document.content(node))
    let parts =
      cells.isEmpty
      ? document.text(node).split(separator: "\n").map { Text.fold(String($0)) }.filter { !$0.isEmpty }
      : cells.map(document.line).filter { !$0.isEmpty }
    guard parts.count == 2, !IngredientLines.hasAmount(parts[0]), AmountRows.isAmount(parts[1], named: 1)
    else { return line }
    return parts[1] + " " + parts[0]
  }

  /// A row of a table with nothing but one header cell: the name of a group.
  func isHeadingRow(_ row: Int) -> Bool {
    let range = document.content(row)
    return document.nodes[row].name == "tr" && document.elements("th", in: range).count == 1
      && !document.contains("td", in: range)
  }

  /// A row of a table is one ingredient, unless its cells are lists. A single cell without an amount is a heading.
  func cells(_ row: Int) -> [String] {
    let lines = document.lines(row)
    guard lines.count(where: IngredientLines.hasAmount) < 3 else { return lines }
    let range = document.content(row)
    let isSingle = document.elements("td", in: range).count + document.elements("th", in: range).count == 1
    return isSingle && !lines.contains(where: IngredientLines.hasAmount) && lines.count == 1 ? [] : [self.row(row)]
  }

  /// A list item without further ones in it, or one that begins with an amount: they are its notes then.
  func isEntry(_ item: Int) -> Bool {
    let range = document.content(item)
    guard let inner = range.first(where: { document.nodes[$0].name == "li" }) else { return true }
    let start = range.prefix(inner - range.lowerBound).lazy.compactMap {
      document.nodes[$0].text.first { !$0.isWhitespace }
    }
    return start.first.map { IngredientLines.hasAmount(String($0)) } ?? false
  }

  /// "Step 1 Boil …": the steps follow in the same list.
  static func beginsStep(_ line: String) -> Bool {
    let words = line.split(separator: " ", maxSplits: 2)
    return words.count == 3 && words[0].first?.isLetter == true && Steps.isNumber(words[0] + " " + words[1])
  }

  /// An advertisement between the entries, or a form for letters.
  func isOffer(_ node: Int) -> Bool {
    guard let names = document.attribute("class", of: node)?.lowercased() else { return false }
    return ["newsletter", "signup", "sign-up", "advert"].contains { names.contains($0) }
  }

  /// A switch between several lists.
  func isTab(_ node: Int) -> Bool {
    guard document.content(node).count <= 12 else { return false }
    let links = document.elements("a", in: document.content(node))
    return links.count == 1 && document.attribute("href", of: links[0])?.hasPrefix("#") == true
      && document.line(links[0]) == document.line(node)
  }

  /// "Ingredients", a list, "Glaze", a list: the second heading stands beside the first and before a list, or before a
  /// row like those that are known.
  func headsGroup(_ node: Int, like first: Int, _ rows: [String: Bool]) -> Bool {
    guard let next = element(at: document.nodes[node].end) else { return false }
    if let names = document.attribute("class", of: next), rows[names] == true { return true }
    return document.nodes[next].name == "ul" && document.nodes[node].parent == document.nodes[first].parent
  }

  /// An ingredient in several blocks, such as `<div><div>2 cups</div><div>flour</div></div>`, one of several with the
  /// same markup, or one with a box to tick.
  func isRow(_ node: Int, _ known: inout [String: Bool]) -> Bool {
    guard ["div", "tr", "dd", "p", "label", "section", "article"].contains(document.nodes[node].name) else {
      return false
    }
    let range = document.content(node)
    guard (2...60).contains(range.count), !range.contains(where: { isSeparate($0) }) else { return false }
    let boxes = document.elements("input", in: range).filter { document.attribute("type", of: $0) == "checkbox" }
    if boxes.count == 1 { return !document.line(node).isEmpty }
    guard boxes.isEmpty, let names = document.attribute("class", of: node) else { return false }
    let key = "\(document.nodes[node].parent) \(names)"
    if let known = known[key] { return known }
    // The only entry of a group looks like the entries of the groups before it.
    let row = twins(of: node).contains { isAmountAndName($0) } || known[names] == true && isAmountAndName(node)
    known[key] = row
    if row { known[names] = true }
    return row
  }

  private func isSeparate(_ node: Int) -> Bool {
    Self.headings.contains(document.nodes[node].name)
      || ["li", "tr", "ol", "ul", "br"].contains(document.nodes[node].name)
  }

  private func twins(of node: Int) -> [Int] {
    var twins = [node]
    while twins.count < 100, let next = element(at: document.nodes[twins[twins.count - 1]].end), isTwin(next, node) {
      twins.append(next)
    }
    return twins.count > 1 ? twins : []
  }

  private func isAmountAndName(_ node: Int) -> Bool {
    let parts = document.text(node).split(separator: "\n").map { Text.fold(String($0)) }.filter { !$0.isEmpty }
    guard (2...3).contains(parts.count) else { return false }
    return parts[0].unicodeScalars.count <= 16 && IngredientLines.hasAmount(parts[0])
      && !IngredientLines.hasAmount(parts[1])
  }
}
