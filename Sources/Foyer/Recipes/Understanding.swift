import Cookery
import HTTP

/// The analysis of a recipe, as the database stores it: made when a recipe is written, so that a search compares
/// numbers only.
struct Understanding {
  /// Raise it when Cookery recognises more: `RecipeRevision` then analyses every recipe again.
  static let edition = 11

  /// An ingredient that has to be at hand.
  struct Need: Equatable, Sendable {
    let name: String
    /// Any one of these is enough ("butter or margarine").
    let keys: [String]

    init(name: String, keys: [String]) {
      self.name = name
      self.keys = keys
    }

    /// As stored: the keys joined by a bar, which no key contains.
    init(name: String, stored: String) {
      self.init(name: name, keys: stored.split(separator: "|").map(String.init))
    }

    var stored: String { keys.joined(separator: "|") }

    func isMet(by hand: Set<String>) -> Bool { keys.contains(where: hand.contains) }
  }

  let needs: [Need]
  /// Certain traits, and traits that are certain or unknown, in the bits of `Trait`.
  let traits: Int
  let maybe: Int

  init(_ recipe: RecipeDraft) { self.init(recipe, lines: recipe.ingredients.map { IngredientLine($0) }) }

  /// - Parameter lines: what the draft's ingredients say.
  private init(_ recipe: RecipeDraft, lines: [IngredientLine]) {
    self.init(
      name: recipe.name, lines: lines, statements: recipe.statements, hearsay: recipe.hearsay, cuisine: recipe.cuisine)
  }

  /// The same off the event loop, because the largest form takes a second.
  private static func of(_ draft: RecipeDraft, _ context: Context) async throws -> Understanding {
    let lines = try await context.inPieces(draft.ingredients, (), size: \.utf8.count) { IngredientLine($1) }
    return try await context.offLoop { Understanding(draft, lines: lines) }
  }

  /// The draft of a form and its analysis; nil, with the form's `errors` set, when a field is invalid.
  static func of(_ form: inout RecipeForm, _ context: Context) async throws -> (RecipeDraft, Understanding)? {
    let (typed, strings) = (form, context.strings)
    let (checked, draft) = try await context.offLoop { () -> (RecipeForm, RecipeDraft?) in
      var form = typed
      let draft = form.draft(strings)
      return (form, draft)
    }
    form = checked
    guard let draft else { return nil }
    return (draft, try await of(draft, context))
  }

  /// The same for several forms, each as a browser sends it; nil when one of them is malformed or invalid.
  static func of(_ forms: [String], _ context: Context) async throws -> [(RecipeDraft, Understanding)]? {
    let strings = context.strings
    var drafts: [(RecipeDraft, Understanding)] = []
    for text in forms {
      let draft = try await context.offLoop { () -> RecipeDraft? in
        guard let fields = try? Form(urlencoded: Array(text.utf8)), let id = fields["id"].flatMap({ UUID($0.utf8) })
        else { return nil }
        var form = RecipeForm(id: id, fields)
        // They could not be changed: a preview of several recipes shows no labels.
        form.hearsay = RecipeForm.lines(form.statements)
        return form.draft(strings)
      }
      guard let draft else { return nil }
      drafts.append((draft, try await of(draft, context)))
    }
    return drafts
  }

  /// A line of a recipe's page.
  struct Line: Sendable {
    let line: IngredientLine
    let need: Need?
    /// For the servings asked for, exactly, as it goes to the shopping list.
    let scaled: String
    /// For the servings asked for, as a kitchen measures it.
    let served: String

    init(_ line: IngredientLine, factor: Double, _ kitchen: Kitchen) {
      self.line = line
      need = Need(line)
      scaled = line.scaled(by: factor, decimalSeparator: kitchen.decimalSeparator)
      served = line.served(by: factor, kitchen)
    }
  }

  init(name: String, ingredients: [String], statements: [String], hearsay: [String], cuisine: String) {
    self.init(
      name: name, lines: ingredients.map { IngredientLine($0) }, statements: statements, hearsay: hearsay,
      cuisine: cuisine)
  }

  private init(name: String, lines: [IngredientLine], statements: [String], hearsay: [String], cuisine: String) {
    var known: Set<[String]> = []
    needs = lines.compactMap { Need($0) }.filter { known.insert($0.keys).inserted }

    let facts = RecipeFacts(lines: lines, statements: statements, hearsay: hearsay)
    var traits = Trait.bits(Course(name: name, statements: statements))
    if let cuisine = Cuisine(anyName: cuisine) { traits |= Trait.bit(cuisine) }
    var maybe = traits
    for (allergen, verdict) in facts.allergens {
      switch verdict {
      case .contains: continue
      case .free: traits |= Trait.bit(allergen)
      case .unknown: break
      }
      maybe |= Trait.bit(allergen)
    }
    for (diet, verdict) in facts.diets {
      switch verdict {
      case .breaks: continue
      case .fits: traits |= Trait.bit(diet)
      case .unknown: break
      }
      maybe |= Trait.bit(diet)
    }
    self.traits = traits
    self.maybe = maybe
  }
}

extension Understanding.Need {
  /// Nil for a line that need not be bought: salt, optional ingredients, a heading.
  init?(_ line: IngredientLine) {
    if line.isStaple || line.isOptional || line.key.isEmpty { return nil }
    self.init(name: line.name.isBlank ? line.text : line.name, keys: line.keys)
  }
}
