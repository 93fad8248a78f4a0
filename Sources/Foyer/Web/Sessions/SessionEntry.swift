import CivilTime
import Postgres

/// One of the visitor's sessions.
struct SessionEntry {
  let id: UUID
  /// The names of the browser and the system; nil if the user agent names none.
  let browser: String?
  let created: String
  let seen: String
  let isCurrent: Bool

  init(_ row: Row, _ strings: Strings) throws {
    id = try row["id"]
    browser = Self.name(of: try row["user_agent"])
    let (createdAt, seenAt): (Timestamp, Timestamp) = (try row["created_at"], try row["seen_at"])
    created = strings.text(createdAt.local)
    seen = strings.text(seenAt.local)
    isCurrent = try row["is_current"]
  }

  /// User agents also name the browsers they derive from: the most derived one is looked for first.
  static func name(of userAgent: String) -> String? {
    let browsers = [
      ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("Chrome/", "Chrome"),
      ("CriOS/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    let systems = [
      ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "macOS"),
      ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]
    let found = [browsers, systems].compactMap { names in names.first { userAgent.contains($0.0) }?.1 }
    return found.isEmpty ? nil : found.joined(separator: " · ")
  }
}
