import HTTP
import Postgres

/// The further shopping lists.
enum NamedLists {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await page(typed: "", errors: FormErrors(), context)
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let saving = SaveList(id: try fields["id"].map(UUID.init(field:)) ?? .v7(), name: fields["name"] ?? "")
    do {
      try await saving.add(context)
    } catch let problems as Problems {
      var errors = FormErrors()
      errors.add(problems, context.strings)
      return try await page(typed: saving.name, errors: errors, context)
    }
    return context.redirect(
      to: "/shopping?list=\(saving.id)", notice: NoticeCode(ShoppingNotice.listSaved, name: saving.name.trimmed))
  }

  static func show(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(NamedListQueries.find(id)).first else { throw Failure.notFound }
    return page(of: try NamedList(row), context)
  }

  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let saving = SaveList(id: id, name: try await context.form()["name"] ?? "")
    do {
      guard try await saving.rename(context) else { throw Failure.notFound }
      return context.redirect(
        to: "/shopping?list=\(id)", notice: NoticeCode(ShoppingNotice.listSaved, name: saving.name.trimmed))
    } catch let problems as Problems {
      guard let row = try await context.query(NamedListQueries.find(id)).first else { throw Failure.notFound }
      var errors = FormErrors()
      errors.add(problems, context.strings)
      return page(of: try NamedList(row), context, typed: saving.name, errors: errors)
    }
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let name = try await DeleteNamed(kind: .list, id: id).run(context) else { throw Failure.notFound }
    return context.redirect(to: "/shopping/lists", notice: NoticeCode(ShoppingNotice.listDeleted, id, name: name))
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let name = try await RestoreNamed(kind: .list, id: id).run(context) else { throw Failure.notFound }
    return context.redirect(to: "/shopping?list=\(id)", notice: NoticeCode(ShoppingNotice.listSaved, name: name))
  }

  private static func page(typed: String, errors: FormErrors, _ context: Context) async throws -> Response {
    let lists = try await context.query(NamedListQueries.list()).map { try NamedList($0) }
    return context.html(.shopping, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Shopping.lists(&out, page: page, lists: lists, id: .v7(), typed: typed, errors: errors)
    }
  }

  private static func page(
    of list: NamedList, _ context: Context, typed: String? = nil, errors: FormErrors = FormErrors()
  ) -> Response {
    context.html(.shopping, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Shopping.namedList(&out, page: page, list: list, typed: typed ?? list.name, errors: errors)
    }
  }
}
