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

  /// Moves an item to another day. The answer to dragging is the calendar; any other page asks again for what it shows. The
  /// fields of Undo are in the query.
  static func move(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    func field(_ name: String) -> String? { fields[name] ?? request.query[name] }
    guard let wanted = field("due_date"), case let day = CalendarDate(wanted), wanted.isEmpty || day != nil,
      let read = field("version"), case let version = DigitReader.wholeNumber(read),
      version != nil || read == MoveDeadline.anyVersion,
      case let moving = MoveDeadline(id: id, day: day, version: version), moving.problems.isEmpty
    else {
      try await context.query()
      throw Failure.invalid
    }
    var batch = Batch()
    let (moved, counts) = (moving.store(in: &batch), batch.add(ItemQueries.counts()))
    let query =
      context.fragmentTarget == "calendar"
      ? CalendarPage.Query(CalendarSpan(back: fields["back"]), in: &batch) : nil
    let results = try await context.query(batch)
    guard let result = try MoveDeadline.Result(results, moved, of: moving) else { throw Failure.notFound }
    let notice =
      result.undo.map { .itemMoved(title: result.title, to: day, undo: $0, today: context.today) }
      ?? NoticeCode.itemMovedMeanwhile
    guard let query else { return try await Items.changed(notice, results[counts], refreshes: true, context) }
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
      // Zero for an item that had no deadline. A cookie may hold any number.
      let was = its.moment == 0 ? nil : CalendarDate(days: min(its.moment, 3_652_058) + Self.firstDay)
      let (from, to) = (was.map { strings.date($0.civil) }, its.day.map { strings.date($0.civil) })
      let text =
        switch (from, to) {
        case (let from?, let to?): strings.calendarMoved(title: its.name, from: from, to: to)
        case (nil, let to?): strings.calendarDue(title: its.name, date: to)
        case (_, nil): strings.calendarNoDay(title: its.name)
        }
      return Notice(
        text: text + (self == .movedToPast ? " \(strings.calendarMovedToPast)" : ""),
        undo: its.id.map { MoveDeadline(id: $0, day: was, version: its.count).path })
    case .changedMeanwhile: return Notice(text: strings.calendarChangedMeanwhile, isAlert: true)
    }
  }
}

extension NoticeCode {
  fileprivate static func itemMoved(
    title: String, to day: CalendarDate?, undo: MoveDeadline, today: CalendarDate
  ) -> Self {
    Self(
      day.map { $0 < today } == true ? CalendarNotice.movedToPast : .moved, undo.id, name: title,
      count: undo.version ?? 0, moment: undo.day.map { $0.days - CalendarNotice.firstDay } ?? 0, day: day)
  }
  fileprivate static var itemMovedMeanwhile: Self { Self(CalendarNotice.changedMeanwhile) }
}
