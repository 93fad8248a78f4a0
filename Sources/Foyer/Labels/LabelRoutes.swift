import HTTP
import Postgres

/// The requests about categories, and likewise about tags (R9 to R12). `LabelsFeature.swift` has the paths.
struct Labels {
  let kind: LabelKind

  private var queries: LabelQueries { LabelQueries(kind: kind) }

  func index(_ request: Request, _ context: Context) async throws -> Response {
    let after = try request.query["after"].map(UUID.init(field:))
    let marked = after == nil && !context.isFragment ? context.noticed?.label : nil
    var batch = Batch()
    let (first, later) = (batch.add(queries.list(after: after)), batch.add(queries.list(at: marked)))
    let loose = kind == .category && after == nil ? batch.add(ItemQueries.countUncategorised()) : nil
    let results = try await context.query(batch)
    let list = try LabelList(kind, results[first], later: results[later], marked: marked)
    let uncategorised: Int = try loose.flatMap { results[$0].first }?["items"] ?? 0
    return context.html(kind.place) { out, page in
      if context.isFragment {
        Views.Labels._labels(&out, page: page, list: list)
      } else {
        Views.Labels.labels(&out, page: page, kind: kind, list: list, uncategorised: uncategorised)
      }
    }
  }

  /// Suggestions for a field while typing.
  func suggest(_ request: Request, _ context: Context) async throws -> Response {
    let typed = request.query["q"] ?? ""
    var names: [String] = try await context.query(queries.suggest(typed)).map { try $0["name"] }
    // A filter also offers the items without a category.
    let none = context.strings.itemsUncategorised
    if request.query["none"] != nil, none.lowercased().hasPrefix(typed.lowercased()) { names.insert(none, at: 0) }
    return context.html(kind.place) { out, page in Views.Labels._suggestions(&out, names: names) }
  }

  func new(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    return form(LabelForm(kind), context)
  }

