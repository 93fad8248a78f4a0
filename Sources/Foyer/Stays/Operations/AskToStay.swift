import CivilTime
import Postgres

/// A request to stay. Doing so twice with one id makes one request.
struct AskToStay {
  let id: UUID
  let listing: UUID
  let dates: StayDates
  let guests: Int
  /// The guests' allergies and diets, in the bits of `Trait`.
  let required: Int
  let message: String
  /// The guest's own photo, which the host sees; left out where the household's quota has no room for it.
  let photo: UUID?
  /// The guests that the host has room for, as it was read.
  let capacity: Int

  func problems(today: CalendarDate) -> Problems {
    var problems = dates.problems(today: today)
    if !StayDates.guests.contains(guests) { problems.add("guests", .outOfRange(StayDates.guests)) }
    problems.check("message", message, atMost: 10_000)
    return problems
  }

  /// - Parameter quota: the bytes of images that a household may have, where there is a limit.
  func run(_ session: some HouseholdSession, quota: Int?) async throws {
    let problems = problems(today: session.today)
    guard problems.isEmpty else { throw problems }
    do {
      try await store(photo: photo, quota, session)
    } catch PostgresError.server(let error) {
      switch error.constraint {
      case "stay_requests_open": throw Problems("", .already)
      case "stay_requests_not_own": throw Problems("", .own)
      case "stay_requests_published", "stay_guests_request": throw Failure.notFound
      case "stay_requests_arrival": throw Problems("arrival", .past)
      case "stay_requests_room": throw Problems("guests", .tooMany(capacity))
      case "stay_requests_free": throw Problems("arrival", .notFree)
      default: throw PostgresError.server(error)
      }
    }
  }

  private func store(photo: UUID?, _ quota: Int?, _ session: some HouseholdSession) async throws {
    var batch: Batch = [StayRequestQueries.deleteForGood(), StayRequestQueries.insert(self)]
    if let photo {
      batch.add(StorageQueries.limit(to: quota))
      batch.add(StayThreadQueries.insert(photo: photo, of: id))
    }
    do {
      try await session.query(batch)
    } catch PostgresError.server(let error) where photo != nil && error.constraint == "household_storage_quota" {
      try await store(photo: nil, quota, session)
    }
  }
}
