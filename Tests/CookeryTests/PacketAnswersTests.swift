import Testing

@testable import Cookery

/// Answers about packets decide what the words of a line leave open, and nothing else.
@Suite struct PacketAnswersTests {
  private typealias Subject = PacketAnswers.Subject

  private func read(_ lines: [String], _ statements: [String] = []) -> RecipeReading {
    RecipeReading(lines.map { RecipeLine($0) }, statements: statements, hearsay: [])
  }

  private func answers(_ line: String, _ subjects: [(Subject, Bool)]) throws -> PacketAnswers {
    var answers = PacketAnswers()
    let key = try #require(IngredientLine(line).packetKey, "\(line)")
    for (subject, isAgainst) in subjects { answers.add(key, subject, isAgainst: isAgainst) }
    return answers
  }

  @Test func `An answer decides what a line leaves open`() throws {
    let stew = read(["500 g carrots", "1 stock cube"])
    #expect(stew.facts.allergens[.celery] == .unknown(line: 1) && stew.facts.allergens[.gluten] == .unknown(line: 1))
    let none = stew.answered(try answers("2 stock cubes", [(.allergen(.celery), false)]))
    #expect(none.facts.allergens[.celery] == .free)
    #expect(none.facts.allergens[.gluten] == .unknown(line: 1))
    #expect(!none.line(1).line.possible.contains(.celery) && none.ownLine(1).line.possible.contains(.celery))
    let has = stew.answered(try answers("stock cube", [(.allergen(.celery), true)]))
    #expect(has.facts.allergens[.celery] == .contains(line: 1))
    #expect(has.line(1).line.contained.contains(.celery))
    // What is stored is for all households.
    #expect(has.stored == stew.stored && stew.facts.allergens[.celery] == .unknown(line: 1))
  }

