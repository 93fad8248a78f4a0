import EventLoop
import Postgres

/// The job of a move: stores its rows, a part at a time.
enum MoveJob {
  /// After so long the job stands in line again, so that those of others have their turn.
  private static let turn = Duration.seconds(20)

  /// - Parameter condition: whether there is anything to do.
  static func insert(_ move: UUID, _ household: UUID, _ person: UUID, if condition: SQL) -> SQL {
    JobQueries.insert(
      .moveIn, ["household": "\(household)", "person": "\(person)", "move": "\(move)"], if: condition)
  }

  static func perform(
    _ job: Job, _ pool: Pool, _ images: ImageConverter, quota: Int?, _ isWanted: @Sendable () -> Bool
  ) async throws {
    func id(_ name: String) -> UUID? { job.payload[name].flatMap { UUID($0.utf8) } }
    guard let household = id("household"), let person = id("person"), let move = id("move"),
      let session = try await MoveSession.open(household, person, pool)
    else { return }
    let storing = StoreMove(move: move, household: household, images: images, quota: quota)
    let end = Instant.now() + turn
    while try await storing.step(session) {
      if !isWanted() || Instant.now() > end {
        throw JobFailure(kind: .interrupted, reason: "the move goes on")
      }
    }
  }
}
