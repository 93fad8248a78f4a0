import RecipeImport

/// The pages that Recipe Keeper and CopyMeThat export: many recipes in one.
enum RecipePages {
  /// - Parameters:
  ///   - folder: that of the page in its archive, with a slash.
  ///   - packed: the paths of the archive's files.
  static func read(_ html: [UInt8], folder: String = "", packed: Set<String> = []) -> MovedFile? {
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
      var (draft, pictures) = isKeeper ? keeper(page, range) : copyMeThat(page, range)
      if let first = pictures.first, packed.contains(folder + first) {
        draft.recipe.packedPicture = folder + first
        pictures.removeFirst()
      }
      for picture in pictures { file.leave(draft.recipe.title ?? MovedFile.unnamedRecipe, .picture, picture) }
      draft.finish(&file)
    }
    return file.recipes.isEmpty && file.leftOut.isEmpty ? nil : file
  }

  private static func keeper(_ page: HTMLDocument, _ range: Range<Int>) -> (RecipeDraft, pictures: [String]) {
    var draft = RecipeDraft()
    var pictures: [String] = []
    for node in range where page.content(node).upperBound <= range.upperBound {
      if let source = picture(page, node), !pictures.contains(source) { pictures.append(source) }
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
      case "prepTime": draft.setTime(\.prepMinutes, "Prep time", text)
      case "cookTime": draft.setTime(\.cookMinutes, "Cook time", text)
      case "totalTime": draft.setTime(\.totalMinutes, "Total time", text)
      case "recipeIngredients": for line in page.lines(node) { draft.addIngredient(line) }
      case "recipeDirections": for line in page.lines(node) { draft.addStep(line) }
      case "recipeNotes": draft.keep(nil, page.lines(node).joined(separator: "\n"))
      case "recipeRating": draft.rate(text)
      case "recipeIsFavourite": if text.lowercased() == "true" { draft.keep("Favourite", "yes") }
      case let name where name.hasPrefix("recipeNut"):
        if text != "0" { draft.addNutrition(String(name.dropFirst(9)), text) }
      case "recipeId", "photo0": break
      default: if !property.hasPrefix("photo") { draft.keep(property, text) }
      }
    }
    return (draft, pictures)
  }

  private static func copyMeThat(_ page: HTMLDocument, _ range: Range<Int>) -> (RecipeDraft, pictures: [String]) {
    var draft = RecipeDraft()
    var pictures: [String] = []
    for node in range where page.content(node).upperBound <= range.upperBound {
      if let source = picture(page, node), !pictures.contains(source) { pictures.append(source) }
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
      let words = page.words("class", of: node)
      // A subheading has the class of its lines, too, since the pages' second version.
      for word in words where !words.contains(where: { $0.hasPrefix("\(word)_") }) {
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
    return (draft, pictures)
  }

  private static func picture(_ page: HTMLDocument, _ node: Int) -> String? {
    page.nodes[node].name == "img" ? page.attribute("src", of: node)?.nonEmpty : nil
  }
}
