import Crypto
import RecipeImport
import StrictJSON

/// A row that archives of Foyer's own alone have: it comes over as it stands there, and is read when it is stored.
public struct MovedExtra: Sendable, Equatable {
  public var kind: MovedRow.Kind
  public var title: String
  /// The name of the member whom it is about.
  public var person: String?
  var table: String
  /// The name of the row within its table.
  var sourceID: String
  var json: String
  /// Of the place for guests: `photo` and `place_photo`.
  var pictures: [String: KeptBytes] = [:]

  /// Marks and facts are known by their tables, too.
  var source: String { kind == .mark || kind == .food ? "\(table) \(sourceID)" : sourceID }
}

extension OwnRow {
  fileprivate init?(json: String) {
    var room = 100_000
    self.init(ArraySlice(json.utf8), room: &room)
  }
}

/// An eater: a row of `cooking_parameters` or `eaters`.
public struct MovedEater: Sendable {
  public let name: String?
  /// Bits of diets and allergens, and of cuisines, as Foyer keeps them.
  public let required: Int
  public let cuisines: Int
  public let dislikes: [String]
  public let eatsHere: Bool

  /// Of a row; nil without its needs, which nobody should miss.
  public init?(json: String) {
    guard let row = OwnRow(json: json), let required = row.number("required") else { return nil }
    (name, self.required, cuisines) = (row["name"], required, row.number("cuisines") ?? 0)
    (dislikes, eatsHere) = (row.texts("dislikes"), row.has("eats_here") ? row.bool("eats_here") : true)
  }
}

/// A favourite, or the stars that a member has given a recipe.
public struct MovedMark: Sendable {
  /// In the archive.
  public let recipe: String
  /// Nil for a favourite.
  public let stars: Int?

  public init?(json: String) {
    guard let row = OwnRow(json: json), let recipe = row.id("recipe_id") else { return nil }
    self.recipe = recipe
    if row.has("stars") {
      guard let number = row.number("stars") else { return nil }
      stars = number
    } else {
      stars = nil
    }
  }
}

/// A time at which a recipe was cooked.
public struct MovedCooking: Sendable {
  /// In the archive.
  public let recipe: String
  /// `2026-11-23`
  public let day: String
  public let note: String

  public init?(json: String) {
    guard let row = OwnRow(json: json), let recipe = row.id("recipe_id"), let day = row["day"] else { return nil }
    (self.recipe, self.day, note) = (recipe, day, row["note"] ?? "")
  }
}

/// A meal of a day, or all of them, at which somebody does not eat.
public struct MovedAbsence: Sendable {
  /// `2026-11-23`
  public let day: String
  /// Empty for all of the day.
  public let meal: String
  /// In the archive: a person or another eater.
  public let eater: String

  public init?(json: String) {
    guard let row = OwnRow(json: json), let day = row["day"], let eater = row.id("eater_id") else { return nil }
    (self.day, meal, self.eater) = (day, row["meal"] ?? "", eater)
  }
}

/// A shop with its aisles, and what was learned of their order.
public struct MovedShop: Sendable {
  public let name: String
  public let aisles: [String]
  /// How many trips more had the first aisle before the second.
  public let steps: [(first: String, second: String, lead: Int)]

  public init?(json: String) {
    guard let whole = OwnRow(json: json), let row = whole.row("row"), let name = row["name"] else { return nil }
    (self.name, aisles) = (name, row.texts("aisles"))
    steps = whole.rows("steps").compactMap { step in
      guard let first = step["first"], let second = step["second"], let lead = step.number("lead") else { return nil }
      return (first, second, lead)
    }
  }
}

/// A fact about a food.
public enum MovedFoodFact: Sendable {
  case aisle(key: String, aisle: String)
  case usual(key: String, name: String, package: String, ticks: Int, lastAt: Int?)
  case staple(name: String, isStaple: Bool)

  public init?(json: String) {
    guard let row = OwnRow(json: json), let key = row["key"] else { return nil }
    if let aisle = row["aisle"] {
      self = .aisle(key: key, aisle: aisle)
    } else if let name = row["name"], row.has("is_staple") {
      self = .staple(name: name, isStaple: row.bool("is_staple"))
    } else if let name = row["name"], let ticks = row.number("ticks") {
      self = .usual(key: key, name: name, package: row["package"] ?? "", ticks: ticks, lastAt: row.moment("last_at"))
    } else {
      return nil
    }
  }
}

/// An answer about what a packet says.
public struct MovedPacketAnswer: Sendable {
  public let name: String
  /// A recipe's, by which the food is known.
  public let line: String
  /// The name of an allergen or a diet.
  public let subject: String
  public let isAgainst: Bool
  /// Seconds since 1970.
  public let answeredAt: Int?

  public init?(json: String) {
    guard let row = OwnRow(json: json), let name = row["name"], let line = row["line"], let subject = row["subject"],
      row.has("is_against")
    else { return nil }
    (self.name, self.line, self.subject) = (name, line, subject)
    (isAgainst, answeredAt) = (row.bool("is_against"), row.moment("answered_at"))
  }
}

/// The place for guests.
public struct MovedListing: Sendable {
  public let name: String
  public let offer: String
  public let place: String
  public let address: String
  public let capacity: Int
  /// Days that are blocked, the last included: `2026-11-23`.
  public let blocked: [(first: String, last: String)]
  /// Tasks so many days before a visit.
  public let tasks: [(title: String, days: Int)]
  public let photo: [UInt8]?
  public let placePhoto: [UInt8]?

  public init?(json: String) {
    guard let whole = OwnRow(json: json), let row = whole.row("row"), let name = row["name"],
      let capacity = row.number("capacity")
    else { return nil }
    (self.name, self.capacity) = (name, capacity)
    (offer, place) = (row["offer"] ?? "", row["place"] ?? "")
    address = whole.row("address")?["address"] ?? ""
    blocked = whole.rows("blocked").compactMap { days in
      guard let first = days["first_day"], let last = days["last_day"] else { return nil }
      return (first, last)
    }
    tasks = whole.rows("tasks").sorted { $0.number("position") ?? 0 < $1.number("position") ?? 0 }.compactMap { task in
      guard let title = task["title"], let days = task.number("days_before") else { return nil }
      return (title, days)
    }
    photo = whole["photo"].flatMap(ExportedRecipe.base64)
    placePhoto = whole["place_photo"].flatMap(ExportedRecipe.base64)
  }
}
