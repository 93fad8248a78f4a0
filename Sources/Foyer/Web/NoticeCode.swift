import CivilTime
import Crypto
import HTTP

/// A message after a change: a case for each message, in the feature's own folder.
protocol NoticeKind: RawRepresentable<String>, Sendable {
  /// Tells the cases of one feature from another's.
  static var feature: String { get }

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice
}

/// The notice of a change. After a redirect it travels in a cookie, as a code and never as text.
struct NoticeCode {
  let kind: any NoticeKind
  /// The row that was changed.
  let id: UUID?
  /// Its name: at most 60 characters, and an ellipsis.
  let name: String
  let count: Int
  /// When several were deleted, which names them to Undo.
  let moment: Int
  /// Further data for Undo.
  let other: UUID?
  /// A day that it tells, or that Undo needs.
  let day: CalendarDate?

  init(
    _ kind: any NoticeKind, _ id: UUID? = nil, name: String = "", count: Int = 0, moment: Int = 0, other: UUID? = nil,
    day: CalendarDate? = nil
  ) {
    self.kind = kind
    self.id = id
    self.name = name.shortened
    self.count = count
    self.moment = moment
    self.other = other
    self.day = day
  }

  func notice(_ strings: Strings) -> Notice { kind.notice(self, strings) }

  /// The cookie's value.
  var code: String {
    let id = id.map { "\($0)" } ?? ""
    let other = other.map { "\($0)" } ?? ""
    return
      "\(type(of: kind).feature).\(kind.rawValue).\(id).\(Base64URL.encode(Array(name.utf8))).\(count).\(moment).\(other)"
      + (day.map { ".\($0.iso)" } ?? "")
  }

  /// - Parameter kinds: those of all features, by their names.
  init?(code: String, of kinds: [String: any NoticeKind.Type]) {
    let parts = code.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard (7...8).contains(parts.count),
      let kind = kinds[parts[0]]?.init(rawValue: parts[1]),
      let name = Base64URL.decode(parts[3]).flatMap({ String(validating: $0, as: UTF8.self) }),
      let count = Int(digits: parts[4]), let moment = Int(digits: parts[5])
    else { return nil }
    self.init(
      kind, UUID(parts[2].utf8), name: name, count: count, moment: moment, other: UUID(parts[6].utf8),
      day: parts.count == 8 ? CalendarDate(parts[7]) : nil)
  }
}

extension String {
  /// The text, or its first 60 characters and an ellipsis.
  fileprivate var shortened: String {
    let start = unicodeScalars.prefix(61)
    return start.count <= 60 ? self : String(start.dropLast()) + "…"
  }
}
