/// Pages that have several recipes: a cookbook, an export, a letter with two.
extension RecipePage {
  /// Every recipe of a page or a plain text, that of `parse` first. What only mentions others has one.
  static func all(_ html: [UInt8], limits: ImportLimits) throws(ImportError) -> RecipeFile.Found {
    if let text = plainText(html, contentType: nil) {
      return try PastedRecipes.read(text)
    }
    guard html.count <= maximumBytes else { throw .tooLarge }
    let bytes = PlainText.page(html) ?? html
    let document = HTMLDocument(bytes, contentType: nil)
    let whole =
      document.isCut ? HTMLDocument(bytes, contentType: nil, maximumNodes: max(limits.values, 100_000)) : document
    let several = Page(whole, url: nil).several(limits)
    if several.recipes.count > 1 { return (several.recipes, several.isCut || whole.isCut) }
    return ([try Page(document, url: nil).recipe()], false)
  }
}

extension Page {
  /// The recipes of this page's markup, or of its text, if there is more than one.
  fileprivate func several(_ limits: ImportLimits) -> RecipeFile.Found {
    var room = limits.values
    let stated = SchemaRecipe.all(in: stated(room: &room), most: limits.recipes + 500)
    var found = [stated.map { $0.recipe(base: base) }]
    var isCut = room == 0
    for kind in Microdata.all(in: document, most: limits.recipes + 500) {
      found.append(kind.recipes.map { SchemaRecipe($0, isMarkup: true).recipe(base: base) })
      isCut = isCut || kind.isCut
    }
    if found.allSatisfy({ !$0.contains(where: \.hasContent) }) {
      let text = document.paragraphs()
      if let read = try? PastedRecipes.read(text, hasHeadings: true), read.recipes.count > 1 { return read }
      return ([], false)
    }
    var recipes = Self.distinct(found)
    guard recipes.count(where: { $0.title != nil }) > 1 else { return ([], false) }
    let names = titles()
    let main = recipes.indices.max {
      (recipes[$0].score(titles: names), $1) < (recipes[$1].score(titles: names), $0)
    }
    recipes.insert(recipes.remove(at: main ?? 0), at: 0)
    for index in recipes.indices {
      recipes[index].steps = Steps.withoutHeadings(StepNumbers.removed(from: recipes[index].steps))
      recipes[index].url = recipes[index].url ?? url
      recipes[index].language = recipes[index].language ?? language()
      recipes[index].addTimes()
    }
    return (recipes, isCut)
  }

  /// Each recipe once: those of the kind of markup that has most of them, and what another kind has besides.
  private static func distinct(_ kinds: [[ImportedRecipe]]) -> [ImportedRecipe] {
    let kinds = kinds.map { $0.filter(\.hasContent) }
    var order = Array(kinds.indices)
    order.sort { (first, second) in
      let counts = [first, second].map { kinds[$0].count { !$0.ingredients.isEmpty && !$0.steps.isEmpty } }
      return (counts[1], kinds[second].count, first) < (counts[0], kinds[first].count, second)
    }
    var recipes: [ImportedRecipe] = []
    var named: [String: [Int]] = [:]
    var lines: Set<String> = []
    for kind in order {
      // The same dish may have another name in another kind of markup.
      let known = lines
      for recipe in kinds[kind] {
        let name = (recipe.title ?? "").lowercased()
        let own = Set(recipe.ingredients.map(IngredientLines.essence))
        let isOther = kind != order[0]
        let isCopy =
          isOther && named[name] != nil
          || (isOther || recipe.title == nil) && 2 * own.intersection(isOther ? known : lines).count >= own.count
        if isCopy || (named[name] ?? []).contains(where: { recipes[$0].isCopy(of: recipe) }) { continue }
        named[name, default: []].append(recipes.count)
        lines.formUnion(own)
        recipes.append(recipe)
      }
    }
    return recipes
  }
}

extension ImportedRecipe {
  /// Whether there is more than a name, as in a list of other pages.
  fileprivate var hasContent: Bool { ingredients.count > 1 || !ingredients.isEmpty && !steps.isEmpty }

  /// Whether another recipe of the same name and kind of markup is this one: two plug-ins write it twice.
  fileprivate func isCopy(of other: ImportedRecipe) -> Bool {
    let (own, others) = (
      Set(ingredients.map(IngredientLines.essence)), Set(other.ingredients.map(IngredientLines.essence))
    )
    return 2 * own.intersection(others).count >= min(own.count, others.count)
  }
}

extension HTMLDocument {
  /// The text of the page: blocks in paragraphs; headings, bold lines and entries marked as in Markdown.
  fileprivate func paragraphs() -> String {
    guard let body = elements("body").first ?? nodes.indices.first else { return "" }
    var rows: [String] = []
    var (row, mark, isBold) = ("", "", true)
    var (ends, boldEnd): ([Int], Int) = ([], 0)
    func end() {
      let text = Text.fold(row)
      if !text.isEmpty { rows.append(mark.isEmpty && isBold ? "**\(text)**" : mark + text) }
      (row, mark, isBold) = ("", "", true)
    }
    func gap() { if rows.last != "" { rows.append("") } }
    var index = body
    while index < nodes[body].end {
      while let last = ends.last, last <= index {
        ends.removeLast()
        end()
      }
      let node = nodes[index]
      if node.name.isEmpty {
        row += String(decoding: node.text.utf8.map { $0 == 10 || $0 == 13 ? 32 : $0 }, as: UTF8.self)
        if index >= boldEnd, node.text.contains(where: { !$0.isWhitespace }) { isBold = false }
      } else if Self.skipped.contains(node.name) || isHidden(index) {
        index = max(index + 1, node.end)
        continue
      } else if Text.blocks.contains(node.name) {
        end()
        ends.append(max(index + 1, node.end))
        switch node.name {
        case "h1", "h2", "h3", "h4", "h5", "h6":
          gap()
          mark = String(repeating: "#", count: Int(node.name.dropFirst()) ?? 1) + " "
        case "hr": rows.append("---")
        case "li": mark = "- "
        case "br", "tr", "dt", "dd": break
        default: gap()
        }
      } else if node.name == "b" || node.name == "strong" {
        boldEnd = max(boldEnd, node.end)
      } else if node.name == "td" || node.name == "th" {
        row += " "
      }
      index += 1
    }
    end()
    return rows.joined(separator: "\n")
  }

  private static let skipped: Set<String> = [
    "script", "style", "head", "nav", "noscript", "template", "button", "select", "option", "svg", "title", "footer",
  ]
}
