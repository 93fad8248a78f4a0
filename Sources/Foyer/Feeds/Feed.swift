import Crypto
import HTTP
import Postgres

/// An address by which another program reads a person's calendar, as the settings list it.
struct Feed {
  enum Content: Equatable {
    case all
    case stays
    /// Planned meals, which no other feed has: three entries a day are a calendar of their own.
    case meals
    case category(UUID)

    /// Reads `all`, `stays`, `meals` or `category:{id}`.
    init?(_ text: String) {
      switch text {
      case "all": self = .all
      case "stays": self = .stays
      case "meals": self = .meals
      default:
        guard text.hasPrefix("category:"), let id = UUID(text.utf8.dropFirst(9)) else { return nil }
        self = .category(id)
      }
    }

    init(_ row: Row) throws {
      let text: String = try row["content"]
      let category: UUID? = try row["category_id"]
      self = category.map { .category($0) } ?? Self(text) ?? .stays
    }

    var text: String {
      switch self {
      case .all: "all"
      case .stays: "stays"
      case .meals: "meals"
      case .category(let id): "category:\(id)"
      }
    }

    /// The category's id, if it is the feed of one.
    var category: UUID? { if case .category(let id) = self { id } else { nil } }
    var hasItems: Bool { self == .all || category != nil }
    var hasStays: Bool { self == .all || self == .stays }
  }

  /// A person has no more.
  static let maximum = 20

  let id: UUID
  let name: String
  /// The name of what it contains.
  let content: String
  let seed: [UInt8]
  /// Nil unless it was asked for.
  var address: String?

  init(_ row: Row, _ strings: Strings) throws {
    id = try row["id"]
    name = try row["name"]
    seed = try row["seed"]
    switch try Content(row) {
    case .all: content = strings.feedsAll
    case .stays: content = strings.feedsStays
    case .meals: content = strings.feedsMeals
    case .category:
      let category: String? = try row["category"]
      content = strings.feedsCategory(name: category ?? "")
    }
  }

  /// The same for programs that know the scheme: it opens in the calendar of the device.
  var webcal: String? { address.map { "webcal:\($0.drop { $0 != "/" })" } }
}

/// The last part of a feed's address: 43 characters, and `.ics`.
struct FeedToken: PathParameter {
  let text: String
  let hash: [UInt8]

  private init(bytes: [UInt8]) { (text, hash) = (Base64URL.encode(bytes), sha256(bytes)) }

  /// - Parameters:
  ///   - seed: 32 random bytes, the feed's own: not its id, which a form may send again after the feed was revoked.
  ///   - key: `FeedQueries.key`.
  init(seed: [UInt8], key: [UInt8]) { self.init(bytes: hmacSHA256(seed, key: key)) }

  init?(pathComponent: String) {
    guard pathComponent.hasSuffix(".ics"), let bytes = Base64URL.decode(String(pathComponent.dropLast(4))),
      bytes.count == 32
    else { return nil }
    self.init(bytes: bytes)
  }

  var path: String { "/calendar/\(text).ics" }
}

/// The form that makes a feed.
struct FeedForm {
  var id = UUID.v7()
  var name = ""
  var content = "all"
  var errors = FormErrors()

  init() {}

  init(_ form: Form) throws {
    id = try form["id"].map(UUID.init(field:)) ?? .v7()
    name = form["name"] ?? ""
    content = form["content"] ?? ""
  }

  /// The draft; nil, with `errors` set, when a field is invalid.
  mutating func draft(_ strings: Strings) -> Feed.Content? {
    errors.check("name", hasWords: name, atMost: 200, strings)
    let known = Feed.Content(content)
    if known == nil { errors.add("content", strings.feedsContentUnknown) }
    return errors.isEmpty ? known : nil
  }

  func choices(_ categories: Rows, _ strings: Strings) throws -> [Choice] {
    let all = [("all", strings.feedsAll), ("stays", strings.feedsStays), ("meals", strings.feedsMeals)]
    let named: [(String, String)] = try categories.map { row in
      let (id, name): (UUID, String) = (try row["id"], try row["name"])
      return ("category:\(id)", strings.feedsCategory(name: name))
    }
    return (all + named).map { Choice(value: $0.0, label: $0.1, isSelected: $0.0 == content) }
  }
}
