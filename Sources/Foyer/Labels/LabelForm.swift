import CivilTime
import HTTP
import Postgres

/// The form that creates and edits a category or a tag: the input as typed, and its problems.
struct LabelForm {
  let kind: LabelKind
  let id: UUID
  var name = ""
  /// Nil when none was chosen: a new one gets a colour by its name, an existing one keeps its own.
  var color: String?
  /// Nil when the form has no such field.
  var icon: String?
  /// The version that the form was filled from; nil for a new one.
  var version: Int?
  /// The values that it was filled from (`MergeBase`).
  var base = ""
  var errors = FormErrors()

  var isNew: Bool { version == nil }
  /// The path that it is sent to.
  var path: String { isNew ? kind.path : "\(kind.path)/\(id)" }

  /// An empty form with the id of its future row, so that sending it twice creates one.
  init(_ kind: LabelKind, id: UUID = .v7()) {
    self.kind = kind
    self.id = id
    color = LabelColor.palette.randomElement()
  }

  /// The form as it was sent.
  init(_ kind: LabelKind, id: UUID, _ form: Form) {
    self.kind = kind
    self.id = id
    name = form["name"] ?? ""
    color = form["color"].flatMap(Self.color)
    icon = form["icon"].map { !$0.isLonger(than: 32) && $0.isBlank ? "" : $0 }
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
    base = form["base"] ?? ""
  }

  init(_ stored: StoredLabel) {
    let label = stored.label
    (kind, id, name, color, icon, version) = (label.kind, label.id, label.name, label.color, label.icon, stored.version)
  }

  /// The form's values.
  var draft: LabelDraft { LabelDraft(kind: kind, id: id, name: name, color: color, icon: icon) }

  /// A colour as a colour input sends it, `#b4532a`; nil for anything else.
  private static func color(_ text: String) -> String? {
    let digits = text.utf8.dropFirst()
    let isColor =
      text.utf8.first == UInt8(ascii: "#") && digits.count == 6
      && digits.allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
    return isColor ? text.lowercased() : nil
  }

  /// Suggestions; any other character is valid as well.
  static let icons = ["🛒", "🏠", "🧹", "🌱", "🐾", "💼", "📚", "💊", "🚗", "🧰", "🎁", "✈️", "🍳", "🎨", "💶"]
}
