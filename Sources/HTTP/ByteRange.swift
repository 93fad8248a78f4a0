/// The part of a representation that a `Range` field asks for (RFC 9110 §14.2).
public enum ByteRange: Equatable, Sendable {
  /// There is no range, or one to be ignored: another unit, several ranges, nonsense.
  case whole
  /// The bytes of `206 Partial Content`; not empty.
  case part(Range<Int>)
  /// `416 Range Not Satisfiable`.
  case unsatisfiable

  /// - Parameter size: of the representation, in bytes.
  init(_ bytes: ArraySlice<UInt8>, size: Int) {
    self = .whole
    let bytes = ASCII.trimmed(bytes)
    guard let equals = bytes.firstIndex(of: ASCII.equals), ASCII.equals(bytes[..<equals], lowercase: "bytes") else {
      return
    }
    let range = ASCII.trimmed(bytes[(equals + 1)...])
    guard let dash = range.firstIndex(of: 0x2D) else { return }
    let first = range[..<dash]
    let last = range[(dash + 1)...]
    // Any file ends before the 18th digit, so a longer number is one beyond the end.
    guard (first + last).allSatisfy(ASCII.isDigit), !(first.isEmpty && last.isEmpty) else { return }
    func number(_ digits: ArraySlice<UInt8>) -> Int { ASCII.number(digits) ?? .max }

    if first.isEmpty {
      let length = min(number(last), size)
      self = length == 0 ? .unsatisfiable : .part(size - length..<size)
      return
    }
    let start = number(first)
    let end = last.isEmpty ? Int.max : number(last)
    guard start <= end else { return }
    self = start >= size ? .unsatisfiable : .part(start..<(end >= size ? size : end + 1))
  }

  /// Gives an answer the status of this part, and says which one it is (RFC 9110 §14.4).
  /// - Parameter size: of the representation, in bytes.
  public func apply(to response: inout Response, size: Int) {
    switch self {
    case .whole: break
    case .part(let part):
      response.status = .partialContent
      response.headers.set("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
    case .unsatisfiable:
      response.status = .rangeNotSatisfiable
      response.headers.set("Content-Range", "bytes */\(size)")
    }
  }
}
