import Postgres

/// The values of a category or of a tag to store.
struct LabelDraft {
  let kind: LabelKind
  var id = UUID.v7()
  var name = ""
  /// As `#b4532a`; nil for one by its name, and of what is there already for the one that it has.
  var color: String?
  /// Nil for none, and of what is there already for the one that it has. Of a category only.
  var icon: String?

  /// The rules that need no database.
  var problems: Problems {
    var problems = Problems()
    problems.check("name", name, atMost: 10_000)
    if problems.isEmpty && name.isBlank { problems.add("name", .blank) }
    problems.add(problemsOfIcon)
    return problems
  }

  /// The rules of the icon alone.
  var problemsOfIcon: Problems {
    guard let icon, icon.isLonger(than: 32) || icon.count > 1 else { return Problems() }
    return Problems("icon", .notOneCharacter)
  }

  /// Whether the contents are equal, where something was said of them.
  func hasSameContent(as stored: LabelDraft) -> Bool {
    name == stored.name && (color ?? stored.color) == stored.color && (icon ?? stored.icon) == stored.icon
  }
}

/// A category or a tag as a change finds it.
struct StoredLabel {
  let label: LabelDraft
  let version: Int

  /// From `LabelQueries.find`. Nil if there is none.
  init?(_ kind: LabelKind, _ rows: Rows) throws {
    guard let row = rows.first else { return nil }
    label = LabelDraft(
      kind: kind, id: try row["id"], name: try row["name"], color: try row["color"], icon: try row["icon"])
    version = try row["version"]
  }
}
