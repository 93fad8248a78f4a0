import CivilTime
import Postgres

/// The rows of a move by kind and state, as its pages tell of them.
struct MoveCounts {
  /// Of a kind.
  struct Kind {
    var total = 0
    var done = 0
  }

  /// Rows that wait or have come over, by kind.
  private(set) var kinds: [String: Kind] = [:]
  private(set) var waiting = 0
  private(set) var stored = 0
  private(set) var known = 0
  private(set) var leftOut = 0

  /// - Parameter rows: of `MoveQueries.counts`.
  init(_ rows: Rows) throws {
    for row in rows {
      let (kind, state, count, done): (String, String, Int, Int) = (
        try row["kind"], try row["state"], try row["n"], try row["done"]
      )
      switch state {
      case "known": known += count
      case "left_out": leftOut += count
      case "waiting": waiting += count
      default: stored += count
      }
      guard ["waiting", "stored", "undone"].contains(state) else { continue }
      kinds[kind, default: Kind()].total += count
      kinds[kind, default: Kind()].done += done
    }
  }

  /// The rows that are dealt with, of all that the files have.
  var dealtWith: Int { stored + known + leftOut }
  var total: Int { dealtWith + waiting }

  /// The kinds that there are, each with its words: "3 to-dos, 1 of them is done".
  func texts(_ strings: Strings) -> [(kind: String, text: String)] {
    let names: [(kind: String, text: (Int) -> String)] = [
      ("item", { strings.moveInItems(count: $0) }), ("recipe", { strings.moveInRecipes(count: $0) }),
      ("meal", { strings.moveInMeals(count: $0) }), ("line", { strings.moveInLines(count: $0) }),
      ("hand", { strings.moveInHand(count: $0) }), ("eater", { strings.moveInEaters(count: $0) }),
      ("mark", { strings.moveInMarks(count: $0) }), ("cooking", { strings.moveInCookings(count: $0) }),
      ("absence", { strings.moveInAbsences(count: $0) }), ("shop", { strings.moveInShops(count: $0) }),
      ("food", { strings.moveInFacts(count: $0) }), ("listing", { strings.moveInListings(count: $0) }),
    ]
    return names.compactMap { kind, text in
      guard let count = kinds[kind], count.total > 0 else { return nil }
      return (kind, text(count.total) + (count.done > 0 ? ", \(strings.moveInDone(count: count.done))" : ""))
    }
  }
}

/// The page of a move.
struct MovePage {
  /// A row that does not come over.
  struct LeftOut {
    let title: String
    let why: String
    /// Whether the reason is the reader's, in English.
    let isEnglish: Bool
  }

  let move: Move
  let counts: MoveCounts
  /// Of what waits, how many rows were moved in before.
  let known: Int
  /// Titles of a kind, the first ones of the files.
  let samples: [String: [String]]
  let leftOut: [LeftOut]
  let questions: MoveQuestions
  let zones: [TimeZoneGroup]

  static let maximumLeftOut = 50

  /// A kind of rows that there is.
  struct Found {
    let text: String
    let samples: [String]
  }

  func found(_ strings: Strings) -> [Found] {
    counts.texts(strings).map { Found(text: $0.text, samples: samples[$0.kind] ?? []) }
  }

  var path: String { "/move-in/\(move.id)" }
  var programs: String { move.programs.joined(separator: ", ") }
  var moreLeftOut: Int { counts.leftOut - leftOut.count }
  func has(_ kind: String) -> Bool { (counts.kinds[kind]?.total ?? 0) > 0 }
}

/// A move in the list of earlier ones.
struct EarlierMove {
  let path: String
  let text: String
  let time: String

  init(_ row: Row, today: CalendarDate, _ strings: Strings) throws {
    let id: UUID = try row["id"]
    path = "/move-in/\(id)"
    let programs: [String] = try row["programs"]
    text = programs.isEmpty ? strings.moveInTitle : programs.joined(separator: ", ")
    let at: Timestamp = try row["at"]
    time = strings.day(CalendarDate(at.local), today: today)
  }
}
