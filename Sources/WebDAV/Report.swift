public import ICalendar

/// The body of REPORT.
public enum Report: Equatable, Sendable {
  /// RFC 4791 §7.8
  case calendarQuery(CalendarQuery)
  /// RFC 4791 §7.9
  case calendarMultiget(CalendarMultiget)
  /// RFC 6578 §3.2
  case syncCollection(SyncCollection)
  /// RFC 4791 §7.10
  case freeBusyQuery(TimeRange)
  /// RFC 3253 §3.8: Apple asks so for the members of groups.
  case expandProperty([ExpandedProperty])
  /// RFC 3744 §9.4: by texts that their properties contain.
  case principalPropertySearch(PrincipalSearch)
  /// RFC 3744 §9.5
  case principalSearchPropertySet
  /// RFC 3744 §9.3: those that are the person who asks.
  case principalMatch([QualifiedName])

  /// More addresses are in no multiget: clients send 10 to 500.
  public static let maximumReferences = 5_000
  private static let maximumFilters = 200

  /// - Throws: `supported-report` for one that is none of these.
  public init(_ bytes: [UInt8]) throws(BodyError) {
    let root = try XMLElement(bytes)
    switch root.name {
    case .calDAV("calendar-query"): self = .calendarQuery(try CalendarQuery(root))
    case .calDAV("calendar-multiget"): self = .calendarMultiget(try CalendarMultiget(root))
    case .dav("sync-collection"): self = .syncCollection(try SyncCollection(root))
    case .calDAV("free-busy-query"):
      guard let range = root[.calDAV("time-range")] else { throw .malformed }
      self = .freeBusyQuery(try Self.range(range))
    case .dav("expand-property"):
      self = .expandProperty(root.children.compactMap { ExpandedProperty($0) })
    case .dav("principal-property-search"): self = .principalPropertySearch(try PrincipalSearch(root))
    case .dav("principal-search-property-set"): self = .principalSearchPropertySet
    case .dav("principal-match"):
      guard case .named(let names)? = try PropertySelection.selection(in: root)?.0 else {
        self = .principalMatch([])
        return
      }
      self = .principalMatch(names)
    default: throw .precondition(.dav("supported-report"))
    }
  }

  fileprivate static func range(_ element: XMLElement) throws(BodyError) -> TimeRange {
    guard let range = TimeRange(start: element.attribute("start"), end: element.attribute("end")) else {
      throw .precondition(.calDAV("valid-filter"))
    }
    return range
  }
}

/// `calendar-query`: the objects of a calendar that fit a filter.
public struct CalendarQuery: Equatable, Sendable {
  public let properties: PropertySelection
  public let data: CalendarData?
  /// Of VCALENDAR.
  public let filter: ComponentFilter
  /// An iCalendar object with one VTIMEZONE, of days and of times without a zone.
  public let timezone: String?

  init(_ root: XMLElement) throws(BodyError) {
    (properties, data) = try CalendarData.asked(in: root)
    timezone = root[.calDAV("timezone")]?.text
    guard let filter = root[.calDAV("filter")] else { throw .malformed }
    var count = 0
    let components = filter.children.filter { $0.name == .calDAV("comp-filter") }
    guard components.count == 1 else { throw .precondition(.calDAV("valid-filter")) }
    self.filter = try Self.component(components[0], &count)
    guard self.filter.name == "VCALENDAR" else { throw .precondition(.calDAV("valid-filter")) }
  }

  private static func name(_ element: XMLElement, _ count: inout Int) throws(BodyError) -> String {
    count += 1
    guard count <= 200 else { throw .excessive }
    guard let name = element.attribute("name"), !name.isEmpty else { throw .precondition(.calDAV("valid-filter")) }
    return name.uppercased()
  }