  func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = LabelForm(kind, id: try fields["id"].map(UUID.init(field:)) ?? .v7(), fields)
    form.version = nil
    guard form.check(context.strings) else { return try await invalid(form, context) }
    do {
      var batch = Batch()
      let name = batch.add(queries.checkName(form.name))
      batch.add(queries.insert(form))
      if try await context.query(batch)[name][0]["is_reserved"] {
        form.errors.add("name", context.strings.labelsNameTaken)
        return try await invalid(form, context)
      }
    } catch  where queries.isNameTaken(error) {
      // Of two concurrent forms with one id, the second may find the name taken by the first.
      let twin = try await twin(of: form, context)
      if twin?.id != form.id {
        form.errors.add("name", context.strings.labelsNameTaken)
        return try await invalid(form, context)
      }
    }
    return try await saved(.added, form.id, form.name, context)
  }

  func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(queries.find(id)).first else { throw Failure.notFound }
    var form = try LabelForm(kind, row)
    form.base = form.conflict(with: form, context.strings).base
    return self.form(form, context)
  }

  func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    var form = LabelForm(kind, id: id, fields)
    guard let version = form.version else { throw Failure.invalid }
    if let other = fields["merge"] {
      return try await merge(form, version, into: UUID(field: other), request, context)
    }
    guard form.check(context.strings) else { return try await invalid(form, context) }
    do {
      var batch = Batch()
      let changed = batch.add(queries.update(form, version: version))
      let (label, name) = (batch.add(queries.find(id)), batch.add(queries.checkName(form.name)))
      let results = try await context.query(batch)
      guard let row = results[label].first else { throw Failure.notFound }
      if try results[name][0]["is_reserved"] {
        form.errors.add("name", context.strings.labelsNameTaken)
        return try await invalid(form, context)
      }
      let stored = try LabelForm(kind, row)
      if results[changed].affected == 0 && !form.hasSameContent(as: stored) {
        return try await conflict(form, stored, request, context)
      }
    } catch  where queries.isNameTaken(error) {
      form.errors.add("name", context.strings.labelsNameTaken)
      return self.form(form, context, status: .conflict, twin: try await twin(of: form, context))
    }
    return try await saved(.saved, id, form.name, context)
  }

  /// The confirmation, which says what happens to the items.
  func confirmDelete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(queries.find(id)).first else { throw Failure.notFound }
    let label = try Label(kind, row)
    return context.html(kind.place) { out, page in Views.Labels.labelDelete(&out, page: page, label: label) }
  }

  func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch = Batch(queries.lock(id) + [queries.deleteForGood(), queries.delete(id)] + queries.release(id))
    let label = batch.add(queries.findAny(id))
    guard let row = try await context.query(batch)[label].first else { throw Failure.notFound }
    return done(.deleted(kind), id, try row["name"], context)
  }

  func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch = Batch(queries.lock(id) + [queries.deleteForGood(), queries.restore(id)] + queries.regain(id))
    let label = batch.add(queries.findAny(id))
    let rows: Rows
    do {
      rows = try await context.query(batch)[label]
    } catch  where queries.isNameTaken(error) {
      // Another one got the name meanwhile; nothing was changed.
      rows = try await context.query(queries.findAny(id))
    }
    guard let row = rows.first else { throw Failure.notFound }
    let isTaken: Bool = try row["is_deleted"]
    return context.restored(
      .label(isTaken ? .taken : .restored, id, name: try row["name"]), or: kind.path, staysDeleted: isTaken)
  }

  /// Moves the items to the one that has the name already.
  private func merge(
    _ form: LabelForm, _ version: Int, into other: UUID, _ request: Request, _ context: Context
  ) async throws -> Response {
    guard other != form.id else { throw Failure.invalid }
    var batch = Batch(queries.lock(form.id, other) + queries.move(form.id, version: version, to: other))
    batch.add(queries.deleteMerged(form.id, version: version, into: other))
    let (known, present) = (batch.add(queries.findAny(form.id)), batch.add(queries.find(form.id)))
    let target = batch.add(queries.find(other))
    let results = try await context.query(batch)
    guard !results[known].isEmpty, let target = results[target].first else { throw Failure.notFound }
    // Still there: it was changed meanwhile. Gone: by this request, or by the same one sent before.
    if let row = results[present].first {
      return try await conflict(form, try LabelForm(kind, row), request, context)
    }
    return done(.merged, other, try target["name"], context)
  }

  private func twin(of form: LabelForm, _ context: Context) async throws -> Label? {
    try await context.query(queries.find(name: form.name)).first.map { try Label(kind, $0) }
  }

  private func done(_ change: LabelNotice, _ id: UUID, _ name: String, _ context: Context) -> Response {
    context.redirect(to: kind.path, notice: .label(change, id, name: name))
  }

  /// The list, scrolled to the new or changed row; with htmx it replaces the list behind the dialog.
  private func saved(
    _ change: LabelNotice, _ id: UUID, _ name: String, _ context: Context
  ) async throws -> Response {
    let notice = NoticeCode.label(change, id, name: name)
    guard context.isFragment else { return context.redirect(to: "\(kind.path)#label-\(id)", notice: notice) }
    var batch = Batch()
    let (first, later) = (batch.add(queries.list()), batch.add(queries.list(at: id)))
    let results = try await context.query(batch)
    let list = try LabelList(kind, results[first], later: results[later], marked: id)
    var response = context.html(kind.place) { out, page in
      Views.Labels._labelList(&out, page: page, kind: kind, list: list)
      Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true)
    }
    response.retarget("#list", "outerHTML show:none", context)
    return response
  }

  private func form(_ form: LabelForm, _ context: Context, status: Status = .ok, twin: Label? = nil) -> Response {
    context.html(kind.place, status: status) { out, page in
      if context.isFragment {
        Views.Labels._label(&out, page: page, form: form, twin: twin, isInDialog: true)
      } else {
        Views.Labels.label(&out, page: page, form: form, twin: twin)
      }
    }
  }

  private func conflict(
    _ mine: LabelForm, _ theirs: LabelForm, _ request: Request, _ context: Context
  ) async throws -> Response {
    try await context.conflict(mine.conflict(with: theirs, context.strings), in: queries.table, mine.id, kind.place) {
      try await update(request, context, mine.id)
    }
  }

  /// The form again, with the input and its problems. Its page has the navigation, so the visitor must be known.
  private func invalid(_ form: LabelForm, _ context: Context) async throws -> Response {
    if context.visitor == nil { try await context.query() }
    return self.form(form, context, status: .unprocessableContent)
  }
}
