import CivilTime
import HTTP
import Postgres

extension Items {
  /// Hides an item until a day, or shows it at once. Undo sends the day that was there before.
  static func snooze(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    // An Undo has the day in its path.
    let until = fields["until"] ?? request.query["until"]
    let day = until.flatMap { CalendarDate($0) }
    guard let until, until.isBlank || day != nil else { return try await invalid(id, until: until ?? "", context) }
    let snoozing = SnoozeItem(id: id, until: day)
    guard snoozing.problems.isEmpty else { return try await invalid(id, until: until, context) }
    var batch = Batch()
    let (query, counts) = (snoozing.store(in: &batch), batch.add(ItemQueries.counts()))
    let results = try await context.query(batch)
    guard let result = try SnoozeItem.Result(results, query, of: snoozing) else { throw Failure.notFound }
    return try await changed(.itemSnoozed(result), results[counts], refreshes: true, context)
  }

  /// The item's form with what was typed, and what is wrong with it.
  private static func invalid(_ id: UUID, until: String, _ context: Context) async throws -> Response {
    guard let stored = try StoredItem(try await context.query(ItemQueries.find(id))) else { throw Failure.notFound }
    var form = ItemForm(stored)
    form.back = ItemForm.back(try await context.form()["back"] ?? context.back(or: "/items"))
    form.notBefore = until
    form.errors.add("not_before", context.strings.formDateInvalid)
    return try await invalid(form, context)
  }
}

extension ItemForm {
  /// A day that a field may have; nil for any other text.
  static func day(_ text: String) -> CalendarDate? { CalendarDate(text).flatMap { $0.isAllowed ? $0 : nil } }

  /// The day until which the item is hidden, in words; nil if it is not.
  func later(_ strings: Strings) -> String? {
    guard let today, !isDone, errors["not_before"] == nil, let day = Self.day(notBefore), day > today else {
      return nil
    }
    return strings.itemsLater(date: strings.date(day.civil))
  }

  /// The days that are offered to hide an open item until; none for a new item.
  func snoozes(_ strings: Strings) -> [(name: String, day: String)] {
    guard let today, !isNew, !isDone else { return [] }
    return [
      (strings.todayTomorrow, CalendarDate(days: today.days + 1).iso),
      (strings.snoozeNextWeek, CalendarDate(days: today.days + 7 - today.weekday).iso),
    ]
  }
}

extension ItemDraft {
  /// The day until which the item is hidden from now on; nil if it is not.
  func hides(today: CalendarDate) -> CalendarDate? { notBefore.flatMap { !isDone && $0 > today ? $0 : nil } }
}
