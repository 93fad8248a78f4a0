import CivilTime
import HTML
import HTTP
import Postgres

/// The household's calendar: some weeks, a month, or an agenda. `CalendarFeature.swift` has the paths.
enum Calendar {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let query = CalendarPage.Query(CalendarSpan(request.query), in: &batch)
    let calendar = try await CalendarPage(try await context.query(batch), query, context)
    return context.html(.calendar) { out, page in
      if context.isFragment {
        Views.Calendar._calendarPage(&out, page: page, calendar: calendar)
      } else {
        Views.Calendar.calendar(&out, page: page, calendar: calendar)
      }
    }
  }

  /// Moves an item to another day, as dragging it there does; Undo moves it back. The fields of Undo are in the query.
  static func move(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    func field(_ name: String) -> String? { fields[name] ?? request.query[name] }
    guard let day = field("due_date").flatMap({ CalendarDate($0) }),
      let version = field("version").flatMap({ DigitReader.wholeNumber($0) }),
      case let moving = MoveDeadline(id: id, day: day, version: version), moving.problems.isEmpty
    else {
      try await context.query()
      throw Failure.invalid
    }
    let span = CalendarSpan(back: fields["back"])
    var batch = Batch()
    let (moved, query) = (moving.store(in: &batch), CalendarPage.Query(span, in: &batch))
    let results = try await context.query(batch)
    guard let result = try MoveDeadline.Result(results, moved, of: moving) else { throw Failure.notFound }
    let notice =
      result.undo.map { .itemMoved(title: result.title, to: day, undo: $0, isPast: day < context.today) }
      ?? NoticeCode.itemMovedMeanwhile
    guard context.isFragment else { return context.redirect(to: span.url, notice: notice) }
    let calendar = try await CalendarPage(results, query, context)
    return context.html(.calendar, status: result.undo == nil ? .conflict : .ok) { out, page in
      Views.Calendar._calendarPage(&out, page: page, calendar: calendar)
      Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true)
    }
  }
}

/// Messages after an item was moved in the calendar.
enum CalendarNotice: String, NoticeKind {
  case moved, movedToPast, changedMeanwhile

  static let feature = "calendar"

  /// Notices have no negative numbers: days are counted from the year 1.
  fileprivate static let firstDay = -719_162

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .moved, .movedToPast:
      // A cookie may hold any number.
      let day = CalendarDate(days: min(its.moment, 3_652_058) + Self.firstDay)
      let (from, to) = (strings.date(day.civil), its.day.map { strings.date($0.civil) } ?? "")
      return Notice(
        text: strings.calendarMoved(title: its.name, from: from, to: to)
          + (self == .movedToPast ? " \(strings.calendarMovedToPast)" : ""),
        undo: its.id.map { MoveDeadline(id: $0, day: day, version: its.count).path })
    case .changedMeanwhile: return Notice(text: strings.calendarChangedMeanwhile, isAlert: true)
    }
  }
}

extension NoticeCode {
  fileprivate static func itemMoved(title: String, to day: CalendarDate, undo: MoveDeadline, isPast: Bool) -> Self {
    Self(
      isPast ? CalendarNotice.movedToPast : .moved, undo.id, name: title, count: undo.version,
      moment: undo.day.days - CalendarNotice.firstDay, day: day)
  }
  fileprivate static var itemMovedMeanwhile: Self { Self(CalendarNotice.changedMeanwhile) }
}
