/// The texts of the demonstration in one language; those of `DemoData` are English, and the ids come from them.
struct DemoTexts {
  private let texts: [String: String]

  init(_ language: Language) {
    switch language {
    case .en: texts = [:]
    case .fr: texts = Self.fr
    case .ko: texts = Self.ko
    case .ru: texts = Self.ru
    }
  }

  func callAsFunction(_ english: String) -> String { texts[english] ?? english }

  func has(_ english: String) -> Bool { texts[english] != nil }

  func callAsFunction(_ host: DemoData.Host) -> DemoData.Host {
    var host = host
    (host.home, host.place, host.offer) = (self(host.home), self(host.place), self(host.offer))
    return host
  }

  func callAsFunction(_ request: DemoData.Request) -> DemoData.Request {
    var request = request
    (request.message, request.reply) = (self(request.message), self(request.reply))
    return request
  }

  func callAsFunction(_ recipe: RecipeDraft) -> RecipeDraft {
    var recipe = recipe
    (recipe.name, recipe.description, recipe.cuisine) = (
      self(recipe.name), self(recipe.description), self(recipe.cuisine)
    )
    recipe.ingredients = recipe.ingredients.map { self($0) }
    recipe.steps = recipe.steps.map { self($0) }
    return recipe
  }
}
