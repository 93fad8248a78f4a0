import CivilTime

/// Messages after a change of items.
enum ItemNotice: String, NoticeKind {
  case added, saved, deleted, restored, done, open, moved
  case severalAdded, severalChanged, severalUndone, severalDeleted, severalRestored
  case noneChosen, nameMissing, dateMissing
  case samplesLoaded
  case turnSwapped, turnStays
  case snoozed, unsnoozed
  case fileDeleted, fileRestored
  case lineDeleted, lineRestored, lineMoved, lineBecame, lineBack

  static let feature = "items"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .added:
      Notice(
        text: strings.noticeItemAdded(title: its.name) + Self.leftOut(its, strings) + Self.later(its.day, strings),
        path: its.id.map { ItemFilter.path(to: $0) })
    case .saved: Notice(text: strings.noticeItemSaved + Self.leftOut(its, strings) + Self.later(its.day, strings))
    case .deleted:
      Notice(text: strings.noticeItemDeleted(title: its.name), undo: its.id.map { RestoreItems.one($0).path })
    case .restored: Notice(text: strings.noticeItemRestored(title: its.name))
    case .done:
      Notice(
        text: strings.noticeItemDone(title: its.name), undo: its.id.map { CompleteItem(id: $0, isDone: false).path })
    case .open:
      Notice(
        text: strings.noticeItemOpen(title: its.name), undo: its.id.map { CompleteItem(id: $0, isDone: true).path })
    case .moved:
      Notice(text: strings.noticeItemMoved(title: its.name), undo: its.id.map { Self.move($0, its.other).path })
    case .severalAdded:
      Notice(text: strings.noticeSeveralAdded(count: its.count), undo: DeleteItems.pathOfUndo(addedAt: its.moment))
    case .severalChanged:
      Notice(
        text: strings.noticeSeveralChanged(count: its.count), undo: its.id.map { UndoSeveral(change: $0).path })
    case .severalUndone: Notice(text: strings.noticeSeveralUndone(count: its.count))
    case .severalDeleted:
      Notice(text: strings.noticeSeveralDeleted(count: its.count), undo: RestoreItems.deletedAt(its.moment).path)
    case .severalRestored: Notice(text: strings.noticeSeveralRestored(count: its.count))
    case .noneChosen: Notice(text: strings.noticeNoneChosen)
    case .nameMissing: Notice(text: strings.noticeNameMissing, isAlert: true)
    case .dateMissing: Notice(text: strings.noticeDateMissing, isAlert: true)
    case .samplesLoaded: Notice(text: strings.noticeSamplesLoaded(count: its.count))
    case .turnSwapped:
      Notice(text: strings.peopleNoticeSwapped(name: its.name), undo: Self.swap(its))
    case .turnStays: Notice(text: strings.peopleNoticeStays)
    case .snoozed:
      Notice(
        text: strings.noticeItemSnoozed(title: its.name) + Self.later(Self.day(its), strings), undo: Self.snooze(its))
    case .lineDeleted: Notice(text: strings.checklistDeleted(text: its.name), undo: Self.line(its, "restore"))
    case .lineRestored: Notice(text: strings.checklistRestored(text: its.name))
    case .lineMoved:
      Notice(text: strings.checklistMoved(text: its.name), undo: Self.line(its, "move?place=\(its.count)"))
    case .lineBecame:
      Notice(
        text: strings.checklistBecame(text: its.name), path: its.other.map { ItemFilter.path(to: $0) },
        undo: Self.line(its, "back"))
    case .fileDeleted:
      Notice(
        text: strings.filesDeleted(name: its.name),
        undo: its.other.map { RestoreFile(item: its.id, file: $0).path })
    case .fileRestored: Notice(text: strings.filesRestored(name: its.name))
    case .lineBack: Notice(text: strings.checklistRestored(text: its.name))
    case .unsnoozed: Notice(text: strings.noticeItemUnsnoozed(title: its.name), undo: Self.snooze(its))
    }
  }

  /// That its rule leaves out months or years, if it does.
  private static func leftOut(_ its: NoticeCode, _ strings: Strings) -> String {
    its.count > 0 ? " \(strings.repeatLeftOut)" : ""
  }

  /// Until when it is hidden, if it is.
  private static func later(_ day: CalendarDate?, _ strings: Strings) -> String {
    day.map { " \(strings.noticeItemLater(date: strings.date($0.civil)))" } ?? ""
  }

  /// The day until which it is hidden, whose number the code has. A cookie may hold any.
  private static func day(_ its: NoticeCode) -> CalendarDate { CalendarDate(days: min(its.count, 2_932_896)) }

  /// Undo: the day that was there before.
  private static func snooze(_ its: NoticeCode) -> String? {
    its.id.map { SnoozeItem(id: $0, until: its.day).path }
  }

  /// Undo of a change of a line.
  private static func line(_ its: NoticeCode, _ path: String) -> String? {
    guard let id = its.id, let line = its.other else { return nil }
    return "/items/\(id)/lines/\(line)/\(path)"
  }

  /// Undo: before the item that was below, or to the end.
  private static func move(_ id: UUID, _ below: UUID?) -> MoveItem {
    MoveItem(id: id, place: below.map { .before($0) } ?? .end)
  }

  /// A swap is undone by swapping back.
  private static func swap(_ its: NoticeCode) -> String? {
    guard let id = its.id, let other = its.other else { return nil }
    return SwapTurn(id: id, person: other).path
  }
}

