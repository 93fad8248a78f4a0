import Crypto
import HTTP
import Postgres

/// The secret by which a person's program uses the API: `foyer_` and 256 random bits. The database stores only its SHA-256.
struct AccessToken {
  static let prefix = "foyer_"

  let text: String
  let hash: [UInt8]

  init() {
    text = Self.prefix + Base64URL.encode(randomBytes(32))
    hash = sha256(text.utf8)
  }

  /// Nil for a text that is no token.
  init?(_ text: some StringProtocol) {
    guard text.hasPrefix(Self.prefix), let bytes = Base64URL.decode(String(text.dropFirst(Self.prefix.count))),
      bytes.count == 32
    else { return nil }
    self.text = String(text)
    hash = sha256(self.text.utf8)
  }

  /// The token of the request's `Authorization: Bearer` (RFC 6750 §2.1); nil if there is none or it is malformed. A cookie
  /// is none, and neither is a field of a form or of the path.
  init?(_ request: Request) {
    guard let field = request.headers["authorization"], field.utf8.count < 200 else { return nil }
    let words = field.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    self.init(words[1])
  }
}

/// A part of the app with what a token may do there.
struct AccessScope: Equatable {
  enum Part: String, CaseIterable { case items, shopping, plan, recipes, stays }

  let part: Part
  /// Whether it may change something, besides reading all of it.
  let changes: Bool

  var text: String { "\(part.rawValue):\(changes ? "write" : "read")" }

  /// Names of the scopes of which a token needs one: who may change a part may read it.
  var sufficient: [String] { changes ? [text] : [text, AccessScope(part: part, changes: true).text] }

  /// Every one, as the form offers them.
  static let all = Part.allCases.flatMap {
    [AccessScope(part: $0, changes: false), AccessScope(part: $0, changes: true)]
  }

  /// Names of scopes that later parts of the app understand.
  static let reserved = ["caldav", "mcp"]
}

/// The rights of a token.
struct AccessRights {
  /// Names of scopes.
  let names: [String]

  init(_ text: String) { names = text.split(separator: " ").map(String.init) }

  func has(_ scope: AccessScope) -> Bool { scope.sufficient.contains(where: names.contains) }

  func mayRead(_ part: AccessScope.Part) -> Bool {
    names.contains("\(part.rawValue):read") || mayChange(part)
  }
  func mayChange(_ part: AccessScope.Part) -> Bool { names.contains("\(part.rawValue):write") }
}

/// The statements about tokens that others than their own page need.
enum AccessTokenQueries {
  /// Notes once an hour that the token is in use. Of several requests at once one does, and the others do not wait.
  static func touch(_ tokenHash: [UInt8]) -> SQL {
    """
    UPDATE access_tokens SET last_used_at = now() WHERE token_hash = (
      SELECT token_hash FROM access_tokens
      WHERE token_hash = \(tokenHash) AND (last_used_at > now() - interval '1 hour') IS NOT TRUE
      FOR NO KEY UPDATE SKIP LOCKED)
    """
  }

  /// Ends every token of a person, without a session.
  static func deleteAll(person: UUID, if condition: SQL = "true") -> SQL {
    "DELETE FROM access_tokens WHERE person_id = \(person) AND \(fragment: condition)"
  }

  /// The condition that a person has one.
  static func areThere(person: UUID) -> SQL { "EXISTS (SELECT FROM access_tokens WHERE person_id = \(person))" }
}
