/// Allergens: the ten of R34, and below them those that the EU has besides (Regulation (EU) No 1169/2011, Annex II). The raw value
/// is the one in forms; the order is the one of the bits in the database.
public enum Allergen: String, CaseIterable, Sendable {
  case dairy, egg, gluten, peanut, seafood, sesame, soy, sulfite
  case treeNut = "tree-nut"
  case wheat
  case celery, mustard, lupin, molluscs
}

/// Diets. The raw value is the one in forms and in the database.
public enum Diet: String, CaseIterable, Sendable {
  case ketogenic
  case lactoVegetarian = "lacto-vegetarian"
  case ovoVegetarian = "ovo-vegetarian"
  case pescetarian, vegan
  case lowFODMAP = "low-fodmap"
  case lactoOvoVegetarian = "lacto-ovo-vegetarian"
  case paleo
}

/// Three states, because "unknown" must never look like "free". `line` is the index of the ingredient line that
/// decided; nil when a label did, or when there is no ingredient at all.
public enum AllergenVerdict: Sendable, Equatable {
  case contains(line: Int?)
  case free
  case unknown(line: Int?)
}

/// Like `AllergenVerdict`, for a diet.
public enum DietVerdict: Sendable, Equatable {
  case breaks(line: Int?)
  case fits(stated: Bool)
  case unknown(line: Int?)
}
