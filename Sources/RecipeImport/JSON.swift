/// A JSON value. Numbers stay text, since no importer calculates with them.
package enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The elements of an array; a single value counts as an array of itself, as in JSON-LD.
  package var elements: [JSON] {
    switch self {
    case .null: []
    case .array(let elements): elements
    default: [self]
    }
  }

  package var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let string): string.utf8.allSatisfy { $0 <= 32 }
    case .array(let elements): elements.allSatisfy(\.isEmpty)
    case .object(let object): object.isEmpty
    case .bool, .number: false
    }
  }
}

/// Members in their order. Of equal keys the first with a value counts.
package struct JSONObject: Sendable, Equatable {
  package struct Member: Sendable, Equatable {
    package let key: String
    package let value: JSON
  }

  package private(set) var members: [Member] = []

  package var isEmpty: Bool { members.isEmpty }

  /// The values of an object that PHP has made of a list: `{"0":…,"1":…}`; nil for any other one.
  var numbered: [JSON]? {
    members.isEmpty || members.contains { !$0.key.utf8.allSatisfy(\.isDigit) } ? nil : members.map(\.value)
  }

  /// Gives back the memory that growing members have taken.
  mutating func trim() {
    if members.capacity > members.count + members.count / 8 { members = members.withUnsafeBufferPointer { Array($0) } }
  }

  mutating func append(_ key: String, _ value: JSON) { members.append(Member(key: key, value: value)) }

  /// The first non-empty value under any of `keys`, ignoring vocabulary prefixes and case.
  package subscript(_ keys: String...) -> JSON? {
    for key in keys {
      for member in members where member.key == key && !member.value.isEmpty { return member.value }
    }
    for key in keys {
      for member in members where JSONObject.plain(member.key) == key.lowercased() && !member.value.isEmpty {
        return member.value
      }
    }
    return nil
  }

  /// Whether there is a member under a key, empty or not, as `subscript` finds it.
  package func has(_ key: String) -> Bool {
    let key = JSONObject.plain(key)
    return members.contains { JSONObject.plain($0.key) == key }
  }

  /// "schema:recipeYield", "https://schema.org/recipeYield", "recipe_yield" → "recipeyield"
  static func plain(_ key: String) -> String { local(key).filter { $0 != "_" } }

  private static func local(_ key: String) -> String {
    guard
      let cut = key.utf8.lastIndex(where: { [UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "#")].contains($0) })
    else { return key.lowercased() }
    return key[key.utf8.index(after: cut)...].lowercased()
  }
}
