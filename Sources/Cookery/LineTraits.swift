/// What a line's foods contain, without what its qualifiers take away.
struct LineTraits {
  private(set) var has: Traits = []
  private(set) var may: Traits = []
  /// Whether each word was understood.
  private(set) var isWhole = true
  private(set) var hasFood = false

  init(_ line: LineFoods, _ tokens: [Token]) {
    let table = FoodTable.shared
    let withdrawn = Self.withdrawn(line, tokens)
    for item in line.items {
      var parts: [Int] = []
      switch item.meaning {
      case .food(let food): parts = [food]
      case .unknown(let word):
        let inside = Hangul.begins(word) ? Korean.split(word, table: table) : nil
        parts = inside?.foods ?? []
        if inside?.isWhole != true { isWhole = false }
      case .neutral: continue
      }
      for part in parts {
        let food = table.foods[part]
        hasFood = true
        var (has, may) = (food.has, food.may)
        if let taken = withdrawn[item.segment] { Self.withdraw(taken, has: &has, may: &may) }
        self.has.formUnion(has)
        self.may.formUnion(may)
      }
    }
    may.subtract(has)
  }

  /// By segment. A qualifier alone in parentheses, "flour (gluten-free)", applies to the food before it.
  private static func withdrawn(_ line: LineFoods, _ tokens: [Token]) -> [Int: Traits] {
    var withdrawn = line.withdrawn
    for (segment, traits) in line.withdrawn {
      let own = line.items.filter { $0.segment == segment }
      let hasOwnFood = own.contains { if case .food = $0.meaning { true } else { false } }
      let isConditional = own.contains { item in
        tokens[item.tokens].contains { Words.conditional.contains($0.word ?? "") }
      }
      if isConditional {
        withdrawn[segment] = nil
      } else if !hasOwnFood, segment > 0 {
        withdrawn[segment] = nil
        withdrawn[segment - 1, default: []].formUnion(traits)
      }
    }
    return withdrawn
  }

  private static func withdraw(_ taken: Traits, has: inout Traits, may: inout Traits) {
    // Vegan butter may contain soy, nuts or oats.
    if !has.isDisjoint(with: taken.intersection([.dairy, .meat, .egg, .seafood])) {
      may.formUnion([.soy, .nut, .gluten, .wheat, .fodmap])
    }
    if taken.contains(.gluten) {
      // Gluten-free flour may contain wheat starch.
      if has.contains(.wheat) { may.insert(.wheat) }
      has.subtract([.gluten, .wheat, .fodmap])
      may.remove(.gluten)
    }
    if taken.contains(.wheat), has.contains(.gluten) {
      has.remove(.gluten)
      may.insert(.gluten)
    }
    has.subtract(taken)
    may.subtract(taken)
    may.subtract(has)
  }
}
