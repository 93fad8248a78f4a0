import RecipeImport

/// MasterCook's `.mx2`: XML in which quotes and ampersands stand as they were typed.
enum MasterCookXML {
  static func read(_ xml: [UInt8]) -> MovedFile? {
    let head = String(decoding: xml.prefix(4096), as: UTF8.self)
    guard head.range(ofText: "<mx2") != nil || head.range(ofText: "<RcpE") != nil else { return nil }
    let page = HTMLDocument(
      xml, contentType: "charset=utf-8", attributes: ["author", "qty", "unit", "code", "elapsed", "label", "source"],
      maximumNodes: MoveIn.maximumValues)
    var file = MovedFile()
    if page.isCut { file.leave(MovedFile.end, .tooManyValues, "\(MoveIn.maximumValues)") }
    file.program = "MasterCook"
    for node in page.nodes.indices where page.nodes[node].name == "rcpe" { recipe(page, node).finish(&file) }
    return file.recipes.isEmpty && file.leftOut.isEmpty ? nil : file
  }

  private static func recipe(_ page: HTMLDocument, _ recipe: Int) -> RecipeDraft {
    var draft = RecipeDraft()
    func attribute(_ name: String, _ node: Int) -> String? { page.attribute(name, of: node)?.oneLine.nonEmpty }
    func quantity(_ node: Int) -> String {
      let amount = attribute("qty", node).map { RecipeDraft.amount($0) ?? $0 }
      return [amount, attribute("unit", node)].compactMap { $0 }.joined(separator: " ")
    }
    draft.recipe.title = attribute("name", recipe)
    draft.setSource(attribute("author", recipe))
    var yields: [String] = []
    for node in page.content(recipe) {
      let name = page.nodes[node].name
      switch name {
      case "serv": if let servings = attribute("qty", node), servings != "0" { yields.append("\(servings) servings") }
      case "yield": yields.append(quantity(node))
      case "prpt": draft.recipe.prepMinutes = attribute("elapsed", node).flatMap(OldRecipeTexts.minutes)
      case "ttim": draft.recipe.totalMinutes = attribute("elapsed", node).flatMap(OldRecipeTexts.minutes)
      case "altt":
        let (label, time) = (attribute("label", node) ?? "Time", attribute("elapsed", node))
        if draft.recipe.cookMinutes == nil, ["cook", "bak"].contains(where: label.lowercased().hasPrefix) {
          draft.recipe.cookMinutes = time.flatMap(OldRecipeTexts.minutes)
        } else {
          draft.keep(label, time)
        }
      case "catt": draft.label(page.line(node))
      case "ingr":
        let food = attribute("name", node) ?? ""
        // S is a heading, R a recipe, T a text.
        if attribute("code", node) == "S" {
          draft.addHeading(food)
        } else {
          draft.addIngredient([quantity(node), food].filter { !$0.isEmpty }.joined(separator: " "))
        }
      case "iprp":
        if let text = page.line(node).nonEmpty, let last = draft.recipe.ingredients.popLast() {
          draft.addIngredient("\(last), \(text)")
        }
      case "dirt": for line in page.lines(node) { draft.addStep(line) }
      case "desc": draft.recipe.description = page.line(node).nonEmpty
      case "srce": draft.setSource(page.line(node))
      case "alts": draft.setSource(attribute("source", node))
      case "rate":
        draft.keep(
          "Rating", [attribute("name", node), attribute("value", node)].compactMap { $0 }.joined(separator: " "))
      case "note": draft.keep(nil, page.lines(node).joined(separator: "\n"))
      case "nutr": draft.addNutrition(nil, page.lines(node).joined(separator: "\n"))
      case "cpyr", "wine", "srvi":
        let names = ["cpyr": "Copyright", "wine": "Wine", "srvi": "Serving ideas"]
        draft.keep(names[name], page.lines(node).joined(separator: "\n"))
      default: break
      }
    }
    draft.recipe.makes = Yield(yields.filter { !$0.isEmpty })
    return draft
  }
}
