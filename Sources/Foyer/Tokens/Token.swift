import CivilTime
import HTTP
import Postgres

/// A token as its person's page lists it.
struct TokenEntry {
  /// A person has no more.
  static let maximum = 30

  let id: UUID
  let name: String
  /// Its scopes in words.
  let rights: String
  /// How long it lives, and when it was used last.
  let times: String
  /// Whether a calendar program may use it, and still can.
  let opensCalendars: Bool

  init(_ row: Row, _ strings: Strings) throws {
    id = try row["id"]
    name = try row["name"]
    let scopes = AccessRights(try row["scopes"])
    rights = Self.text(scopes, strings)
    let (end, used): (Timestamp?, Timestamp?) = (try row["expires_at"], try row["last_used_at"])
    let isOver: Bool? = try row["is_over"]
    opensCalendars = scopes.names.contains("caldav") && isOver != true
    let life =
      end.map {
        isOver == true
          ? strings.tokensEnded(date: strings.date($0.local)) : strings.tokensUntil(date: strings.date($0.local))
      }
      ?? strings.tokensEndless
    times = life + " · " + (used.map { strings.tokensUsed(time: strings.text($0.local)) } ?? strings.tokensUnused)
  }

  private static func text(_ rights: AccessRights, _ strings: Strings) -> String {
    let parts = AccessScope.Part.allCases.compactMap { part -> String? in
      guard rights.mayRead(part) else { return nil }
      return AccessScope(part: part, changes: rights.mayChange(part)).text(strings)
    }
    let further = rights.names.filter(AccessScope.reserved.contains)
    return (parts + further.map { $0 == "caldav" ? strings.caldavScope : strings.tokensScopeMcp }).joined(
      separator: ", ")
  }
}

extension AccessScope {
  func text(_ strings: Strings) -> String {
    let name = part.title(strings)
    return changes ? strings.tokensScopeChange(part: name) : strings.tokensScopeRead(part: name)
  }
}

extension AccessScope.Part {
  func title(_ strings: Strings) -> String {
    switch self {
    case .items: strings.navItems
    case .shopping: strings.shoppingTitle
    case .plan: strings.navPlan
    case .recipes: strings.recipesTitle
    case .stays: strings.navStays
    }
  }
}

/// A token that is to be made; its fields are valid.
struct TokenDraft {
  let id: UUID
  let name: String
  /// Names of scopes, with a space between two.
  let scopes: String
  /// 0 for a life without end.
  let days: Int
}

/// The form that makes a token.
struct TokenForm {
  static let lives = [30, 90, 365, 0]

  var id = UUID.v7()
  var name = ""
  var scopes: [String] = []
  var days = "90"
  /// Whether a token without end is wanted, as it was asked once more.
  var isSure = false
  var errors = FormErrors()

  init() {}

  init(_ form: Form) throws {
    id = try form["id"].map(UUID.init(field:)) ?? .v7()
    name = form["name"] ?? ""
    scopes = form.all("scope")
    days = form["days"] ?? ""
    isSure = form["endless"] == "true"
  }

  /// Whether the form asks once more about a life without end.
  var asksAgain: Bool { days == "0" }

  /// The draft; nil, with `errors` set, when a field is invalid.
  mutating func draft(_ strings: Strings) -> TokenDraft? {
    errors.check("name", hasWords: name, atMost: 100, strings)
    let known = AccessScope.all.map(\.text) + AccessScope.reserved
    let chosen = known.filter(scopes.contains)
    if chosen.isEmpty || !scopes.allSatisfy(known.contains) { errors.add("scope", strings.tokensScopeNone) }
    let life = Self.lives.first { "\($0)" == days }
    if life == nil { errors.add("days", strings.tokensLifeUnknown) }
    if life == 0, !isSure { errors.add("endless", strings.tokensEndlessSure) }
    guard errors.isEmpty, let life else { return nil }
    return TokenDraft(id: id, name: name, scopes: chosen.joined(separator: " "), days: life)
  }

  func scopeChoices(_ strings: Strings) -> [Choice] {
    AccessScope.all.map { Choice(value: $0.text, label: $0.text(strings), isSelected: scopes.contains($0.text)) }
      + [
        Choice(value: "caldav", label: strings.caldavScope, isSelected: scopes.contains("caldav")),
        Choice(value: "mcp", label: strings.tokensScopeMcp, isSelected: scopes.contains("mcp")),
      ]
  }

  func lifeChoices(_ strings: Strings) -> [Choice] {
    Self.lives.map {
      Choice(
        value: "\($0)", label: $0 == 0 ? strings.tokensEndless : strings.tokensDays(count: $0),
        isSelected: "\($0)" == days)
    }
  }
}
