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

  /// The keys of what no recipe lacks: what is at hand, and the household's own staples.
  func keys(_ results: Results) throws -> Set<String> {
    let hand: [String] = try results[hand].map { try $0["key"] }
    return Set(hand).union(try HouseholdStaples(results[staples]).keys)
  }

  func read(_ results: Results) throws -> (hand: [IngredientAtHand], parameters: CookingParameters) {
    (try results[hand].map { try IngredientAtHand($0) }, try CookingParameters(results[parameters]))
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
