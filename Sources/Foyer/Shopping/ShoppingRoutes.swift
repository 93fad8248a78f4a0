import Cookery
import HTTP
import Postgres

/// The shopping list. `ShoppingFeature.swift` has the paths.
enum Shopping {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let page = ShoppingPage.Query(
      in: &batch, shop: ShoppingPage.shop(request.query), list: try ShoppingPage.list(request.query))
    return show(try await page.read(try await context.query(batch), context), context)
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let list = try ShoppingPage.list(fields) ?? ShoppingPage.list(request.query)
    let adding = AddToList(
      id: try fields["id"].map(UUID.init(field:)) ?? .v7(), text: fields["text"] ?? "", list: list)
    let shop = ShoppingPage.shop(request.query)
    var errors = FormErrors()
    do {
      try await adding.run(context)
      return context.redirect(
        to: ShoppingPage.path(shop, list),
        notice: NoticeCode(ShoppingNotice.added, adding.id, name: adding.text.trimmed))
    } catch let problems as Problems {
      errors.add(problems, context.strings)
    }
    var batch = Batch()
    let page = ShoppingPage.Query(in: &batch, shop: shop, list: list)
    var shown = try await page.read(try await context.query(batch), context)
    (shown.typed, shown.error) = (adding.text, errors["text"])
    return show(shown, context, status: .unprocessableContent)
  }

  static func check(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    let shop = ShoppingPage.shop(request.query) ?? ShoppingPage.shop(fields)
    let tick = TickLine(
      line: id, entries: try ShoppingPage.entries(fields),
      isTicked: (fields["checked"] ?? request.query["checked"]) != "false", shop: shop)
    var batch = Batch()
    let query = tick.store(in: &batch)
    guard try query.name(try await context.query(batch)) != nil else { throw Failure.notFound }
    return context.redirect(
      to: ShoppingPage.path(shop, try ShoppingPage.list(fields) ?? ShoppingPage.list(request.query)))
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let deletion = DeleteLine(line: id, entries: try ShoppingPage.entries(try await context.form()))
    var batch = Batch()
    let query = deletion.store(in: &batch)
    guard let name = try query.name(try await context.query(batch)) else { throw Failure.notFound }
    return context.redirect(
      to: ShoppingPage.path(ShoppingPage.shop(request.query), try ShoppingPage.list(request.query)),
      notice: NoticeCode(ShoppingNotice.deleted, deletion.undo.line, name: name))
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let name = try await RestoreLine(line: id).run(context) else { throw Failure.notFound }
    // Undo stands on the page of the list that the line was on.
    let own = request.headers["referer"].flatMap { request.target(ofOwn: $0) }
    let page = own.flatMap { $0.prefix { $0 != "?" } == "/shopping" ? $0 : nil } ?? ShoppingPage.path(nil, nil)
    return context.redirect(to: page, notice: NoticeCode(ShoppingNotice.restored, nil, name: name))
  }

  static func clear(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let query = ClearTicked(list: try ShoppingPage.list(request.query)).store(in: &batch)
    let result = try ClearTicked.Result(try await context.query(batch), query)
    return try left(request, result.undo, .cleared, count: result.count, context)
  }

  static func toHand(_ request: Request, _ context: Context) async throws -> Response {
    let result = try await AddAtHand(
      amounts: context.strings.amounts, list: try ShoppingPage.list(request.query)
    ).run(context)
    let isFood = result.foods > 0
    return try left(
      request, result.undo, isFood ? .toHand : .cleared, count: isFood ? result.foods : result.lines, context)
  }

  /// The answer after the ticked lines have left the list.
  private static func left(
    _ request: Request, _ undo: RestoreLine?, _ notice: ShoppingNotice, count: Int, _ context: Context
  ) throws -> Response {
    let code = undo.map { NoticeCode(notice, $0.line, count: count) } ?? NoticeCode(ShoppingNotice.nothingChecked)
    return context.redirect(
      to: ShoppingPage.path(ShoppingPage.shop(request.query), try ShoppingPage.list(request.query)), notice: code)
  }

  private static func show(_ shown: ShoppingPage, _ context: Context, status: Status = .ok) -> Response {
    context.html(.shopping, status: status, capacity: shown.capacity) { out, page in
      Views.Shopping.shopping(&out, page: page, shown: shown)
    }
  }
}
