import HTTP
import Postgres

/// The household's eaters: the allergies, diets and dislikes of members and others. Every member may change all of it. `EatersFeature.swift`
/// has the paths.
enum Eaters {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await page(EaterForm(), context)
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = EaterForm(id: try fields["id"].map(UUID.init(field:)) ?? .v7(), fields)
    form.version = nil
    let (draft, problems) = try await form.read(context)
    do {
      guard problems.isEmpty else { throw problems }
      try await AddEater(eater: draft).run(context)
      return context.redirect(to: "/household/eaters", notice: .eater(.added, draft.id, name: draft.name))
    } catch let problems as Problems {
      form.errors.add(problems, context.strings)
      return try await page(form, context, status: .unprocessableContent)
    }
  }

  static func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let stored = try StoredEater(try await context.query(EaterQueries.find(id))) else { throw Failure.notFound }
    var form = EaterForm(stored)
    form.base = form.conflict(with: form, context.strings).base
    return show(form, context)
  }

  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = EaterForm(id: id, try await context.form())
    guard let stored = try StoredEater(try await context.query(EaterQueries.find(id))) else { throw Failure.notFound }
    guard let version = form.version else { throw Failure.invalid }
    form.isMember = stored.eater.kind == .member
    if form.isMember { form.name = stored.eater.name }
    let (draft, problems) = try await form.read(context)
    do {
      guard problems.isEmpty else { throw problems }
      let editing = EditEater(eater: draft, isMember: form.isMember, version: version)
      switch try await editing.run(context) {
      case .gone: throw Failure.notFound
      case .saved(let name): return context.redirect(to: "/household/eaters", notice: .eater(.saved, id, name: name))
      case .changed(let now):
        return try await context.conflict(
          form.conflict(with: EaterForm(now), context.strings), in: EaterQueries.changed(stored.eater.kind), id,
          .household
        ) {
          try await update(request, context, id)
        }
      }
    } catch let problems as Problems {
      form.errors.add(problems, context.strings)
      return show(form, context, status: .unprocessableContent)
    }
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let result = try await DeleteEater(id: id).run(context) else { throw Failure.notFound }
    return context.redirect(to: "/household/eaters", notice: .eater(.deleted, id, name: result.name))
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let result = try await RestoreEater(id: id).run(context) else { throw Failure.notFound }
    return context.restored(
      .eater(result.isFull ? .full : .restored, id, name: result.name), or: "/household/eaters",
      staysDeleted: result.isFull)
  }

  private static func page(_ form: EaterForm, _ context: Context, status: Status = .ok) async throws -> Response {
    let eaters = try await context.query(EaterQueries.list()).map { try Eater($0) }
    return context.html(.household, status: status) { out, page in
      Views.Eaters.eaters(&out, page: page, eaters: eaters, form: form)
    }
  }

  private static func show(_ form: EaterForm, _ context: Context, status: Status = .ok) -> Response {
    context.html(.household, status: status) { out, page in Views.Eaters.eater(&out, page: page, form: form) }
  }
}
