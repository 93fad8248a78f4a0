import CivilTime
import RecipeImport

extension JSON {
  /// A text or a number.
  var text: String? {
    switch self {
    case .string(let text): text
    case .number(let text): text
    case .bool, .null, .array, .object: nil
    }
  }

  /// A whole number of a size that sums of seconds do not overflow by.
  var number: Int? {
    text.flatMap { Int($0) }.flatMap { (-1_000_000_000_000_000...1_000_000_000_000_000).contains($0) ? $0 : nil }
  }

  var list: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  var isTrue: Bool {
    switch self {
    case .bool(let value): value
    case .number(let text), .string(let text): text == "1" || text.lowercased() == "true"
    case .null, .array, .object: false
    }
  }

  /// Seconds since 1970 of a moment.
  var stamp: Int? { text.flatMap { Moment($0)?.stamp } }

  /// The objects of a list.
  var rows: [JSONObject] { (list ?? []).compactMap(\.object) }
}

extension JSONObject {
  /// The objects of a list.
  func rows(_ key: String) -> [JSONObject] { self[key]?.rows ?? [] }

  /// The objects of a list by the texts of one of their members; of equal ones the first.
  func rows(_ key: String, by id: String) -> [String: JSONObject] {
    Dictionary(
      rows(key).compactMap { row in row[id]?.text.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
  }

  /// The texts of a list.
  func texts(_ key: String) -> [String] { (self[key]?.list ?? []).compactMap(\.text) }

  /// The texts of these members, with spaces between them.
  func words(_ keys: String...) -> String { keys.compactMap { self[$0]?.text }.joined(separator: " ") }
}

/// A value as text, for a description.
enum JSONText {
  static func text(_ value: JSON) -> String {
    switch value {
    case .null: ""
    case .bool(let value): value ? "yes" : "no"
    case .number(let text), .string(let text): text
    case .array(let elements): elements.map { text($0) }.filter { !$0.isEmpty }.joined(separator: ", ")
    case .object(let object):
      object.members.compactMap { member in
        let text = text(member.value)
        return text.isEmpty ? nil : "\(member.key) \(text)"
      }.joined(separator: ", ")
    }
  }
}
