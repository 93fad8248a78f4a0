import Cookery

/// The bits of `recipes.traits`: the recipe's cuisine, allergens that it is free of, diets that it fits, its course.
///
/// They are stored: a new case of one of the three enums comes last. Recipes that no program has analysed since courses were
/// added have no bit of a course, as main dishes have none.
enum Trait {
  static func bit(_ cuisine: Cuisine) -> Int { 1 << index(of: cuisine) }
  static func bit(_ allergen: Allergen) -> Int { 1 << (32 + index(of: allergen)) }
  static func bit(_ diet: Diet) -> Int { 1 << (48 + index(of: diet)) }
  /// From the 60th to the 62nd; the sign is not used.
  static func bits(_ course: Course) -> Int { course.rawValue << 60 }

  /// All bits of allergens and diets.
  static let verdicts =
    Allergen.allCases.reduce(0) { $0 | bit($1) } | Diet.allCases.reduce(0) { $0 | bit($1) }

  /// The bits of allergens and diets: certain ones, and certain or unknown ones.
  static func bits(_ facts: RecipeFacts) -> (traits: Int, maybe: Int) {
    var (traits, maybe) = (0, 0)
    for (allergen, verdict) in facts.allergens {
      switch verdict {
      case .contains: continue
      case .free: traits |= bit(allergen)
      case .unknown: break
      }
      maybe |= bit(allergen)
    }
    for (diet, verdict) in facts.diets {
      switch verdict {
      case .breaks: continue
      case .fits: traits |= bit(diet)
      case .unknown: break
      }
      maybe |= bit(diet)
    }
    return (traits, maybe)
  }

  private static func index<Case: CaseIterable & Equatable>(of one: Case) -> Int {
    Array(Case.allCases).firstIndex(of: one) ?? 0
  }
}

/// A person's parameters (R34).
struct CookingParameters: Equatable {
  var cuisines: [Cuisine] = []
  var diets: [Diet] = []
  var allergies: [Allergen] = []

  init() {}

  init(diets: [Diet], allergies: [Allergen]) { (self.diets, self.allergies) = (diets, allergies) }

  init(cuisineBits: Int, requiredBits: Int) {
    cuisines = Cuisine.allCases.filter { cuisineBits & Trait.bit($0) != 0 }
    diets = Diet.allCases.filter { requiredBits & Trait.bit($0) != 0 }
    allergies = Allergen.allCases.filter { requiredBits & Trait.bit($0) != 0 }
  }

  /// A recipe must have any of these, if there are any,
  var cuisineBits: Int { cuisines.reduce(0) { $0 | Trait.bit($1) } }
  /// and all of these.
  var requiredBits: Int {
    diets.reduce(0) { $0 | Trait.bit($1) } | allergies.reduce(0) { $0 | Trait.bit($1) }
  }

  var isEmpty: Bool { cuisines.isEmpty && diets.isEmpty && allergies.isEmpty }
}

extension Cuisine {
  /// By its name in forms, else by the names that recipes use.
  init?(anyName text: String) {
    guard let cuisine = Cuisine(rawValue: text) ?? Cuisine(named: text) else { return nil }
    self = cuisine
  }
}

/// A checkbox of the parameters.
struct ParameterChoice {
  /// Its name in forms.
  let value: String
  let name: String
  let isChosen: Bool
  /// An explanation, where the name alone is not enough.
  var explanation: String?
}

extension CookingParameters {
  func cuisineChoices(_ strings: Strings) -> [ParameterChoice] {
    Cuisine.allCases.map {
      ParameterChoice(value: $0.rawValue, name: strings.text($0), isChosen: cuisines.contains($0))
    }
  }

  func dietChoices(_ strings: Strings) -> [ParameterChoice] {
    Diet.allCases.map {
      ParameterChoice(
        value: $0.rawValue, name: strings.text($0), isChosen: diets.contains($0), explanation: strings.explanation($0))
    }
  }

  func allergyChoices(_ strings: Strings) -> [ParameterChoice] {
    Allergen.allCases.map {
      ParameterChoice(value: $0.rawValue, name: strings.text($0), isChosen: allergies.contains($0))
    }
  }
}
