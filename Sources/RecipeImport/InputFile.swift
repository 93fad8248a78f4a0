import Glibc

/// The bytes of a file: an array, or a part of a file that is open, which is read where it is needed and never as a whole.
public struct InputFile: Sendable {
  private enum Place: Sendable {
    case memory([UInt8])
    case descriptor(Int32, start: Int)
  }

  public let count: Int
  private let place: Place

  public init(_ bytes: [UInt8]) { (place, count) = (.memory(bytes), bytes.count) }

  /// - Parameter descriptor: open for reading as long as this is used; its offset stays as it is.
  /// - Returns: nil for anything but a regular file.
  public init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(descriptor: descriptor, start: 0, count: Int(status.st_size))
  }

  init(descriptor: Int32, start: Int, count: Int) {
    (place, self.count) = (.descriptor(descriptor, start: start), count)
  }

  /// All of it, in memory; what cannot be read is missing at the end.
  package var bytes: [UInt8] { start(count) }

  /// Its first bytes.
  package func start(_ limit: Int) -> [UInt8] {
    switch place {
    case .memory(let bytes): return limit >= bytes.count ? bytes : Array(bytes.prefix(limit))
    case .descriptor: return part(from: 0, limit: limit)
    }
  }

  /// As many bytes from a place on as there are, at most `limit`.
  package func part(from offset: Int, limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(0, min(limit, count - offset))) { buffer, filled in
      filled = read(into: UnsafeMutableRawBufferPointer(buffer), from: offset)
    }
  }

  /// Fills a buffer from a place on, as far as there are bytes.
  /// - Returns: how many there were.
  func read(into buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Int {
    let wanted = max(0, min(buffer.count, count - offset))
    guard wanted > 0, let base = buffer.baseAddress else { return 0 }
    switch place {
    case .memory(let bytes):
      bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + wanted])) }
      return wanted
    case .descriptor(let descriptor, let start):
      var filled = 0
      while filled < wanted {
        let count = pread(descriptor, base + filled, wanted - filled, off_t(start + offset + filled))
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { break }
        filled += count
      }
      return filled
    }
  }
}
