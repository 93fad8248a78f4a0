import CivilTime
import Crypto
import Postgres

/// The signed-in person, as the first statement of each transaction returns them.
struct Visitor {
  let personID: UUID
  let householdID: UUID
  let name: String
  let householdName: String
  let language: Language?
  let theme: String
  /// The name of a hue in app.css.
  let accent: String
  /// The names of the places of a phone's bar, a space between two.
  let bar: String
  /// Whether shortcuts of a single key are on (WCAG 2.1.4).
  let hasShortcuts: Bool
  let photoID: UUID?
  /// An emoji, or nothing.
  let householdIcon: String
  /// Whether an item needs a description (R4).
  let descriptionRequired: Bool
  /// The database's clock, in the visitor's time zone.
  let now: Timestamp
  let openItems: Int
  let doneItems: Int
  /// Whether the household ever had an item (R24).
  let hadItems: Bool
  /// Why the first load failed the last time.
  let loadProblem: LoadProblem?
  /// How many stay requests have news: those that the household sent, and those it received.
  var requestNews: Int
  var hostingNews: Int
  /// Whether the session's last use should be stored again.
  let sessionIsStale: Bool

  /// The reader that a browser keeps data for: one person's or household's are shown to no other. 16 characters, which
  /// name nobody.
  var reader: String { Base64URL.encode(Array(sha256("reader \(householdID) \(personID)".utf8).prefix(12))) }

  /// Nil when the row says that there is no valid session.
  init?(_ row: Row) throws(PostgresError) {
    guard let personID: UUID = try row["person_id"] else { return nil }
    self.personID = personID
    householdID = try row["household_id"]
    name = try row["name"]
    householdName = try row["household_name"]
    language = try row["language"]
    theme = try row["theme"]
    accent = try row["accent"]
    bar = try row["bar"]
    hasShortcuts = try row["has_shortcuts"]
    photoID = try row["photo_id"]
    householdIcon = try row["household_icon"]
    descriptionRequired = try row["description_required"]
    now = try row["now"]
    openItems = try row["open_items"]
    doneItems = try row["done_items"]
    hadItems = try row["had_items"]
    loadProblem = try row["load_problem"]
    requestNews = try row["request_news"]
    hostingNews = try row["hosting_news"]
    sessionIsStale = try row["is_stale"]
  }

  var initials: String { name.initials }
}

/// A person in their household, for what concerns two households and so runs without a session.
struct Resident {
  let person, household: UUID
}

extension Visitor {
  var resident: Resident { Resident(person: personID, household: householdID) }
}

/// Why the first load failed; stored with the household until a load succeeds.
enum LoadProblem: String, Error, PostgresDecodable, PostgresEncodable {
  case unreachable
  case slow
  case notJSON = "not_json"
  case tooBig = "too_big"
  case tooMany = "too_many"
}
