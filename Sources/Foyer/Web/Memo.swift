import EventLoop

/// Results of a function of its argument alone, kept because pages ask for the same ones each time and computing one takes longer
/// than looking it up. When it is full it begins anew.
struct Memo<Key: Hashable & Sendable, Value: Sendable>: ~Copyable, Sendable {
  private let most: Int
  private let known = Lock<[Key: Value]>([:])

  /// - Parameter most: more results are not kept.
  init(most: Int) { self.most = most }

  /// The kept result, or the one that is computed now.
  func value(_ key: Key, _ compute: () -> Value) -> Value {
    if let value = known.withLock({ $0[key] }) { return value }
    let value = compute()
    known.withLock { known in
      if known.count >= most { known.removeAll() }
      known[key] = value
    }
    return value
  }
}
