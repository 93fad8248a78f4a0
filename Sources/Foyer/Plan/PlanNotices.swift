/// Messages after a change of the plan.
enum PlanNotice: String, NoticeKind {
  case added, saved, moved, movedBack, deleted, restored
  /// Not added, because there are as many as there may be.
  case full
  case copied, nothingToCopy, copyUndone
  case onTheList, nothingToBuy
  /// All or some of the meals were being changed in each attempt.
  case notListed, partlyListed
  case daysInvalid, daysReversed
  /// An eater is away on a day, or eats there after all.
  case away, there

  static let feature = "plan"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .added:
      Notice(
        text: strings.planNoticeAdded(name: its.name), undo: its.id.map { DeleteMeal(id: $0).path }, isAddition: true)
    case .saved: Notice(text: strings.planNoticeSaved(name: its.name))
    case .moved:
      Notice(
        text: strings.planNoticeMoved(name: its.name),
        undo: its.id.map { MoveMealBack(id: $0, version: its.count).path })
    case .movedBack: Notice(text: strings.planNoticeMovedBack(name: its.name))
    case .deleted:
      Notice(text: strings.planNoticeDeleted(name: its.name), undo: its.id.map { RestoreMeal(id: $0).path })
    case .restored: Notice(text: strings.planNoticeRestored(name: its.name))
    case .full: Notice(text: strings.planFull(day: PlanQueries.perDay, week: PlanQueries.perWeek), isAlert: true)
    case .copied:
      Notice(
        text: strings.planNoticeCopied(count: its.count), undo: TakeBackCopy(moment: its.moment).path, isAddition: true)
    case .nothingToCopy: Notice(text: strings.planNoticeNothingToCopy)
    case .copyUndone: Notice(text: strings.planNoticeCopyUndone(count: its.count))
    case .onTheList:
      Notice(
        text: strings.recipesNoticeShopping(count: its.count), undo: its.id.map { TakeBackShopping(addition: $0).path },
        isAddition: true)
    case .nothingToBuy:
      Notice(text: strings.planNoticeNothingToBuy, undo: its.id.map { TakeBackShopping(addition: $0).path })
    case .notListed: Notice(text: strings.planNoticeNotListed, isAlert: true)
    case .partlyListed:
      Notice(
        text: strings.planNoticePartlyListed(count: its.count),
        undo: its.id.map { TakeBackShopping(addition: $0).path },
        isAlert: true)
    case .away: Notice(text: strings.planNoticeAway(name: its.name, day: its.day.map(strings.weekdayAndDate) ?? ""))
    case .there: Notice(text: strings.planNoticeThere(name: its.name, day: its.day.map(strings.weekdayAndDate) ?? ""))
    case .daysReversed: Notice(text: strings.planDaysReversed, isAlert: true)
    case .daysInvalid: Notice(text: strings.planDaysInvalid(count: its.count), isAlert: true)
    }
  }
}
