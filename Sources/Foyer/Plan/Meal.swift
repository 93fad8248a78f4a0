import CivilTime
import Postgres

/// The name of a meal: breakfast, lunch, dinner, or a text that a member has written.
struct MealName: Hashable, Sendable {
  /// As it is stored.
  let value: String

  static let breakfast = MealName(value: "breakfast")
  static let lunch = MealName(value: "lunch")
  static let dinner = MealName(value: "dinner")
  /// Those that every day has.
  static let usual = [breakfast, lunch, dinner]

  static let maximumLength = 100

  init(value: String) { self.value = value }

  /// As typed: "Lunch" is the usual one, in whichever language it is written.
  init(typed: String) {
    let text = typed.trimmed
    let same = Self.usual.first { usual in
      usual.value == text
        || Language.allCases.contains { Strings($0).text(usual).lowercased() == text.lowercased() }
    }
    self = same ?? MealName(value: text)
  }
}

extension Strings {
  func text(_ name: MealName) -> String {
    switch name {
    case .breakfast: planBreakfast
    case .lunch: planLunch
    case .dinner: planDinner
    default: name.value
    }
  }
}

/// The plan for a meal: a recipe, or plain words.
struct Meal {
  /// The plan's data of a recipe that can still be read.
  struct Dish {
    let id: UUID
    let name: String
    let imageID: UUID?
  }

  let id: UUID
  let day: CalendarDate
  let name: MealName
  let dish: Dish?
  /// The plain words; of a recipe, its name when it was planned.
  let text: String
  /// Nil for as many as eat that day.
  let servings: Int?
  let version: Int
  /// The eaters, on a page that knows them.
  var eaters: MealEaters?
  /// How many are cooked for, on a page that knows it.
  var cookedFor: Int?
  /// For how many it is on the shopping list; of the days to come, on a page that knows it.
  var listedFor: Int?

  /// Takes a row of `PlanQueries.list` or `PlanQueries.find`.
  init(_ row: Row) throws {
    id = try row["id"]
    day = try row["day"]
    name = MealName(value: try row["meal"])
    text = try row["text"]
    servings = try row["servings"]
    version = try row["version"]
    let recipe: UUID? = try row["recipe_id"]
    let dishName: String? = try row["name"]
    if let recipe, let dishName {
      dish = Dish(id: recipe, name: dishName, imageID: try row["image_id"])
    } else {
      dish = nil
    }
  }

  /// Whether it is on the list for another number than are cooked for.
  var isOutdated: Bool { listedFor != nil && cookedFor != nil && listedFor != cookedFor }
  /// The recipe's name of today, or the words.
  var title: String { dish?.name ?? text }
  /// For accessible names of buttons.
  var shortTitle: String { title.inLabel }
  var path: String { "/plan/\(id)" }

  /// The recipe's page, or one below it, for those who eat that day, and for as many.
  func dishPath(_ recipe: UUID, _ below: String = "") -> String {
    "/recipes/\(recipe)\(below)?day=\(day.iso)" + ((cookedFor ?? servings).map { "&servings=\($0)" } ?? "")
  }
}