  private static func component(_ element: XMLElement, _ count: inout Int) throws(BodyError) -> ComponentFilter {
    var filter = ComponentFilter(try name(element, &count))
    for child in element.children {
      switch child.name {
      case .calDAV("is-not-defined"): filter.isNotDefined = true
      case .calDAV("is-defined"): break
      case .calDAV("time-range"): filter.timeRange = try Report.range(child)
      case .calDAV("prop-filter"): filter.properties.append(try property(child, &count))
      case .calDAV("comp-filter"): filter.components.append(try component(child, &count))
      default: throw .precondition(.calDAV("supported-filter"))
      }
    }
    let asksMore = filter.timeRange != nil || !filter.properties.isEmpty || !filter.components.isEmpty
    if filter.isNotDefined, asksMore { throw .precondition(.calDAV("valid-filter")) }
    return filter
  }

  private static func property(_ element: XMLElement, _ count: inout Int) throws(BodyError) -> PropertyFilter {
    var filter = PropertyFilter(try name(element, &count))
    for child in element.children {
      switch child.name {
      case .calDAV("is-not-defined"): filter.isNotDefined = true
      case .calDAV("is-defined"): break
      case .calDAV("time-range"): filter.timeRange = try Report.range(child)
      case .calDAV("text-match"): filter.text = try text(child)
      case .calDAV("param-filter"):
        var parameter = ParameterFilter(try name(child, &count))
        parameter.isNotDefined = child[.calDAV("is-not-defined")] != nil
        parameter.text = try child[.calDAV("text-match")].map { match throws(BodyError) in try text(match) }
        filter.parameters.append(parameter)
      default: throw .precondition(.calDAV("supported-filter"))
      }
    }
    return filter
  }

  private static func text(_ element: XMLElement) throws(BodyError) -> TextMatch {
    var match = TextMatch(element.text)
    if let name = element.attribute("collation"), name != "default" {
      guard let collation = TextMatch.Collation(rawValue: name) else {
        throw .precondition(.calDAV("supported-collation"))
      }
      match.collation = collation
    }
    if let name = element.attribute("match-type") {
      guard let kind = TextMatch.Kind(rawValue: name) else { throw .precondition(.calDAV("supported-filter")) }
      match.kind = kind
    }
    switch element.attribute("negate-condition") ?? "no" {
    case "yes": match.isNegated = true
    case "no": break
    default: throw .precondition(.calDAV("valid-filter"))
    }
    return match
  }
}

/// How a client wants `calendar-data` (RFC 4791 §9.6): whole unless it says so.
public struct CalendarData: Equatable, Sendable {
  /// Components and properties that are wanted, in capitals (RFC 4791 §9.6.1).
  public struct Component: Equatable, Sendable {
    public let name: String
    /// Nil for all.
    public let properties: [String]?
    /// Nil for all.
    public let components: [Component]?
  }

  /// Of VCALENDAR; nil for all.
  public let component: Component?
  /// A series as its dates in this range, each of its own (§9.6.5).
  public let expand: TimeRange?
  /// A series and those changed dates of it that are in this range (§9.6.6).
  public let limit: TimeRange?

  /// The properties that a report asks for, and how it wants the data, where that is one of them.
  static func asked(in root: XMLElement) throws(BodyError) -> (PropertySelection, CalendarData?) {
    guard let (selection, element) = try PropertySelection.selection(in: root) else {
      // No properties: addresses alone.
      return (.named([]), nil)
    }
    return (selection, try element?[.calDAV("calendar-data")].map { data throws(BodyError) in try CalendarData(data) })
  }

  private init(_ element: XMLElement) throws(BodyError) {
    let type = element.attribute("content-type")?.lowercased() ?? "text/calendar"
    guard type == "text/calendar", ["2.0", nil].contains(element.attribute("version")) else {
      throw .precondition(.calDAV("supported-calendar-data"))
    }
    component = element[.calDAV("comp")].map { Self.component($0) }
    expand = try element[.calDAV("expand")].map { range throws(BodyError) in try Self.range(range) }
    limit = try element[.calDAV("limit-recurrence-set")].map { range throws(BodyError) in try Self.range(range) }
    if expand != nil, limit != nil { throw .malformed }
  }

