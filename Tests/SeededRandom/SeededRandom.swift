import Glibc

/// Random numbers that are the same in every run, so that only a change makes a test fail, and what failed fails again.
/// `SEED`, a number, makes them others; `bin/check --deep` sets it, and says which.
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  public init() { self.init(seed: getenv("SEED").flatMap { UInt64(String(cString: $0)) } ?? 1) }

  /// The same numbers whatever `SEED` says.
  public init(seed: UInt64) { state = seed }

  /// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
