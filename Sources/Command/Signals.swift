import Dispatch
import Glibc
import Synchronization

/// The signals that the program handles. The handler writes each into a pipe, so that none is lost before it is read:
/// Dispatch loses an ignored signal until its source is registered.
struct Signals {
  /// SIGTERM and SIGINT.
  let ends: AsyncStream<Int32>
  /// SIGHUP.
  let hangUps: AsyncStream<Void>
  private let source: any DispatchSourceRead

  /// The end of the pipe that the handler writes to.
  private static let writer = Atomic<Int32>(-1)

  init() {
    let (ends, end) = AsyncStream<Int32>.makeStream()
    let (hangUps, hangUp) = AsyncStream<Void>.makeStream()
    (self.ends, self.hangUps) = (ends, hangUps)
    var descriptors: [Int32] = [-1, -1]
    pipe(&descriptors)
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    let reader = descriptors[0]
    Self.writer.store(descriptors[1], ordering: .relaxed)
    source = DispatchSource.makeReadSource(fileDescriptor: reader, queue: .global())
    source.setEventHandler {
      var number: UInt8 = 0
      while read(reader, &number, 1) == 1 {
        if Int32(number) == SIGHUP { hangUp.yield() } else { end.yield(Int32(number)) }
      }
    }
    source.activate()
    for number in [SIGTERM, SIGINT, SIGHUP] {
      signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        write(Signals.writer.load(ordering: .relaxed), &byte, 1)
        errno = error
      }
    }
  }
}