extension NoticeCode {
  /// - Parameter later: the day until which it is hidden.
  static func itemAdded(_ id: UUID, title: String, _ plan: RepeatPlan, later: CalendarDate? = nil) -> Self {
    Self(ItemNotice.added, id, name: title, count: plan.leavesOut ? 1 : 0, day: later)
  }
  static func itemSaved(_ id: UUID, _ plan: RepeatPlan, later: CalendarDate?) -> Self {
    Self(ItemNotice.saved, id, count: plan.leavesOut ? 1 : 0, day: later)
  }
  static func itemSnoozed(_ result: SnoozeItem.Result) -> Self {
    Self(
      result.hides == nil ? ItemNotice.unsnoozed : .snoozed, result.undo.id, name: result.title,
      count: max(0, result.hides?.days ?? 0), day: result.undo.until)
  }
  static func itemsDeleted(_ result: DeleteItems.Result) -> Self {
    switch result.undo {
    case .one(let id): Self(ItemNotice.deleted, id, name: result.title ?? "")
    case .deletedAt(let moment): Self(ItemNotice.severalDeleted, count: result.count, moment: moment)
    }
  }
  /// - Parameter moment: of their transaction, in microseconds since 1970.
  static func itemsAdded(count: Int, at moment: Int) -> Self {
    Self(ItemNotice.severalAdded, count: count, moment: moment)
  }
  static func itemRestored(title: String) -> Self { Self(ItemNotice.restored, name: title) }
  static func itemTicked(_ ticking: CompleteItem, title: String) -> Self {
    Self(ticking.isDone ? ItemNotice.done : .open, ticking.id, name: title)
  }
  static func itemMoved(_ title: String, undo: MoveItem) -> Self {
    let below: UUID? = if case .before(let other) = undo.place { other } else { nil }
    return Self(ItemNotice.moved, undo.id, name: title, other: below)
  }
  /// - Parameter place: where the line stood before.
  static func checklist(_ kind: ItemNotice, _ text: String, _ item: UUID, _ line: UUID, place: Int = 0) -> Self {
    Self(kind, item, name: text, count: place, other: line)
  }
  static func fileDeleted(_ name: String, _ undo: RestoreFile) -> Self {
    Self(ItemNotice.fileDeleted, undo.item, name: name, other: undo.file)
  }
  static func fileRestored(_ name: String) -> Self { Self(ItemNotice.fileRestored, name: name) }
  static func severalChanged(_ result: SeveralChanged) -> Self {
    Self(ItemNotice.severalChanged, result.count > 0 ? result.undo.change : nil, count: result.count)
  }
  static func severalUndone(count: Int) -> Self { Self(ItemNotice.severalUndone, count: count) }
  static func severalRestored(count: Int) -> Self { Self(ItemNotice.severalRestored, count: count) }
  static var noneChosen: Self { Self(ItemNotice.noneChosen) }
  static var nameMissing: Self { Self(ItemNotice.nameMissing) }
  static var dateMissing: Self { Self(ItemNotice.dateMissing) }
  static func samplesLoaded(count: Int) -> Self { Self(ItemNotice.samplesLoaded, count: count) }

  static func turnSwapped(to name: String, undo: SwapTurn) -> Self {
    Self(ItemNotice.turnSwapped, undo.id, name: name, other: undo.person)
  }
  static var turnStays: Self { Self(ItemNotice.turnStays) }

  /// The item that the list shows and marks.
  var item: UUID? { [.added, .saved].contains(kind as? ItemNotice) ? id : nil }
}

extension Context {
  /// The page that the request came from, if it shows items, or else the given path.
  func back(or path: String) -> String {
    guard let target = request.headers["referer"].flatMap({ request.target(ofOwn: $0) }) else { return path }
    return ["/", "/items", "/items/done", "/trash", "/calendar"].contains(target.prefix { $0 != "?" }) ? target : path
  }

  /// Whether htmx sends the request from the page of today.
  var isFromToday: Bool { isFrom("/") }
  /// The same of the calendar, which has no counts.
  var isFromCalendar: Bool { isFrom("/calendar") }

  private func isFrom(_ path: String) -> Bool {
    let target = request.headers["hx-current-url"].flatMap { request.target(ofOwn: $0) }
    return target.map { $0.prefix { $0 != "?" && $0 != "#" } == path } ?? false
  }
}
