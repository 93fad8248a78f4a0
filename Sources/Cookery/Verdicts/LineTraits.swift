/// The traits of a line's foods, without those that its qualifiers take away.
struct LineTraits {
  private(set) var has: Traits = []
  private(set) var may: Traits = []
  /// Whether each word was understood.
  private(set) var isWhole = true
  private(set) var hasFood = false

  init(_ line: LineFoods, _ asides: LineAsides) {
    let varieties = Varieties(line: line)
    let table = FoodTable.shared
    let (withdrawn, choices, returned) = Self.withdrawn(line)
    func names(_ words: Set<String>) -> Bool { line.tokens.contains { $0.word.map { words.contains($0) } ?? false } }
    // "cherries, washed and dried" are fresh.
    let isPreserved = names(Words.preserved) && !names(Words.washed)
    let isPickled = names(Words.pickled)
    for (index, item) in line.items.enumerated() where !asides.headed.contains(index) {
      var parts: [Int] = []
      switch item.meaning {
      case .food(let food): parts = asides.ignored.contains(index) ? [] : [food]
      case .unknown(let word):
        let inside = Hangul.begins(word) ? Korean.split(word, table: table) : nil
        parts = inside?.foods ?? []
        if inside?.isWhole != true, !asides.ignored.contains(index) {
          if varieties.isOne(index) { hasFood = hasFood || varieties.isPlantPart(index) } else { isWhole = false }
        }
      case .neutral: continue
      }
      for part in parts {
        let food = table.foods[part]
        hasFood = true
        var (has, may) = (food.has, food.may)
        // "sourdough bread": the kind decides, not what breads in general may contain.
        if Self.isKindBefore(index, part, line, table) { may = [] }
        if isPreserved, FoodNames.shared.isFruit(food.key) || food.key.contains("tomato") { may.insert(.sulfite) }
        if Self.isPreparedSalad(index, food.key, line, table) { may.formUnion(.all) }
        if isPickled, FoodNames.shared.isVegetable(food.key) { may.insert(.sulfite) }
        if Words.hotPeppers.contains(food.key), names(Words.jars) { may.insert(.sulfite) }
        if food.key == "tomato" || FoodNames.shared.isFruit(food.key), names(Words.airDried) { may.insert(.sulfite) }
        if let taken = choices[item.segment] {
          var (otherHas, otherMay) = (has, may)
          Self.withdraw(taken, has: &otherHas, may: &otherMay)
          may = may.union(otherMay).union(has.symmetricDifference(otherHas))
          has.formIntersection(otherHas)
        }
        if let returned = returned[item.segment] { may.formUnion(returned) }
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

  /// "beetroot salad", "salade de lentilles": what else is in it follows from no word; in one of leaves there is nothing.
  private static func isPreparedSalad(_ index: Int, _ key: String, _ line: LineFoods, _ table: FoodTable) -> Bool {
    let (items, tokens) = (line.items, line.tokens)
    let own = items[index].tokens
    guard key == "lettuce", own.count == 1, let word = tokens[own.lowerBound].word else { return false }
    var other = index - 1
    if word.hasPrefix("salade") {
      guard tokens.indices.contains(own.upperBound), Words.ofFrench.contains(tokens[own.upperBound].word ?? "") else {
        return false
      }
      other = items.firstIndex { $0.tokens.lowerBound > own.upperBound } ?? items.count
    } else if word != "salad" || other < 0 || items[other].tokens.upperBound != own.lowerBound {
      return false
    }
    guard items.indices.contains(other), case .food(let food) = items[other].meaning else { return false }
    return !Words.leaves.contains(table.foods[food].key)
  }

  /// By segment. A qualifier alone in parentheses, "flour (gluten-free)", applies to the food before it; beside "or" it is
  /// a choice: "milk, dairy or plant-based", "vegan or regular mayonnaise", "vegan butter or regular".
  private static func withdrawn(_ line: LineFoods) -> ([Int: Traits], choices: [Int: Traits], returned: [Int: Traits]) {
    var withdrawn = line.withdrawn
    var choices: [Int: Traits] = [:]
    var returned: [Int: Traits] = [:]
    func isFood(_ item: LineFoods.Item) -> Bool { if case .food = item.meaning { true } else { false } }
    // The food before, or else the one behind: "flour, sifted, gluten-free", "vegan, gluten-free bread".
    func beside(_ segment: Int) -> Int? {
      let withFood = line.items.filter(isFood).map(\.segment)
      return withFood.last { $0 < segment } ?? withFood.first { $0 > segment }
    }
    // "non-dairy (oat) milk": what is in parentheses stands between a qualifier and its food.
    func behindParentheses(_ segment: Int) -> Int? {
      guard let inside = line.items.first(where: isFood), inside.segment > segment, inside.isInParentheses,
        let food = line.items.first(where: { isFood($0) && !$0.isInParentheses })
      else { return nil }
      return line.tokens[food.tokens.lowerBound - 1].kind == .close ? food.segment : nil
    }
    func isOr(_ at: Int) -> Bool {
      line.tokens.indices.contains(at) && Words.or.contains(line.tokens[at].word ?? "")
    }
    for (segment, traits) in line.withdrawn {
      let own = line.items.filter { $0.segment == segment }
      guard let first = own.first?.tokens.lowerBound, var end = own.last?.tokens.upperBound else { continue }
      while end < line.tokens.count, line.tokens[end].kind == .open || line.tokens[end].kind == .comma { end += 1 }
      if own.contains(where: { $0.hasWord(of: Words.conditional, line) }) {
        withdrawn[segment] = nil
      } else if own.contains(where: isFood) {
        guard isOr(end), let next = line.items.first(where: { $0.tokens.lowerBound > end })?.segment else { continue }
        let other = line.items.filter { $0.segment == next }
        if !other.contains(where: isFood), other.contains(where: { $0.hasWord(of: Words.regular, line) }) {
          withdrawn[segment] = nil
          returned[segment, default: []].formUnion(traits.intersection([.dairy, .egg, .gluten]))
          if traits.contains(.gluten) { returned[segment, default: []].insert(.wheat) }
        }
      } else {
        withdrawn[segment] = nil
        var before = first - 1
        if before > 0, line.tokens[before].kind == .dash { before -= 1 }
        if before > 0, let word = line.tokens[before].word, Words.without.contains(word) {
          before -= 1
          // "with or without nuts" takes nothing away; "dairy or non-dairy" is a choice.
          if isOr(before), word != "non" { continue }
        }
        if isOr(before) || isOr(end) {
          choices[beside(segment) ?? segment, default: []].formUnion(traits)
        } else {
          for case let other? in [beside(segment), behindParentheses(segment)] {
            withdrawn[other, default: []].formUnion(traits)
          }
        }
      }
    }
    return (withdrawn, choices, returned)
  }

  private static func withdraw(_ taken: Traits, has: inout Traits, may: inout Traits) {
    // Vegan butter may contain soy, nuts or oats; a vegetarian sausage egg or milk, too.
    if taken == .slaughtered, !has.isDisjoint(with: taken) { may.formUnion([.egg, .dairy]) }
    if !has.isDisjoint(with: taken.intersection([.dairy, .meat, .egg, .seafood])) {
      may.formUnion(.substitutes)
    }
    if taken.contains(.gluten) {
      // Gluten-free flour may contain wheat starch, milk powder and the like.
      if has.contains(.wheat) { may.formUnion([.wheat, .dairy, .egg, .soy, .lupin]) }
      has.subtract([.gluten, .wheat, .fodmap])
      may.remove(.gluten)
    }
    if taken.contains(.wheat), has.contains(.gluten) {
      has.remove(.gluten)
      may.insert(.gluten)
    }
    if taken.contains(.dairyByPacket), has.contains(.dairy), !taken.contains(.dairy) {
      has.remove(.dairy)
      may.formUnion(Traits.substitutes.union(.dairy))
    }
    has.subtract(taken)
    may.subtract(taken)
    may.subtract(has)
  }
}

extension LineFoods.Item {
  fileprivate func hasWord(of words: Set<String>, _ line: LineFoods) -> Bool {
    line.tokens[tokens].contains { words.contains($0.word ?? "") }
  }
}
