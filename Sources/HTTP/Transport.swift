import CLinux
import EventLoop
import Glibc

/// What came of reading or writing on a socket that never blocks.
enum TransportResult {
  case count(Int)
  case wouldBlock
  /// The peer has sent all it will send.
  case ended
  case failed
}

/// How a connection's bytes travel: as they are, or through TLS.
protocol Transport: AnyObject {
  /// What the transport itself waits for before it can go on, whichever way the bytes go.
  var wants: Events { get }
  /// Whether bytes have arrived that the poller cannot know of.
  var hasBufferedInput: Bool { get }
  func read(into buffer: UnsafeMutableRawBufferPointer) -> TransportResult
  func write(_ queue: inout OutputQueue) -> TransportResult
  /// Says that nothing more will be written.
  func shutdown()
  func close()
}

/// TCP.
final class PlainTransport: Transport {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  var wants: Events { [] }
  var hasBufferedInput: Bool { false }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> TransportResult {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .count(count) }
      if count == 0 { return .ended }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .failed
    }
  }

  func write(_ queue: inout OutputQueue) -> TransportResult {
    while true {
      let count = queue.send { vectors, number in
        number == 1
          ? Glibc.send(descriptor, vectors[0].iov_base, vectors[0].iov_len, Int32(MSG_NOSIGNAL))
          : writev(descriptor, vectors, number)
      }
      if count >= 0 { return .count(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .failed
    }
  }

  func shutdown() { Glibc.shutdown(descriptor, Int32(SHUT_WR)) }
  func close() { Glibc.close(descriptor) }
}
