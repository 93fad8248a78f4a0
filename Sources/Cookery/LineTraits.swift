/// What a line's foods contain, without what its qualifiers take away.
struct LineTraits {
  private(set) var has: Traits = []
  private(set) var may: Traits = []
  /// Whether each word was understood.
  private(set) var isWhole = true
  private(set) var hasFood = false

  init(_ line: LineFoods, _ tokens: [Token], _ asides: LineAsides) {
    let table = FoodTable.shared
    let withdrawn = Self.withdrawn(line, tokens)
    for (index, item) in line.items.enumerated() {
      var parts: [Int] = []
      switch item.meaning {
      case .food(let food): parts = asides.ignored.contains(index) ? [] : [food]
      case .unknown(let word):
        let inside = Hangul.begins(word) ? Korean.split(word, table: table) : nil
        parts = inside?.foods ?? []
        if inside?.isWhole != true, !asides.ignored.contains(index) { isWhole = false }
      case .neutral: continue
      }
      for part in parts {
        let food = table.foods[part]
        hasFood = true
        var (has, may) = (food.has, food.may)
        // "sourdough bread": the kind decides, not what breads in general may contain.
        if Self.isKindBefore(index, part, line, table) { may = [] }
        if let taken = withdrawn[item.segment] { Self.withdraw(taken, has: &has, may: &may) }
        self.has.formUnion(has)
        self.may.formUnion(may)
      }
    }
    may.subtract(has)
  }

  /// Whether the word directly before is a kind of the same food.
  private static func isKindBefore(_ index: Int, _ food: Int, _ line: LineFoods, _ table: FoodTable) -> Bool {
    guard index > 0, case .food(let before) = line.items[index - 1].meaning, before != food else { return false }
    return table.foods[before].key == table.foods[food].key
      && line.items[index - 1].tokens.upperBound == line.items[index].tokens.lowerBound
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
      // Gluten-free flour may contain wheat starch, milk powder and the like.
      if has.contains(.wheat) { may.formUnion([.wheat, .dairy, .egg, .soy]) }
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
