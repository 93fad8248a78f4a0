/// One saved or fetched web page.
public enum RecipePage {
  /// Recipe pages are smaller; fetches and uploads have the same limit.
  static let maximumBytes = 10 << 20

  /// The most complete recipe on the page; `url` is the page's URL, `contentType` the header's value.
  public static func parse(_ html: [UInt8], url: String?, contentType: String?) throws(ImportError) -> ImportedRecipe {
    guard html.count <= maximumBytes else { throw .tooLarge }
    if html.count <= PastedText.maximumBytes, let text = plainText(html, contentType: contentType) {
      var recipe = try PastedText.read(text)
      recipe.url = recipe.url ?? url
      return recipe
    }
    let page = Page(HTMLDocument(PlainText.page(html) ?? html, contentType: contentType), url: url)
    return try page.recipe()
  }

  /// Nil for what has tags.
  static func plainText(_ bytes: [UInt8], contentType: String?) -> String? {
    guard bytes.count <= maximumBytes, !PlainText.hasTag(bytes),
      contentType.map({ $0.lowercased().hasPrefix("text/plain") }) ?? true
    else { return nil }
    let text = Charset.utf8(bytes, contentType: contentType)
    // In UTF-16 a tag shows in the text alone.
    return PlainText.hasTag(text) ? nil : String(decoding: text, as: UTF8.self)
  }
}

/// A parsed page, and the ways to find a recipe on it, the most reliable first.
struct Page {
  let document: HTMLDocument
  let url: String?
  let base: String?

  init(_ document: HTMLDocument, url: String?) {
    self.document = document
    let canonical =
      document.elements("link").lazy.filter { document.words("rel", of: $0).contains("canonical") }
      .compactMap { document.attribute("href", of: $0) }.first ?? Self.meta(document, "og:url")
    let stated = document.elements("base").lazy.compactMap { document.attribute("href", of: $0) }.first
    let start = stated.flatMap { Address.resolve($0, base: url) } ?? url
    self.url = canonical.flatMap { Address.resolve($0, base: start) } ?? url.flatMap { Address.resolve($0, base: nil) }
    base = start ?? self.url.flatMap { page in stated.flatMap { Address.resolve($0, base: page) } ?? page }
  }

  func recipe() throws(ImportError) -> ImportedRecipe {
    let names = titles()
    // Of equally complete ones the first counts.
    let candidates = structured().enumerated().map { (score: $1.score(titles: names), position: $0, recipe: $1) }
      .sorted { ($1.score, $0.position) < ($0.score, $1.position) }.map(\.recipe)
    var recipe = candidates.first ?? ImportedRecipe()
    // Another kind of markup may have what the best one lacks, if it is about the same dish.
    for other in candidates.dropFirst() where other.title == nil || other.title == recipe.title || recipe.title == nil {
      recipe.fill(from: other)
    }
    let state = PageState(document)
    if recipe.ingredients.isEmpty, let found = schemaState(titles: names) { recipe.fill(from: found) }
    if recipe.ingredients.isEmpty {
      if let own = state.recipe(titles: names + [recipe.title].compactMap(\.self), titled: true) {
        recipe.fill(from: own)
      }
    }
    if recipe.ingredients.isEmpty {
      recipe.ingredients = PageLayout(document, amountsFirst: true).ingredients()
      if recipe.ingredients.isEmpty, let any = state.recipe(titles: [], titled: false) { recipe.fill(from: any) }
    } else {
      recipe.ingredients = ListChoice.better(
        stated: recipe.ingredients,
        shown: PageLayout(document, amountsFirst: ListChoice.hasAmountsFirst(recipe.ingredients)).ingredients())
      recipe.ingredients = state.completed(recipe.ingredients)
    }
    recipe.ingredients = GroupHeadings(document, inEntries: candidates.isEmpty || !isStated)
      .removed(from: recipe.ingredients)
    recipe.ingredients = OtherSections(document).removed(from: recipe.ingredients)
    if recipe.steps.isEmpty, !recipe.ingredients.isEmpty { recipe.steps = PageLayout(document).steps() }
    if recipe.steps.isEmpty, recipe.ingredients.isEmpty { recipe.steps = PageLayout(document).stepsBelowHeading() }
    recipe.steps = Steps.withoutHeadings(StepNumbers.removed(from: recipe.steps))
    guard !recipe.ingredients.isEmpty || !recipe.steps.isEmpty && !(recipe.title == nil && names.isEmpty) else {
      throw .noRecipe
    }
    recipe.title = recipe.title.map(withoutAddition) ?? names.first
    guard recipe.title != nil else { throw .noTitle }
    if recipe.servings == nil || !recipe.hasTimes { addFacts(&recipe) }
    complete(&recipe)
    return recipe
  }

