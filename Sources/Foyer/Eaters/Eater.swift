import CivilTime
import Cookery
import HTTP
import Postgres

/// An eater: a member, a person without an account, or the guests of a stay.
struct Eater {
  enum Kind: String, PostgresDecodable { case member, other, guests }

  /// A person's, an eater's, or that of the request to stay.
  let id: UUID
  let name: String
  let kind: Kind
  let photoID: UUID?
  let isVisitor: Bool
  /// The allergens that a dish must be free of and the diets that it must fit, in the bits of `Trait`.
  let required: Int
  /// Foods as typed, and the key of each.
  let dislikes: [String]
  let dislikeKeys: [String]
  /// Whether they eat on any day unless somebody says otherwise; guests do while they are there.
  let eatsHere: Bool
  /// The guests' last day.
  let until: CalendarDate?

  /// Takes a row of `EaterQueries.on` or `EaterQueries.find`.
  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    kind = try row["kind"]
    photoID = try row["photo_id"]
    isVisitor = try row["is_visitor"]
    required = try row["required"]
    dislikes = try row["dislikes"]
    dislikeKeys = try row["dislike_keys"]
    eatsHere = try row["eats_here"]
    until = try row["until"]
  }

  var path: String { "/household/eaters/\(id)" }
  var face: HouseholdMember { HouseholdMember(id: id, name: name, photoID: photoID, isVisitor: isVisitor) }

  /// The name; of guests, also until when they are there.
  func label(_ strings: Strings) -> String {
    until.map { strings.eatersGuests(name: name, day: strings.weekdayAndDate($0)) } ?? name
  }

  /// Allergies, diets and dislikes in words; empty for none.
  func needs(_ strings: Strings) -> String { Self.needs(required, dislikes: dislikes, strings) }

  static func needs(_ required: Int, dislikes: [String], _ strings: Strings) -> String {
    let parameters = CookingParameters(cuisineBits: 0, requiredBits: required)
    return [
      parameters.needs(strings),
      dislikes.isEmpty ? "" : strings.eatersDislikesFoods(foods: dislikes.joined(separator: ", ")),
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

/// The eaters that a URL names: `for`, repeated, and `day`.
struct EaterChoice: Equatable {
  /// The eaters that the URL names; nil for those who eat on the day by default.
  var ids: [UUID]?
  /// Nil for today.
  var day: CalendarDate?
  /// The meal, as it is stored, where one is meant: guests eat breakfast on the day on which they leave, and whoever is away at it does
  /// not eat.
  var meal: String?

  init() {}

  /// An id of nobody, or of another household, counts as nobody.
  init(_ query: Form) {
    let named = query.all("for").filter { !$0.isBlank }
    if !named.isEmpty { ids = named.prefix(2_000).compactMap { UUID($0.utf8) } }
    day = query["day"].flatMap { CalendarDate($0) }
  }

  /// As a form sends it.
  var fields: [(name: String, value: String)] {
    let those = ids.map { $0.isEmpty ? ["none"] : $0.map(\.description) } ?? []
    return those.map { ("for", $0) } + (day.map { [("day", $0.iso)] } ?? [])
  }

  func append(to form: inout Form) {
    for (name, value) in fields { form.append(name, value) }
  }

  /// The choice behind the path of a page.
  func url(_ path: String) -> String {
    if ids == nil && day == nil { return path }
    var form = Form()
    append(to: &form)
    return form.isEmpty ? path : "\(path)?\(form.urlencoded)"
  }
}

/// Those who may eat on a day, and who of them does.
struct EaterTable {
  let all: [Eater]
  let choice: EaterChoice
  let chosen: [Eater]
  /// The needs of all eaters together.
  let parameters: CookingParameters

  /// Nobody.
  init() { (all, choice, chosen, parameters) = ([], EaterChoice(), [], CookingParameters()) }

  /// - Parameter rows: of `EaterQueries.on`, for the day of the choice.
  init(_ rows: Rows, _ choice: EaterChoice) throws { self.init(try rows.map { try Eater($0) }, choice) }

  init(_ all: [Eater], _ choice: EaterChoice) {
    self.all = all
    self.choice = choice
    let ids = choice.ids.map(Set.init)
    chosen = all.filter { ids?.contains($0.id) ?? $0.eatsHere }
    parameters = CookingParameters(cuisineBits: 0, requiredBits: chosen.reduce(0) { $0 | $1.required })
  }

  /// Whether there is a choice: not for somebody who lives alone.
  var isShown: Bool { all.count > 1 }

  /// Those who eat, in words.
  func names(_ strings: Strings) -> String { chosen.map { $0.label(strings) }.joined(separator: ", ") }

  func isChosen(_ eater: Eater) -> Bool { chosen.contains { $0.id == eater.id } }

  /// The eaters with that need.
  func names(needing bit: Int) -> [String] { chosen.filter { $0.required & bit != 0 }.map(\.name) }

  /// The foods of a dish that an eater dislikes, with the eater's name.
  /// - Parameter foods: for each the keys any of which will do: who likes one of them is content.
  func disliked(in foods: @autoclosure () -> [[String]]) -> [(name: String, foods: [String])] {
    if chosen.allSatisfy(\.dislikeKeys.isEmpty) { return [] }
    let foods = foods()
    return chosen.compactMap { eater in
      if eater.dislikeKeys.isEmpty { return nil }
      let found = zip(eater.dislikes, eater.dislikeKeys).filter { _, key in
        foods.contains { keys in
          keys.contains { IngredientKey.isKind($0, of: key) }
            && keys.allSatisfy { food in eater.dislikeKeys.contains { IngredientKey.isKind(food, of: $0) } }
        }
      }
      return found.isEmpty ? nil : (eater.name, found.map(\.0))
    }
  }
}

extension CookingParameters {
  /// The fields `cuisine`, `diet` and `allergy` of a form.
  init(_ form: Form) {
    // No name is longer, and there are fewer.
    func names(_ field: String) -> [String] { form.all(field).prefix(100).filter { !$0.isLonger(than: 100) } }
    cuisines = names("cuisine").compactMap { Cuisine(rawValue: $0) ?? Cuisine(named: $0) }
    diets = names("diet").compactMap { name in
      Diet(rawValue: name) ?? Diet.allCases.first { Strings(.en).text($0) == name }
    }
    allergies = names("allergy").compactMap { name in
      Allergen(rawValue: name) ?? Allergen.allCases.first { Strings(.en).text($0) == name }
    }
  }

  /// The allergies and diets in words; empty for none.
  func needs(_ strings: Strings) -> String {
    (allergies.map(strings.text) + diets.map(strings.text)).joined(separator: ", ")
  }
}
