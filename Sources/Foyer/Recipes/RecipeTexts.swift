import Cookery

/// The names of cuisines, diets and allergies in the reader's language, and times and amounts.
extension Strings {
  /// How amounts are written in the reader's language.
  var amounts: AmountText { AmountText(language: language.rawValue) }

  var kitchen: Kitchen.Language { Kitchen.Language(rawValue: language.rawValue) ?? .en }

  func text(_ cuisine: Cuisine) -> String {
    switch cuisine {
    case .american: cuisineAmerican
    case .italian: cuisineItalian
    case .asian: cuisineAsian
    case .mexican: cuisineMexican
    case .southern: cuisineSouthern
    case .french: cuisineFrench
    case .southwestern: cuisineSouthwestern
    case .barbecue: cuisineBarbecue
    case .indian: cuisineIndian
    case .chinese: cuisineChinese
    case .cajun: cuisineCajun
    case .english: cuisineEnglish
    case .mediterranean: cuisineMediterranean
    case .greek: cuisineGreek
    case .spanish: cuisineSpanish
    case .german: cuisineGerman
    case .thai: cuisineThai
    case .moroccan: cuisineMoroccan
    case .irish: cuisineIrish
    case .japanese: cuisineJapanese
    case .cuban: cuisineCuban
    case .hawaiian: cuisineHawaiian
    case .swedish: cuisineSwedish
    case .hungarian: cuisineHungarian
    case .portuguese: cuisinePortuguese
    }
  }

  func text(_ diet: Diet) -> String {
    switch diet {
    case .ketogenic: dietKetogenic
    case .lactoVegetarian: dietLactoVegetarian
    case .ovoVegetarian: dietOvoVegetarian
    case .pescetarian: dietPescetarian
    case .vegan: dietVegan
    case .lowFODMAP: dietLowFodmap
    case .lactoOvoVegetarian: dietLactoOvoVegetarian
    case .paleo: dietPaleo
    }
  }

  /// The parameters in a sentence.
  func explanation(_ diet: Diet) -> String {
    switch diet {
    case .ketogenic: dietKetogenicText
    case .lactoVegetarian: dietLactoVegetarianText
    case .ovoVegetarian: dietOvoVegetarianText
    case .pescetarian: dietPescetarianText
    case .vegan: dietVeganText
    case .lowFODMAP: dietLowFodmapText
    case .lactoOvoVegetarian: dietLactoOvoVegetarianText
    case .paleo: dietPaleoText
    }
  }

  func text(_ allergen: Allergen) -> String {
    switch allergen {
    case .dairy: allergenDairy
    case .egg: allergenEgg
    case .gluten: allergenGluten
    case .peanut: allergenPeanut
    case .seafood: allergenSeafood
    case .sesame: allergenSesame
    case .soy: allergenSoy
    case .sulfite: allergenSulfite
    case .treeNut: allergenTreeNut
    case .wheat: allergenWheat
    case .celery: allergenCelery
    case .mustard: allergenMustard
    case .lupin: allergenLupin
    case .molluscs: allergenMolluscs
    }
  }

  /// A stored cuisine: a known one by its name in forms, or what was typed.
  func cuisine(_ stored: String) -> String { Cuisine(rawValue: stored).map(text) ?? stored }

  /// Each by its name, in their order, and as the cookbook's address has it.
  var cookbookCuisines: [(name: String, value: String)] {
    Cuisine.allCases.map { (text($0), $0.rawValue) }.sorted { $0.name < $1.name }
  }

  var cuisineNames: [String] { Cuisine.allCases.map(text) }

  /// "45 min", "1 h 30 min".
  func duration(minutes: Int) -> String {
    let (hours, rest) = (minutes / 60, minutes % 60)
    if hours == 0 { return recipesMinutes(minutes: rest) }
    return rest == 0 ? recipesHours(hours: hours) : recipesHoursMinutes(hours: hours, minutes: rest)
  }

  /// Between the whole and the parts of a number.
  var decimalSeparator: String { [.fr, .ru].contains(language) ? "," : "." }
}
