import RecipeImport

/// The pages that Recipe Keeper and CopyMeThat export: many recipes in one.
enum RecipePages {
  static func read(_ html: [UInt8]) -> MovedFile? {
    let head = String(decoding: html, as: UTF8.self)
    let isKeeper = head.range(ofText: "recipe-details") != nil && head.range(ofText: "recipeDirections") != nil
    let isCopyMeThat = head.range(ofText: "recipeIngredient") != nil && head.range(ofText: "copymethat") != nil
    guard isKeeper || isCopyMeThat else { return nil }
    let page = HTMLDocument(html, contentType: "charset=utf-8", maximumNodes: MoveIn.maximumValues)
    var file = MovedFile()
    if page.isCut { file.leave(MovedFile.end, .tooManyValues, "\(MoveIn.maximumValues)") }
    file.program = isKeeper ? "Recipe Keeper" : "CopyMeThat"
    let word = isKeeper ? "recipe-details" : "recipe"
    let starts = page.nodes.indices.filter {
      page.nodes[$0].name == "div" && page.words("class", of: $0).contains(Substring(word))
    }
    for (place, node) in starts.enumerated() {
      // Of a page whose elements do not end, a recipe ends where the next one begins.
      let next = place + 1 < starts.count ? starts[place + 1] : page.nodes.count
      let range = node + 1..<max(node + 1, min(page.content(node).upperBound, next))
      let draft = isKeeper ? keeper(page, range, &file) : copyMeThat(page, range, &file)
      draft.finish(&file)
    }
    return file.recipes.isEmpty && file.leftOut.isEmpty ? nil : file
  }

  private static func keeper(_ page: HTMLDocument, _ range: Range<Int>, _ file: inout MovedFile) -> RecipeDraft {
    var draft = RecipeDraft()
    var pictures: Set<String> = []
    for node in range where page.content(node).upperBound <= range.upperBound {
      if page.nodes[node].name == "img", let source = page.attribute("src", of: node) { pictures.insert(source) }
      guard let property = page.attribute("itemprop", of: node) else { continue }
      let content = page.attribute("content", of: node)
      let text = content ?? page.line(node)
      switch property {
      case "name": draft.recipe.title = text
      // Several courses are one text.
      case "recipeCourse": for label in text.commaList { draft.label(label) }
      case "recipeCategory", "recipeCollection": draft.label(text)
      case "recipeSource": draft.setSource(text)
      case "recipeYield": draft.recipe.makes = Yield([text].filter { !$0.isEmpty })
      case "prepTime": draft.recipe.prepMinutes = CookingTime.minutes(text)
      case "cookTime": draft.recipe.cookMinutes = CookingTime.minutes(text)
      case "totalTime": draft.recipe.totalMinutes = CookingTime.minutes(text)
      case "recipeIngredients": for line in page.lines(node) { draft.addIngredient(line) }
      case "recipeDirections": for line in page.lines(node) { draft.addStep(line) }
      case "recipeNotes": draft.keep(nil, page.lines(node).joined(separator: "\n"))
      case "recipeRating": draft.rate(text)
      case "recipeIsFavourite": if text.lowercased() == "true" { draft.keep("Favourite", "yes") }
      case let name where name.hasPrefix("recipeNut"):
        if !["0", ""].contains(text) { draft.keep("Nutrition", "\(name.dropFirst(9)) \(text)") }
      case "recipeId", "photo0": break
      default: if !property.hasPrefix("photo") { draft.keep(property, text) }
      }
    }
    leave(pictures, draft.recipe.title, &file)
    return draft
  }

  private static func copyMeThat(_ page: HTMLDocument, _ range: Range<Int>, _ file: inout MovedFile) -> RecipeDraft {
    var draft = RecipeDraft()
    var pictures: Set<String> = []
    for node in range where page.content(node).upperBound <= range.upperBound {
      if page.nodes[node].name == "img", let source = page.attribute("src", of: node) { pictures.insert(source) }
      switch page.attribute("id", of: node) {
      case "name": draft.recipe.title = page.line(node)
      case "description": draft.recipe.description = page.line(node).nonEmpty
      case "original_link": draft.setSource(page.attribute("href", of: node) ?? page.line(node))
      case "recipeYield": draft.recipe.makes = Yield([page.line(node)].filter { !$0.isEmpty })
      case "made_this": draft.keep("CopyMeThat", "made this")
      case "starred": draft.keep("Favourite", "yes")
      case "ratingValue": draft.rate(page.line(node))
      default: break
      }
      for word in page.words("class", of: node) {
        switch word {
        case "recipeCategory": draft.label(page.line(node))
        case "recipeIngredient_subheader": draft.addHeading(page.line(node))
        case "recipeIngredient": draft.addIngredient(page.line(node))
        case "recipeIngredient_note": draft.keep(nil, page.line(node))
        case "instruction_subheader": draft.addStepHeading(page.line(node))
        case "instruction", "instruction_next", "instruction_note": draft.addStep(page.line(node))
        case "recipeNote", "recipeNote_subheader": draft.keep(nil, page.line(node))
        default: break
        }
      }
    }
    leave(pictures, draft.recipe.title, &file)
    return draft
  }

  private static func leave(_ pictures: Set<String>, _ title: String?, _ file: inout MovedFile) {
    for picture in pictures.sorted() {
      file.leave(title ?? MovedFile.unnamedRecipe, .picture, picture)
    }
  }
}
