/// An entity tag (RFC 9110 §8.8.3).
public struct EntityTag: Equatable, Sendable {
  /// Without quotes.
  public let value: String
  /// Whether it says only that two representations mean the same.
  public let isWeak: Bool

  /// - Parameters:
  ///   - value: without quotes.
  ///   - isWeak: whether `W/` stands before it.
  public init(_ value: String, isWeak: Bool = false) { (self.value, self.isWeak) = (value, isWeak) }

  /// `"7"`, `W/"7"`
  public var text: String { "\(isWeak ? "W/" : "")\"\(value)\"" }
}

/// The value of `If-Match` or `If-None-Match` (RFC 9110 §13.1).
public enum TagCondition: Equatable, Sendable {
  /// `*`
  case any
  case tags([EntityTag])

  /// A tag without its quotes, as some clients send it, is taken as if it had them.
  public init(_ text: String) {
    var tags: [EntityTag] = []
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      bytes = bytes.drop { $0 == 32 || $0 == 9 || $0 == UInt8(ascii: ",") }
      if bytes.first == UInt8(ascii: "*"), bytes.dropFirst().allSatisfy({ $0 <= 32 }), tags.isEmpty {
        self = .any
        return
      }
      let isWeak = bytes.starts(with: "W/\"".utf8)
      if isWeak { bytes = bytes.dropFirst(2) }
      var value: ArraySlice<UInt8>
      if bytes.first == UInt8(ascii: "\"") {
        value = bytes.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        bytes = bytes.dropFirst(value.count + 2)
      } else {
        value = bytes.prefix { $0 != UInt8(ascii: ",") }
        bytes = bytes.dropFirst(value.count)
        while value.last.map({ $0 <= 32 }) ?? false { value = value.dropLast() }
        if value.isEmpty { continue }
      }
      tags.append(EntityTag(String(decoding: value, as: UTF8.self), isWeak: isWeak))
    }
    self = .tags(tags)
  }

  /// Whether `If-Match` is fulfilled, which compares strongly.
  /// - Parameter tag: of the resource; nil where there is none.
  public func matches(_ tag: EntityTag?) -> Bool {
    guard let tag else { return false }
    return switch self {
    case .any: true
    case .tags(let tags): tags.contains { $0 == tag && !tag.isWeak }
    }
  }

  /// Whether `If-None-Match` is fulfilled, which compares weakly.
  /// - Parameter tag: of the resource; nil where there is none.
  public func matchesNone(_ tag: EntityTag?) -> Bool {
    guard let tag else { return true }
    return switch self {
    case .any: false
    case .tags(let tags): !tags.contains { $0.value == tag.value }
    }
  }
}

/// The value of `If` (RFC 4918 §10.4): lists of conditions, of which one has to be fulfilled.
public struct IfHeader: Equatable, Sendable {
  /// One condition of a list, each of which has to be fulfilled.
  public struct Condition: Equatable, Sendable {
    /// A state token is a URI, such as a lock's or a sync token's.
    public enum Kind: Equatable, Sendable {
      case token(String)
      case tag(EntityTag)
    }

    public let kind: Kind
    /// Whether `Not` stands before it.
    public let isNegated: Bool
  }

  /// One list, and the resource that it is about: nil for that of the request.
  public struct List: Equatable, Sendable {
    public let resource: String?
    public let conditions: [Condition]
  }

  public let lists: [List]

  /// Nil for what is no such header.
  public init?(_ text: String) {
    guard text.utf8.count <= 8192 else { return nil }
    var bytes = Array(text.utf8)[...]
    func skip() { bytes = bytes.drop { $0 <= 32 } }
    func taken(to end: Unicode.Scalar) -> String? {
      guard let at = bytes.firstIndex(of: UInt8(ascii: end)) else { return nil }
      defer { bytes = bytes[(at + 1)...] }
      return String(decoding: bytes[bytes.startIndex + 1..<at], as: UTF8.self)
    }
    var lists: [List] = []
    var resource: String?
    skip()
    while let first = bytes.first {
      if first == UInt8(ascii: "<") {
        guard let text = taken(to: ">") else { return nil }
        resource = text
      } else if first == UInt8(ascii: "(") {
        bytes = bytes.dropFirst()
        var conditions: [Condition] = []
        skip()
        while bytes.first != UInt8(ascii: ")") {
          var isNegated = false
          if bytes.prefix(3).map({ $0 | 32 }).elementsEqual("not".utf8) {
            isNegated = true
            bytes = bytes.dropFirst(3)
            skip()
          }
          if bytes.first == UInt8(ascii: "<"), let token = taken(to: ">") {
            conditions.append(Condition(kind: .token(token), isNegated: isNegated))
          } else if bytes.first == UInt8(ascii: "["), let text = taken(to: "]"),
            case .tags(let tags) = TagCondition(text), tags.count == 1
          {
            conditions.append(Condition(kind: .tag(tags[0]), isNegated: isNegated))
          } else {
            return nil
          }
          skip()
        }
        bytes = bytes.dropFirst()
        if conditions.isEmpty { return nil }
        lists.append(List(resource: resource, conditions: conditions))
      } else {
        return nil
      }
      skip()
    }
    if lists.isEmpty { return nil }
    self.lists = lists
  }

  /// Whether one list is fulfilled.
  /// - Parameters:
  ///   - tag: of a resource by its address, nil for the request's; nil where there is none.
  ///   - isState: whether a state token is that of the resource.
  public func isFulfilled(tag: (String?) -> EntityTag?, isState: (String?, String) -> Bool) -> Bool {
    lists.contains { list in
      list.conditions.allSatisfy { condition in
        let isTrue =
          switch condition.kind {
          case .token(let token): isState(list.resource, token)
          case .tag(let wanted): tag(list.resource) == wanted
          }
        return isTrue != condition.isNegated
      }
    }
  }
}

/// The value of `Depth` (RFC 4918 §10.2).
public enum Depth: Equatable, Sendable {
  case zero, one, infinity

  /// Nil for none of the three.
  public init?(_ text: String) {
    switch text.lowercased() {
    case "0": self = .zero
    case "1", "1,noroot": self = .one
    case "infinity", "infinity,noroot": self = .infinity
    default: return nil
    }
  }
}

/// The wishes of a client as to the answer (RFC 7240, RFC 8144), or Apple's and Microsoft's `Brief: t`.
public struct Preferences: Equatable, Sendable {
  /// `return=minimal`: properties that are not there are not listed.
  public var isMinimal = false
  /// `return=representation`: the answer to a change is the new representation.
  public var wantsRepresentation = false
  /// `depth-noroot`: what is in a collection, without the collection.
  public var leavesOutRoot = false

  /// - Parameters:
  ///   - prefer: the header `Prefer`.
  ///   - brief: the header `Brief`.
  public init(prefer: String?, brief: String? = nil) {
    for part in (prefer ?? "").split(separator: ",") {
      let text = part.filter { $0 != " " && $0 != "\"" }.lowercased().split(separator: ";").first ?? ""
      switch text {
      case "return=minimal", "return-minimal": isMinimal = true
      case "return=representation", "return-representation": wantsRepresentation = true
      case "depth-noroot": leavesOutRoot = true
      default: break
      }
    }
    if brief?.lowercased() == "t" { isMinimal = true }
  }
}
