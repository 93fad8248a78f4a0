import HTTP
import Postgres

extension Resource {
  static let categories = labels(
    .category, "categories", "a category",
    row: [.field("icon", .text(32), "One character, or nothing.")], writable: [.field("icon", .text(32))],
    select: { condition, end in
      """
      SELECT t.id, t.version, t.name, t.color, t.icon FROM categories t
      WHERE t.household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: condition) \(fragment: end)
      """
    })

  static let tags = labels(
    .tag, "tags", "a tag", row: [], writable: [],
    select: { condition, end in
      """
      SELECT t.id, t.version, t.name, t.color FROM tags t
      WHERE t.household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: condition) \(fragment: end)
      """
    })

  private static func labels(
    _ kind: LabelKind, _ name: String, _ one: String, row: [APIField], writable: [APIField],
    select: @escaping @Sendable (SQL, SQL) -> SQL
  ) -> Resource {
    let color = APIField.field("color", .text(7), "As #b4532a.")
    return Resource(
      name: name, part: .items, one: one,
      row: [
        .field("id", .id), .field("version", .number(0...Int.max)), .field("name", .text(10_000)), color,
      ] + row, select: select,
      writable: [.field("name", .text(10_000), required: true), color] + writable,
      create: { call, id, session in
        try await AddLabel(label: LabelForm(kind, id: id, call.body.form).draft(call)).run(session)
      },
      change: { call, id, version, session in
        var editing = EditLabel(label: try LabelForm(kind, id: id, call.body.form).draft(call), version: version)
        editing.keepsName = !call.body.has("name")
        switch try await editing.run(session) {
        case .gone: return .gone
        case .saved: return .saved
        case .changed: return .changedMeanwhile
        }
      },
      delete: { call, id in try await DeleteLabel(kind: kind, id: id).run(call.context) != nil },
      restore: { call, id in try await RestoreLabel(kind: kind, id: id).run(call.context) != nil })
  }
}

extension LabelForm {
  /// Its values, where the colour is one.
  fileprivate func draft(_ call: Call) throws -> LabelDraft {
    if call.body.has("color"), color == nil { throw APIProblem.field("color", .noColor) }
    return draft
  }
}
