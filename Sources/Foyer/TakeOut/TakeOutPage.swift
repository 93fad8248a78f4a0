import CivilTime
import Postgres

/// The page where an archive is asked for, and taken.
struct TakeOutPage {
  /// An archive that was asked for.
  struct Asked {
    enum State: String { case waiting, making, made, failed }
    let state: State
    let path: String
    let parts: Int
    let bytes: Int
    let size: String
    let done: Int
    let total: Int
    /// The day on which it was made, on the reader's clock: `2026-11-27`.
    let day: String
    let ends: String

    /// A row of `TakeOutQueries.find`.
    init(_ row: Row, _ kind: TakeOutKind, _ strings: Strings) throws {
      let (id, state): (UUID, String) = (try row["id"], try row["state"])
      self.state = State(rawValue: state) ?? .failed
      path = "\(kind.path)/\(id)"
      parts = try row["parts"]
      bytes = try row["bytes"]
      size = strings.text(bytes: bytes)
      (done, total) = (try row["done"], try row["total"])
      let (made, ends): (Timestamp, Timestamp) = (try row["made_at"], try row["ends_at"])
      day = made.local.date
      self.ends = strings.text(ends.local)
    }

    var isRunning: Bool { state == .waiting || state == .making }
  }

  let kind: TakeOutKind
  let asked: Asked?
  /// Whether the database is one of which an archive can be made.
  let isPossible: Bool

  var path: String { kind.path }
  var isRunning: Bool { asked?.isRunning == true }
}
