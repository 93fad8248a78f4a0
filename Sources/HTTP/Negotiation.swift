/// A field such as `en;q=0.8, fr, *;q=0.1` (RFC 9110 §12.4.2): values with weights.
private struct WeightedList {
  /// In lower case, with weights in thousandths, in the order they came.
  var entries: [(value: String, weight: Int)] = []

  /// Elements that are none are passed over, as is what follows the hundredth: no browser sends half as many, and the
  /// work for a request stays small.
  init(_ bytes: ArraySlice<UInt8>, allowed: (UInt8) -> Bool) {
    for element in bytes.split(separator: ASCII.comma, maxSplits: 100).prefix(100) {
      let parts = element.split(separator: ASCII.semicolon, omittingEmptySubsequences: false).map(ASCII.trimmed)
      guard let value = parts.first, !value.isEmpty, value.count <= 64, value.allSatisfy(allowed) else { continue }
      switch parts.count {
      case 1: entries.append((ASCII.lowercaseString(value), 1_000))
      case 2:
        guard let weight = Self.weight(parts[1]) else { continue }
        entries.append((ASCII.lowercaseString(value), weight))
      default: continue
      }
    }
  }

  /// `q=0.123` in thousandths.
  private static func weight(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 3, ASCII.equals(bytes.prefix(2), lowercase: "q=") else { return nil }
    let number = bytes.dropFirst(2)
    guard let whole = number.first, whole == 0x30 || whole == 0x31 else { return nil }
    let fraction = number.dropFirst()
    if fraction.isEmpty { return whole == 0x31 ? 1_000 : 0 }
    let digits = fraction.dropFirst()
    guard fraction.first == 0x2E, digits.count <= 3, digits.allSatisfy(ASCII.isDigit) else { return nil }
    var value = 0
    for index in 0..<3 {
      value = value * 10 + (index < digits.count ? Int(digits[digits.startIndex + index] - 0x30) : 0)
    }
    if whole == 0x31 { return value == 0 ? 1_000 : nil }
    return value
  }
}

/// The reader's languages (RFC 9110 §12.5.4).
public struct AcceptLanguage: Sendable {
  private let ranges: [(value: String, weight: Int)]

  /// - Parameter bytes: the value of the `Accept-Language` field.
  public init(_ bytes: ArraySlice<UInt8>) {
    ranges = WeightedList(bytes) { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x2A }.entries
  }

  /// The same, of an array.
  public init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  /// The tag that fits best by lookup (RFC 4647 §3.4): each range, by falling weight, is cut from its end until a tag
  /// equals it (`ko-Kore-KR` finds `ko`). `*` is the first tag that is not refused with `q=0`. Nil: none fits.
  /// - Parameter tags: language tags, in the order of preference; returned as they were given.
  public func best(of tags: [String]) -> String? {
    let offered = tags.map { ASCII.lowercaseString(Array($0.utf8)[...]) }
    let refused = ranges.filter { $0.weight == 0 }.map(\.value)
    for range in ranges.sorted(by: { $0.weight > $1.weight }) where range.weight > 0 {
      if range.value == "*" {
        if let index = offered.firstIndex(where: { !refused.contains($0) }) { return tags[index] }
        continue
      }
      var subtags = range.value.split(separator: "-", omittingEmptySubsequences: false)
      while !subtags.isEmpty {
        let candidate = subtags.joined(separator: "-")
        if let index = offered.firstIndex(of: candidate), !refused.contains(candidate) { return tags[index] }
        subtags.removeLast()
        // A single letter or digit introduces what follows it, and goes with it.
        if let last = subtags.last, last.utf8.count == 1 { subtags.removeLast() }
      }
    }
    return nil
  }
}

/// The content codings that a client accepts (RFC 9110 §12.5.3).
struct AcceptEncoding {
  private let entries: [(value: String, weight: Int)]

  /// - Parameter bytes: the value of the `Accept-Encoding` field; nil when there is none.
  init(_ bytes: ArraySlice<UInt8>?) {
    entries = bytes.map { WeightedList($0) { ASCII.isToken($0) }.entries } ?? []
  }

  init(_ headers: Headers) {
    let values = headers.values("accept-encoding")
    self.init(values.isEmpty ? nil : Array(values.joined(separator: ",").utf8)[...])
  }

  /// gzip is accepted, and no less than no encoding.
  var prefersGzip: Bool { best(of: [.gzip]) != nil }

  /// The coding of the greatest weight, the first of equals; nil when none is accepted, or no encoding is preferred.
  func best(of codings: [ContentCoding]) -> ContentCoding? {
    // `identity` is acceptable when it is not named, but then only as a fallback.
    let identity = weight("identity") ?? 0
    var best: (coding: ContentCoding, weight: Int)?
    for coding in codings {
      let weight = weight(coding)
      if weight > 0, weight >= identity, weight > best?.weight ?? 0 { best = (coding, weight) }
    }
    return best?.coding
  }

  private func weight(_ coding: ContentCoding) -> Int {
    let alias = coding == .gzip ? weight("x-gzip") : nil
    return weight(coding.rawValue) ?? alias ?? weight("*") ?? 0
  }

  private func weight(_ name: String) -> Int? { entries.first { $0.value == name }?.weight }
}
