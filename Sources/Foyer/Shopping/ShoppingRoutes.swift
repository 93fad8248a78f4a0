import Cookery
import HTTP
import Postgres

/// The shopping list. `ShoppingFeature.swift` has the paths.
enum Shopping {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let page = ShoppingPage.Query(in: &batch, shop: ShoppingPage.shop(request.query))
    return show(try await page.read(try await context.query(batch), context), context)
  }

  /// One line: amount, unit, food; or several foods.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let id = try fields["id"].map(UUID.init(field:)) ?? .v7()
    let text = fields["text"] ?? ""
    var errors = FormErrors()
    errors.check("text", hasWords: text, atMost: 1_000, context.strings)
    let shop = ShoppingPage.shop(request.query)
    if errors.isEmpty {
      let entries = try await ShoppingPage.typed(text.trimmed, id, context)
      var batch: Batch = [ShoppingQueries.deleteForGood(), ShoppingQueries.insert(entries)]
      let added = batch.add(ShoppingQueries.findAny(id))
      if try await !context.query(batch)[added].isEmpty { return context.redirect(to: ShoppingPage.path(shop)) }
      errors.add("text", context.strings.shoppingFull(limit: ShoppingQueries.limit))
    }
    var batch = Batch()
    let page = ShoppingPage.Query(in: &batch, shop: shop)
    var shown = try await page.read(try await context.query(batch), context)
    (shown.typed, shown.error) = (text, errors["text"])
    return show(shown, context, status: .unprocessableContent)
  }

  static func check(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    let isChecked = (fields["checked"] ?? request.query["checked"]) != "false"
    let shop = ShoppingPage.shop(request.query) ?? ShoppingPage.shop(fields)
    var batch = Batch()
    let known = batch.add(ShoppingQueries.findAny(id))
    batch.add(ShoppingQueries.check(id, try ShoppingPage.entries(fields), isChecked))
    if isChecked, let shop {
      for statement in ShopQueries.walk(shop, id) { batch.add(statement) }
    }
    return try await changed(batch, known, shop, nil, context)
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    var batch: Batch = [ShoppingQueries.deleteForGood()]
    let known = batch.add(ShoppingQueries.findAny(id))
    batch.add(ShoppingQueries.delete(id, try ShoppingPage.entries(fields)))
    return try await changed(batch, known, ShoppingPage.shop(request.query), .deleted, context, id)
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch = Batch(ShoppingQueries.restore(id))
    let known = batch.add(ShoppingQueries.findAny(id))
    // Food at hand has the amount that it had before.
    let unread = batch.add(RecipeQueries.unreadAtHand(Context.mostUnreadAtHand))
    let results = try await context.query(batch)
    try await context.readAtHand(results[unread])
    guard let row = results[known].first else { throw Failure.notFound }
    return context.redirect(
      to: ShoppingPage.path(nil), notice: NoticeCode(ShoppingNotice.restored, nil, name: try row["name"]))
  }

  /// Takes the ticked lines off the list.
  static func clear(_ request: Request, _ context: Context) async throws -> Response {
    let path = ShoppingPage.path(ShoppingPage.shop(request.query))
    let rows = try await context.query(ShoppingQueries.clear())
    guard let first: UUID = try rows.first?["id"] else {
      return context.redirect(to: path, notice: NoticeCode(ShoppingNotice.nothingChecked))
    }
    let lines = Set(try rows.map { try $0["line"] as String })
    return context.redirect(to: path, notice: NoticeCode(ShoppingNotice.cleared, first, count: lines.count))
  }

  /// Ticked food becomes at hand, with its amount, and leaves the list.
  static func toHand(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let page = ShoppingPage.Query(in: &batch, shop: ShoppingPage.shop(request.query))
    let hand = batch.add(RecipeQueries.amountsAtHand(onlySaid: false))
    let results = try await context.query(batch)
    let shown = try await page.read(results, context)
    let lines = shown.list.checked
    guard let first = lines.first else {
      return context.redirect(to: shown.path, notice: NoticeCode(ShoppingNotice.nothingChecked))
    }
    let there = try await AmountAtHand.read(results[hand], context)
    let amounts = context.strings.amounts
    let items = try await context.offLoop { ShoppingPage.atHand(lines, there, amounts) }
    var change = Batch()
    let stored = change.add(ShoppingQueries.store(items))
    change.add(ShoppingQueries.deleteChecked(lines.flatMap(\.entries)))
    // Other things only leave the list.
    let count = try await context.query(change)[stored].affected
    let notice = count > 0 ? ShoppingNotice.toHand : .cleared
    return context.redirect(
      to: shown.path, notice: NoticeCode(notice, first.id, count: count > 0 ? count : lines.count))
  }

  private static func changed(
    _ change: Batch, _ known: Batch.Key, _ shop: UUID?, _ notice: ShoppingNotice?, _ context: Context, _ id: UUID? = nil
  ) async throws -> Response {
    guard let row = try await context.query(change)[known].first else { throw Failure.notFound }
    let code = try notice.map { NoticeCode($0, id, name: try row["name"]) }
    return context.redirect(to: ShoppingPage.path(shop), notice: code)
  }

  private static func show(_ shown: ShoppingPage, _ context: Context, status: Status = .ok) -> Response {
    context.html(.shopping, status: status) { out, page in Views.Shopping.shopping(&out, page: page, shown: shown) }
  }
}
