import CivilTime

/// Messages after a change of items that repeat.
enum RepeatNotice: String, NoticeKind {
  case next, skipped, unskipped, ended, resumed, last, none

  static let feature = "repeats"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .next:
      Notice(
        text: strings.noticeRepeatNext(title: its.name, date: date(its, strings))
          + (its.moment > 0 ? " \(strings.repeatLeftOut)" : ""),
        undo: its.id.map { CompleteItem(id: $0, isDone: false).path })
    case .skipped:
      Notice(
        text: strings.noticeRepeatSkipped(title: its.name, date: date(its, strings)),
        undo: its.id.map { UnskipDate(id: $0, due: Self.deadline(its), notBefore: its.day).path })
    case .unskipped: Notice(text: strings.noticeRepeatUnskipped(title: its.name))
    case .ended:
      Notice(text: strings.noticeRepeatEnded(title: its.name), undo: its.id.map { EndSeries(id: $0, ends: false).path })
    case .resumed: Notice(text: strings.noticeRepeatResumed(title: its.name))
    case .last: Notice(text: strings.noticeRepeatLast)
    case .none: Notice(text: strings.noticeRepeatNone)
    }
  }

  /// The code has the number of the day, after 1900-01-01. A cookie may hold any.
  private func date(_ its: NoticeCode, _ strings: Strings) -> String {
    strings.date(CivilTime(seconds: (min(its.count, 2_950_000) - Self.days) * 86400))
  }

  /// The deadline that Undo brings back. A number below those of all moments since February 1970 is that of a day.
  private static func deadline(_ its: NoticeCode) -> SkippedDeadline? {
    switch its.moment {
    case ...0: nil
    case ..<2_932_897: .day(CalendarDate(days: its.moment))
    default: .moment(its.moment)
    }
  }

  /// From 1900 to 1970.
  fileprivate static let days = 25_567
}

extension NoticeCode {
  /// - Parameter leavesOut: whether months or years before the date have none.
  static func repeatNext(_ id: UUID, title: String, on date: CivilTime, leavesOut: Bool) -> Self {
    Self(
      RepeatNotice.next, id, name: title, count: CalendarDate(date).days + RepeatNotice.days, moment: leavesOut ? 1 : 0)
  }
  static func repeatSkipped(title: String, to date: CivilTime, _ undo: UnskipDate) -> Self {
    let before =
      switch undo.due {
      case nil: 0
      case .day(let day): day.days
      case .moment(let seconds): seconds
      }
    return Self(
      RepeatNotice.skipped, undo.id, name: title, count: CalendarDate(date).days + RepeatNotice.days,
      moment: max(0, before), day: undo.notBefore)
  }
  static func repeatUnskipped(title: String) -> Self { Self(RepeatNotice.unskipped, name: title) }
  static func repeatEnded(title: String, _ undo: EndSeries) -> Self { Self(RepeatNotice.ended, undo.id, name: title) }
  static func repeatResumed(title: String) -> Self { Self(RepeatNotice.resumed, name: title) }
  static var repeatLast: Self { Self(RepeatNotice.last) }
  static var repeatsNot: Self { Self(RepeatNotice.none) }
}
