import Foyer
import Glibc

/// How many files the program may have open at once (getrlimit(2)): each connection is one, and each event loop some.
enum OpenFiles {
  /// Without these, something that cannot be told from a mistake would fail at any time.
  private static let needed = UInt(64 + 16 * App.processors)

  /// Raises the limit to what the system allows, and says what is wrong if that is too little.
  static func check() throws {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < needed else { return }
    guard limit.rlim_max >= needed else {
      throw Program.Failed(
        message: "The system lets Foyer have \(limit.rlim_max) files open at once, and it needs \(needed): "
          + "raise the limit (ulimit -n, or LimitNOFILE= of a systemd unit).")
    }
    limit.rlim_cur = limit.rlim_max
    setrlimit(kind, &limit)
  }
}
