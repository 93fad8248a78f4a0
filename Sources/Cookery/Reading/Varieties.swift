/// Unknown words that are no food by their place: no table holds the names of all varieties and makers ("Ailsa Craig
/// onions", "Red Boat fish sauce", "pommes Patte de Loup"), nor of all plants whose leaves are eaten ("ndolé leaves").
///
/// A name with a capital counts beside a food that is one ingredient, or whose row says what its makers add. Beside meat,
/// fish, bread and cakes it may be a dish ("chicken Kiev", "Florentine biscuits"), and stays unknown.
struct Varieties {
  let line: LineFoods
  private var tokens: [Token] { line.tokens }
  private var text: [Unicode.Scalar] { line.text }

  /// Whether the unknown word at an index of `LineFoods.items` names a variety, a maker or a part of a plant.
  func isOne(_ index: Int) -> Bool {
    isPlantPart(index) || isKind(index) || isStyle(index)
      || isName(index) && (isBeforeFood(index) || isBehindFood(index))
  }

  /// "sauce barbecue style Kansas City", "Memphis style barbecue sauce": a name beside "style" or "type", with a sauce
  /// or a food that is one ingredient.
  private func isStyle(_ index: Int) -> Bool {
    let at = line.items[index].tokens.lowerBound
    guard hasCapital(at) else { return false }
    func isFood(_ item: Int) -> Bool {
      guard case .food(let food) = line.items[item].meaning else { return false }
      let key = FoodTable.shared.foods[food].key
      return isOneIngredient(food) || ["sauce", "paste", "stock"].contains { key.hasSuffix($0) }
    }
    var before = index
    while before > 0, before > index - 4, isJoined(before - 1, before) {
      before -= 1
      if Words.styles.contains(tokens[line.items[before].tokens.lowerBound].word ?? "") {
        return before > 0 && isFood(before - 1)
      }
      if case .food = line.items[before].meaning { break }
    }
    var next = index
    while next + 1 < line.items.count, next < index + 3, isJoined(next, next + 1) {
      next += 1
      if Words.styles.contains(tokens[line.items[next].tokens.lowerBound].word ?? "") {
        return next + 1 < line.items.count && isFood(next + 1)
      }
      if case .food = line.items[next].meaning { break }
    }
    return false
  }

  /// "ndolé leaves", "fleurs de jacinthe": eaten leaves, flowers and roots are plants.
  func isPlantPart(_ index: Int) -> Bool {
    let at = line.items[index].tokens.lowerBound
    if let word = tokens[at].word, Words.partsOfPlants.contains(word), at > 0, tokens[at - 1].word != nil {
      return true
    }
    if at + 1 < tokens.count, let next = tokens[at + 1].word, Words.partsOfPlants.contains(next) { return true }
    guard at > 1, let before = tokens[at - 1].word, before == "de" || before == "d", let part = tokens[at - 2].word
    else { return false }
    return Words.frenchPartsOfPlants.contains(part)
  }

  /// "crookneck squash", "merguez-style sausages": a kind of what has no other kinds than such.
  private func isKind(_ index: Int) -> Bool {
    let at = line.items[index].tokens.lowerBound
    guard index + 1 < line.items.count, let word = tokens[at].word, word.allSatisfy(\.isASCII), !word.hasSuffix("ed"),
      case .food(let food) = line.items[index + 1].meaning, isJoined(index, index + 1)
    else { return false }
    return Self.ofManyKinds.contains(FoodTable.shared.foods[food].key)
  }

  /// "2 tbsp Red Boat fish sauce": a capital inside of the line, before a food without one.
  private func isBeforeFood(_ index: Int) -> Bool {
    var next = index + 1
    while next < line.items.count, next < index + 5, isJoined(next - 1, next) {
      switch line.items[next].meaning {
      case .unknown: guard isName(next) else { return false }
      case .neutral: break
      case .food(let food):
        return isOneIngredient(food) && (!hasCapital(line.items[next].tokens.upperBound - 1) || isRegistered(index))
      }
      next += 1
    }
    return false
  }

  /// "pommes Patte de Loup": French names stand behind.
  private func isBehindFood(_ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, before > index - 5, isJoined(before, before + 1) {
      switch line.items[before].meaning {
      case .unknown: guard isName(before) else { return false }
      case .neutral: break
      case .food(let food):
        let key = FoodTable.shared.foods[food].key
        return (Self.named.contains(key) || line.items[before].tokens.count > 1 && FoodNames.shared.isFruit(key))
          && !hasCapital(line.items[before].tokens.lowerBound)
      }
      before -= 1
    }
    return false
  }

  /// Whether nothing but spaces, hyphens and apostrophes stands between two items.
  private func isJoined(_ first: Int, _ second: Int) -> Bool {
    tokens[line.items[first].tokens.upperBound..<line.items[second].tokens.lowerBound].allSatisfy {
      $0.kind == .dash || $0.kind == .other || $0.word.map { Words.stop.contains($0) } ?? false
    }
  }

  private func hasCapital(_ at: Int) -> Bool {
    guard tokens[at].word != nil else { return false }
    return text[tokens[at].start].properties.isUppercase
  }

  /// A capital that begins neither the line nor a sentence, in a word that has small letters, too.
  private func isName(_ index: Int) -> Bool {
    let at = line.items[index].tokens.lowerBound
    guard at > 0, hasCapital(at), tokens[at].end > tokens[at].start + 1,
      text[tokens[at].end - 1].properties.isLowercase
    else { return false }
    return tokens[at - 1].word != nil || tokens[at - 1].kind != .colon && tokens[at - 1].kind != .comma
  }

  /// "Quaker® Oats"
  private func isRegistered(_ index: Int) -> Bool {
    let end = tokens[line.items[index].tokens.upperBound - 1].end
    return end < text.count && (text[end] == "®" || text[end] == "™")
  }

  private func isOneIngredient(_ food: Int) -> Bool {
    let row = FoodTable.shared.foods[food]
    if Self.ofMakers.contains(row.key) { return true }
    return FoodNames.shared.isFruit(row.key) || FoodNames.shared.isVegetable(row.key)
  }

  private static func keys(_ text: String) -> Set<String> {
    Set(text.split(separator: ",").map { Fold.words(of: String($0)).joined(separator: " ") })
  }

  private static let ofManyKinds = keys("mushroom, zucchini, pumpkin, apple, pear, plum, lettuce, chili, sausage")

  /// Behind which a variety stands in French.
  private static let named = keys(
    "apple, pear, potato, tomato, strawberry, cherry, peach, apricot, pineapple, carrot, onion, cabbage, rice, lentil")

  /// Foods whose makers' names say nothing about their contents.
  private static let ofMakers = keys(
    """
    rice, sugar, brown sugar, powdered sugar, salt, pepper, honey, maple syrup, molasses, butter, milk, buttermilk, cream, condensed milk, evaporated milk, yogurt, cheese, cheddar, parmesan,
    mozzarella, blue cheese, cream cheese, goat cheese, feta, ricotta, gruyere, brie, olive oil, oil, sesame oil, peanut oil, vinegar, soy sauce, fish sauce, oyster sauce, worcestershire sauce, hot sauce,
    ketchup, mustard, mayonnaise, tomato paste, tomato, passata, curry paste, curry powder, chutney, flour, corn starch, cornmeal, oats, coffee, tea, rum, vodka, gin, whiski, beer, wine, coconut milk,
    coconut cream, pesto, cajun seasoning, taco seasoning, jam, peanut butter, tofu, cocoa, sausage, black pudding, chickpea, bean, lentil, chicken stock, stock, paprika, vanilla, baking powder, yeast
    """)
}
