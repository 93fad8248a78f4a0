import Crypto
import Postgres

/// At most so many attempts within a time, counted in PostgreSQL, so that it holds across instances.
///
/// The window begins with the first attempt and does not move: who was refused can try again at its end, however often
/// others have tried meanwhile.
enum RateLimit {
  static let attempts = 10
  static let minutes = 3

  /// The keys of an attempt to sign in: the address it comes from and the account it is for.
  static func signInKeys(address: String, email: String) -> [[UInt8]] {
    // In one order for everybody: two attempts that lock the same rows cannot wait for each other.
    ["address \(address)", "account \(email.lowercased())"].map { sha256($0.utf8) }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
  }

  /// Counts an attempt; returns the attempts of this window and the seconds to its end, for each key.
  static func hit(_ key: [UInt8]) -> SQL {
    """
    INSERT INTO rate_limits AS known (key, hits, window_ends) VALUES (\(key), 1, now() + make_interval(mins => \(minutes)))
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN known.window_ends <= now() THEN 1 ELSE least(known.hits + 1, 1000000) END,
      window_ends = CASE WHEN known.window_ends <= now() THEN excluded.window_ends ELSE known.window_ends END
    RETURNING hits, ceil(extract(epoch FROM window_ends - now()))::integer AS seconds_left
    """
  }

  /// Takes an attempt back: it succeeded.
  static func forgive(_ key: [UInt8]) -> SQL {
    "UPDATE rate_limits SET hits = hits - 1 WHERE key = \(key) AND hits > 0"
  }

  static func deleteEnded() -> SQL {
    "DELETE FROM rate_limits WHERE window_ends < now()"
  }

  /// Throws `.tooMany` when one of the keys was hit too often.
  static func check(_ results: some Sequence<Rows>) throws {
    for row in results.compactMap(\.first) {
      let hits: Int = try row["hits"]
      if hits > attempts { throw Failure.tooMany(retryAfter: max(1, try row["seconds_left"])) }
    }
  }
}
