import Crypto
import EventLoop

/// Hashes and checks passwords on threads of their own: at most two at once, a few wait, the next are told to come back.
struct Passwords: Sendable {
  let parameters: ScryptHash.Parameters
  private let pool: WorkerPool
  private let places: Int
  /// What a password is checked against when there is no account, so that it takes the same time.
  private let decoy: String

  struct Verdict: Sendable {
    let matches: Bool
    /// The same password hashed with today's parameters, if the stored hash has others.
    let renewedHash: String?
  }

  /// Of the places in the queue, a quarter is kept for devices and sessions that are known, and another quarter for signing
  /// in: however many accounts strangers make, a member comes in.
  enum Caller {
    case known, signIn, newcomer
  }

  /// - Parameter waiting: how many may wait.
  init(parameters: ScryptHash.Parameters = .standard, waiting: Int = 16) {
    self.parameters = parameters
    pool = WorkerPool(threads: 2, queue: waiting)
    places = waiting + 2
    decoy = ScryptHash(decoyWith: parameters).text
  }

  func hash(_ password: String, for caller: Caller) async throws -> String {
    let parameters = parameters
    return try await pool.run(leaving: places(keptFrom: caller)) {
      ScryptHash(password: password, parameters: parameters).text
    }
  }

  func check(_ password: String, against stored: String?, for caller: Caller) async throws -> Verdict {
    let (parameters, decoy) = (parameters, decoy)
    return try await pool.run(leaving: places(keptFrom: caller)) {
      guard let hash = ScryptHash(stored ?? decoy), hash.matches(password), stored != nil else {
        return Verdict(matches: false, renewedHash: nil)
      }
      let isCurrent = hash.parameters == parameters
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
