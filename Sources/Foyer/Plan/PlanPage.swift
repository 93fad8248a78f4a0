import CivilTime
import HTTP
import Postgres

/// A week of the plan as its page shows it.
struct PlanPage {
  struct Cell {
    let name: MealName
    let day: CalendarDate
    let meals: [Meal]
    /// The id of the next meal that is added here.
    let newID = UUID.v7()

    /// Names the elements of the page.
    let anchor: String
    /// Where it is asked what could be eaten.
    let suggestPath: String
    var isUsual: Bool { MealName.usual.contains(name) }

    /// - Parameter number: its place among the day's meals.
    init(name: MealName, day: CalendarDate, meals: [Meal], number: Int) {
      (self.name, self.day, self.meals) = (name, day, meals)
      anchor = "\(day.iso)-\(number)"
      suggestPath = Suggestions.path(day, name)
    }
  }

  struct Day {
    let date: CalendarDate
    let isToday: Bool
    let isPast: Bool
    /// The usual meals, then those that have a name of their own.
    let cells: [Cell]
    /// Those who eat here, and at which of the day's meals each is away.
    let people: [(eater: Eater, meals: [MealName?])]
    let newID = UUID.v7()

    var away: [(eater: Eater, meals: [MealName?])] { people.filter { !$0.meals.isEmpty } }

    var isEmpty: Bool { cells.allSatisfy(\.meals.isEmpty) }
  }

  let week: Week
  let today: CalendarDate
  let days: [Day]

  var isEmpty: Bool { days.allSatisfy(\.isEmpty) }
  var isThisWeek: Bool { week == Week(today) }
  var path: String { week.path }

  /// The days that there is something to buy for: those that are to come.
  var daysToBuyFor: [Day] { isThisWeek ? days.filter { !$0.isPast } : days }

  /// Meals of the days to come that are on the shopping list for another number of people than eat.
  let outdated: [Meal]

  /// The weeks that this one can be copied to.
  var others: [Week] { [1, 2, 3, 4, -1].compactMap { week.adding($0) } }

  struct Query {
    private let week: Week?
    private let clock: Batch.Key
    private let meals: Batch.Key
    private let eaters: Batch.Key

    /// - Parameter week: nil for the one that today is in.
    init(_ week: Week?, in batch: inout Batch) {
      self.week = week
      clock = batch.add(HouseholdQueries.clock())
      let monday = PlanQueries.monday(week)
      meals = batch.add(PlanQueries.listWithFacts(from: monday, days: 7))
      eaters = batch.add(PlanQueries.eaters(from: monday, days: 7))
    }

    func read(_ results: Results, _ context: Context) async throws -> PlanPage {
      let today: CalendarDate = try results[clock][0]["today"]
      let those = try PlanEaters(results[eaters])
      var meals: [Meal] = []
      var dishes: [UUID: DishFacts] = [:]
      for row in results[self.meals] {
        var meal = try Meal(row)
        if meal.day >= today { meal.listedFor = try row["listed_for"] }
        meals.append(meal)
        if let dish = meal.dish, dishes[dish.id] == nil { dishes[dish.id] = try DishFacts(row) }
      }
      try await DishFacts.read(&dishes, context)
      // Guests eat breakfast on the day on which they leave, and members may be away at one meal.
      struct Place: Hashable {
        let day: CalendarDate
        let meal: MealName
      }
      let places = Set(meals.map { Place(day: $0.day, meal: $0.name) })
      let tables = Dictionary(uniqueKeysWithValues: places.map { ($0, those.table(on: $0.day, $0.meal)) })
      for (index, meal) in meals.enumerated() {
        guard let dish = meal.dish, let facts = dishes[dish.id],
          let table = tables[Place(day: meal.day, meal: meal.name)]
        else { continue }
        meals[index].eaters = facts.eaters(table, context.strings)
        meals[index].cookedFor = meal.servings ?? those.count(on: meal.day, meal.name)
      }
      return PlanPage(week ?? Week(today), today, meals, those)
    }
  }

  init(_ week: Week, _ today: CalendarDate, _ meals: [Meal], _ eaters: PlanEaters) {
    self.week = week
    self.today = today
    outdated = meals.filter(\.isOutdated)
    let byDay = Dictionary(grouping: meals, by: \.day)
    days = week.days.map { date in
      let meals = byDay[date] ?? []
      var names = MealName.usual
      for meal in meals where !names.contains(meal.name) { names.append(meal.name) }
      return Day(
        date: date, isToday: date == today, isPast: date < today,
        cells: names.enumerated().map { number, name in
          Cell(name: name, day: date, meals: meals.filter { $0.name == name }, number: number)
        }, people: eaters.absences(on: date))
    }
  }
}
