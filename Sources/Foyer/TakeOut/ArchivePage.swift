import CivilTime
import Postgres

/// The content of index.html in a household's archive: the household as its members see it, to be read without Foyer.
struct ArchivePage {
  let strings: Strings
  let title: String
  let about: String
  /// Open items that are overdue, then the days to come: items, later dates of series, meals, stays and birthdays.
  let calendar: [Day]
  /// Open items by their categories.
  let sections: [Section]
  /// The latest first.
  let done: [Item]
  let lists: [List]
  let meals: (coming: [Line], past: [Line])
  let recipes: [Recipe]
  let hand: [Line]
  /// As a guest, and as a host.
  let stays: [(id: String, title: String, all: [Stay])]
  let eaters: [Line]

  /// A name or title, and beside it the other things that are known.
  struct Line {
    let text: String
    var facts = ""
  }

  struct Day {
    let title: String
    var lines: [Line]
  }

  struct Section {
    /// A category's name; empty for items without one.
    let title: String
    var items: [Item]
  }

  struct Item {
    let title: String
    let facts: String
    let description: String
    let lines: [Checklist.Line]
    /// Paths from the archive's folder.
    let pictures: [String]
    let files: [(name: String, path: String)]
  }

  /// A shopping list.
  struct List {
    let title: String
    var open: [Line] = []
    var ticked: [Line] = []
  }

  struct Recipe {
    let anchor: String
    let name: String
    let facts: String
    let picture: String?
    let description: String
    let ingredients: [String]
    let steps: [String]
    let notes: String
    let nutrition: String
    let source: String
    /// Where there is an address of it.
    let link: String?
  }

  struct Stay {
    let name: String
    let facts: String
    let entries: [StayEntry]
  }

  /// The parts that have something, as the page's own navigation names them.
  var parts: [(id: String, title: String)] {
    let all = [
      ("calendar", strings.navCalendar, !calendar.isEmpty), ("items", strings.itemsTitle, true),
      ("shopping", strings.shoppingTitle, !lists.isEmpty),
      ("meals", strings.navPlan, !meals.coming.isEmpty || !meals.past.isEmpty),
      ("recipes", strings.recipesTitle, !recipes.isEmpty), ("hand", strings.recipesHand, !hand.isEmpty),
    ]
    return all.filter(\.2).map { ($0.0, $0.1) } + stays.map { ($0.id, $0.title) }
      + (eaters.isEmpty ? [] : [("eaters", strings.eatersTitle)])
  }

  func has(_ part: String) -> Bool { parts.contains { $0.id == part } }
}
