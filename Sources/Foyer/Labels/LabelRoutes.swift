import HTTP
import Postgres

/// What a browser can do with categories, and likewise with tags (R9 to R12). The table of paths is in `Routes.swift`.
struct Labels {
  let kind: LabelKind

  private var queries: LabelQueries { LabelQueries(kind: kind) }

  func index(_ request: Request, _ context: Context) async throws -> Response {
    let after = try request.query["after"].map(UUID.init(field:))
    let rows = try await context.query(queries.list(after: after))[0]
    let labels = try rows.prefix(LabelQueries.pageSize).map { try Label(kind, $0) }
    let next = rows.count > labels.count ? labels.last.map { "\(kind.path)?after=\($0.id)" } : nil
    return context.html(kind.place) { out, page in
      if context.fragmentTarget == "more" {
        Views.Labels._labels(&out, page: page, labels: labels, next: next)
      } else {
        Views.Labels.labels(&out, page: page, kind: kind, labels: labels, next: next)
      }
    }
  }

  /// Names for a field that is being typed into.
  func suggest(_ request: Request, _ context: Context) async throws -> Response {
    let names: [String] = try await context.query(queries.suggest(request.query["q"] ?? ""))[0].map { try $0["name"] }
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
      try await context.query(queries.insert(form))
    } catch  where queries.isNameTaken(error) {
      // Of two forms with one id at the same moment, the second may find the name taken by the first.
      let twin = try await twin(of: form, context)
      if twin?.id != form.id {
        form.errors.add("name", context.strings.labelsNameTaken)
        return try await invalid(form, context)
      }
    }
    return done(.added, form.id, form.name, context)
  }

  func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(queries.find(id))[0].first else { throw Failure.notFound }
    return form(try LabelForm(kind, row), context)
  }

  func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    var form = LabelForm(kind, id: id, fields)
    guard let version = form.version else { throw Failure.invalid }
    if let other = fields["merge"] { return try await merge(form, version, into: UUID(field: other), context) }
    guard form.check(context.strings) else { return try await invalid(form, context) }
    do {
      let results = try await context.query(queries.update(form, version: version), queries.find(id))
      guard let row = results[1].first else { throw Failure.notFound }
      let stored = try LabelForm(kind, row)
      if results[0].affected == 0 && !form.hasSameContent(as: stored) { return conflict(form, stored, context) }
    } catch  where queries.isNameTaken(error) {
      form.errors.add("name", context.strings.labelsNameTaken)
      return self.form(form, context, status: .conflict, twin: try await twin(of: form, context))
    }
    return done(.saved, id, form.name, context)
  }

  /// The page that says what becomes of the items.
  func confirmDelete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(queries.find(id))[0].first else { throw Failure.notFound }
    let label = try Label(kind, row)
    return context.html(kind.place) { out, page in Views.Labels.labelDelete(&out, page: page, label: label) }
  }

  func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    // Items first, as whoever changes an item locks it before its category; then those that came in meanwhile.
    let results = try await context.query(
      queries.lock(), queries.deleteForGood(), queries.release(id), queries.delete(id), queries.release(id),
      queries.findAny(id))
    guard let row = results[5].first else { throw Failure.notFound }
    return done(.deleted, id, try row["name"], context)
  }

  func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let results: [Rows]
    do {
      results = try await context.query(
        queries.lock(), queries.deleteForGood(), queries.restore(id), queries.regain(id), queries.findAny(id))
    } catch  where queries.isNameTaken(error) {
      // Somebody was given the name while this one asked for it; nothing was changed.
      results = try await context.query(queries.findAny(id))
    }
    guard let row = results.last?.first else { throw Failure.notFound }
    return done(try row["is_deleted"] ? .taken : .restored, id, try row["name"], context)
  }

  /// Gives the items to the one that has the name already.
  private func merge(_ form: LabelForm, _ version: Int, into other: UUID, _ context: Context) async throws -> Response {
    guard other != form.id else { throw Failure.invalid }
    let moves = queries.move(form.id, version: version, to: other)
    let results = try await context.query(
      queries.lock(), moves[0], moves[1], queries.deleteMerged(form.id, version: version, into: other),
      queries.findAny(form.id), queries.find(form.id), queries.find(other))
    guard results[4].first != nil, let target = results[6].first else { throw Failure.notFound }
    // Still there: somebody has changed it. Gone: by this request, or by the same one before.
    if let row = results[5].first { return conflict(form, try LabelForm(kind, row), context) }
    return done(.merged, other, try target["name"], context)
  }

  private func twin(of form: LabelForm, _ context: Context) async throws -> Label? {
    try await context.query(queries.find(name: form.name))[0].first.map { try Label(kind, $0) }
  }

  private func done(_ change: LabelChange, _ id: UUID, _ name: String, _ context: Context) -> Response {
    context.redirect(to: kind.path, notice: .label(change, kind, id, name: name))
  }

  private func form(_ form: LabelForm, _ context: Context, status: Status = .ok, twin: Label? = nil) -> Response {
    context.html(kind.place, status: status) { out, page in
      Views.Labels.label(&out, page: page, form: form, twin: twin)
    }
  }

  private func conflict(_ mine: LabelForm, _ theirs: LabelForm, _ context: Context) -> Response {
    context.html(kind.place, status: .conflict) { out, page in
      Views.Labels.labelConflict(&out, page: page, mine: mine, theirs: theirs)
    }
  }

  /// The form again, with what was typed and what is wrong with it. It is a page of the navigation, so the visitor has to
  /// be known.
  private func invalid(_ form: LabelForm, _ context: Context) async throws -> Response {
    if context.visitor == nil { try await context.query() }
    return self.form(form, context, status: .unprocessableContent)
  }
}

/// What was done to a category or a tag, for its notice.
enum LabelChange: String {
  case added, saved, deleted, restored, merged
  /// Not restored: another one has the name.
  case taken

  func text(_ name: String, _ strings: Strings) -> String {
    switch self {
    case .added: strings.labelsAdded(name: name)
    case .saved: strings.labelsSaved
    case .deleted: strings.labelsDeleted(name: name)
    case .restored: strings.labelsRestored(name: name)
    case .merged: strings.labelsMerged(name: name)
    case .taken: strings.labelsTaken(name: name)
    }
  }
}
