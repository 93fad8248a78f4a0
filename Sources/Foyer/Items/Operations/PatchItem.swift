import CivilTime
import Postgres

/// Changes values of an item that are stored whatever its other values are, in one statement: what is not named stays as it is.
struct PatchItem {
  let id: UUID
  /// The version that was read.
  let version: Int
  /// Nil for as it is, like the others.
  let title: String?
  let description: String?
  let priority: ItemPriority?
  let isDone: Bool?
  /// Of these, a value of nil is none.
  let category: String??
  let notBefore: CalendarDate??
  let due: Deadline??
  let tags: [String]?

  /// Nil if nothing is named, or `EditItem` has to decide: without words one of the two texts depends on the other, and what is too
  /// long is a problem of its field.
  init?(
    id: UUID, version: Int, title: String? = nil, description: String? = nil, priority: ItemPriority? = nil,
    isDone: Bool? = nil, category: String?? = nil, notBefore: CalendarDate?? = nil, due: Deadline?? = nil,
    tags: [String]? = nil
  ) {
    let draft = ItemDraft(
      title: title ?? "-", description: description ?? "-", due: due ?? nil, notBefore: notBefore ?? nil,
      category: category ?? nil, tags: tags ?? [])
    let isNamed =
      title != nil || description != nil || priority != nil || isDone != nil || category != nil || notBefore != nil
      || due != nil || tags != nil
    guard isNamed, draft.problems(needsDescription: true).isEmpty, !draft.title.isBlank else { return nil }
    (self.id, self.version) = (id, version)
    (self.title, self.description, self.priority, self.isDone) = (title, description, priority, isDone)
    (self.category, self.notBefore, self.due) = (category.map { $0?.isBlank == true ? nil : $0 }, notBefore, due)
    self.tags = tags?.filter { !$0.isBlank }
  }
}
