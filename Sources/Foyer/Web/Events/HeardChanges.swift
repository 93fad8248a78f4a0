/// When each household's last change was heard of, for at least the last half-minute. All moments are milliseconds since 1970.
///
/// A page that was made before a change, and whose stream begins after it, looks again.
struct HeardChanges {
  /// From when on every change is known; nil as long as nobody listens.
  private var start: Int64?
  private var turned: Int64 = 0
  private var older: [UUID: Int64] = [:]
  private var newer: [UUID: Int64] = [:]

  /// For how many milliseconds changes are remembered at least: a page that took longer to load looks again.
  private static let half: Int64 = 30_000

  /// Listening has begun, perhaps again: what was before is not known.
  mutating func begin(at now: Int64) { (start, turned, older, newer) = (now, now, [:], [:]) }

  mutating func note(_ household: UUID, at now: Int64) { newer[household] = now }

  /// Forgets what is older; is to be called at least twice a minute.
  mutating func forget(at now: Int64) {
    guard start != nil, now - turned >= Self.half else { return }
    (start, turned, older, newer) = (turned, now, newer, [:])
  }

  /// When something of the household may have been changed last; nil as long as nobody listens: then streams are told to
  /// refresh once somebody does.
  func last(of household: UUID) -> Int64? { newer[household] ?? older[household] ?? start }
}
