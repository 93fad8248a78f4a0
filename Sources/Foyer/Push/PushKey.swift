import Crypto
import EventLoop

/// VAPID's public key, once it was read.
final class PushKey: Sendable {
  private let state = Lock<String?>(nil)

  var text: String? { state.withLock { $0 } }
  func keep(_ text: String) { state.withLock { $0 = text } }
}

extension Device {
  /// The key that finds its push subscriptions at the next sign-in: 32 bytes.
  var pushName: [UInt8] { sha256("push \(id)".utf8) }
}
