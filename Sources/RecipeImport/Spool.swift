import Glibc

/// A picture or a file that was read: in memory, or in the `Spool` that it was put into.
public enum KeptBytes: Sendable, Equatable {
  case memory([UInt8])
  case spooled(start: Int, count: Int)

  public var count: Int {
    switch self {
    case .memory(let bytes): bytes.count
    case .spooled(_, let count): count
    }
  }

  /// Those in memory.
  public var bytes: [UInt8]? { if case .memory(let bytes) = self { bytes } else { nil } }
}

/// A temporary file for pictures, other files and packed archives until they are read again, so that memory has one at a time.
public final class Spool {
  fileprivate let descriptor: Int32
  private let limit: Int
  private let keepsFiles: Bool
  private var end = 0

  /// Larger archives of an archive are unpacked here.
  static let largestInMemory = 4 << 20

  /// - Parameters:
  ///   - descriptor: of an empty file, open for reading and writing as long as this is used.
  ///   - limit: bytes that it may have.
  ///   - keepsFiles: whether pictures and files are read again; where they are not, they are forgotten at once.
  public init(descriptor: Int32, limit: Int, keepsFiles: Bool = true) {
    (self.descriptor, self.limit, self.keepsFiles) = (descriptor, limit, keepsFiles)
  }

  /// Keeps a picture or a file.
  /// - Returns: nil where there is no room.
  package func keep(_ bytes: [UInt8]) -> KeptBytes? {
    guard keepsFiles else { return .spooled(start: 0, count: bytes.count) }
    let start = end
    return bytes.withUnsafeBytes { append($0) } ? .spooled(start: start, count: bytes.count) : nil
  }

  /// Adds bytes at the end; false where there is no room.
  private func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= limit - end, lseek(descriptor, off_t(end), SEEK_SET) == off_t(end) else { return false }
    var written = 0
    while written < bytes.count, let base = bytes.baseAddress {
      let count = write(descriptor, base + written, bytes.count - written)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    end += written
    return true
  }

  /// A file that comes piece by piece, in memory as long as it is small.
  struct Filling {
    private let spool: Spool?
    private var bytes: [UInt8] = []
    private var start: Int?
    private var count = 0

    init(_ spool: Spool?) { self.spool = spool }

    /// - Returns: false where there is no room.
    mutating func append(_ part: UnsafeRawBufferPointer) -> Bool {
      count += part.count
      guard let spool, start != nil || count > Spool.largestInMemory else {
        bytes += part
        return true
      }
      if start == nil {
        start = spool.end
        guard bytes.withUnsafeBytes({ spool.append($0) }) else { return false }
        bytes = []
      }
      return spool.append(part)
    }

    var file: InputFile {
      if let start, let spool { return InputFile(descriptor: spool.descriptor, start: start, count: count) }
      return InputFile(bytes)
    }
  }
}

extension Spool? {
  /// Keeps a picture or a file: in memory where there is no spool.
  /// - Returns: nil where there is no room.
  package func keep(_ bytes: [UInt8]) -> KeptBytes? { map { $0.keep(bytes) } ?? .memory(bytes) }

  /// The bytes that were kept, to be read again.
  package func file(_ kept: KeptBytes) -> InputFile {
    switch (kept, self) {
    case (.memory(let bytes), _): InputFile(bytes)
    case (.spooled(let start, let count), let spool?):
      InputFile(descriptor: spool.descriptor, start: start, count: count)
    case (.spooled, nil): InputFile([])
    }
  }
}