  @Test(arguments: [
    ["1 stock cube", "2 stock cubes, crumbled", "3 Stock Cubes (about 30 g)"],
    ["1 cube de bouillon", "2 cubes de bouillon, émiettés"], ["1 бульонный кубик", "2 бульонных кубика"],
    ["큐브육수 1개", "큐브육수 2개"],
  ])
  func `The same food in the same words has one key`(_ lines: [String]) throws {
    #expect(IngredientLine(lines[0]).packetKey != nil)
    #expect(
      Set(lines.map { IngredientLine($0).packetKey }).count == 1, "\(lines.map { IngredientLine($0).packetKey ?? "-" })"
    )
  }

  @Test func `Where no packet decides there is no key`() {
    for line in ["500 g carrots", "2 eggs", "For the sauce:", "", "1 cup zibbles", "a|b"] {
      #expect(IngredientLine(line).packetKey == nil, "\(line)")
    }
  }

  @Test func `An answer about an allergen decides the diets that depend on it`() throws {
    let stew = read(["500 g carrots", "1 stock cube"])
    #expect(stew.facts.diets[.vegan] == .unknown(line: 1))
    let dairy = stew.answered(try answers("stock cube", [(.allergen(.dairy), true)]))
    #expect(dairy.facts.diets[.vegan] == .breaks(line: 1))
    let fits = stew.answered(try answers("stock cube", [(.diet(.vegan), false)]))
    #expect(fits.facts.diets[.vegan] == .fits(stated: false))
    // For its own diet alone, and for no allergen.
    #expect(fits.facts.diets[.lactoOvoVegetarian] == stew.facts.diets[.lactoOvoVegetarian])
    #expect(fits.facts.allergens == stew.facts.allergens)
    let unfit = stew.answered(try answers("stock cube", [(.diet(.vegan), true)]))
    #expect(unfit.facts.diets[.vegan] == .breaks(line: 1))
    // A label does not save it.
    let labelled = read(["500 g carrots", "1 stock cube"], ["vegan"])
    #expect(labelled.facts.diets[.vegan] == .fits(stated: true))
    #expect(
      labelled.answered(try answers("stock cube", [(.diet(.vegan), true)])).facts.diets[.vegan] == .breaks(line: 1))
  }

  @Test func `Rennet is a question of the packet`() throws {
    let pasta = read(["300 g spaghetti", "50 g parmesan"])
    #expect(pasta.facts.diets[.lactoOvoVegetarian] == .unknown(line: 1))
    let fits = pasta.answered(try answers("parmesan", [(.diet(.lactoOvoVegetarian), false)]))
    #expect(fits.facts.diets[.lactoOvoVegetarian] == .fits(stated: false))
    #expect(fits.facts.diets[.vegan] == .breaks(line: 1))
  }

  @Test func `What a line contains by its own words stays`() throws {
    var answers = PacketAnswers()
    for subject in Subject.all {
      for key in ["butter|butter", "flour|flour", "egg|egg"] { answers.add(key, subject, isAgainst: false) }
    }
    for lines in [["100 g butter"], ["200 g flour", "2 eggs"]] {
      let reading = read(lines)
      let answered = reading.answered(answers)
      #expect(answered.facts.allergens[.dairy] == reading.facts.allergens[.dairy])
      for allergen in Allergen.allCases {
        if case .contains = reading.facts.allergens[allergen] {
          #expect(answered.facts.allergens[allergen] == reading.facts.allergens[allergen])
        }
      }
      #expect(answered.facts.diets[.vegan] == reading.facts.diets[.vegan])
    }
  }

  @Test(arguments: [
    "500 ml stock", "500 ml vegetable stock", "hot stock", "1 stock cube (gluten-free)", "1 stock cube or 1 tbsp miso",
    "soy sauce or tamari", "stock cube and Worcestershire sauce", "vegan stock cube", "gluten-free stock cube",
    "Worcestershire sauce", "500 ml chicken stock", "fish stock cube",
  ])
  func `A line that names more or something else is not touched`(_ line: String) throws {
    var all = PacketAnswers()
    for plain in ["stock cube", "soy sauce"] {
      guard let key = IngredientLine(plain).packetKey else { continue }
      for subject in Subject.all { all.add(key, subject, isAgainst: false) }
    }
    let reading = read([line])
    let answered = reading.answered(all)
    #expect(answered.answers.isEmpty, "\(IngredientLine(line).packetKey ?? "-")")
    #expect(answered.facts.allergens == reading.facts.allergens && answered.facts.diets == reading.facts.diets)
  }

  @Test func `Another line of the recipe leaves it open, and one that is not understood`() throws {
    let own = try answers("stock cube", [(.allergen(.celery), false)])
    let two = read(["1 stock cube", "1 tbsp Worcestershire sauce", "2 tbsp curry powder"]).answered(own)
    let open = two.texts.indices.first { two.ownLine($0).line.isOpen(.allergen(.celery)) && $0 > 0 }
    #expect(two.facts.allergens[.celery] == open.map { .unknown(line: $0) } ?? .free)
    #expect(
      read(["1 stock cube", "1 cup zibbles"]).answered(own).facts.allergens[.celery] == .unknown(line: 1))
    // A label that warns is no packet.
    #expect(
      read(["1 stock cube"], ["may contain celery"]).answered(own).facts.allergens[.celery]
        == read(["1 stock cube"], ["may contain celery"]).facts.allergens[.celery])
  }

  @Test func `Molluscs are seafood`() throws {
    let line = IngredientLine(
      text: "sauce", quantity: nil, name: "sauce", note: "", key: "sauce", keys: ["sauce"], isStaple: false,
      isOptional: false, has: [], may: [.mollusc, .seafood], isUnderstood: true, hasFood: true)
    let has = line.answered([.allergen(.molluscs): true, .allergen(.seafood): false])
    #expect(has.contained == [.seafood, .molluscs] && has.possible == [])
    #expect(line.answered([.allergen(.seafood): false]).possible == [.molluscs])
  }

  @Test func `Each subject has a name of its own, and amounts decide two diets`() {
    #expect(Set(Subject.all.map(\.rawValue)).count == Subject.all.count)
    #expect(Subject.all.count == Allergen.allCases.count + Diet.allCases.count - 2)
    for subject in Subject.all { #expect(Subject(rawValue: subject.rawValue) == subject) }
    #expect(Subject(rawValue: Diet.ketogenic.rawValue) == nil && Subject(rawValue: "") == nil)
  }
}
