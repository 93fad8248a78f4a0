import Postgres

extension ItemList {
  /// The parts of the filter in words, each with the URL without it.
  /// - Parameter names: from `ItemQueries.names`.
  static func chosen(_ filter: ItemFilter, _ names: Rows?, _ strings: Strings) throws -> [(
    name: String, without: String
  )] {
    var chosen: [(name: String, without: String)] = []
    var plain = filter
    plain.after = nil
    func name(of id: UUID, isCategory: Bool?) throws -> String? {
      for row in names.map(Array.init) ?? [] {
        let (found, kind): (UUID, Bool?) = (try row["id"], try row["is_category"])
        if found == id && kind == isCategory { return try row["name"] }
      }
      return nil
    }
    func name(_ label: ItemFilter.Label, isCategory: Bool) throws -> String {
      guard case .id(let id) = label else { return label.text }
      if let name = try name(of: id, isCategory: isCategory) { return name }
      return id == Section.uncategorised ? strings.itemsUncategorised : strings.itemsUnknownLabel
    }
    if let person = filter.person {
      var without = plain
      without.person = nil
      let name: String =
        switch person {
        case .me: strings.peopleForMe
        case .id(let id):
          try name(of: id, isCategory: nil).map { strings.peopleForOne(name: $0) } ?? strings.itemsUnknownLabel
        case .unknown: strings.itemsUnknownLabel
        }
      chosen.append((name, without.url))
    }
    if let category = filter.category {
      var without = plain
      without.category = nil
      chosen.append((try name(category, isCategory: true), without.url))
    }
    if let priority = filter.priority {
      var without = plain
      without.priority = nil
      chosen.append((priority.name(strings), without.url))
    }
    for (position, tag) in filter.tags.enumerated() {
      var without = plain
      without.tags.remove(at: position)
      chosen.append(("@\(try name(tag, isCategory: false))", without.url))
    }
    return chosen
  }
}
