/// Messages after a change of the shopping list.
enum ShoppingNotice: String, NoticeKind {
  case added, deleted, restored, saved
  /// The ticked lines left the list.
  case cleared, toHand
  case nothingChecked
  /// Nothing was added.
  case full, allThere
  case shopSaved, shopDeleted
  case listSaved, listDeleted

  static let feature = "shopping"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    let undo = its.id.map { RestoreLine(line: $0).path }
    return switch self {
    case .added:
      Notice(text: strings.captureAdded(title: its.name), path: its.id.map { "/shopping#line-\($0)" })
    case .deleted: Notice(text: strings.shoppingNoticeDeleted(name: its.name), undo: undo)
    case .restored: Notice(text: strings.shoppingNoticeRestored)
    case .saved: Notice(text: strings.shoppingNoticeSaved)
    case .cleared: Notice(text: strings.shoppingNoticeCleared(count: its.count), undo: undo)
    case .toHand: Notice(text: strings.shoppingNoticeToHand(count: its.count), undo: undo)
    case .nothingChecked: Notice(text: strings.shoppingNoticeNothing)
    case .full: Notice(text: strings.shoppingFull(limit: ShoppingQueries.limit), isAlert: true)
    case .allThere: Notice(text: strings.shoppingAllThere, path: "/shopping")
    case .listSaved: Notice(text: strings.shoppingNoticeListSaved(name: its.name))
    case .listDeleted:
      Notice(
        text: strings.shoppingNoticeListDeleted(name: its.name),
        undo: its.id.map { RestoreNamed(kind: .list, id: $0).path })
    case .shopSaved: Notice(text: strings.shoppingNoticeShopSaved(name: its.name))
    case .shopDeleted:
      Notice(
        text: strings.shoppingNoticeShopDeleted(name: its.name),
        undo: its.id.map { RestoreNamed(kind: .shop, id: $0).path })
    }
  }
}
