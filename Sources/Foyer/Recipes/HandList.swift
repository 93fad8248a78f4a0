import CivilTime
import HTTP
import Postgres

/// How a page shows what is at hand.
struct HandList {
  enum Order: String, CaseIterable { case added, date, place }

  /// The page of what is at hand; otherwise it is a part of the cookbook.
  var isWhole = false
  var order = Order.added
  /// The one that is being changed.
  var editing: UUID?

  init() {}

  init(_ query: Form) {
    isWhole = true
    order = query["sort"].flatMap { Order(rawValue: $0) } ?? .added
    editing = query["edit"].flatMap { UUID($0.utf8) }
  }

  /// That of the page on which a form was sent.
  static func of(_ context: Context) -> HandList {
    let from = context.request.headers["referer"].flatMap { context.request.target(ofOwn: $0) } ?? ""
    let parts = from.split(separator: "?", maxSplits: 1)
    guard parts.first == "/recipes" else {
      var list = HandList(parts.count == 2 ? (try? Form(urlencoded: Array(parts[1].utf8)[...])) ?? Form() : Form())
      list.editing = nil
      return list
    }
    return HandList()
  }

  var path: String { path(order) }

  func path(_ order: Order) -> String {
    guard isWhole else { return "/recipes" }
    return order == .added ? "/recipes/hand" : "/recipes/hand?sort=\(order.rawValue)"
  }

  func path(editing food: IngredientAtHand) -> String {
    (order == .added ? "/recipes/hand?" : "/recipes/hand?sort=\(order.rawValue)&") + "edit=\(food.id)#edit-hand"
  }

  func sorted(_ hand: [IngredientAtHand]) -> [IngredientAtHand] {
    let places = hand.indices
    switch order {
    case .added: return hand
    case .date:
      return places.sorted { (hand[$0].bestBefore?.days ?? .max, $0) < (hand[$1].bestBefore?.days ?? .max, $1) }.map {
        hand[$0]
      }
    case .place:
      // Food without a place comes last.
      return places.sorted {
        let (one, other) = (hand[$0].place.lowercased(), hand[$1].place.lowercased())
        return (one.isEmpty ? 1 : 0, one, $0) < (other.isEmpty ? 1 : 0, other, $1)
      }.map { hand[$0] }
    }
  }

  func name(_ order: Order, _ strings: Strings) -> String {
    switch order {
    case .added: strings.recipesHandAdded
    case .date: strings.recipesHandDate
    case .place: strings.recipesHandPlace
    }
  }
}
