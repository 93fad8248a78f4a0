import CivilTime
import Cookery
import Postgres

/// The eaters of the days of a plan: those who live here, and guests on their nights and at breakfast after the last one.
struct PlanEaters {
  private typealias One = (eater: Eater, since: CalendarDate?, count: Int, away: [String])

  private let those: [One]

  /// - Parameter rows: of `PlanQueries.eaters`.
  init(_ rows: Rows) throws {
    those = try rows.map { (try Eater($0), try $0["since"], try $0["count"], try $0["away"]) }
  }

  private func eats(_ one: One, on day: CalendarDate, _ meal: MealName) -> Bool {
    if !one.away.isEmpty, one.away.contains(where: { $0 == "\(day.iso) " || $0 == "\(day.iso) \(meal.value)" }) {
      return false
    }
    guard let since = one.since, let until = one.eater.until else { return true }
    return since <= day && (day < until || day == until && meal == .breakfast)
  }

  /// Those who may eat at a meal of a day, and who of them does.
  func table(on day: CalendarDate, _ meal: MealName) -> EaterTable {
    var choice = EaterChoice()
    choice.day = day
    return EaterTable(those.filter { eats($0, on: day, meal) }.map(\.eater), choice)
  }

  /// Those of the household who eat by default, and at which meals of a day each of them is away: nil for the whole day.
  func absences(on day: CalendarDate) -> [(eater: Eater, meals: [MealName?])] {
    those.filter { $0.since == nil && $0.eater.eatsHere }.map { one in
      let meals = one.away.filter { $0.hasPrefix("\(day.iso) ") }.map { $0.dropFirst(day.iso.count + 1) }
      return (one.eater, meals.map { $0.isEmpty ? nil : MealName(value: String($0)) })
    }
  }

  /// How many eat: each of the guests counts. Somebody always does.
  func count(on day: CalendarDate, _ meal: MealName) -> Int {
    max(1, those.filter { $0.eater.eatsHere && eats($0, on: day, meal) }.reduce(0) { $0 + $1.count })
  }
}

/// A planned dish's fit for that day's eaters.
struct MealEaters {
  let eaters: [Eater]
  var clashes: [RecipeEaters.Clash] = []
  var packets: [RecipeEaters.Clash] = []
  var dislikes: [String] = []

  /// The most faces that are shown; of the others, their number.
  static let faces = 5
  var shown: [Eater] { Array(eaters.prefix(Self.faces)) }
  var more: Int { max(0, eaters.count - Self.faces) }
}

/// The part of a dish that is compared with people's needs: bits, and the lines of a dish that may clash.
struct DishFacts {
  /// The most bytes of ingredients that are read for one page; of dishes beyond, the bits alone decide.
  private static let most = 64_000

  private(set) var traits: Int
  private(set) var maybe: Int
  /// Empty where nobody dislikes anything.
  let needs: [Understanding.Need]
  /// Nil for a dish that fits everybody.
  private var reading: RecipeReading?
  /// Whether a program of another edition has read it: its bits are not those of this one.
  private let isUnread: Bool
  /// Its lines and labels then, if an eater has needs.
  private let unread: (texts: [String], statements: [String], hearsay: [String])?
  private let packets: PacketAnswers

  init(_ row: Row) throws {
    traits = try row["traits"]
    maybe = try row["maybe"]
    let (names, keys): ([String]?, [String]?) = (try row["need_names"], try row["need_keys"])
    needs = zip(names ?? [], keys ?? []).map { Understanding.Need(name: $0, stored: $1) }
    isUnread = try row["is_unread"]
    packets = try PacketAnswers(row)
    reading = try RecipeReading.stored(row)
    let texts: [String]? = reading == nil ? try row["ingredients"] : nil
    unread = try texts.map { ($0, try row["statements"] ?? [], try row["hearsay"] ?? []) }
    if let reading, !reading.answers.isEmpty { (traits, maybe) = Trait.bits(reading.facts) }
  }

  /// Reads the dishes that a program of another edition has read.
  static func read(_ dishes: inout [UUID: DishFacts], _ context: Context) async throws {
    if dishes.values.contains(where: \.isUnread) { context.reportUnread() }
    var size = 0
    for (id, dish) in dishes {
      guard let unread = dish.unread else { continue }
      let bytes = unread.texts.reduce(0) { $0 + $1.utf8.count }
      if size + bytes > most { continue }
      size += bytes
      let reading = try await RecipeReading.read(
        unread.texts, unread.statements, unread.hearsay, servings: nil, context
      ).answered(dish.packets)
      var dish = dish
      dish.reading = reading
      (dish.traits, dish.maybe) = Trait.bits(reading.facts)
      dishes[id] = dish
    }
  }

  /// The dish's fit for its eaters.
  func eaters(_ table: EaterTable, _ strings: Strings) -> MealEaters {
    var meal = MealEaters(eaters: table.chosen)
    meal.dislikes = table.disliked(in: needs.map(\.ownKeys)).map {
      strings.eatersDislikesOf(name: $0.name, foods: $0.foods.joined(separator: ", "))
    }
    let required = table.parameters.requiredBits
    if required & ~traits == 0 { return meal }
    if let reading {
      let found = RecipeEaters(reading, table, strings, saysDay: false)
      (meal.clashes, meal.packets) = (found.clashes, found.packets)
      return meal
    }
    let wanted = CookingParameters(cuisineBits: 0, requiredBits: required & ~traits)
    for (bit, what) in wanted.allergies.map({ (Trait.bit($0), strings.text($0)) })
      + wanted.diets.map({ (Trait.bit($0), strings.text($0)) })
    {
      let (names, what) = (table.names(needing: bit).joined(separator: ", "), what.lowercasedFirst)
      if maybe & bit == 0 {
        meal.clashes.append(.init(text: strings.eatersClash(names: names, what: what), line: nil))
      } else {
        meal.packets.append(.init(text: strings.eatersUnknown(names: names, what: what), line: nil))
      }
    }
    return meal
  }
}

extension Serving.Text {
  /// The ingredients of a dish alone.
  /// - Parameters:
  ///   - own: the recipe's servings, and those that are wanted.
  init(
    of id: UUID, _ reading: RecipeReading, own: Int?, wanted: Int?, _ staples: HouseholdStaples,
    _ language: Kitchen.Language
  ) {
    self.init(
      id: id, servings: own, wanted: wanted, reading: reading, steps: [], eaters: EaterChoice(), prepMinutes: nil,
      isStarter: false, staples: staples, language: language)
  }
}