  private func addFacts(_ recipe: inout ImportedRecipe) {
    let facts = PageFacts(document)
    if recipe.servings == nil { recipe.makes.fill(from: facts.makes) }
    guard !recipe.hasTimes else { return }
    recipe.prepMinutes = facts.prepMinutes
    recipe.cookMinutes = facts.cookMinutes
    recipe.totalMinutes = facts.totalMinutes
  }

  private func complete(_ recipe: inout ImportedRecipe) {
    recipe.imageURL = picture(own: recipe.imageURL)
    recipe.url = url ?? recipe.url
    recipe.language = language() ?? recipe.language
    recipe.description =
      recipe.description ?? Self.meta(document, "og:description") ?? Self.meta(document, "description")
    recipe.addTimes()
  }

  private func structured() -> [ImportedRecipe] {
    var room = JSONReader.maximumValues
    let found =
      SchemaRecipe.all(in: stated(room: &room))
      + Microdata.recipes(in: document).map { SchemaRecipe($0, isMarkup: true) }
    return found.map { $0.recipe(base: base) }
  }

  /// The JSON-LD of the page.
  func stated(room: inout Int) -> [JSON] {
    var values: [JSON] = []
    for script in document.elements("script") {
      guard let type = document.attribute("type", of: script)?.lowercased(), type.contains("ld+json") else { continue }
      values += Self.values(document.source(script), room: &room)
    }
    return values
  }

  /// Pages that are rendered by JavaScript carry their data as JSON, sometimes with schema.org's names.
  private func schemaState(titles: [String]) -> ImportedRecipe? {
    var room = JSONReader.maximumValues
    var values: [JSON] = []
    for script in document.elements("script")
    where document.attribute("type", of: script)?.lowercased().hasPrefix("application/json") == true {
      let source = document.source(script)
      if source.contains("ecipeIngredient") { values += JSONReader.values(Array(source.utf8), room: &room) }
    }
    return SchemaRecipe.all(in: values).map { $0.recipe(base: base) }.max {
      $0.score(titles: titles) < $1.score(titles: titles)
    }
  }

  /// The script's values; some pages escape the whole script as if it were HTML.
  private static func values(_ source: String, room: inout Int) -> [JSON] {
    let bytes = Array(source.utf8)
    let values = JSONReader.values(bytes, room: &room)
    guard !bytes.contains(UInt8(ascii: "\"")), source.contains("&quot;") else { return values }
    return JSONReader.values(Text.decodingEntities(bytes), room: &room)
  }

  // MARK: Facts outside the recipe's markup

  /// The headings first, of these the ones that the page's head confirms: "Navigation" can be a heading, too.
  func titles() -> [String] {
    let headings = document.elements("h1").prefix(3).map { document.line($0) }.filter { !$0.isEmpty }
    var others = ["og:title", "twitter:title"].compactMap { Self.meta(document, $0) }
    others += document.elements("title").prefix(1).map { document.line($0) }
    others = others.map(Self.withoutSite).filter { !$0.isEmpty }
    let folded = others.map { $0.lowercased() }
    let isConfirmed = headings.map { heading in folded.contains { $0.contains(heading.lowercased()) } }
    let ordered = zip(headings, isConfirmed).filter(\.1) + zip(headings, isConfirmed).filter { !$0.1 }
    return ordered.map(\.0) + others
  }

  /// Whether a script states a list of ingredients.
  private var isStated: Bool {
    document.elements("script").contains {
      document.attribute("type", of: $0)?.lowercased().contains("ld+json") == true
        && document.source($0).contains("ecipeIngredient")
    }
  }

  /// "Pancakes, a recipe - The Kitchen" → "Pancakes", if that is what the page shows and "The Kitchen" its site.
  private func withoutAddition(_ title: String) -> String {
    guard
      let shown = document.elements("h1").prefix(3).map({ document.line($0) })
        .first(where: { $0.utf8.count > 5 && title.hasPrefix($0 + " ") })
    else { return title }
    let rest = title.dropFirst(shown.count)
    return Self.meta(document, "og:site_name").map { rest.contains($0) } ?? false ? shown : title
  }

  /// "Pancakes | The Kitchen" → "Pancakes"
  private static func withoutSite(_ title: String) -> String {
    for separator in [" | ", " — ", " – ", " - ", " • ", " :: "] {
      if let parts = title.firstRange(of: separator) { return String(title[..<parts.lowerBound]) }
    }
    return title
  }

