/// The part of a page below a heading like "Ingredients": rows, cells, tabs and groups.
extension PageLayout {
  /// A list that is marked up as a heading, with its entries on lines.
  func isText(_ node: Int) -> Bool {
    document.content(node).count <= 400 && document.elements("br", in: document.content(node)).count > 2
  }

  /// The text of an entry; its amount first if that is wanted and it has a place of its own after the name.
  func row(_ node: Int) -> String {
    let line = document.line(node)
    guard line.unicodeScalars.count <= 120, IngredientLines.hasAmount(line) else { return line }
    if document.nodes[node].name == "tr", let row = tableRow(node) { return row }
    guard amountsFirst else { return line }
    let cells = document.elements("td", in: document.content(node))
    let parts =
      cells.isEmpty
      ? document.text(node).split(separator: "\n").map { Text.fold(String($0)) }.filter { !$0.isEmpty }
      : cells.map(document.line).filter { !$0.isEmpty }
    guard parts.count == 2, !IngredientLines.hasAmount(parts[0]), AmountRows.isAmount(parts[1], named: 1)
    else { return line }
    return parts[1] + " " + parts[0]
  }

  /// A row with a name and amounts in cells of their own, header cells or not. Of several amounts, for other numbers of
  /// people or in other units, the first counts. A unit may stand in the column's header.
  private func tableRow(_ node: Int) -> String? {
    let cells = rowCells(node)
    guard cells.count > 1 else { return nil }
    let texts = cells.map(document.line)
    let amounts = texts.indices.filter { AmountRows.isAmount(texts[$0], named: 1) }
    let names = texts.indices.filter { !texts[$0].isEmpty && !amounts.contains($0) }
    guard let first = amounts.first, names.count == 1, texts[names[0]].contains(where: \.isLetter) else { return nil }
    let name = texts[names[0]]
    let amount = texts[first].contains(where: \.isLetter) ? texts[first] : texts[first] + headerUnit(node, first)
    // A name with a number may itself have the amount.
    let isNamed = first > names[0] && (!amountsFirst || IngredientLines.hasAmount(name))
    return isNamed ? name + " " + amount : amount + " " + name
  }

  private func rowCells(_ row: Int) -> [Int] {
    document.content(row).filter { document.nodes[$0].name == "td" || document.nodes[$0].name == "th" }
  }

  /// " kg", if that is the header of a column.
  private func headerUnit(_ row: Int, _ column: Int) -> String {
    var table = document.nodes[row].parent
    for _ in 0..<3 where table >= 0 && document.nodes[table].name != "table" { table = document.nodes[table].parent }
    guard table >= 0, document.nodes[table].name == "table",
      let header = document.content(table).prefix(20).first(where: { document.nodes[$0].name == "tr" }), header != row,
      document.content(header).count <= 40, document.isShort(header), !IngredientLines.hasAmount(document.line(header))
    else { return "" }
    let cells = rowCells(header)
    guard cells.indices.contains(column) else { return "" }
    let words = document.line(cells[column]).prefix(40).split { !$0.isLetter }.map(String.init)
    return words.count <= 3 ? words.first { AmountRows.isUnit($0.lowercased()) }.map { " " + $0 } ?? "" : ""
  }

  func isIngredient(_ node: Int) -> Bool { document.isShort(node) && AmountRows.isIngredient(document.line(node)) }

  /// A table of two rows, one with the amounts and one with the names, as lines.
  func transposed(_ table: Int) -> [String]? {
    let range = document.content(table)
    guard range.count <= 200, document.isShort(table, 4_000) else { return nil }
    let rows = document.elements("tr", in: range)
    guard rows.count == 2 else { return nil }
    let cells = rows.map { rowCells($0).map(document.line) }
    guard cells[0].count > 1, cells[0].count == cells[1].count,
      let amounts = cells.indices.first(where: { cells[$0].allSatisfy { AmountRows.isAmount($0) } }),
      !cells[1 - amounts].contains(where: IngredientLines.hasAmount)
    else { return nil }
    return zip(cells[amounts], cells[1 - amounts]).map { $0 + " " + $1 }
  }

  /// A row of a table with nothing but one header cell: the name of a group; or with several above other cells.
  func isHeadingRow(_ row: Int) -> Bool {
    let range = document.content(row)
    guard document.nodes[row].name == "tr", !document.contains("td", in: range) else { return false }
    let headers = document.elements("th", in: range).count
    if headers == 1 { return !isIngredient(row) }
    guard headers > 1, let next = element(at: document.nodes[row].end) else { return false }
    return document.contains("td", in: document.content(next).prefix(60))
  }

  /// A row of a table is one ingredient, unless its cells are lists. A single cell without an amount is a heading.
  func cells(_ row: Int) -> [String] {
    if isHeadingRow(row) { return [] }
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
    return ["newsletter", "signup", "sign-up", "advert", "caption", "photo-credit"].contains { names.contains($0) }
  }

  /// A hidden list beside one that is shown: the other unit system, or the other size.
  func isOtherChoice(_ node: Int) -> Bool {
    guard document.content(node).count > 3, document.isHidden(node) else { return false }
    let parent = document.nodes[node].parent
    guard parent >= 0 else { return false }
    var other = parent + 1
    for _ in 0..<10 {
      guard let next = element(at: other), next < document.content(parent).upperBound else { return false }
      if next != node, document.nodes[next].name == document.nodes[node].name, !document.isHidden(next),
        isAlike(next, node)
      {
        return true
      }
      other = max(next + 1, document.nodes[next].end)
    }
    return false
  }

  /// Whether two elements have about the same content.
  private func isAlike(_ node: Int, _ other: Int) -> Bool {
    func entries(_ node: Int) -> Int {
      document.content(node).prefix(200).count { document.nodes[$0].name == "li" || document.nodes[$0].name == "tr" }
    }
    let count = entries(node)
    return count > 0 && count == entries(other)
  }

  /// The entries with the headings of their groups, "## Sauce"; two groups may have the same entries.
  func grouped(_ entries: [String], _ groups: [(position: Int, heading: String)]) -> [String] {
    guard groups.contains(where: { $0.position > 0 }) else { return entries }
    var result = entries
    for (position, heading) in groups.reversed() where !heading.isEmpty && position < entries.count {
      result.insert("## " + heading, at: position)
    }
    return result
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
