import CivilTime
import Cookery
import HTTP
import Postgres

/// The page of the list: the list itself, the shops, and what was typed.
struct ShoppingPage {
  var list: ShoppingList
  let shops: [Shop]
  /// The one whose aisles order the list.
  let shop: Shop?
  /// Whether dishes of the next seven days are not on the list.
  var isPlanToBuy = false
  /// The further lists, and which of them is shown; nil for the first one.
  var lists: [NamedList] = []
  var named: NamedList?
  /// Foods that are usually bought and are not on the list.
  var usuals: [String] = []
  /// The id of the next entry that is typed.
  let newID = UUID.v7()
  var typed = ""
  var error: String?

  /// The bytes of its HTML, about: a line of the list has 1,300.
  var capacity: Int { 40_000 + 1_500 * list.lines.count }

  /// When it was made: milliseconds since 1970.
  var at: Int { newID.milliseconds }
  var order: [Aisle] { shop?.order ?? Aisle.allCases }

  /// Where its forms lead back to.
  var path: String { Self.path(shop?.id, named?.id) }
  private var query: Substring { shop == nil && named == nil ? "" : path.dropFirst("/shopping".count) }

  /// The path of one of its forms, which leads back to the same list.
  /// - Parameter end: behind "/shopping". A path is put into a page whole: what stands behind a part of one is encoded.
  func path(_ end: String) -> String { "/shopping\(end)\(query)" }

  static func path(_ shop: UUID?, _ list: UUID?) -> String {
    if shop == nil && list == nil { return "/shopping" }
    let fields = [shop.map { "shop=\($0)" }, list.map { "list=\($0)" }].compactMap { $0 }
    return "/shopping?\(fields.joined(separator: "&"))"
  }

  /// The last of seven days.
  static func weekEnd(from day: CalendarDate) -> CalendarDate { CalendarDate(days: day.days + 6) }

  /// The list that a form or an address names; nil for the first one.
  static func list(_ form: Form) throws -> UUID? {
    try form["list"].flatMap { $0.isEmpty ? nil : try UUID(field: $0) }
  }

  static func shop(_ form: Form) -> UUID? { form["shop"].flatMap { UUID($0.utf8) } }

  /// The entries that a line showed: ids separated by spaces.
  static func entries(_ form: Form) throws -> [UUID] {
    let ids = form.all("entries").flatMap { $0.split(separator: " ") }
    guard ids.count <= ShoppingQueries.limit else { throw Failure.invalid }
    return try ids.map { try UUID(field: String($0)) }
  }

  /// Foods that become at hand, with the amounts of what is there already added.
  static func atHand(
    _ lines: [ShoppingLine.Bought], _ there: [AmountAtHand], _ amounts: AmountText
  ) -> [ShoppingQueries.HandItem] {
    var items: [ShoppingQueries.HandItem] = []
    var keys: Set<String> = [""]
    let stored = Dictionary(there.map { ($0.key, $0) }) { first, _ in first }
    for line in lines where line.aisle != .household {
      let name = String(line.name.unicodeScalars.prefix(200))
      let key = IngredientKey.key(for: "\(amounts.text(of: line.wanted)) \(name)")
      guard keys.insert(key).inserted else { continue }
      let old = stored[key]
      let had = old?.sum ?? FoodSum()
      var sum = had
      sum.add(line.wanted)
      // Of what is there without an amount nobody knows how much it becomes, and "a lot" stays.
      let text = amounts.text(of: sum)
      let isKnown = !sum.hasOpenAmount && amounts.text(of: FoodLine("\(text) \(name)").sum) == text
      let amount = isKnown ? text : had.amounts.isEmpty ? old?.amount ?? "" : ""
      let stored = TypedFood.line(amount, old?.name ?? name)
      items.append(
        ShoppingQueries.HandItem(
          entry: line.id, name: name, key: key, amount: amount, before: old?.amount ?? "", line: stored,
          read: FoodLine(stored)))
    }
    return items
  }

  struct Query {
    private let entries: Batch.Key
    private let hand: Batch.Key
    private let shops: Batch.Key
    private let plan, lists, usuals: Batch.Key
    private let list: UUID?
    private let shop: UUID?

    init(in batch: inout Batch, shop: UUID?, list: UUID? = nil) {
      self.list = list
      entries = batch.add(ShoppingQueries.list(list))
      lists = batch.add(NamedListQueries.list())
      usuals = batch.add(UsualQueries.list())
      hand = batch.add(RecipeQueries.amountsAtHand(onlySaid: true))
      shops = batch.add(ShopQueries.list())
      plan = batch.add(ShoppingQueries.isPlanToBuy())
      self.shop = shop
    }

    func read(_ results: Results, _ context: Context) async throws -> ShoppingPage {
      let shops = try results[shops].map { try Shop($0) }
      let chosen = shops.first { $0.id == shop }
      let list = ShoppingList(
        try await ShoppingEntry.read(results[entries], context),
        hand: try await ShoppingList.hand(results[hand], context), order: chosen?.order ?? Aisle.allCases)
      let lists = try results[self.lists].map { try NamedList($0) }
      let named = lists.first { $0.id == self.list }
      if self.list != nil && named == nil { throw Failure.notFound }
      return ShoppingPage(
        list: list, shops: shops, shop: chosen, isPlanToBuy: try named == nil && results[plan][0]["is_to_buy"],
        lists: lists, named: named, usuals: named == nil ? try results[usuals].map { try $0["name"] } : [])
    }
  }
}
