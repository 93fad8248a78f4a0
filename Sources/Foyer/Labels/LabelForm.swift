import HTTP
import Postgres

/// The form that makes and edits a category or a tag: what was typed, and what is wrong with it.
struct LabelForm {
  let kind: LabelKind
  let id: UUID
  var name = ""
  /// Nil when none was chosen: then a new name is given one, and an old one keeps its own.
  var color: String?
  /// Nil when there was no field for it.
  var icon: String?
  /// The version that the reader saw; nil for what does not exist yet.
  var version: Int?
  var errors = FormErrors()

  var isNew: Bool { version == nil }
  /// Where it is sent.
  var path: String { isNew ? kind.path : "\(kind.path)/\(id)" }

  /// An empty form, with the id that its category or tag will have: sent twice, it makes one.
  init(_ kind: LabelKind, id: UUID = .v7()) {
    self.kind = kind
    self.id = id
    color = Self.palette.randomElement()
  }

  /// The form as it came.
  init(_ kind: LabelKind, id: UUID, _ form: Form) {
    self.kind = kind
    self.id = id
    name = form["name"] ?? ""
    color = form["color"].flatMap(Self.color)
    icon = form["icon"].map { !$0.isLonger(than: 32) && $0.isBlank ? "" : $0 }
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
  }

  /// A category or a tag as it is stored.
  init(_ kind: LabelKind, _ row: Row) throws {
    self.kind = kind
    id = try row["id"]
    name = try row["name"]
    color = try row["color"] as String
    icon = try row["icon"] as String
    version = try row["version"]
  }

  /// Whether it can be saved; else `errors` say why not.
  mutating func check(_ strings: Strings) -> Bool {
    errors.check("name", hasWords: name, atMost: 10_000, strings)
    if let icon, icon.isLonger(than: 32) || icon.count > 1 { errors.add("icon", strings.labelsIconInvalid) }
    return errors.isEmpty
  }

  /// Whether both say the same, whatever their versions.
  func hasSameContent(as stored: LabelForm) -> Bool {
    name == stored.name && (color ?? stored.color) == stored.color && (icon ?? stored.icon) == stored.icon
  }

  /// A colour as a colour input sends it, `#b4532a`; nil for anything else.
  private static func color(_ text: String) -> String? {
    let digits = text.utf8.dropFirst()
    let isColor =
      text.utf8.first == UInt8(ascii: "#") && digits.count == 6
      && digits.allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
    return isColor ? text.lowercased() : nil
  }

  /// Those that the function `color_for` of migrations/0003_categories_tags_images.sql chooses from.
  static let palette = [
    "#b4532a", "#c2850c", "#7a8b1f", "#2f8f5b", "#1f8a8c", "#2f78c4", "#5b62d6", "#9250c8", "#c0448f", "#8a6a55",
  ]

  /// A few to begin with; any other character will do.
  static let icons = ["🛒", "🏠", "🧹", "🌱", "🐾", "💼", "📚", "💊", "🚗", "🧰", "🎁", "✈️", "🍳", "🎨", "💶"]
}
