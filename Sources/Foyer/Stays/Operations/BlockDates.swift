import CivilTime
import Postgres

/// Days on which the household's host takes no guests, first and last included. Doing so twice with one id blocks them once.
struct BlockDates {
  let id: UUID
  let first: CalendarDate
  let last: CalendarDate

  private static let mostDays = 366

  var problems: Problems {
    var problems = Problems()
    if last < first { problems.add("to", .notAfter) }
    if last.days - first.days > Self.mostDays { problems.add("to", .tooManyDays(Self.mostDays)) }
    return problems
  }

  func run(_ session: some HouseholdSession) async throws {
    guard problems.isEmpty else { throw problems }
    do {
      try await session.query([HostingQueries.deleteFreed(), HostingQueries.block(id, from: first, to: last)])
    } catch PostgresError.server(let error) where error.isAboutNights {
      throw Problems("from", .taken)
    } catch PostgresError.server(let error) where error.constraint == "blocked_dates_listing" {
      throw Problems("", .gone)
    }
  }
}

/// Frees blocked days; they can be blocked again for 30 days.
struct FreeDates {
  let id: UUID

  func run(_ session: some HouseholdSession) async throws -> BlockDatesAgain? {
    var batch: Batch = [HostingQueries.free(id)]
    let dates = batch.add(HostingQueries.findBlocked(id))
    return try await session.query(batch)[dates].isEmpty ? nil : BlockDatesAgain(id: id)
  }
}

/// Undo of `FreeDates`.
struct BlockDatesAgain {
  let id: UUID

  /// The path of its form.
  var path: String { "/hosting/blocked-dates/\(id)/restore" }

  /// Whether there are such days. Throws a problem if a request was accepted for them meanwhile.
  func run(_ session: some HouseholdSession) async throws -> Bool {
    var batch: Batch = [HostingQueries.blockAgain(id)]
    let dates = batch.add(HostingQueries.findBlocked(id))
    do {
      return !(try await session.query(batch)[dates].isEmpty)
    } catch PostgresError.server(let error) where error.isAboutNights {
      throw Problems("", .taken)
    }
  }
}
