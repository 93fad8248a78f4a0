/// An iCalendar object (RFC 5545), read leniently.
struct CalendarObject {
  struct Property {
    var name: String
    var parameters: [(name: String, value: String)]
    var value: String

    subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// With RFC 5545 §3.3.11's escapes decoded.
    var text: String { Self.decoded(value) }

    /// The texts between commas that no backslash stands before.
    var texts: [String] {
      var parts: [[UInt8]] = [[]]
      var isEscaped = false
      for byte in value.utf8 {
        if byte == UInt8(ascii: ","), !isEscaped {
          parts.append([])
        } else {
          parts[parts.count - 1].append(byte)
        }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      }
      return parts.map { Self.decoded(String(decoding: $0, as: UTF8.self)).trimmed }.filter { !$0.isEmpty }
    }

    private static func decoded(_ value: String) -> String {
      guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
      var result: [UInt8] = []
      var isEscaped = false
      for byte in value.utf8 {
        if isEscaped {
          isEscaped = false
          switch byte {
          case UInt8(ascii: "n"), UInt8(ascii: "N"): result.append(10)
          case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""):
            result.append(byte)
          default: result += [UInt8(ascii: "\\"), byte]
          }
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else {
          result.append(byte)
        }
      }
      if isEscaped { result.append(UInt8(ascii: "\\")) }
      return String(decoding: result, as: UTF8.self)
    }
  }

  struct Component {
    var name: String
    var properties: [Property] = []
    var children: [Component] = []

    init(name: String) { self.name = name }

    subscript(_ name: String) -> Property? { properties.first { $0.name == name } }
  }

  /// The components of every VCALENDAR, and what stands outside of one.
  private(set) var components: [Component] = []
  /// Of the calendars.
  private(set) var properties: [Property] = []
  /// Whether the last component does not end.
  private(set) var isCut = false

  private static let maximumDepth = 8
  private static let maximumLines = 2_000_000

  init(_ bytes: [UInt8]) {
    var open: [Component] = []
    var skipped = 0
    for line in Self.lines(bytes) {
      guard let property = Self.property(line) else { continue }
      if property.name == "BEGIN" {
        let name = property.value.trimmed.uppercased()
        if name == "VCALENDAR" { continue }
        if open.count >= Self.maximumDepth { skipped += 1 } else { open.append(Component(name: name)) }
      } else if property.name == "END" {
        if property.value.trimmed.uppercased() == "VCALENDAR" { continue }
        if skipped > 0 {
          skipped -= 1
        } else if let component = open.popLast() {
          if open.isEmpty { components.append(component) } else { open[open.count - 1].children.append(component) }
        }
      } else if skipped > 0 {
        continue
      } else if open.isEmpty {
        properties.append(property)
      } else {
        open[open.count - 1].properties.append(property)
      }
    }
    isCut = !open.isEmpty
    while let component = open.popLast() {
      if open.isEmpty { components.append(component) } else { open[open.count - 1].children.append(component) }
    }
  }

  /// Unfolded (RFC 5545 §3.1).
  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    while start < bytes.count, lines.count < maximumLines {
      var end = start
      while end < bytes.count, bytes[end] != 10, bytes[end] != 13 { end += 1 }
      let line = bytes[start..<end]
      if let first = line.first, first == 32 || first == 9, !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else if !line.isEmpty {
        lines.append(Array(line))
      }
      start = end + 1
      if end < bytes.count, bytes[end] == 13, start < bytes.count, bytes[start] == 10 { start += 1 }
    }
    return lines
  }

  private static func property(_ line: [UInt8]) -> Property? {
    var isQuoted = false
    var cuts: [Int] = []
    var colon: Int?
    for (index, byte) in line.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: ";"), cuts.count < 50 { cuts.append(index) }
      if byte == UInt8(ascii: ":") {
        colon = index
        break
      }
    }
    guard let colon = colon ?? line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    cuts = cuts.filter { $0 < colon } + [colon]
    func text(_ range: Range<Int>) -> String { String(decoding: line[range], as: UTF8.self) }
    var name = text(0..<cuts[0]).trimmed.uppercased()
    // A group: `item1.SUMMARY`.
    if let dot = name.lastIndex(of: ".") { name = String(name[name.index(after: dot)...]) }
    var parameters: [(String, String)] = []
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      let parts = text(start + 1..<end).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let value = parts[1].trimmed
      let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
      parameters.append((parts[0].trimmed.uppercased(), isQuoted ? String(value.dropFirst().dropLast()) : value))
    }
    return name.isEmpty ? nil : Property(name: name, parameters: parameters, value: text(colon + 1..<line.count))
  }
}
