import CivilTime
import Postgres

/// Other dates, guests or needs for an open request of one's own, unless it has changed since it was read. Fewer nights or guests
/// leave an accepted stay accepted.
struct ChangeStay {
  let request: UUID
  /// The version that was read.
  let version: Int
  let dates: StayDates
  let guests: Int
  /// The guests' allergies and diets, in the bits of `Trait`.
  let required: Int

  /// - Parameter before: the request as it was read: the arrival of a stay that has begun may be past.
  func problems(of before: StayRequest, today: CalendarDate) -> Problems {
    var problems = dates.problems(today: min(today, before.arrival))
    if dates.arrival < today, dates.arrival != before.arrival { problems.add("arrival", .past) }
    if !StayDates.guests.contains(guests) { problems.add("guests", .outOfRange(StayDates.guests)) }
    return problems
  }

  func store(in batch: inout Batch) -> Batch.Key {
    batch.add(
      StayThreadQueries.change(
        request, version: version, from: dates.arrival, to: dates.departure, guests: guests, required: required))
  }

  /// Whether the request is as wanted, also where the form was sent twice. Otherwise somebody else has changed it.
  func isDone(_ results: Results, _ stored: Batch.Key, now: StayRequest) -> Bool {
    results[stored].affected > 0
      || StayDates(arrival: now.arrival, departure: now.departure) == dates && now.guests == guests
        && now.needs.requiredBits == required
  }

  /// The refusal that an error of the database stands for; rethrows any other.
  static func refusal(_ error: any Error) throws -> Problems {
    guard case PostgresError.server(let server) = error else { throw error }
    switch server.constraint {
    case "stay_requests_published": return Problems("", .closed)
    case "stay_requests_arrival": return Problems("arrival", .past)
    case "stay_requests_room": return Problems("guests", .full)
    case "stay_requests_free": return Problems("arrival", .taken)
    default: throw error
    }
  }
}
