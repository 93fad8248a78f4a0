import Crypto
import Postgres

/// A collection of to-dos, or of events.
struct CalDAVCollection: Sendable {
  /// Which items are in it.
  enum Kind: Equatable, Sendable {
    /// With the name that a program has given it in addresses; nil for its id.
    case category(UUID, as: String? = nil)
    /// Those without a category.
    case none
    /// For the person, or whose turn is theirs.
    case mine
    /// A shopping list; nil for the first one.
    case shopping(UUID?)
    case events(CalDAVEvents.Kind)

    /// The name does not matter.
    static func == (left: Kind, right: Kind) -> Bool { left.key == right.key }

    /// Its own name in addresses.
    var key: String {
      switch self {
      case .category(let id, _): "\(id)"
      case .none: "none"
      case .mine: "mine"
      case .shopping(let list?): "list-\(list)"
      case .shopping: "shopping"
      case .events(let events): events.rawValue
      }
    }

    /// By which what programs keep with it is stored.
    var stored: String { if case .shopping(let list?) = self { "\(list)" } else { key } }

    /// Whether it has lines of a shopping list.
    var isList: Bool { if case .shopping = self { true } else { false } }

    /// Nil for a collection of to-dos.
    var events: CalDAVEvents.Kind? { if case .events(let kind) = self { kind } else { nil } }
  }

  private(set) var kind: Kind
  let name: String
  /// As CSS has it; nil for none.
  var color: String?
  /// Of a category's row.
  var version = 1
  var order: Int
  /// Another one whenever an object of it is.
  var state: String

  static let uncategorised = UUID("00000000-0000-0000-0000-000000000000".utf8)!
  /// The section of rows of the first shopping list. Those of another one have its id.
  static let shopping = UUID("ffffffff-ffff-ffff-ffff-ffffffffffff".utf8)!

  /// Its name in addresses.
  static func segment(_ kind: Kind) -> String {
    if case .category(_, let name?) = kind { return name }
    return kind.key
  }

  /// Where its new items are.
  static func section(_ kind: Kind) -> UUID {
    switch kind {
    case .category(let id, _): id
    case .none, .mine, .events: uncategorised
    case .shopping(let list): list ?? shopping
    }
  }

  /// The statement that reads the objects of one.
  /// - Parameter names: those alone that one of these may mean; nil for all.
  static func objects(_ kind: Kind, named names: ObjectNames? = nil) -> SQL {
    if case .shopping(let list) = kind {
      return CalDAVQueries.lines(names.map { CalDAVQueries.lines(named: $0) } ?? "true", on: list)
    }
    guard let names else { return CalDAVQueries.objects(holds(kind)) }
    return CalDAVQueries.objects("\(fragment: CalDAVQueries.named(names)) AND \(fragment: holds(kind))")
  }

  /// The condition on an item `i` that it is in one.
  static func holds(_ kind: Kind) -> SQL {
    if kind.events != nil { return "false" }
    return kind == .mine ? CalDAVQueries.isMine : "i.section = \(section(kind))"
  }

  /// The collection that an address names, by its id or by the name that a program has given it: its objects are below the same
  /// address.
  init?(_ segment: String, in all: [CalDAVCollection]) {
    let kind = Self.kind(of: segment)
    guard let found = all.first(where: { $0.kind == kind }) else { return nil }
    self = found
    self.kind = kind
  }

  private init(_ kind: Kind, _ name: String, color: String? = nil, version: Int = 1, order: Int, state: String) {
    (self.kind, self.name, self.color, self.version) = (kind, name, color, version)
    (self.order, self.state) = (order, state)
  }

  static func kind(of segment: String) -> Kind {
    switch segment {
    case "none": .none
    case "mine": .mine
    case "shopping": .shopping(nil)
    default: CalDAVEvents.Kind(rawValue: segment).map { .events($0) } ?? list(segment) ?? category(segment)
    }
  }

  private static func list(_ segment: String) -> Kind? {
    segment.hasPrefix("list-") ? UUID(segment.dropFirst(5).utf8).map { .shopping($0) } : nil
  }

  private static func category(_ segment: String) -> Kind {
    let id = id(of: segment)
    return .category(id, as: "\(id)" == segment ? nil : segment)
  }

  /// The id of the category that a program makes at an address.
  static func id(of segment: String) -> UUID {
    UUID(segment.utf8) ?? .v8(sha256("caldav collection \(segment)".utf8))
  }

  /// The statements whose results make up all of them.
  struct Query {
    private let categories, lists: Batch.Key
    private let states: CalDAVStates.Query

    init(in batch: inout Batch) {
      categories = batch.add(CalDAVQueries.collections())
      lists = batch.add(NamedListQueries.list())
      states = CalDAVStates.Query(in: &batch)
    }

    func read(
      _ results: Results, _ look: CalDAVLook, _ person: CalDAVSession.Person, _ strings: Strings
    ) throws -> [CalDAVCollection] {
      let states = try states.read(results)
      let members = person.reader.members.map { "\($0.id) \($0.name)" }.joined(separator: ",")
      let common = states.objects + look.further + members
      func state(_ parts: [String]) -> String { Self.digest(parts.joined(separator: " ") + common) }
      var all = [
        CalDAVCollection(
          .none, strings.itemsUncategorised, order: 0,
          state: state(states.sections[CalDAVCollection.uncategorised] ?? []))
      ]
      for row in results[categories] {
        let id: UUID = try row["id"]
        all.append(
          CalDAVCollection(
            .category(id, as: try row["segment"]), try row["name"], color: try row["color"],
            version: try row["version"], order: all.count,
            state: state(states.sections[id] ?? [])))
      }
      func add(list: UUID?, _ name: String) {
        let kind = Kind.shopping(list)
        all.append(
          CalDAVCollection(
            kind, name, order: all.count, state: state([states.lines[CalDAVCollection.section(kind)] ?? "0-"])))
      }
      add(list: nil, strings.shoppingTitle)
      for row in results[lists] {
        let list = try NamedList(row)
        add(list: list.id, list.name)
      }
      all.append(CalDAVCollection(.mine, strings.caldavMine, order: all.count, state: state(states.mine)))
      for kind in CalDAVEvents.Kind.allCases {
        let own = kind.parts.map { "\($0) \(states.events[$0] ?? "")" }
        let rest = [person.householdZone, "\(strings.language)", App.version]
        all.append(
          CalDAVCollection(
            .events(kind), kind.name(strings), order: all.count,
            state: Self.digest((own + rest).joined(separator: " "))))
      }
      return all
    }

    private static func digest(_ text: String) -> String { Base64URL.encode(Array(sha256(text.utf8).prefix(15))) }
  }
}
