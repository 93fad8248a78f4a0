/// Messages after a change of the shopping list.
enum ShoppingNotice: String, NoticeKind {
  case deleted, restored, saved
  /// The ticked lines left the list.
  case cleared, toHand
  case nothingChecked
  /// Nothing was added.
  case full
  case shopSaved, shopDeleted

  static let feature = "shopping"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    let undo = its.id.map { RestoreLine(line: $0).path }
    return switch self {
    case .deleted: Notice(text: strings.shoppingNoticeDeleted(name: its.name), undo: undo)
    case .restored: Notice(text: strings.shoppingNoticeRestored)
    case .saved: Notice(text: strings.shoppingNoticeSaved)
    case .cleared: Notice(text: strings.shoppingNoticeCleared(count: its.count), undo: undo)
    case .toHand: Notice(text: strings.shoppingNoticeToHand(count: its.count), undo: undo)
    case .nothingChecked: Notice(text: strings.shoppingNoticeNothing)
    case .full: Notice(text: strings.shoppingFull(limit: ShoppingQueries.limit), isAlert: true)
    case .shopSaved: Notice(text: strings.shoppingNoticeShopSaved(name: its.name))
    case .shopDeleted:
      Notice(
        text: strings.shoppingNoticeShopDeleted(name: its.name), undo: its.id.map { RestoreShop(id: $0).path })
    }
  }
}
