public import EventLoop

/// A NOTIFY that arrived.
public struct Notification: Hashable, Sendable {
  public let channel: String
  public let payload: String
}

/// Hears NOTIFY on a connection of its own, which it makes anew whenever it breaks.
public final class NotificationListener {
  /// `received` is called on the loop, for each notification; `connected` whenever listening has begun (again):
  /// what was notified before that has been missed.
  public init(
    url: String, channels: [String], poller: Poller,
    connected: @escaping () -> Void = {}, received: @escaping (Notification) -> Void
  ) {}

  /// Stops listening and closes the connection.
  public func close() {}
}
