import Crypto
import EventLoop

/// Hashes and checks passwords on threads of their own: at most two at once, a few may wait, whoever comes then is told
/// to come back.
struct Passwords: Sendable {
  let parameters: ScryptHash.Parameters
  private let pool: WorkerPool
  /// What a password is checked against when there is no account, so that it takes the same time.
  private let decoy: String

  struct Verdict: Sendable {
    let matches: Bool
    /// The same password hashed with today's parameters, if the stored hash has others.
    let renewedHash: String?
  }

  /// - Parameter waiting: how many may wait.
  init(parameters: ScryptHash.Parameters = .standard, waiting: Int = 16) {
    self.parameters = parameters
    pool = WorkerPool(threads: 2, queue: waiting)
    decoy = ScryptHash(decoyWith: parameters).text
  }

  func hash(_ password: String) async throws -> String {
    let parameters = parameters
    return try await pool.run { ScryptHash(password: password, parameters: parameters).text }
  }

  func check(_ password: String, against stored: String?) async throws -> Verdict {
    let (parameters, decoy) = (parameters, decoy)
    return try await pool.run {
      guard let hash = ScryptHash(stored ?? decoy), hash.matches(password), stored != nil else {
        return Verdict(matches: false, renewedHash: nil)
      }
      let isCurrent = hash.parameters == parameters
      return Verdict(
        matches: true, renewedHash: isCurrent ? nil : ScryptHash(password: password, parameters: parameters).text)
    }
  }
}