  /// The page's main picture in full size, because the recipe's own is often a thumbnail; not a logo, nor a crop for
  /// social networks.
  private func picture(own: String?) -> String? {
    for name in ["og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src"] {
      guard let address = Self.meta(document, name).flatMap({ Address.resolve($0, base: base) }) else { continue }
      let lower = address.lowercased()
      if Self.noPicture.contains(where: lower.contains) { continue }
      if let own, Self.cropped.contains(where: lower.dropFirst(8).contains) { return own }
      return address
    }
    if let own { return own }
    let linked = document.elements("link").lazy
      .filter { document.words("rel", of: $0).contains("image_src") }
      .compactMap { document.attribute("href", of: $0) }
      .compactMap { Address.resolve($0, base: base) }.first
    return linked ?? firstPicture()
  }

  /// The first picture below the title that is neither small nor decorative.
  private func firstPicture() -> String? {
    let start = document.elements("h1").first ?? 0
    for node in document.elements("img", in: start..<document.nodes.count).prefix(30) {
      if let width = document.attribute("width", of: node).flatMap({ Int($0) }), width < 200 { continue }
      for name in ["data-src", "data-lazy-src", "data-original", "src"] {
        guard let address = document.attribute(name, of: node).flatMap({ Address.resolve($0, base: base) }) else {
          continue
        }
        let lower = address.lowercased()
        let isOrnament = [".gif", "icon", "sprite", "pixel", "emoji", "gravatar", "banner", "/ads"].contains(
          where: lower.contains)
        if !isOrnament, !Self.noPicture.contains(where: lower.contains) { return address }
      }
    }
    return nil
  }

  private static let noPicture = [
    "logo", "placeholder", "favicon", "avatar", "default-image", "default_image", "fallback", ".svg",
  ]

  private static let cropped = [
    "facebook", "social", "opengraph", "x630", "-630", "_630", "/630", "h=630", "x627", "x628", "-580", "2:1",
    "http:", "https:", "http%3a", "https%3a",
  ]

  func language() -> String? {
    for html in document.elements("html") {
      if let language = document.attribute("lang", of: html) ?? document.attribute("xml:lang", of: html),
        !Text.fold(language).isEmpty
      {
        return Text.fold(language)
      }
    }
    return Self.meta(document, "content-language") ?? Self.meta(document, "og:locale")
  }

  private static func meta(_ document: HTMLDocument, _ name: String) -> String? {
    for node in document.elements("meta") {
      for key in ["property", "name", "http-equiv", "itemprop"]
      where document.attribute(key, of: node)?.lowercased() == name {
        if let content = document.attribute("content", of: node).map(Text.line), !content.isEmpty { return content }
      }
    }
    return nil
  }
}

extension ImportedRecipe {
  /// How complete a recipe is; entries of a carousel have little more than a name.
  func score(titles: [String]) -> Int {
    var score = 0
    if !ingredients.isEmpty { score += ingredients.count > 1 ? 10 : 6 }
    if !steps.isEmpty { score += 6 }
    if title != nil { score += 2 }
    if let title, titles.contains(where: { $0.lowercased() == title.lowercased() }) { score += 3 }
    if imageURL != nil { score += 1 }
    if makes != Yield() { score += 1 }
    if prepMinutes != nil || cookMinutes != nil || totalMinutes != nil { score += 1 }
    return score
  }

  fileprivate mutating func fill(from other: ImportedRecipe) {
    title = title ?? other.title
    if ingredients.isEmpty { ingredients = other.ingredients }
    if steps.isEmpty { steps = other.steps }
    makes.fill(from: other.makes)
    prepMinutes = prepMinutes ?? other.prepMinutes
    cookMinutes = cookMinutes ?? other.cookMinutes
    totalMinutes = totalMinutes ?? other.totalMinutes
    cuisine = cuisine ?? other.cuisine
    imageURL = imageURL ?? other.imageURL
    description = description ?? other.description
    nutrition = nutrition ?? other.nutrition
    if statements.isEmpty { statements = other.statements }
  }

  fileprivate var hasTimes: Bool { prepMinutes != nil || cookMinutes != nil || totalMinutes != nil }

  /// A missing total is the sum of the stated times.
  package mutating func addTimes() {
    if totalMinutes == nil, prepMinutes != nil || cookMinutes != nil {
      totalMinutes = (prepMinutes ?? 0) + (cookMinutes ?? 0)
    }
  }
}
