import CivilTime
import Postgres
import Recurrence

/// The values of an item to store.
struct ItemDraft {
  var id = UUID.v7()
  var title = ""
  var description = ""
  var due: Deadline?
  /// The day until which it is hidden.
  var notBefore: CalendarDate?
  var priority = ItemPriority.none
  /// Of a new item; `ChangeChecklist` changes that of one that is there.
  var checklist = Checklist()
  var isDone = false
  /// Whether it comes with the household; a change ends that.
  var isSample = false
  /// Nil for none.
  var category: String?
  var tags: [String] = []
  /// An upload that replaces the present picture.
  var imageID: UUID?
  var removesImage = false
  /// Uploads that become further pictures and files of it.
  var files: [UUID] = []
  /// The members it is for; none means everybody.
  var people: [UUID] = []
  /// The members who take turns; the first has the turn.
  var turn: [UUID] = []
  /// How often the turn changes in a series; nil for with each item.
  var turnRule: RecurrenceRule?

  /// The members who take turns, the next one first; the last has the turn.
  var turnQueue: [UUID] { Array(turn.dropFirst() + turn.prefix(1)) }

  /// The rules that need no database.
  /// - Parameter needsDescription: the household's setting (R4).
  func problems(needsDescription: Bool) -> Problems {
    var problems = Problems()
    problems.check("title", title, atMost: 10_000)
    problems.check("description", description, atMost: 100_000)
    problems.check("category", category ?? "", atMost: 10_000)
    for tag in tags { problems.check("tags", tag, atMost: 10_000) }
    // Searching a megabyte of spaces for words would block an event loop.
    guard problems.isEmpty else { return problems }
    if needsDescription && description.isBlank {
      problems.add("description", .noDescription)
    } else if title.isBlank && description.isBlank {
      problems.add("title", .noWords)
    }
    if tags.count > 50 { problems.add("tags", .tooMany(50)) }
    problems.add(checklist.problems(field: "checklist"))
    if files.count > ItemFile.maximum { problems.add("files", .tooMany(ItemFile.maximum)) }
    if due.map({ !$0.day.isAllowed }) == true { problems.add("due_date", .invalidDate) }
    if notBefore.map({ !$0.isAllowed }) == true { problems.add("not_before", .invalidDate) }
    if people.count > Self.maximumPeople { problems.add("people", .tooMany(Self.maximumPeople)) }
    if turn.count > Self.maximumPeople { problems.add("turn", .tooMany(Self.maximumPeople)) }
    return problems
  }

  /// Takes the category and the tags of a filtered list.
  /// - Parameter names: of `ItemQueries.names`.
  mutating func join(_ names: Rows) throws {
    for row in names {
      let isCategory: Bool? = try row["is_category"]
      switch isCategory {
      case true?: category = try row["name"]
      case false?: tags.append(try row["name"])
      case nil: break
      }
    }
  }

  /// Without blank names, and with a title.
  func filled(untitled: String) -> ItemDraft {
    var item = self
    if title.isBlank { item.title = untitled }
    if category?.isBlank == true { item.category = nil }
    item.tags.removeAll(where: \.isBlank)
    return item
  }

  private static let maximumPeople = 50
}
