/// Messages after a change of who eats here.
enum EaterNotice: String, NoticeKind {
  case added, saved, deleted, restored
  /// Not restored, because there are as many as there may be.
  case full

  static let feature = "eaters"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .added: Notice(text: strings.eatersNoticeAdded(name: its.name))
    case .saved: Notice(text: strings.eatersNoticeSaved(name: its.name))
    case .deleted:
      Notice(text: strings.eatersNoticeDeleted(name: its.name), undo: its.id.map { RestoreEater(id: $0).path })
    case .restored: Notice(text: strings.eatersNoticeRestored(name: its.name))
    case .full: Notice(text: strings.eatersTooMany(count: EaterQueries.maximum))
    }
  }
}

extension NoticeCode {
  static func eater(_ change: EaterNotice, _ id: UUID, name: String) -> Self { Self(change, id, name: name) }
}
