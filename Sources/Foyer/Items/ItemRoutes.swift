import HTML
import HTTP
import Postgres

/// What a browser can do with items. The table of paths is in `Routes.swift`.
enum Items {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    let filter = try ItemFilter(request.query)
    let list = try await list(filter, context)
    return context.html(.items) { out, page in
      switch context.fragmentTarget {
      case "more": list.renderMore(&out, page, continuing: request.query["from"].flatMap { UUID($0.utf8) })
      case "list":
        list.render(&out, page)
        Views.Items._counts(&out, page: page, open: list.counts.open, done: list.counts.done, oob: true)
      case let target? where target.hasPrefix("more-"): list.renderRows(&out, page)
      default: list.renderPage(&out, page)
      }
    }
  }

  private static func list(_ filter: ItemFilter, _ context: Context) async throws -> ItemList {
    // Most lists speak of no category and no tag.
    guard filter.category != nil || !filter.tags.isEmpty else {
      return try ItemList(try await context.query(ItemQueries.list(filter))[0], nil, filter, context)
    }
    let results = try await context.query(ItemQueries.list(filter), ItemQueries.names(filter))
    return try ItemList(results[0], results[1], filter, context)
  }

  static func new(_ request: Request, _ context: Context) async throws -> Response {
    let offered = try await context.query(ItemQueries.offeredTags())[0]
    var form = ItemForm()
    form.category = request.query["category"] ?? ""
    return try page(of: form, offered, context)
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = ItemForm(id: try fields["id"].map(UUID.init(field:)) ?? .v7(), fields)
    try await context.query()
    try await Images.store(fields.file("image"), in: &form, context)
    let needsDescription = context.visitor?.descriptionRequired == true
    guard let draft = form.draft(context.strings, needsDescription: needsDescription) else {
      return try await invalid(form, context)
    }
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
    // Which day "tomorrow" is depends on who says it, and when.
    try await context.query()
    var form = quickForm(fields["text"] ?? "", context)
    guard let draft = form.draft(context.strings, needsDescription: context.visitor?.descriptionRequired == true) else {
      return try await invalidQuickly(form, fields["text"] ?? "", context)
    }
    var filter = try ItemFilter(fields)
    filter.after = nil
    let list: ItemList
    do {
      let results = try await context.query(
        ItemQueries.insert(draft) + [ItemQueries.counts(), ItemQueries.names(filter), ItemQueries.list(filter)])
      let counts = results.count - 3
      list = try ItemList(results[counts + 2], results[counts + 1], filter, context, counts: results[counts])
    } catch {
      try form.add(error, context.strings)
      return try await invalidQuickly(form, fields["text"] ?? "", context)
    }
    let notice = NoticeCode.itemAdded(title: draft.title)
    guard context.isFragment else { return context.redirect(to: filter.url, notice: notice) }
    return context.html(.items) { out, page in
      Views.Items._quick(&out, page: page, text: "", error: nil)
      list.render(&out, page, outOfBand: true)
      list.counts.render(&out, page, notice)
    }
  }

  /// What the line on top of the list would become.
  static func understand(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    let form = quickForm(request.query["text"] ?? "", context)
    let due = CivilTime(date: form.dueDate).map { day -> String in
      var day = day
      guard let (hour, minute) = CivilTime.timeOfDay(form.dueTime) else { return context.strings.date(day) }
      (day.hour, day.minute) = (hour, minute)
      return context.strings.text(day)
    }
    return context.html(.items) { out, page in
      Views.Items._understood(
        &out, page: page, category: form.category.isBlank ? nil : form.category, tags: form.tags, due: due)
    }
  }

  /// One line as the form it stands for.
  private static func quickForm(_ text: String, _ context: Context) -> ItemForm {
    let line = QuickAdd(text, language: context.strings.language, now: (context.visitor?.now ?? .now()).local)
    var form = ItemForm()
    (form.title, form.category, form.tags) = (line.title, line.category ?? "", line.tags)
    (form.dueDate, form.dueTime) = (line.dueDate, line.dueTime)
    return form
  }

  static func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let results = try await context.query(ItemQueries.find(id), ItemQueries.offeredTags())
    guard let form = try ItemForm(results[0]) else { throw Failure.notFound }
    return try page(of: form, results[1], context)
  }

  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = ItemForm(id: id, try await context.form())
    guard let version = form.version else { throw Failure.invalid }
    // What does not exist costs no picture.
    guard !(try await context.query(ItemQueries.findAny(id))[0].isEmpty) else { throw Failure.notFound }
    try await Images.store(try await context.form().file("image"), in: &form, context)
    let needsDescription = context.visitor?.descriptionRequired == true
    guard let draft = form.draft(context.strings, needsDescription: needsDescription) else {
      return try await invalid(form, context)
    }
    do {
      let results = try await context.query(ItemQueries.update(draft, version: version) + [ItemQueries.find(id)])
      guard let stored = try ItemForm(results[results.count - 1]) else { throw Failure.notFound }
      if results[results.count - 2].isEmpty && !form.hasSameContent(as: stored) {
        return conflict(form, stored, context)
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
    let list = try await list(filter, context)
    return context.html(.items) { out, page in
      list.render(&out, page)
      list.counts.render(&out, page, notice)
    }
  }

  static func trash(_ request: Request, _ context: Context) async throws -> Response {
    let after = try request.query["after"].map(UUID.init(field:))
    let results = try await context.query(ItemQueries.listDeleted(after: after), RecipeQueries.listDeleted())
    let rows = results[0]
    let items = try ItemList.items(rows, context)
    let recipes = try after == nil ? results[1].map { try DeletedRecipe($0) } : []
    let next = rows.count > items.count ? items.last.map { "/trash?after=\($0.id)" } : nil
    return context.html(.trash) { out, page in
      if context.fragmentTarget == "more" {
        Views.Items._deleted(&out, page: page, items: items, next: next)
      } else {
        Views.Items.trash(&out, page: page, items: items, next: next, recipes: recipes)
      }
    }
  }

  /// Puts an item elsewhere in its section: one up or down, or before another one.
  static func move(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    let statement: SQL =
      if let before = fields["before"] {
        ItemQueries.move(id, before: try UUID(field: before))
      } else if fields["to"] == "end" {
        ItemQueries.moveToEnd(id)
      } else {
        ItemQueries.move(id, up: fields["to"] == "up")
      }
    let filter = try ItemFilter(fields)
    let results = try await context.query(
      statement, ItemQueries.findAny(id), ItemQueries.list(filter), ItemQueries.names(filter))
    guard !results[1].isEmpty else { throw Failure.notFound }
    guard context.isFragment else { return context.redirect(to: filter.url) }
    let list = try ItemList(results[2], results[3], filter, context)
    return context.html(.items) { out, page in list.render(&out, page) }
  }

  /// Folds or unfolds a section for the one who asks (R16). An unfolded section brings its rows.
  static func fold(_ request: Request, _ context: Context, _ section: UUID) async throws -> Response {
    let fields = try await context.form()
    var filter = ItemFilter()
    filter.state = fields["status"].flatMap { ItemFilter.Status(rawValue: $0) } ?? .all
    filter.sort = fields["sort"].flatMap { ItemFilter.Sort(rawValue: $0) } ?? .position
    filter.category = .id(section)
    let results = try await context.query(
      ItemQueries.findSection(section), ItemQueries.fold(section, fields["folded"] == "true"), ItemQueries.list(filter))
    guard !results[0].isEmpty else { throw Failure.notFound }
    guard context.isFragment else { return context.redirect(to: context.back(or: "/items")) }
    let list = try ItemList(results[2], nil, filter, context)
    return context.html(.items) { out, page in list.renderRows(&out, page) }
  }

  /// One change to every chosen item.
  static func changeSeveral(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let ids = try fields.all("item").map(UUID.init(field:))
    var filter = try ItemFilter(fields)
    filter.after = nil
    if ids.isEmpty {
      try await context.query()
      return context.redirect(to: filter.url, notice: .noneChosen)
    }
    let name = fields["name"] ?? ""
    let statements: [SQL]
    switch fields["action"] {
    case "done": statements = [ItemQueries.complete(ids, true)]
    case "open": statements = [ItemQueries.complete(ids, false)]
    case "delete": statements = [ItemQueries.deleteForGood(), ItemQueries.moment(), ItemQueries.delete(ids)]
    case "category": statements = ItemQueries.move(ids, toCategory: name)
    case "tag" where !name.isBlank: statements = ItemQueries.add(tag: name, to: ids)
    default:
      try await context.query()
      return context.redirect(to: filter.url, notice: .nameMissing)
    }
    guard name.unicodeScalars.count <= 10_000 else { throw Failure.invalid }
    let results = try await context.query(statements)
    let count = results[results.count - 1].affected
    guard fields["action"] == "delete" else {
      return context.redirect(to: filter.url, notice: .severalChanged(count: count))
    }
    return context.redirect(to: filter.url, notice: .severalDeleted(count: count, moment: try results[1][0]["moment"]))
  }

  /// Takes back a deletion of several at once, known by its moment.
  static func restoreSeveral(_ request: Request, _ context: Context) async throws -> Response {
    let moment = request.query["at"].flatMap { Int(digits: $0) } ?? 0
    let count = try await context.query(ItemQueries.restore(deletedAt: moment))[0].affected
    return context.redirect(to: "/items", notice: .severalRestored(count: count))
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
    let offered = try await context.query(ItemQueries.offeredTags())[0]
    return try page(of: form, offered, context, status: .unprocessableContent)
  }

  /// Both texts to choose from. The page has one form then, where htmx has sent another one from.
  private static func conflict(_ mine: ItemForm, _ theirs: ItemForm, _ context: Context) -> Response {
    var response = context.html(.items, status: .conflict) { out, page in
      if context.isFragment {
        Views.Items._conflict(&out, page: page, mine: mine, theirs: theirs)
      } else {
        Views.Items.conflict(&out, page: page, mine: mine, theirs: theirs)
      }
    }
    if context.isFragment {
      response.headers.set("HX-Retarget", "#main")
      response.headers.set("HX-Reswap", "innerHTML")
    }
    return response
  }

  /// The form, whole or as the part of a page that htmx sent it from.
  private static func page(
    of form: ItemForm, _ offered: Rows, _ context: Context, status: Status = .ok
  ) throws -> Response {
    let chips = try form.chips(offered)
    let needsDescription = context.visitor?.descriptionRequired == true
    return context.html(.items, status: status) { out, page in
      if context.fragmentTarget == "item-form" {
        Views.Items._form(&out, page: page, form: form, chips: chips, needsDescription: needsDescription)
      } else {
        Views.Items.form(&out, page: page, form: form, chips: chips, needsDescription: needsDescription)
      }
    }
  }

  private static func invalidQuickly(_ form: ItemForm, _ text: String, _ context: Context) async throws -> Response {
    guard context.isFragment else { return try await invalid(form, context) }
    return context.html(.items, status: .unprocessableContent) { out, page in
      Views.Items._quick(&out, page: page, text: text, error: form.errors.all.first?.message)
    }
  }
}
