import CLinux
import Glibc

/// Takes values from any thread and gives them to its reader on an event loop, in order (eventfd(2)).
public final class Mailbox<Value: Sendable>: Sendable {
  private let values = Lock<[Value]>([])
  fileprivate let descriptor: Int32

  public init() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    if descriptor < 0 { giveUp("eventfd", errno) }
  }

  deinit { close(descriptor) }

  public func send(_ value: Value) {
    let isFirst = values.withLock { values in
      values.append(value)
      return values.count == 1
    }
    if isFirst { eventfd_write(descriptor, 1) }
  }

  fileprivate func take() -> [Value] {
    values.withLock { values in
      let taken = values
      values = []
      return taken
    }
  }
}

/// Reads a mailbox on the loop that it is added to.
public final class MailboxReader<Value: Sendable>: Channel {
  private let mailbox: Mailbox<Value>
  private let received: (Value) -> Void

  public init(_ mailbox: Mailbox<Value>, received: @escaping (Value) -> Void) {
    self.mailbox = mailbox
    self.received = received
    super.init(descriptor: mailbox.descriptor)
    interest = .readable
  }

  public override func ready(_ events: Events) {
    var count: eventfd_t = 0
    // Before the values are taken: what is sent from now on makes it readable again.
    eventfd_read(descriptor, &count)
    for value in mailbox.take() { received(value) }
  }
}
