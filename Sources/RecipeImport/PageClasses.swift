/// Lists in elements whose classes say what they are.
extension PageLayout {
  static let ingredientClasses = ["ingredient", "ingrédient", "zutat", "ingredienser", "skladnik", "sastoj"]
  static let stepClasses = [
    "instruction", "direction", "preparation", "recipe-step", "recipe__step", "steps", "method", "zubereitung",
    "bereiding",
    "preparo", "preparazione", "preparacion", "fremgangsm", "etape",
  ]

  /// The list entries in elements with such a class; elements of the same class belong together.
  func byClass(_ stems: [String]) -> [String] {
    var groups: [String: [String]] = [:]
    var order: [String] = []
    var covered = 0
    for node in document.nodes.indices where node >= covered {
      guard document.isElement(node), document.nodes[node].name != "body", document.nodes[node].name != "html",
        let names = (document.attribute("class", of: node) ?? document.attribute("id", of: node))?.lowercased(),
        stems.contains(where: { names.contains($0) })
      else { continue }
      var entries = document.elements("li", in: document.content(node))
        .filter { !document.contains("li", in: document.content($0)) }
      if entries.isEmpty, !isLeaf(node) { entries = document.elements("p", in: document.content(node)) }
      let isEntry = document.nodes[node].name == "li" || isLeaf(node) || document.nodes[node].name == "p"
      guard !entries.isEmpty || isEntry else { continue }
      covered = document.content(node).upperBound
      let key = document.nodes[node].name + "." + names
      if groups[key] == nil { order.append(key) }
      for line in entries.isEmpty ? [document.line(node)] : entries.map(document.line) where !line.isEmpty {
        groups[key, default: []].append(line)
      }
    }
    return order.lazy.compactMap { groups[$0] }.first { (2...120).contains($0.count) } ?? []
  }
}