  private static func range(_ element: XMLElement) throws(BodyError) -> TimeRange {
    // Both are required here.
    guard element.attribute("start") != nil, element.attribute("end") != nil else { throw .malformed }
    return try Report.range(element)
  }

  private static func component(_ element: XMLElement) -> Component {
    let properties = element.children.filter { $0.name == .calDAV("prop") }.compactMap { $0.attribute("name") }
    let components = element.children.filter { $0.name == .calDAV("comp") }
    return Component(
      name: element.attribute("name")?.uppercased() ?? "",
      properties: element[.calDAV("allprop")] == nil ? properties.map { $0.uppercased() } : nil,
      components: element[.calDAV("allcomp")] == nil ? components.map { component($0) } : nil)
  }
}

/// `calendar-multiget`: objects by their addresses.
public struct CalendarMultiget: Equatable, Sendable {
  public let properties: PropertySelection
  public let data: CalendarData?
  /// As they were sent, each once: the answer repeats them.
  public let references: [String]

  init(_ root: XMLElement) throws(BodyError) {
    (properties, data) = try CalendarData.asked(in: root)
    var (references, known): ([String], Set<String>) = ([], [])
    for element in root.children where element.name == .dav("href") {
      let reference = element.trimmedText
      if known.insert(reference).inserted { references.append(reference) }
    }
    guard references.count <= Report.maximumReferences else { throw .excessive }
    self.references = references
  }
}

/// `sync-collection`: what has changed since a token.
public struct SyncCollection: Equatable, Sendable {
  public let properties: PropertySelection
  public let data: CalendarData?
  /// Empty at the first time.
  public let token: String
  /// The most responses that the client takes (RFC 5323 §5.17); nil for any number.
  public let limit: Int?

  init(_ root: XMLElement) throws(BodyError) {
    (properties, data) = try CalendarData.asked(in: root)
    // Clients of the drafts leave the element out at the first time.
    token = root[.dav("sync-token")]?.trimmedText ?? ""
    // Collections have no collections in them, and so an infinite level is level 1.
    guard ["1", "infinite", "infinity", nil].contains(root[.dav("sync-level")]?.trimmedText) else { throw .malformed }
    if let text = root[.dav("limit")]?[.dav("nresults")]?.trimmedText {
      guard let number = Int(text), number > 0 else { throw .malformed }
      limit = number
    } else {
      limit = nil
    }
  }
}

/// A property of `expand-property`, and those of the resources that its value names.
public struct ExpandedProperty: Equatable, Sendable {
  public let name: QualifiedName
  public let properties: [ExpandedProperty]

  init?(_ element: XMLElement) {
    guard element.name == .dav("property"), let local = element.attribute("name") else { return nil }
    name = QualifiedName(element.attribute("namespace") ?? Namespace.dav, local)
    properties = element.children.compactMap { ExpandedProperty($0) }
  }
}

/// `principal-property-search`
public struct PrincipalSearch: Equatable, Sendable {
  /// One text, and the properties in one of which it has to be.
  public struct Condition: Equatable, Sendable {
    public let names: [QualifiedName]
    public let text: String
  }

  /// None for all principals, as some clients ask.
  public let conditions: [Condition]
  /// Whether one condition is enough (`test="anyof"`).
  public let isAnyOf: Bool
  public let properties: [QualifiedName]

  init(_ root: XMLElement) throws(BodyError) {
    conditions = root.children.filter { $0.name == .dav("property-search") }.map { search in
      Condition(
        names: search[.dav("prop")]?.children.map(\.name) ?? [], text: search[.dav("match")]?.trimmedText ?? "")
    }
    isAnyOf = root.attribute("test") == "anyof"
    properties = root[.dav("prop")]?.children.map(\.name) ?? []
  }
}
