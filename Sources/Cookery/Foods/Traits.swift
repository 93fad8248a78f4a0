/// The properties of a food that matter for allergies and diets.
struct Traits: OptionSet, Sendable {
  let rawValue: UInt32

  static let dairy = Traits(rawValue: 1 << 0)
  static let egg = Traits(rawValue: 1 << 1)
  static let gluten = Traits(rawValue: 1 << 2)
  static let peanut = Traits(rawValue: 1 << 3)
  static let seafood = Traits(rawValue: 1 << 4)
  static let sesame = Traits(rawValue: 1 << 5)
  static let soy = Traits(rawValue: 1 << 6)
  static let sulfite = Traits(rawValue: 1 << 7)
  static let nut = Traits(rawValue: 1 << 8)
  static let wheat = Traits(rawValue: 1 << 9)

  /// Flesh, fat or bones of a land animal.
  static let meat = Traits(rawValue: 1 << 10)
  /// From an animal without slaughter: honey.
  static let animal = Traits(rawValue: 1 << 11)
  /// Cheese that is made with calf's rennet by definition.
  static let rennet = Traits(rawValue: 1 << 12)
  /// Too much starch or sugar for a ketogenic diet.
  static let carb = Traits(rawValue: 1 << 13)
  /// Excluded by a paleo diet: grain, legumes, dairy, refined sugar.
  static let unpaleo = Traits(rawValue: 1 << 14)
  /// Rich in fermentable sugars in a usual portion.
  static let fodmap = Traits(rawValue: 1 << 15)

  /// Wine and beer: some makers clear them with isinglass, egg white or casein, which no label names.
  static let fined = Traits(rawValue: 1 << 16)

  /// Only as what a claim takes away. "Non-dairy" may have caseinates in it, which the law of the United States lets it have:
  /// the packet decides.
  static let dairyByPacket = Traits(rawValue: 1 << 17)

  /// The allergens of the EU that are none of R34's.
  static let celery = Traits(rawValue: 1 << 18)
  static let mustard = Traits(rawValue: 1 << 19)
  static let lupin = Traits(rawValue: 1 << 20)
  /// They are seafood, too.
  static let mollusc = Traits(rawValue: 1 << 21)

  static let all = Traits(rawValue: (1 << 17) - 1).union([.celery, .mustard, .lupin, .mollusc])
  /// R34's: by these the reading of a line tells a plain food from one that has to be looked at.
  static let allergens: Traits = [
    .dairy, .egg, .gluten, .peanut, .seafood, .sesame, .soy, .sulfite, .nut, .wheat,
  ]
  static let fromAnimals: Traits = [.dairy, .egg, .seafood, .meat, .animal, .rennet, .fined, .mollusc]
  /// The traits that "vegetarian" takes away.
  static let slaughtered: Traits = [.meat, .seafood, .rennet, .mollusc]
  /// The traits of substitutes for milk, eggs, meat or fish.
  static let substitutes: Traits = [.soy, .nut, .gluten, .wheat, .fodmap, .lupin]
  /// Traits of some makers' products only: a food with one of these does not break a diet, it leaves it open.
  static let byMaker: Traits = [.rennet, .fined]

  /// The words of the table's last column.
  static let named: [Substring: Traits] = [
    "dairy": [.dairy, .unpaleo], "egg": .egg, "gluten": [.gluten, .unpaleo, .fodmap], "peanut": [.peanut, .unpaleo],
    "seafood": .seafood, "sesame": .sesame, "soy": [.soy, .unpaleo], "sulfite": .sulfite, "nut": .nut,
    "wheat": [.wheat, .gluten, .unpaleo, .carb, .fodmap], "meat": .meat, "animal": .animal, "rennet": .rennet,
    "carb": .carb, "unpaleo": .unpaleo, "fodmap": .fodmap, "grain": [.carb, .unpaleo], "sugar": [.carb, .unpaleo],
    "legume": [.carb, .unpaleo, .fodmap], "fined": .fined, "wheatstarch": [.wheat, .unpaleo, .carb], "all": .all,
    "celery": .celery, "mustard": .mustard, "lupin": .lupin, "molluscs": [.mollusc, .seafood],
  ]
}

extension Allergen {
  var trait: Traits {
    switch self {
    case .dairy: .dairy
    case .egg: .egg
    case .gluten: .gluten
    case .peanut: .peanut
    case .seafood: .seafood
    case .sesame: .sesame
    case .soy: .soy
    case .sulfite: .sulfite
    case .treeNut: .nut
    case .wheat: .wheat
    case .celery: .celery
    case .mustard: .mustard
    case .lupin: .lupin
    case .molluscs: .mollusc
    }
  }
}

extension Diet {
  /// A food with one of these does not fit the diet.
  var forbids: Traits {
    switch self {
    case .ketogenic: .carb
    case .lactoVegetarian: [.meat, .seafood, .egg, .rennet]
    case .ovoVegetarian: [.meat, .seafood, .dairy]
    case .lactoOvoVegetarian: [.meat, .seafood, .rennet]
    case .pescetarian: .meat
    case .vegan: .fromAnimals
    case .lowFODMAP: .fodmap
    case .paleo: .unpaleo
    }
  }
}
