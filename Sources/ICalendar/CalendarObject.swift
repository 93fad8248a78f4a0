/// An iCalendar object (RFC 5545), read leniently, and written with each line that was not changed as it was.
public struct CalendarObject: Equatable, Sendable {
  /// A content line.
  public struct Property: Equatable, Sendable {
    /// A parameter with its value, without the quotes around it.
    public struct Parameter: Equatable, Sendable {
      /// In capitals.
      public var name: String
      public var value: String

      /// - Parameters:
      ///   - name: in capitals.
      ///   - value: without quotes.
      public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// In capitals, without a group.
    public let name: String
    public let parameters: [Parameter]
    /// As it is written.
    public let value: String
    /// The line as it was read, folded; nil for one that is made.
    private let source: [UInt8]?

    /// A line that is made.
    /// - Parameters:
    ///   - name: in capitals.
    ///   - parameters: in order.
    ///   - value: escaped where it is free text.
    public init(_ name: String, _ parameters: [Parameter] = [], _ value: String) {
      (self.name, self.parameters, self.value, source) = (name, parameters, value, nil)
    }

    /// A line of free text, which is escaped.
    public init(text value: String, _ name: String) { self.init(name, ICalendar.escaped(value)) }

    init(_ name: String, _ value: String) { self.init(name, [], value) }

    /// The value of a parameter.
    public subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// With RFC 5545 §3.3.11's escapes decoded.
    public var text: String { Self.decoded(value) }

