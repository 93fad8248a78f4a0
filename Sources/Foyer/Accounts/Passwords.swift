import Crypto
import EventLoop

/// Hashes and checks passwords on threads of their own: two at once, a bounded queue, beyond it 503.
struct Passwords: Sendable {
  let parameters: ScryptHash.Parameters
  private let pool: WorkerPool
  /// For the metrics.
  var load: (busy: Int, waiting: Int) { pool.load }
  private let places: Int
  /// A hash to check against when there is no account, so that both take the same time.
  private let decoy: String

  struct Verdict: Sendable {
    let matches: Bool
    /// The same password hashed with the current parameters, and prepared, if the stored hash is not.
    let renewedHash: String?
  }

  /// A quarter of the queue is reserved for known devices and sessions, another quarter for signing in: sign-ups by
  /// others cannot keep members out.
  enum Caller {
    case known, signIn, newcomer
  }

  /// - Parameter waiting: the length of the queue.
  init(parameters: ScryptHash.Parameters = .standard, waiting: Int = 16) {
    self.parameters = parameters
    pool = WorkerPool(threads: 2, queue: waiting)
    places = waiting + 2
    decoy = ScryptHash(decoyWith: parameters).text
  }

  /// - Parameter share: on whose behalf.
  func hash(_ password: String, for caller: Caller, by share: Share) async throws -> String {
    let parameters = parameters
    return try await pool.run(for: share, leaving: places(keptFrom: caller)) {
      ScryptHash(password: password, parameters: parameters).text
    }
  }

  func check(
    _ password: String, against stored: String?, for caller: Caller, by share: Share
  ) async throws -> Verdict {
    let (parameters, decoy) = (parameters, decoy)
    return try await pool.run(for: share, leaving: places(keptFrom: caller)) {
      // How many there are depends on what was typed alone, and so does the time for a wrong password.
      let spellings = PreparedPassword.spellings(password)
      guard let hash = ScryptHash(stored ?? decoy),
        let match = spellings.firstIndex(where: { hash.matches(exactly: $0) }), stored != nil
      else { return Verdict(matches: false, renewedHash: nil) }
      let isCurrent = match == 0 && hash.parameters == parameters
      return Verdict(
        matches: true, renewedHash: isCurrent ? nil : ScryptHash(password: password, parameters: parameters).text)
    }
  }

  private func places(keptFrom caller: Caller) -> Int {
    switch caller {
    case .known: 0
    case .signIn: places / 4
    case .newcomer: places / 2
    }
  }
}
