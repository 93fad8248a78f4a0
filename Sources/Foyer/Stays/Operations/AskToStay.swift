import CivilTime
import Postgres

/// A request to stay. Doing so twice with one id makes one request. With the id of a question it becomes of that, in its thread.
struct AskToStay {
  var id: UUID
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
    var asking: Batch = [StayRequestQueries.turn(self), StayRequestQueries.insert(self)]
    if !message.isBlank { asking.add(StayThreadQueries.insert(id.part(1), of: self)) }
    let found = asking.add(StayRequestQueries.findOwn(id))
    do {
      let (results, part) = try await Self.store(asking, of: id, photo: photo, quota, session)
      guard let row = results[part][found].first, try row["is_question"] else { return }
      // It was deleted before this was sent.
      var again = self
      again.id = .v7()
      try await again.run(session, quota: quota)
    } catch PostgresError.server(let error) {
      switch error.constraint {
      case "stay_requests_room": throw Problems("guests", .tooMany(capacity))
      case "stay_requests_free": throw Problems("arrival", .notFree)
      default: throw try Self.refusal(error)
      }
    }
  }

  /// Stores what is asked, with the guest's photo if there is room for it.
  fileprivate static func store(
    _ asking: Batch, of id: UUID, photo: UUID?, _ quota: Int?, _ session: some HouseholdSession
  ) async throws -> (Results, Batch.Part) {
    var batch: Batch = [StayRequestQueries.deleteForGood()]
    let part = batch.add(asking)
    if let photo {
      batch.add(StorageQueries.limit(to: quota))
      batch.add(StayThreadQueries.insert(photo: photo, of: id))
    }
    do {
      return (try await session.query(batch), part)
    } catch PostgresError.server(let error) where photo != nil && error.constraint == "household_storage_quota" {
      return try await store(asking, of: id, photo: nil, quota, session)
    }
  }

  /// The refusal that an error of the database stands for; rethrows any other.
  fileprivate static func refusal(_ error: ServerError) throws -> Problems {
    switch error.constraint {
    case "stay_requests_open": Problems("", .already)
    case "stay_requests_not_own": Problems("", .own)
    case "stay_requests_published", "stay_guests_request": throw Failure.notFound
    case "stay_requests_arrival": Problems("arrival", .past)
    default: throw PostgresError.server(error)
    }
  }
}

/// A question to a host, before dates. Doing so twice with one id asks once.
struct AskQuestion {
  let id: UUID
  let listing: UUID
  let message: String
  /// The guest's own photo, which the host sees; left out where the household's quota has no room for it.
  let photo: UUID?

  var problems: Problems { SendStayMessage(side: .guest, request: id, id: id, body: message).problems }

  /// - Parameter quota: the bytes of images that a household may have, where there is a limit.
  func run(_ session: some HouseholdSession, quota: Int?) async throws {
    guard problems.isEmpty else { throw problems }
    do {
      _ = try await AskToStay.store([StayRequestQueries.insert(self)], of: id, photo: photo, quota, session)
    } catch PostgresError.server(let error) {
      throw try AskToStay.refusal(error)
    }
  }
}
