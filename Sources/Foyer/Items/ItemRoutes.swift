import HTML
import HTTP
import Postgres

/// What a browser can do with items. The table of paths is in `Routes.swift`.
enum Items {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    let filter = try ItemFilter(request.query)
    let list = try ItemList(try await context.query(ItemQueries.list(filter))[0], filter, context)
    return context.html(.items) { out, page in
      switch context.fragmentTarget {
      case "more": Views.Items._rows(&out, page: page, items: list.items, next: list.next)
      case "list": list.render(&out, page)
      default: list.renderPage(&out, page)
      }
    }
  }

  static func new(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    return context.html(.items) { out, page in Views.Items.form(&out, page: page, form: ItemForm()) }
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = ItemForm(id: try fields["id"].map(UUID.init(field:)) ?? .v7(), fields)
    guard let draft = form.draft(context.strings) else { return try await invalid(form, context) }
    do {
      try await context.query(ItemQueries.insert(draft))
    } catch {
      try form.add(error, context.strings)
      return try await invalid(form, context)
    }
    return context.redirect(to: "/items", notice: .itemAdded(title: draft.title))
  }

  static func createQuickly(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = ItemForm()
    form.title = fields["text"] ?? ""
    guard let draft = form.draft(context.strings) else { return try await invalidQuickly(form, context) }
    let filter = try ItemFilter(fields)
    let list: ItemList
    do {
      let results = try await context.query(
        ItemQueries.insert(draft), ItemQueries.counts(), ItemQueries.list(filter))
      list = try ItemList(results[2], filter, context, counts: results[1])
    } catch {
      try form.add(error, context.strings)
      return try await invalidQuickly(form, context)
    }
    let notice = NoticeCode.itemAdded(title: draft.title)
    guard context.isFragment else { return context.redirect(to: filter.url, notice: notice) }
    return context.html(.items) { out, page in
      Views.Items._quick(&out, page: page, text: "", error: nil)
      list.render(&out, page, outOfBand: true)
      list.counts.render(&out, page, notice)
    }
  }

  static func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(ItemQueries.find(id))[0].first else { throw Failure.notFound }
    let form = try ItemForm(row)
    return context.html(.items) { out, page in Views.Items.form(&out, page: page, form: form) }
  }

  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = ItemForm(id: id, try await context.form())
    guard let version = form.version else { throw Failure.invalid }
    guard let draft = form.draft(context.strings) else { return try await invalid(form, context) }
    do {
      let results = try await context.query(ItemQueries.update(draft, version: version), ItemQueries.find(id))
      guard let row = results[1].first else { throw Failure.notFound }
      let stored = try ItemForm(row)
      if results[0].affected == 0 && !form.hasSameContent(as: stored) {
        return context.html(.items, status: .conflict) { out, page in
          Views.Items.conflict(&out, page: page, mine: form, theirs: stored)
        }
      }
    } catch {
      try form.add(error, context.strings)
      return try await invalid(form, context)
    }
    return context.redirect(to: "/items", notice: .itemSaved)
  }

  static func complete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let isDone = try await context.form()["done"] == "true"
    return try await change(ItemQueries.find(id), context, ItemQueries.complete(id, isDone)) { title in
      isDone ? .itemDone(title: title) : .itemOpen(title: title)
    }
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await change(ItemQueries.findAny(id), context, ItemQueries.delete(id)) { .itemDeleted(id, title: $0) }
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await change(ItemQueries.findAny(id), context, ItemQueries.restore(id), showsCounts: false) {
      .itemRestored(title: $0)
    }
  }

  /// The first load (R24), asked for by its button.
  static func load(_ request: Request, _ context: Context) async throws -> Response {
    let count = try await SampleTodos.load(context)
    let filter = ItemFilter()
    let notice = count.map { NoticeCode.samplesLoaded(count: $0) }
    guard context.isFragment else { return context.redirect(to: filter.url, notice: notice) }
    let list = try ItemList(try await context.query(ItemQueries.list(filter))[0], filter, context)
    return context.html(.items) { out, page in
      list.render(&out, page)
      list.counts.render(&out, page, notice)
    }
  }

  static func trash(_ request: Request, _ context: Context) async throws -> Response {
    let after = try request.query["after"].map(UUID.init(field:))
    let rows = try await context.query(ItemQueries.listDeleted(after: after))[0]
    let items = try ItemList.items(rows, context)
    let next = rows.count > items.count ? items.last.map { "/trash?after=\($0.id)" } : nil
    return context.html(.trash) { out, page in
      if context.fragmentTarget == "more" {
        Views.Items._deleted(&out, page: page, items: items, next: next)
      } else {
        Views.Items.trash(&out, page: page, items: items, next: next)
      }
    }
  }

  /// One change to one item, whose answer says what was done and how many are left.
  /// - Parameters:
  ///   - found: finds the item afterwards, if it is one that could be changed.
  ///   - showsCounts: the list shows the numbers; the trash, where things are restored, does not.
  private static func change(
    _ found: SQL, _ context: Context, _ statement: SQL, showsCounts: Bool = true,
    _ notice: (_ title: String) -> NoticeCode
  ) async throws -> Response {
    let results = try await context.query(
      ItemQueries.deleteForGood(), statement, found, ItemQueries.counts())
    guard let row = results[2].first else { throw Failure.notFound }
    let notice = notice(try row["title"])
    guard context.isFragment else { return context.redirect(to: context.back(or: "/items"), notice: notice) }
    let counts = try ItemCounts(results[3])
    return context.html(.items) { out, page in
      if showsCounts {
        counts.render(&out, page, notice)
      } else {
        Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true)
      }
    }
  }

  /// The form again, with what was typed and what is wrong with it. It is a page of the navigation, so the visitor has to
  /// be known.
  private static func invalid(_ form: ItemForm, _ context: Context) async throws -> Response {
    if context.visitor == nil { try await context.query() }
    return context.html(.items, status: .unprocessableContent) { out, page in
      Views.Items.form(&out, page: page, form: form)
    }
  }

  private static func invalidQuickly(_ form: ItemForm, _ context: Context) async throws -> Response {
    guard context.isFragment else { return try await invalid(form, context) }
    if context.visitor == nil { try await context.query() }
    return context.html(.items, status: .unprocessableContent) { out, page in
      Views.Items._quick(&out, page: page, text: form.title, error: form.errors.all.first?.message)
    }
  }
}
