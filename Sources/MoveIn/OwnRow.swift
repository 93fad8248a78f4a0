import CivilTime
import RecipeImport
import StrictJSON

/// A row of a table.
struct OwnRow {
  private let members: [String: StrictJSON.JSON]
  /// As it stands in the archive.
  let line: ArraySlice<UInt8>

  /// Nil for a line that is no object.
  init?(_ line: ArraySlice<UInt8>, room: inout Int) {
    guard let object = (try? StrictJSON.JSON(Array(line), maximumValues: room))?.object else { return nil }
    self.init(object, line)
    room -= members.values.reduce(1) { $0 + Self.count($1) }
  }

  private init(_ object: StrictJSON.JSONObject, _ line: ArraySlice<UInt8>) {
    var members: [String: StrictJSON.JSON] = [:]
    for member in object.members { members[member.name] = member.value }
    (self.members, self.line) = (members, line)
  }

  private static func count(_ value: StrictJSON.JSON) -> Int {
    switch value {
    case .array(let elements): elements.reduce(1) { $0 + count($1) }
    case .object(let object): object.members.reduce(1) { $0 + count($1.value) }
    default: 1
    }
  }

  subscript(name: String) -> String? { members[name]?.string }

  /// A text that is not empty.
  func said(_ name: String) -> String? { self[name]?.nonEmpty }

  func number(_ name: String) -> Int? {
    if case .number(let digits)? = members[name] { Int(digits) } else { nil }
  }

  func has(_ name: String) -> Bool { members[name] != nil }

  /// Ids are compared in lower case.
  func id(_ name: String) -> String? { members[name]?.string?.lowercased() }

  /// A row within this one, as rows that came together have them.
  func row(_ name: String) -> OwnRow? { members[name]?.object.map { OwnRow($0, line) } }

  func rows(_ name: String) -> [OwnRow] {
    guard case .array(let elements)? = members[name] else { return [] }
    return elements.compactMap { element in element.object.map { OwnRow($0, line) } }
  }

  func bool(_ name: String) -> Bool { members[name]?.bool ?? false }

  func texts(_ name: String) -> [String] {
    if case .array(let elements)? = members[name] { elements.compactMap(\.string) } else { [] }
  }

  func ids(_ name: String) -> [String] { texts(name).map { $0.lowercased() } }

  var position: Double {
    guard case .number(let digits)? = members["position"], let number = Double(digits), number.isFinite else {
      return 0
    }
    return number
  }

  /// Seconds since 1970; nil for what is no moment, as `infinity` is not.
  func moment(_ name: String) -> Int? {
    if case .utc(let seconds)? = self[name].flatMap({ Moment($0) }) { seconds } else { nil }
  }

  /// A time on the household's clock.
  func local(_ name: String) -> CivilTime? {
    if case .local(let time)? = self[name].flatMap({ Moment($0) }) { time } else { nil }
  }

  /// The lines of a checklist that are there.
  func lines(_ name: String) -> [MovedItem.Line] {
    guard case .array(let elements)? = members[name] else { return [] }
    return elements.compactMap { element in
      guard let line = element.object, let text = line["text"]?.string, line["gone"] == nil else { return nil }
      return MovedItem.Line(text: text, isDone: line["done"]?.bool ?? false)
    }
  }
}
