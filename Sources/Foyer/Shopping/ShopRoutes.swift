import Cookery
import HTTP
import Postgres

/// The shops and the order of their aisles.
enum Shops {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await page(typed: "", errors: FormErrors(), context)
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let adding = AddShop(
      id: try fields["id"].map(UUID.init(field:)) ?? .v7(), name: fields["name"] ?? "", order: try order(fields))
    do {
      try await adding.run(context)
    } catch let problems as Problems {
      var errors = FormErrors()
      errors.add(problems, context.strings)
      return try await page(typed: adding.name, errors: errors, context)
    }
    return context.redirect(
      to: "/shopping/shops/\(adding.id)", notice: NoticeCode(ShoppingNotice.shopSaved, name: adding.name.trimmed))
  }

  static func show(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(ShopQueries.find(id)).first else { throw Failure.notFound }
    return try page(of: Shop(row), context)
  }

  /// Renames a shop, or puts its aisles into another order: all of them (`order`), or one by one place (`up`, `down`).
  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    guard let row = try await context.query(ShopQueries.find(id)).first else { throw Failure.notFound }
    let shop = try Shop(row)
    let name = fields["name"] ?? shop.name
    let up = fields["up"].flatMap { Aisle(rawValue: $0) }.map { shop.moved($0, by: -1) }
    let down = fields["down"].flatMap { Aisle(rawValue: $0) }.map { shop.moved($0, by: 1) }
    let change = ChangeShop(
      id: id, name: name == shop.name ? nil : name, order: try up ?? down ?? order(fields))
    do {
      let changed = try await change.run(context)
      // The page of its script has the order already.
      if context.isFragment, changed != nil { return Response(status: .noContent) }
      return context.redirect(
        to: "/shopping/shops/\(id)", notice: NoticeCode(ShoppingNotice.shopSaved, name: name.trimmed))
    } catch let problems as Problems {
      var errors = FormErrors()
      errors.add(problems, context.strings)
      return try page(of: shop, context, status: .unprocessableContent, typed: name, errors: errors)
    }
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let name = try await DeleteNamed(kind: .shop, id: id).run(context) else { throw Failure.notFound }
    return context.redirect(to: "/shopping/shops", notice: NoticeCode(ShoppingNotice.shopDeleted, id, name: name))
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let name = try await RestoreNamed(kind: .shop, id: id).run(context) else { throw Failure.notFound }
    return context.redirect(to: "/shopping/shops/\(id)", notice: NoticeCode(ShoppingNotice.shopSaved, name: name))
  }

  /// The aisles of the fields `order`: names, each in a field of its own or several with commas between.
  private static func order(_ fields: Form) throws -> [Aisle] {
    let names = fields.all("order").flatMap { $0.split(whereSeparator: { ", \r\n".contains($0) }) }
    guard names.count <= 1_000 else { throw Failure.invalid }
    let aisles = names.compactMap { Aisle(rawValue: String($0)) }
    guard aisles.count == names.count else { throw Failure.invalid }
    return aisles
  }

  private static func page(typed: String, errors: FormErrors, _ context: Context) async throws -> Response {
    let shops = try await context.query(ShopQueries.list()).map { try Shop($0) }
    return context.html(.shopping, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Shopping.shopList(&out, page: page, shops: shops, id: .v7(), typed: typed, errors: errors)
    }
  }

  private static func page(
    of shop: Shop, _ context: Context, status: Status = .ok, typed: String? = nil, errors: FormErrors = FormErrors()
  ) throws -> Response {
    context.html(.shopping, status: status) { out, page in
      Views.Shopping.shop(&out, page: page, shop: shop, typed: typed ?? shop.name, errors: errors)
    }
  }
}
