import Cookery
import Postgres

/// A shop, and the order in which its aisles are walked.
struct Shop {
  let id: UUID
  let name: String
  let order: [Aisle]

  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    let aisles: [String] = try row["aisles"]
    let steps: [String] = try row["steps"]
    order = Self.order(
      Self.whole(aisles.compactMap { Aisle(rawValue: $0) }),
      steps.compactMap { step in
        let parts = step.split(separator: " ")
        guard parts.count == 3, let first = Aisle(rawValue: String(parts[0])),
          let second = Aisle(rawValue: String(parts[1])),
          let lead = Int(parts[2])
        else { return nil }
        return lead > 0 ? (first, second, lead) : (second, first, -lead)
      })
  }

  /// Each aisle once: first those that are named, in their order.
  static func whole(_ aisles: [Aisle]) -> [Aisle] {
    var order: [Aisle] = []
    for aisle in aisles + Aisle.allCases where !order.contains(aisle) { order.append(aisle) }
    return order
  }

  /// The order by hand, changed by what was learned: an aisle that two trips more had before another one than after it goes
  /// directly in front of it. What was learned best goes first; where trips contradict each other in a circle, it ends
  /// after a few rounds.
  static func order(_ base: [Aisle], _ learned: [(before: Aisle, after: Aisle, lead: Int)]) -> [Aisle] {
    var order = base
    let places = Dictionary(uniqueKeysWithValues: base.enumerated().map { ($1, $0) })
    func place(_ aisle: Aisle) -> Int { places[aisle] ?? 0 }
    let known = learned.filter { $0.lead >= 2 }.sorted {
      ($1.lead, place($0.before), place($0.after)) < ($0.lead, place($1.before), place($1.after))
    }
    for _ in 0..<base.count {
      var isStable = true
      for step in known {
        guard let from = order.firstIndex(of: step.before), let to = order.firstIndex(of: step.after), from > to else {
          continue
        }
        order.insert(order.remove(at: from), at: to)
        isStable = false
      }
      if isStable { break }
    }
    return order
  }

  /// One aisle moved by one place.
  func moved(_ aisle: Aisle, by step: Int) -> [Aisle] {
    var order = order
    guard let index = order.firstIndex(of: aisle), order.indices.contains(index + step) else { return order }
    order.swapAt(index, index + step)
    return order
  }
}