    /// The texts between commas that no backslash stands before.
    public var texts: [String] {
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

    /// Whether both say the same, however their lines are folded.
    public static func == (left: Property, right: Property) -> Bool {
      left.name == right.name && left.value == right.value && left.parameters == right.parameters
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

    /// - Parameter line: unfolded and in UTF-8; `source`: as it was folded.
    fileprivate init?(_ line: [UInt8], source: [UInt8]?) {
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
      var parameters: [Parameter] = []
      for (start, end) in zip(cuts, cuts.dropFirst()) {
        let parts = text(start + 1..<end).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { continue }
        let value = parts[1].trimmed
        let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        parameters.append(
          Parameter(parts[0].trimmed.uppercased(), isQuoted ? String(value.dropFirst().dropLast()) : value))
      }
      guard !name.isEmpty else { return nil }
      (self.name, self.parameters, self.source) = (name, parameters, source)
      value = text(colon + 1..<line.count)
    }

    fileprivate func write(to out: inout ICalendar) {
      if let source { return out.raw(source) }
      var label = name
      for parameter in parameters {
        let isPlain = parameter.value.utf8.allSatisfy { !";:,".utf8.contains($0) }
        // A quote cannot be in a parameter's value, nor a control character.
        let value = String(decoding: parameter.value.utf8.filter { $0 >= 32 && $0 != 34 && $0 != 127 }, as: UTF8.self)
        label += ";\(parameter.name)=" + (isPlain ? value : "\"\(value)\"")
      }
      out.line(label, String(decoding: value.utf8.filter { $0 >= 32 && $0 != 127 || $0 == 9 }, as: UTF8.self))
    }
  }

  /// The lines between `BEGIN` and `END`.
  public struct Component: Equatable, Sendable {
    /// In capitals: `VTODO`
    public let name: String
    public var properties: [Property] = []
    public var children: [Component] = []

    /// - Parameter name: in capitals.
    public init(name: String) { self.name = name }

    /// The first property of a name.
    public subscript(_ name: String) -> Property? { properties.first { $0.name == name } }

    /// All properties of a name become these, where the first of them was.
    public mutating func set(_ name: String, _ new: [Property]) {
      let place = properties.firstIndex { $0.name == name } ?? properties.count
      properties.removeAll { $0.name == name }
      properties.insert(contentsOf: new, at: min(place, properties.count))
    }

    func write(to out: inout ICalendar) {
      out.line("BEGIN", name)
      for property in properties { property.write(to: &out) }
      for child in children { child.write(to: &out) }
      out.line("END", name)
    }
  }

  /// The components of every VCALENDAR, and what stands outside of one.
  public var components: [Component] = []
  /// Of the calendars.
  public var properties: [Property] = []
  /// Whether the last component does not end.
  public private(set) var isCut = false
  /// Whether it is one VCALENDAR and each component ends as it began: what a server may keep as a calendar object.
  public private(set) var isSound = true

  private static let maximumDepth = 8
  private static let maximumLines = 2_000_000

  /// One that is made.
  public init(properties: [Property], components: [Component]) {
    (self.properties, self.components) = (properties, components)
  }

  /// A line that is not UTF-8 is taken as Latin-1.
  /// - Parameter keepsSource: whether lines that stay as they are can be written as they were: each is in memory twice then.
  public init(_ bytes: [UInt8], keepsSource: Bool = true) {
    var components: [Component] = []
    self.init(bytes, keepsSource: keepsSource, wants: { _ in true }, take: { components.append($0) })
    self.components = components
  }

  /// Gives the components one after the other when each has ended, and keeps none of them.
  /// - Parameter wants: whether a component of a calendar is read, by its name; the lines of others are passed over.
  public init(
    _ bytes: [UInt8], keepsSource: Bool = false, wants: (String) -> Bool, take: (Component) -> Void
  ) {
    var open: [Component] = []
    var skipped = 0
    var (calendars, isInside, isWanted) = (0, false, true)
    for line in Lines(bytes, keepsSource: keepsSource) {
      if !open.isEmpty, !isWanted, !Self.isEdge(line.text) { continue }
      guard let property = Property(line.text, source: keepsSource ? line.source : nil) else {
        isSound = false
        continue
      }
      if property.name == "BEGIN" {
        let name = property.value.trimmed.uppercased()
        if name == "VCALENDAR" {
          isSound = isSound && !isInside && open.isEmpty
          (calendars, isInside) = (calendars + 1, true)
          continue
        }
        isSound = isSound && isInside
        if open.isEmpty { isWanted = wants(name) }
        if open.count >= Self.maximumDepth { skipped += 1 } else { open.append(Component(name: name)) }
      } else if property.name == "END" {
        let name = property.value.trimmed.uppercased()
        if name == "VCALENDAR" {
          isSound = isSound && isInside && open.isEmpty
          isInside = false
          continue
        }
        if skipped > 0 {
          (skipped, isSound) = (skipped - 1, false)
        } else if let component = open.popLast() {
          isSound = isSound && component.name == name
          if !open.isEmpty { open[open.count - 1].children.append(component) } else if isWanted { take(component) }
        } else {
          isSound = false
        }
      } else if skipped > 0 {
        continue
      } else if open.isEmpty {
        isSound = isSound && isInside
        properties.append(property)
      } else {
        open[open.count - 1].properties.append(property)
      }
    }
    isCut = !open.isEmpty
    isSound = isSound && open.isEmpty && !isInside && calendars == 1
    while let component = open.popLast() {
      if !open.isEmpty { open[open.count - 1].children.append(component) } else if isWanted { take(component) }
    }
  }

  /// Whether a line is of BEGIN or END.
  private static func isEdge(_ line: [UInt8]) -> Bool {
    guard let first = line.first.map({ $0 | 0x20 }) else { return false }
    return first <= 32 || first == UInt8(ascii: "b") || first == UInt8(ascii: "e")
  }

  /// As one VCALENDAR, with CR LF at each line's end.
  public var bytes: [UInt8] {
    var out = ICalendar()
    out.line("BEGIN", "VCALENDAR")
    for property in properties { property.write(to: &out) }
    for component in components { component.write(to: &out) }
    out.line("END", "VCALENDAR")
    return out.bytes
  }

  /// The lines, one after the other: unfolded (RFC 5545 §3.1), and as they stand, with CR LF at a fold.
  private struct Lines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private let keepsSource: Bool
    private var start: Int
    private var held: (text: [UInt8], source: [UInt8])?
    private var count = 0
    private var mended: [UInt8] = []

    init(_ bytes: [UInt8], keepsSource: Bool) {
      (self.bytes, self.keepsSource) = (bytes, keepsSource)
      start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func next() -> (text: [UInt8], source: [UInt8])? {
      while start < bytes.count, count < maximumLines {
        var end = start
        while end < bytes.count, bytes[end] != 10, bytes[end] != 13 { end += 1 }
        let line = bytes[start..<end]
        start = end + 1
        if end < bytes.count, bytes[end] == 13, start < bytes.count, bytes[start] == 10 { start += 1 }
        if let first = line.first, first == 32 || first == 9, held != nil {
          held?.text += line.dropFirst()
          if keepsSource { held?.source += [13, 10] + line }
        } else if !line.isEmpty {
          let last = held
          (held, count) = ((Array(line), keepsSource ? Array(line) : []), count + 1)
          if var last {
            mend(&last, &mended)
            return last
          }
        }
      }
      guard var last = held else { return nil }
      held = nil
      mend(&last, &mended)
      return last
    }
  }

  /// A line in Latin-1, and one that is folded within a character, are made UTF-8: an answer in XML has to be.
  private static func mend(_ line: inout (text: [UInt8], source: [UInt8]), _ buffer: inout [UInt8]) {
    guard line.text.contains(where: { $0 >= 0x80 }) else { return }
    if String(validating: line.text, as: UTF8.self) == nil {
      buffer.removeAll(keepingCapacity: true)
      for byte in line.text {
        if byte < 0x80 { buffer.append(byte) } else { buffer += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
      }
      line.text = buffer
    } else if String(validating: line.source, as: UTF8.self) != nil {
      return
    }
    var folded = ICalendar()
    folded.folded(line.text)
    line.source = Array(folded.bytes.dropLast(2))
  }
}

extension StringProtocol {
  /// Without white space around it.
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" })
    else { return "" }
    return String(self[first..<scalars.index(after: last)])
  }
}
