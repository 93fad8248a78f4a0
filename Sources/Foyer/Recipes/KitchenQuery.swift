import Postgres

/// The context of most pages of recipes: the ingredients at hand, the visitor's parameters, and who eats.
struct KitchenQuery {
  private let hand: Batch.Key
  private let staples: Batch.Key
  private let parameters: Batch.Key
  private let eaters: (choice: EaterChoice, key: Batch.Key)?

  init(in batch: inout Batch, _ choice: EaterChoice? = nil) {
    hand = batch.add(RecipeQueries.hand())
    staples = batch.add(RecipeQueries.staples())
    parameters = batch.add(RecipeQueries.parameters())
    eaters = choice.map { ($0, batch.add(EaterQueries.on($0))) }
  }

  func table(_ results: Results) throws -> EaterTable {
    try eaters.map { try EaterTable(results[$0.key], $0.choice) } ?? EaterTable()
  }

  func stock(_ results: Results) throws -> KitchenStock {
    KitchenStock(hand: try results[hand].map { try $0["key"] }, try HouseholdStaples(results[staples]))
  }

  func read(_ results: Results) throws -> (hand: [IngredientAtHand], parameters: CookingParameters) {
    (try results[hand].map { try IngredientAtHand($0) }, try CookingParameters(results[parameters]))
  }
}

/// The foods of recipes that a household has.
struct KitchenStock {
  /// The keys of what no recipe lacks: what is at hand, and the household's own staples.
  let keys: Set<String>
  private let staples: HouseholdStaples

  /// - Parameter hand: the keys of what is at hand.
  init(hand: [String], _ staples: HouseholdStaples) { (keys, self.staples) = (Set(hand).union(staples.keys), staples) }

  /// The needs of a row of a recipe: those of every household, and what this one buys of our staples.
  func needs(_ row: Row) throws -> [Understanding.Need] {
    let (names, keys): ([String], [String]) = (try row["need_names"], try row["need_keys"])
    let needs = zip(names, keys).map { Understanding.Need(name: $0, stored: $1) }
    // Of one that is asked for twice, once in such an amount as no kitchen has, there is a need already.
    return needs
      + staples.needs(among: try row["staple_keys"]).filter { bought in
        !needs.contains { $0.keys.contains(bought.stored) }
      }
  }
}

extension CookingParameters {
  /// The result of `RecipeQueries.parameters`: a row, or none.
  init(_ rows: Rows) throws {
    guard let row = rows.first else {
      self.init()
      return
    }
    self.init(cuisineBits: try row["cuisines"], requiredBits: try row["required"])
  }
}
