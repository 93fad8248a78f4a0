/// An entry of the navigation.
enum Place: String {
  case today, items, shopping, recipes, plan, stays, calendar, categories, tags
  case household, trash, settings
  case search, other

  /// Those that a person may choose for a phone's bar, in the order in which it has them.
  static let choices: [Place] = [.today, .items, .shopping, .recipes, .plan, .stays, .calendar, .categories, .tags]
  /// How many of them it has room for.
  static let barLimit = 4

  var path: String { self == .today ? "/" : self == .stays ? "/hosts" : "/\(rawValue)" }

  /// The name of its symbol in icons.svg.
  var icon: String {
    switch self {
    case .today: "home"
    case .items: "list"
    case .shopping: "basket"
    case .recipes: "pot"
    case .plan: "meal"
    case .stays: "bed"
    case .calendar: "calendar"
    case .categories: "folder"
    case .tags: "tag"
    case .household: "household"
    case .trash: "trash"
    case .settings: "sliders"
    case .search, .other: "search"
    }
  }

  /// Whether it is a part of the items, whose page leads there.
  fileprivate var isBelowItems: Bool { self == .categories || self == .tags }
}

extension Page {
  /// The places of the visitor's bar.
  var bar: [Place] { visitor.map { $0.bar.split(separator: " ").compactMap { Place(rawValue: String($0)) } } ?? [] }

  /// The other places, which a phone has under "More".
  func rest(of bar: [Place]) -> [Place] {
    Place.choices.filter { !bar.contains($0) } + [.household, .trash, .settings]
  }

  /// The value of `aria-current` of a place's link: "page", or "true" where the page is a part of that place.
  func current(_ entry: Place, in bar: [Place]) -> String? {
    if entry == place { return "page" }
    return entry == .items && place.isBelowItems && !bar.contains(place) ? "true" : nil
  }

  /// Whether a phone's bar has the page's place under "More".
  func isBelowMore(_ bar: [Place]) -> Bool {
    place != .search && place != .other && bar.allSatisfy { current($0, in: bar) == nil }
  }
}

extension Strings {
  func text(_ place: Place) -> String {
    switch place {
    case .today: navToday
    case .items: navItems
    case .shopping: navShopping
    case .recipes: navRecipes
    case .plan: navPlan
    case .stays: navStays
    case .calendar: navCalendar
    case .categories: navCategories
    case .tags: navTags
    case .household: navHousehold
    case .trash: navTrash
    case .settings: navSettings
    case .search, .other: navSearch
    }
  }
}
