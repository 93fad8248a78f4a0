import Glibc

/// The validator of one version of a representation, for conditional requests (RFC 9110 §8.8 and §13).
public struct Validator: Sendable {
  /// The way to go on with a conditional request.
  public enum Precondition: Sendable {
    case proceed
    /// 304: the client has it.
    case notModified
    /// 412
    case failed
  }

  /// A strong entity tag with its quotes: `"3f2a9c1b"`.
  public let etag: String
  public let lastModified: HTTPDate?

  /// - Parameter tag: without quotes; visible ASCII without `"`.
  public init(tag: String, lastModified: HTTPDate? = nil) {
    precondition(tag.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != ASCII.quote }, "an entity tag is visible ASCII")
    etag = "\"\(tag)\""
    self.lastModified = lastModified
  }

  /// The conditions of a request, each field's value or nil (several lines of one field joined with a comma).
  struct Conditions {
    var ifMatch: [UInt8]?
    var ifUnmodifiedSince: [UInt8]?
    var ifNoneMatch: [UInt8]?
    var ifModifiedSince: [UInt8]?
    var ifRange: [UInt8]?
  }

  /// Evaluates the conditions in the order of RFC 9110 §13.2.2.
  /// - Parameter readOnly: the method is GET or HEAD.
  func evaluate(_ conditions: Conditions, readOnly: Bool, now: HTTPDate) -> Precondition {
    if let list = conditions.ifMatch {
      if !matches(list, weakly: false) { return .failed }
    } else if let date = conditions.ifUnmodifiedSince.flatMap({ HTTPDate($0[...], now: now) }), let lastModified {
      if lastModified > date { return .failed }
    }
    if let list = conditions.ifNoneMatch {
      if matches(list, weakly: true) { return readOnly ? .notModified : .failed }
    } else if readOnly, let date = conditions.ifModifiedSince.flatMap({ HTTPDate($0[...], now: now) }),
      let lastModified, lastModified <= date
    {
      return .notModified
    }
    return .proceed
  }

  /// Whether a range may be answered: there is no `If-Range`, or it names this very version, by its tag or by its date
  /// (RFC 9110 §13.1.5).
  func allowsRange(_ conditions: Conditions, now: HTTPDate) -> Bool {
    guard let value = conditions.ifRange.map({ ASCII.trimmed($0[...]) }) else { return true }
    if value.elementsEqual(etag.utf8) { return true }
    guard let lastModified, let date = HTTPDate(value, now: now) else { return false }
    return date == lastModified
  }

  /// Whether `*` or a list of entity tags has this one. What follows a fault in the list does not count.
  private func matches(_ list: [UInt8], weakly: Bool) -> Bool {
    if ASCII.trimmed(list[...]).elementsEqual([0x2A]) { return true }
    var rest = list[...]
    while true {
      rest = rest.drop { ASCII.isBlank($0) || $0 == ASCII.comma }
      let isWeak = rest.starts(with: [0x57, 0x2F])  // W/
      if isWeak { rest = rest.dropFirst(2) }
      guard rest.first == ASCII.quote, let end = rest.dropFirst().firstIndex(of: ASCII.quote) else { return false }
      let tag = rest[...end]
      rest = rest[(end + 1)...]
      if tag.elementsEqual(etag.utf8), weakly || !isWeak { return true }
      rest = rest.drop { ASCII.isBlank($0) }
      guard rest.isEmpty || rest.first == ASCII.comma else { return false }
    }
  }
}

extension Validator {
  /// The result of a request's conditions for this version. An answer to GET or HEAD carries `ETag` (and `Last-Modified`)
  /// whatever this says.
  public func outcome(of request: Request) -> Precondition {
    evaluate(
      Conditions(request.headers), readOnly: request.method == .get || request.method == .head,
      now: HTTPDate(seconds: Int64(time(nil))))
  }
}

extension Validator {
  /// The part of this version that a request asks for.
  /// - Parameter size: of the representation as it is sent, in bytes.
  public func range(of request: Request, size: Int) -> ByteRange {
    guard request.method == .get, let field = request.headers["range"],
      allowsRange(Conditions(request.headers), now: HTTPDate(seconds: Int64(time(nil))))
    else { return .whole }
    return ByteRange(Array(field.utf8)[...], size: size)
  }
}

extension Validator.Conditions {
  init(_ headers: Headers) {
    func value(_ name: String) -> [UInt8]? {
      let values = headers.values(name)
      return values.isEmpty ? nil : Array(values.joined(separator: ", ").utf8)
    }
    self.init(
      ifMatch: value("if-match"), ifUnmodifiedSince: value("if-unmodified-since"),
      ifNoneMatch: value("if-none-match"), ifModifiedSince: value("if-modified-since"), ifRange: value("if-range"))
  }
}
