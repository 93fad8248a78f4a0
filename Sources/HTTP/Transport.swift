import CLinux
import EventLoop
import Glibc

/// The outcome of reading or writing on a socket that never blocks.
enum TransportResult {
  case count(Int)
  case wouldBlock
  /// The peer has sent all it will send.
  case ended
  case failed
}

/// How a connection's bytes travel: as they are, or through TLS.
protocol Transport: AnyObject {
  /// The event to wait for before the next read and before the next write: TLS may have to write first in order to read.
  var readWants: Events { get }
  var writeWants: Events { get }
  /// Whether bytes have arrived that the poller cannot know of.
  var hasBufferedInput: Bool { get }
  func read(into buffer: UnsafeMutableRawBufferPointer) -> TransportResult
  func write(_ queue: inout OutputQueue) -> TransportResult
  /// Says that nothing more will be written.
  func shutdown()
  /// - Parameter reset: what the peer has not acknowledged is thrown away (socket(7), SO_LINGER).
  func close(reset: Bool)
  /// Bytes that were handed to the kernel, TLS's own among them.
  var written: Int { get }
  var descriptor: Int32 { get }
}

extension Transport {
  /// Bytes that the kernel keeps because the peer has not acknowledged them.
  var unacknowledged: Int { max(0, Int(socket_unacknowledged(descriptor))) }
  /// Bytes that the peer's system has acknowledged.
  var acknowledged: Int { written - unacknowledged }

  func closeDescriptor(reset: Bool) {
    if reset {
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
    Glibc.close(descriptor)
  }
}

/// TCP.
final class PlainTransport: Transport {
  let descriptor: Int32
  private(set) var written = 0

  init(descriptor: Int32) { self.descriptor = descriptor }

  var readWants: Events { .readable }
  var writeWants: Events { .writable }
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
      if count >= 0 {
        written += count
        return .count(count)
      }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .failed
    }
  }

  func shutdown() { Glibc.shutdown(descriptor, Int32(SHUT_WR)) }
  func close(reset: Bool) { closeDescriptor(reset: reset) }
}
