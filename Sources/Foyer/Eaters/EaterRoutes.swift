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
    guard let draft = try await form.draft(context) else {
      return try await page(form, context, status: .unprocessableContent)
    }
    var batch: Batch = [EaterQueries.deleteForGood(), EaterQueries.lock(), EaterQueries.insert(draft)]
    let (added, member) = (batch.add(EaterQueries.findAny(draft.id)), batch.add(EaterQueries.find(draft.id)))
    let results = try await context.query(batch)
    if results[added].isEmpty, results[member].isEmpty {
      form.errors.add("", context.strings.eatersTooMany(count: EaterQueries.maximum))
      return try await page(form, context, status: .unprocessableContent)
    }
    return context.redirect(to: "/household/eaters", notice: .eater(.added, draft.id, name: draft.name))
  }

  static func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(EaterQueries.find(id)).first else { throw Failure.notFound }
    var form = try EaterForm(row)
    form.base = form.conflict(with: form, context.strings).base
    return show(form, context)
  }

  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = EaterForm(id: id, try await context.form())
    guard let row = try await context.query(EaterQueries.find(id)).first else { throw Failure.notFound }
    guard let version = form.version else { throw Failure.invalid }
    let before = try EaterForm(row)
    form.isMember = before.isMember
    if before.isMember { form.name = before.name }
    guard let draft = try await form.draft(context) else { return show(form, context, status: .unprocessableContent) }
    var batch = Batch()
    let changed = batch.add(
      before.isMember
        ? EaterQueries.update(member: draft, version: version) : EaterQueries.update(draft, version: version))
    let found = batch.add(EaterQueries.find(id))
    let results = try await context.query(batch)
    guard let now = try results[found].first.map({ try EaterForm($0) }) else { throw Failure.notFound }
    if results[changed].affected == 0 && !form.hasSameContent(as: now, draft) {
      let table = EaterQueries.changed(before.isMember ? .member : .other)
      return try await context.conflict(form.conflict(with: now, context.strings), in: table, id, .household) {
        try await update(request, context, id)
      }
    }
    return context.redirect(to: "/household/eaters", notice: .eater(.saved, id, name: now.name))
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch: Batch = [EaterQueries.deleteForGood(), EaterQueries.delete(id)]
    let eater = batch.add(EaterQueries.findAny(id))
    guard let row = try await context.query(batch)[eater].first else { throw Failure.notFound }
    return context.redirect(to: "/household/eaters", notice: .eater(.deleted, id, name: try row["name"]))
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch: Batch = [EaterQueries.deleteForGood(), EaterQueries.lock(), EaterQueries.restore(id)]
    let eater = batch.add(EaterQueries.findAny(id))
    guard let row = try await context.query(batch)[eater].first else { throw Failure.notFound }
    let isFull: Bool = try row["is_deleted"]
    return context.restored(
      .eater(isFull ? .full : .restored, id, name: try row["name"]), or: "/household/eaters", staysDeleted: isFull)
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
