/// The lists of recipe plug-ins for WordPress, by their classes.
extension PageLayout {
  /// The class of the container, and the class or tag of an entry.
  static let ingredientPlugins = [
    ("wprm-recipe-container", "wprm-recipe-ingredient"), ("wprm-recipe", "wprm-recipe-ingredient"),
    ("tasty-recipes-ingredients", "li"), ("tasty-recipes-ingredients-body", "p"), ("mv-create-ingredients", "li"),
    ("easyrecipe", "ingredient"),
    ("zlrecipe-container", "ingredient"), ("recipe-card-ingredients", "li"),
    ("wpurp-container", "wpurp-recipe-ingredient"),
    ("cooked-recipe-ingredients", "cooked-ingredient"), ("jetpack-recipe-ingredients", "li"),
    ("wpzoom-recipe-card-block", "wpzoom-rcb-ingredient-name"), ("simple-recipe-pro", "ingredient-item"),
  ]

  static let stepPlugins = [
    ("wprm-recipe-container", "wprm-recipe-instruction-text"), ("wprm-recipe", "wprm-recipe-instruction-text"),
    ("tasty-recipes-instructions", "li"), ("mv-create-instructions", "li"), ("easyrecipe", "instruction"),
    ("zlrecipe-container", "instruction"), ("recipe-card-directions", "li"),
    ("wpurp-container", "wpurp-recipe-instruction-text"), ("cooked-recipe-directions", "cooked-direction-content"),
    ("jetpack-recipe-directions", "li"), ("wpzoom-recipe-card-block", "direction-step"),
  ]

  func entries(_ entry: String, inside container: String) -> [String] {
    guard
      let root = document.nodes.indices.first(where: { document.words("class", of: $0).contains { $0 == container } })
    else { return [] }
    var found: [String] = []
    var index = root + 1
    while index < document.content(root).upperBound {
      if document.nodes[index].name == entry || document.words("class", of: index).contains(where: { $0 == entry }) {
        let line = document.line(index)
        if !line.isEmpty { found.append(line) }
        index = max(index + 1, document.nodes[index].end)
      } else {
        index += 1
      }
    }
    return found
  }
}
