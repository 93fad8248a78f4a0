/// Messages after a change of a category or a tag.
enum LabelNotice: String, NoticeKind {
  case added, saved, restored, merged
  case categoryDeleted, tagDeleted
  /// Not restored, because another one has the name.
  case taken

  static let feature = "labels"

  static func deleted(_ kind: LabelKind) -> Self { kind == .category ? .categoryDeleted : .tagDeleted }

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .added: Notice(text: strings.labelsAdded(name: its.name))
    case .saved: Notice(text: strings.labelsSaved)
    case .restored: Notice(text: strings.labelsRestored(name: its.name))
    case .merged: Notice(text: strings.labelsMerged(name: its.name))
    case .categoryDeleted, .tagDeleted:
      Notice(
        text: strings.labelsDeleted(name: its.name),
        undo: its.id.map { RestoreLabel(kind: self == .categoryDeleted ? .category : .tag, id: $0).path })
    case .taken: Notice(text: strings.labelsTaken(name: its.name))
    }
  }
}

extension NoticeCode {
  static func label(_ change: LabelNotice, _ id: UUID, name: String) -> Self { Self(change, id, name: name) }

  /// The category or tag that its list shows and marks.
  var label: UUID? {
    guard let change = kind as? LabelNotice, ![.categoryDeleted, .tagDeleted].contains(change) else { return nil }
    return id
  }
}
