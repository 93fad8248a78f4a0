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
    do {
      try await AddLabel(label: form.draft).run(context)
    } catch let problems as Problems {
      form.errors.add(problems, context.strings)
      return try await invalid(form, context)
    }
    return try await saved(.added, form.id, form.name, context)
  }

  func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let stored = try StoredLabel(kind, try await context.query(queries.find(id))) else { throw Failure.notFound }
    var form = LabelForm(stored)
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
    do {
      switch try await EditLabel(label: form.draft, version: version).run(context) {
      case .gone: throw Failure.notFound
      case .saved: return try await saved(.saved, id, form.name, context)
      case .changed(let stored): return try await conflict(form, stored, request, context)
      }
    } catch let problems as Problems {
      form.errors.add(problems, context.strings)
      guard problems == Problems("name", .taken) else { return try await invalid(form, context) }
      let twin = try await context.query(queries.find(name: form.name)).first.map { try Label(kind, $0) }
      return self.form(form, context, status: .conflict, twin: twin)
    }
  }

  /// The confirmation, which says what happens to the items.
  func confirmDelete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(queries.find(id)).first else { throw Failure.notFound }
    let label = try Label(kind, row)
    return context.html(kind.place) { out, page in Views.Labels.labelDelete(&out, page: page, label: label) }
  }

  func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let result = try await DeleteLabel(kind: kind, id: id).run(context) else { throw Failure.notFound }
    return done(.deleted(kind), id, result.name, context)
  }

  func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let result = try await RestoreLabel(kind: kind, id: id).run(context) else { throw Failure.notFound }
    return context.restored(
      .label(result.isTaken ? .taken : .restored, id, name: result.name), or: kind.path, staysDeleted: result.isTaken)
  }

  /// Moves the items to the one that has the name already.
  private func merge(
    _ form: LabelForm, _ version: Int, into other: UUID, _ request: Request, _ context: Context
  ) async throws -> Response {
    switch try await MergeLabel(kind: kind, id: form.id, version: version, other: other).run(context) {
    case .gone: throw Failure.notFound
    case .merged(let name): return done(.merged, other, name, context)
    case .changed(let stored): return try await conflict(form, stored, request, context)
    }
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
    _ mine: LabelForm, _ theirs: StoredLabel, _ request: Request, _ context: Context
  ) async throws -> Response {
    try await context.conflict(
      mine.conflict(with: LabelForm(theirs), context.strings), in: queries.table, mine.id, kind.place
    ) {
      try await update(request, context, mine.id)
    }
  }

  /// The form again, with the input and its problems. Its page has the navigation, so the visitor must be known.
  private func invalid(_ form: LabelForm, _ context: Context) async throws -> Response {
    if context.visitor == nil { try await context.query() }
    return self.form(form, context, status: .unprocessableContent)
  }
}
