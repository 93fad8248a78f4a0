import Cookery
import HTTP
import Postgres

/// The page of the list: the list itself, the shops, and what was typed.
struct ShoppingPage {
  var list: ShoppingList
  let shops: [Shop]
  /// The one whose aisles order the list.
  let shop: Shop?
  /// The id of the next entry that is typed.
  let newID = UUID.v7()
  var typed = ""
  var error: String?

  /// When it was made: milliseconds since 1970.
  var at: Int { newID.milliseconds }
  var order: [Aisle] { shop?.order ?? Aisle.allCases }

  /// Where its forms lead back to.
  var path: String { Self.path(shop?.id) }
  /// For the paths of its forms.
  var query: String { shop.map { "?shop=\($0.id)" } ?? "" }

  /// Where a box sends its tick, or takes it back.
  func checkPath(_ line: ShoppingLine) -> String {
    let shop = shop.map { "&shop=\($0.id)" } ?? ""
    return "/shopping/\(line.id)/check?checked=\(line.isChecked ? "false" : "true")\(shop)"
  }

  static func path(_ shop: UUID?) -> String { shop.map { "/shopping?shop=\($0)" } ?? "/shopping" }

  static func shop(_ form: Form) -> UUID? { form["shop"].flatMap { UUID($0.utf8) } }

  /// The entries that a line showed: ids separated by spaces.
  static func entries(_ form: Form) throws -> [UUID] {
    let ids = form.all("entries").flatMap { $0.split(separator: " ") }
    guard ids.count <= ShoppingQueries.limit else { throw Failure.invalid }
    return try ids.map { try UUID(field: String($0)) }
  }

  /// Foods that become at hand, with the amounts of what is there already added.
  static func atHand(
    _ lines: [ShoppingLine], _ there: [AmountAtHand], _ amounts: AmountText
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
    private let shop: UUID?

    init(in batch: inout Batch, shop: UUID?) {
      entries = batch.add(ShoppingQueries.list())
      hand = batch.add(RecipeQueries.amountsAtHand(onlySaid: true))
      shops = batch.add(ShopQueries.list())
      self.shop = shop
    }

    func read(_ results: Results, _ context: Context) async throws -> ShoppingPage {
      let shops = try results[shops].map { try Shop($0) }
      let chosen = shops.first { $0.id == shop }
      let list = ShoppingList(
        try await ShoppingEntry.read(results[entries], context),
        hand: try await ShoppingList.hand(results[hand], context), order: chosen?.order ?? Aisle.allCases)
      return ShoppingPage(list: list, shops: shops, shop: chosen)
    }
  }
}
