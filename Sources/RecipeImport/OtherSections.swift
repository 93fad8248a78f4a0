/// Removes from a list of ingredients what the page shows below a heading of its own that promises something else:
/// equipment, products on offer, allergens. A sentence of such a section is no ingredient either.
struct OtherSections {
  private let document: HTMLDocument

  init(_ document: HTMLDocument) {
    self.document = document
  }

  func removed(from lines: [String]) -> [String] {
    guard (3..<400).contains(lines.count) else { return lines }
    let sections = sections()
    guard !sections.isEmpty else { return lines }
    let listed = Set(lines.map(IngredientLines.essence))
    var other: Set<String> = []
    var own: Set<String> = []
    var inside = 0
    for node in document.nodes.indices where isEntry(node) {
      let key = IngredientLines.essence(document.line(node))
      guard !key.isEmpty, listed.contains(key) else { continue }
      while inside < sections.count, sections[inside].upperBound <= node { inside += 1 }
      if inside < sections.count, sections[inside].contains(node) { other.insert(key) } else { own.insert(key) }
    }
    other.subtract(own)
    let kept = lines.filter { !other.contains(IngredientLines.essence($0)) }
    return kept.count > 1 && kept.count * 3 > lines.count ? kept : lines
  }

  /// An element with a short text and no block in it, or an entry of a list.
  private func isEntry(_ node: Int) -> Bool {
    guard Self.entries.contains(document.nodes[node].name) else { return false }
    let range = document.content(node)
    guard !range.isEmpty, range.count <= 60, document.isShort(node, 1_200) else { return false }
    return document.nodes[node].name == "li"
      || !range.contains { Text.blocks.contains(document.nodes[$0].name) && document.nodes[$0].name != "br" }
  }

  private static let entries: Set<String> = ["li", "p", "div", "td", "dd", "dt", "label", "span", "h5", "h6"]

  /// In order, without overlaps.
  private func sections() -> [Range<Int>] {
    var sections: [Range<Int>] = panes()
    var count = 0
    for node in document.nodes.indices where count < 40 && isHeading(node) {
      count += 1
      sections.append(section(node))
    }
    sections.sort { $0.lowerBound < $1.lowerBound }
    var merged: [Range<Int>] = []
    for section in sections where !section.isEmpty {
      if let last = merged.last, section.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, section.upperBound)
      } else {
        merged.append(section)
      }
    }
    return merged
  }

  /// From a heading to the end of the first element around it that has more than the heading, or to the next heading.
  private func section(_ node: Int) -> Range<Int> {
    var outer = node
    for _ in 0..<8 {
      let parent = document.nodes[outer].parent
      guard parent >= 0, document.nodes[parent].name != "body" else { break }
      outer = parent
      let rest = max(node + 1, document.nodes[node].end)..<document.content(outer).upperBound
      if rest.prefix(200).contains(where: { document.nodes[$0].text.contains { $0.isLetter } }) { break }
    }
    let kind = kind(node)
    let end = min(document.content(outer).upperBound, node + 600)
    var index = max(node + 1, document.nodes[node].end)
    while index < end {
      if PageLayout.headings.contains(document.nodes[index].name)
        || kind != nil && self.kind(index) == kind && !isHeading(index)
      {
        break
      }
      index += 1
    }
    return node..<max(node, index)
  }

  /// Entries of a list that are marked as headings have a class that the others lack.
  private func kind(_ node: Int) -> String? {
    guard let names = document.attribute("class", of: node), isMarked(names) else { return nil }
    return document.nodes[node].name + "." + names
  }

  // MARK: Panes of tabs

  /// The contents of tabs whose button says that they are about something else.
  private func panes() -> [Range<Int>] {
    var targets: Set<String> = []
    var found = 0
    for node in document.nodes.indices where found < 40 {
      guard let target = target(node), document.content(node).count <= 12, saysOther(node) else { continue }
      targets.insert(target)
      found += 1
    }
    return document.nodes.indices.lazy.filter { node in
      guard let id = document.attribute("id", of: node) else { return false }
      // "tools" can be a bar of buttons.
      return targets.contains(id) || Self.otherWords.contains(id.lowercased()) && id.lowercased() != "tools"
    }.prefix(40).map { $0..<document.content($0).upperBound }
  }

  private func target(_ node: Int) -> String? {
    for name in ["data-bs-target", "data-target", "aria-controls", "href"] {
      guard let value = document.attribute(name, of: node) else { continue }
      if name == "aria-controls" { return value }
      if value.hasPrefix("#"), value.utf8.count > 1 { return String(value.dropFirst()) }
    }
    return nil
  }

  // MARK: Headings

  private func isHeading(_ node: Int) -> Bool {
    guard document.isElement(node), document.content(node).count <= 12 else { return false }
    let name = document.nodes[node].name
    let isMarked =
      PageLayout.headings.contains(name) || Self.bold.contains(name)
      || Self.marked.contains(name) && document.attribute("class", of: node).map(isMarked) ?? false
    return isMarked && saysOther(node)
  }

  private static let bold: Set<String> = ["strong", "b", "u", "dt", "th", "legend", "summary", "button", "caption"]
  private static let marked: Set<String> = ["div", "p", "span", "li", "label", "a"]

  private func isMarked(_ names: String) -> Bool {
    let names = names.lowercased()
    return ["head", "title", "separator", "tab", "toggle", "bold", "name", "section"].contains { names.contains($0) }
  }

  private func saysOther(_ node: Int) -> Bool {
    guard document.isShort(node) else { return false }
    let text = document.line(node).lowercased()
    return text.utf8.count <= 120 && Self.isOther(text)
  }

  /// "Equipment", "Kitchen tools:", "Utensils needed", "Recommended liqueur"
  static func isOther(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter }.map(String.init)
    guard (1...6).contains(words.count), !text.contains(where: \.isNumber) else { return false }
    guard words.contains(where: otherWords.contains) || others.contains(where: { text.hasPrefix($0) }) else {
      return false
    }
    return !PageLayout.ingredientWords.contains(where: text.contains)
  }

  private static let otherWords: Set<String> = [
    "equipment", "utensils", "utensil", "cookware", "bakeware", "tools", "zubehör", "küchengeräte", "utensilien",
    "kochutensilien", "küchenutensilien", "ustensiles", "ustensile", "matériel", "utensili", "attrezzatura", "attrezzi",
    "utensilios", "utensílios", "equipamiento", "equipamento", "keukengerei", "keukenspullen", "köksredskap",
    "redskap", "kjøkkenutstyr", "køkkenudstyr", "välineet", "akcesoria", "sprzęt", "инвентарь", "посуда",
    "оборудование", "도구", "조리도구", "준비도구", "器具", "道具", "工具", "厨具", "allergens", "allergènes", "allergene",
    "allergeni", "alérgenos", "allergenen", "аллергены",
  ]

  private static let others = [
    "recommended", "rekommendera", "empfohlene", "empfehlungen", "unsere empfehlung", "produits recommandés",
    "nos produits", "produits utilisés", "prodotti consigliati", "productos recomendados", "produtos recomendados",
    "aanbevolen", "anbefalte", "anbefalede", "polecane", "рекомендуем", "추천 상품", "추천 제품", "おすすめ商品",
    "shop this", "shop the", "buy the", "products used", "featured products", "our products", "sponsored",
    "hilfreich für", "passende produkte", "conservation", "origines", "storage",
  ]
}
