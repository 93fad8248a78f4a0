import Postgres

/// Takes back what a side has made of a request, within an hour and unless something has changed since: the host an answer,
/// the guest a withdrawal.
struct TakeBackStay {
  let side: StaySide
  let request: UUID
  /// The request's version after the change that is taken back.
  let version: Int

  /// The path of its form.
  var path: String { "\(side.path(of: request))/take-back?version=\(version)" }

  func store(in batch: inout Batch) -> Batch.Key {
    batch.add(
      side == .host
        ? StayRequestQueries.takeBackAsHost(request, version: version)
        : StayRequestQueries.takeBackAsGuest(request, version: version))
  }

  /// Whether the request is as it was before, also where the form was sent twice.
  /// - Parameters:
  ///   - state: the request's now.
  ///   - now: the request's version now.
  func isDone(_ results: Results, _ stored: Batch.Key, state: StayState, version now: Int) -> Bool {
    results[stored].affected > 0 || now == version + 1 && [.pending, .accepted].contains(state)
  }
}
