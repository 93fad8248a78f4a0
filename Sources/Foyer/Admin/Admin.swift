import CivilTime
import Postgres

/// The contents of the operator's page.
struct AdminPage {
  /// The names and values of its first list.
  let counts: [(name: String, value: String)]
  let households: [AdminHousehold]
  let jobs: [FailedJob]
  /// When the last backup was made, or why there is none.
  let backup: String
  let isBackupOverdue: Bool
  let registration: AdminRegistration
  /// The quota of households without one of their own.
  let usualQuota: String?
  var errors = FormErrors()
  /// The household whose quota was refused, and what was typed.
  var refused: (household: UUID, quota: String)?

  func quota(of household: AdminHousehold) -> String {
    refused?.household == household.id ? refused?.quota ?? "" : household.quota ?? ""
  }
}

/// The rule for sign-ups.
struct AdminRegistration {
  let isOpen: Bool
  /// Of the environment, which is the outer limit.
  let outer: Configuration.Registration
}

/// A household of which nothing but its size is known.
struct AdminHousehold {
  let id: UUID
  /// A short name: the end of its id, as the beginning is the time of its sign-up.
  let shortID: String
  let members: Int
  let storage: String
  /// Its own.
  let quota: String?

  init(_ row: Row, usual: Int?, _ strings: Strings) throws {
    id = try row["id"]
    shortID = String("\(id)".suffix(8))
    members = try row["members"]
    let own: Int? = try row["quota"]
    quota = own.map { "\(ByteSize(bytes: $0))" }
    let stored = try HouseholdStorage(row, usual: usual)
    storage = stored.text(strings) ?? strings.adminStorageUnlimited(used: strings.text(bytes: stored.used))
  }
}

/// A job that was given up, without what it carries.
struct FailedJob {
  let id: UUID
  let kind: String
  let time: String
  let error: String
  let canBeRetried: Bool

  init(_ row: Row, _ strings: Strings) throws {
    id = try row["id"]
    kind = try row["kind"]
    let ended: Timestamp = try row["ended_at"]
    time = strings.text(ended.local)
    let text: String = try row["error"]
    error = Self.withoutAddresses(text)
    canBeRetried = try row["can_be_retried"]
  }

  /// Mail servers repeat the address that they refuse.
  static func withoutAddresses(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).map { $0.utf8.contains(UInt8(ascii: "@")) ? "…" : String($0) }
      .joined(separator: " ")
  }
}

extension AdminRegistration {
  /// The present setting, and its limits.
  func text(_ strings: Strings) -> String {
    if outer == .closed { return strings.adminRegistrationOuterClosed }
    if !isOpen { return strings.adminRegistrationIsClosed }
    return outer == .invite ? strings.adminRegistrationInvite : strings.adminRegistrationIsOpen
  }
}
