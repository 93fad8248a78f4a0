import CivilTime
import HTML
import HTTP
import Postgres

/// The requests about items. `ItemsFeature.swift` has the paths.
enum Items {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    var filter = try ItemFilter(request.query)
    // A new or changed item is shown and marked once.
    if filter.after == nil && !context.isFragment {
      filter.at = context.noticed?.item ?? request.query["at"].flatMap { UUID($0.utf8) }
    }
    let list = try await list(filter, context)
    return context.html(.items) { out, page in
      switch context.fragmentTarget {
      case nil: list.renderPage(&out, page)
      case "more": list.renderMore(&out, page, continuing: request.query["from"].flatMap { UUID($0.utf8) })
      case let target? where target.hasPrefix("more-"): list.renderRows(&out, page)
      default:
        list.render(&out, page)
        Views.Items._counts(&out, page: page, open: list.counts.open, done: list.counts.done, oob: true)
      }
    }
  }

  private static func list(_ filter: ItemFilter, _ context: Context) async throws -> ItemList {
    var batch = Batch()
    let query = ItemList.Query(filter, in: &batch)
    return try ItemList(try await context.query(batch), query, context)
  }

  /// The chips of the filter's panel, which asks for them when it is opened.
  static func choices(_ request: Request, _ context: Context) async throws -> Response {
    let filter = try ItemFilter(request.query)
    let choices = try ItemChoices(try await context.query(ItemChoices.query()), filter, context.strings)
    return context.html(.items) { out, page in Views.Items._filterChoices(&out, page: page, choices: choices) }
  }

  /// The answer to a saved form: the list that it was opened from, scrolled to the item; all items if that list no
  /// longer contains it. With htmx the list replaces the form in the page.
  private static func show(
    _ id: UUID, in back: String, _ notice: NoticeCode, _ context: Context
  ) async throws -> Response {
    if back == "/" { return context.redirect(to: "/#item-\(id)", notice: notice) }
    if back.hasPrefix("/calendar") { return context.redirect(to: back, notice: notice) }
    var filter = ItemFilter(back: back)
    guard context.isFragment else { return context.redirect(to: "\(filter.url)#item-\(id)", notice: notice) }
    filter.at = id
    let list = try await list(filter, context)
    var response = context.html(.items) { out, page in list.renderMain(&out, page, notice) }
    response.headers.set("HX-Push-Url", filter.url)
    return response
  }

  /// The answer to a form that was sent from its row's place: the row, which stays where it is; or the list, if the change
  /// has put it elsewhere.
  private static func showInPlace(
    _ id: UUID, in back: String, moves: Bool, _ notice: NoticeCode, _ context: Context
  ) async throws -> Response {
    var filter = moves ? ItemFilter(back: back) : ItemFilter()
    filter.at = id
    // Also a row that was just done.
    if !moves { filter.chosenState = .all }
    let list = try await list(filter, context)
    guard moves else { return context.html(.items) { out, page in list.renderRow(&out, page, id, notice) } }
    var response = context.html(.items) { out, page in
      list.render(&out, page)
      list.counts.render(&out, page, notice)
    }
    response.retarget("#list", "outerHTML show:none", context)
    return response
  }

  static func new(_ request: Request, _ context: Context) async throws -> Response {
    var form = ItemForm()
    form.back = context.back(or: "/items")
    let (offered, names) = try await offered(&form, in: ItemFilter(back: form.back), context)
    // An addition to a filtered list is to be seen there.
    var item = ItemDraft()
    try item.join(names)
    (form.category, form.tags) = (request.query["category"] ?? item.category ?? "", item.tags)
    form.title = request.query["title"] ?? ""
    form.priority = request.query["priority"].flatMap { ItemPriority($0) } ?? .none
    form.dueDate = request.query["due_date"].flatMap { CalendarDate($0) }?.iso ?? ""
    return try page(of: form, offered, context)
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = ItemForm(id: try fields["id"].map(UUID.init(field:)) ?? .v7(), fields)
    let members = try await context.query(HouseholdQueries.members()).map { try HouseholdMember($0) }
    try await Images.store(fields.file("image"), in: &form, context)
    try await form.storeFiles(fields, hasPicture: false, context)
    var problems = Problems()
    let adding = form.addition(&problems, context.strings)
    problems.add(adding.problems(needsDescription: context.needsDescription))
    do {
      guard problems.isEmpty, form.errors.isEmpty else { throw problems }
      let ready = try await adding.ready(members: members, context)
      var batch = Batch()
      ready.store(in: &batch)
      try await context.query(batch)
      let later = ready.item.hides(today: form.today ?? context.today)
      let notice = NoticeCode.itemAdded(ready.item.id, title: ready.item.title, ready.plan, later: later)
      return try await show(ready.item.id, in: form.back, notice, context)
    } catch let problems as Problems {
      form.errors.add(problems, context.strings)
      return try await invalid(form, context)
    }
  }

  static func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch = Batch()
    let (item, offered) = (batch.add(ItemQueries.find(id)), batch.add(ItemQueries.offeredTags()))
    let (members, own) = (batch.add(HouseholdQueries.members()), batch.add(ReminderQueries.own(id)))
    let pending = batch.add(PendingConflictQueries.first(id))
    let related = batch.add(RelatedItems.query(id))
    let results = try await context.query(batch)
    guard let stored = try StoredItem(results[item]) else { throw Failure.notFound }
    if let conflict = try PendingConflict(results[pending]) {
      // A row has no place for two versions.
      if context.isFragment { return context.leave(to: "/items/\(id)/edit", .noContent) }
      let members = try results[members].map { try HouseholdMember($0) }
      let back = ItemForm.back(context.back(or: "/items"))
      return context.show(conflict.question(stored, members, back: back, context.strings), id, .items)
    }
    var form = ItemForm(stored)
    try form.people.take(results[members])
    try form.reminders.take(results[own])
    form.related = try RelatedItems(results[related])
    form.back = context.back(or: "/items")
    return try page(of: form, results[offered], context)
  }

  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    var form = ItemForm(id: id, fields)
    guard let version = form.version else { throw Failure.invalid }
    // Read first, so that no picture is converted for an unknown item.
    var reading = Batch()
    let (found, people) = (reading.add(ItemQueries.find(id)), reading.add(HouseholdQueries.members()))
    let read = try await context.query(reading)
    guard let stored = try StoredItem(read[found]) else { throw Failure.notFound }
    let members = try read[people].map { try HouseholdMember($0) }
    form.take(stored, hasDay: fields["not_before"] != nil, hasPriority: fields["priority"] != nil)
    try await Images.store(fields.file("image"), in: &form, context)
    try await form.storeFiles(fields, hasPicture: stored.item.imageID != nil, context)
    var problems = Problems()
    let editing = form.edit(of: version, &problems, context.strings)
    problems.add(editing.problems(needsDescription: context.needsDescription))
    let result: EditItem.Result
    do {
      guard problems.isEmpty, form.errors.isEmpty else { throw problems }
      result = try await editing.run(stored, context)
    } catch let problems as Problems {
      form.errors.add(problems, context.strings)
      return try await invalid(form, context)
    }
    switch result {
    case .gone: throw Failure.notFound
    case .conflict(let now):
      form.people.members = members
      return try await context.ask(form.conflict(editing, with: now, context.strings), in: "items", id, .items)
    case .saved(let ready, let stored):
      if let source = try fields["settles"].map(UUID.init(field:)) {
        try await context.query(PendingConflictQueries.settle(id, source))
      }
      return try await saved(ready, stored, form.back, context)
    }
  }

  /// The answer to a saved form.
  /// - Parameter stored: the item that was changed.
  private static func saved(
    _ ready: EditItem.Ready, _ stored: StoredItem, _ back: String, _ context: Context
  ) async throws -> Response {
    let id = ready.item.id
    if ready.ticks, case .asks(let item) = try await CompleteItem.run(id, !stored.item.isDone, context) {
      return Repeats.question(item, context)
    }
    let hides = ready.item.notBefore != stored.item.notBefore
    let notice = NoticeCode.itemSaved(
      id, ready.plan, later: hides ? ready.item.hides(today: stored.householdDay) : nil)
    guard context.isInRow else { return try await show(id, in: back, notice, context) }
    let sort = ItemFilter(back: back).sort
    let moves = ready.ticks || hides || ready.plan.setsDue && sort == .due || ready.item.moves(stored.item, in: sort)
    return try await showInPlace(id, in: back, moves: moves, notice, context)
  }

  static func complete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    let ticking = CompleteItem(
      // An Undo has it in its path.
      id: id, isDone: (fields["done"] ?? request.query["done"]) == "true",
      keepsNext: fields["next"].map { $0 == "keep" })
    var batch: Batch = [ItemQueries.deleteForGood()]
    let (query, counts) = (ticking.start(in: &batch), batch.add(ItemQueries.counts()))
    let results = try await context.query(batch)
    let result = try await ticking.finish(results, query, context)
    guard case .changed(let title) = result else { return try await Repeats.answer(result, ticking, context) }
    return try await changed(
      .itemTicked(ticking, title: title), results[counts], context)
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let deleting = DeleteItems.one(id)
    var batch = Batch()
    let (query, counts) = (deleting.store(in: &batch), batch.add(ItemQueries.counts()))
    let results = try await context.query(batch)
    guard let result = try DeleteItems.Result(results, query, of: deleting) else { throw Failure.notFound }
    return try await changed(.itemsDeleted(result), results[counts], context)
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let title = try await restore(.one(id), context)?.title else { throw Failure.notFound }
    return context.restored(.itemRestored(title: title), or: "/items")
  }

  static func restore(_ restoring: RestoreItems, _ context: Context) async throws -> RestoreItems.Result? {
    var batch = Batch()
    let query = restoring.store(in: &batch)
    return try RestoreItems.Result(try await context.query(batch), query)
  }

  /// The first load (R24), by its button.
  static func load(_ request: Request, _ context: Context) async throws -> Response {
    let count = try await SampleTodos.load(context)
    let filter = ItemFilter()
    let notice = count.map { NoticeCode.samplesLoaded(count: $0) }
    // The items are stored, even if the list cannot be read now.
    guard context.isFragment, let list = try? await list(filter, context) else {
      return context.redirect(to: filter.url, notice: notice)
    }
    return context.html(.items) { out, page in
      list.render(&out, page)
      list.counts.render(&out, page, notice)
    }
  }

  /// Moves an item within its section: one up or down, or beside another one.
  static func move(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    // An Undo has them in its path.
    func field(_ name: String) -> String? { fields[name] ?? request.query[name] }
    let place: MoveItem.Place =
      if let other = field("before") {
        .before(try UUID(field: other))
      } else if let other = field("after") {
        .after(try UUID(field: other))
      } else {
        field("to") == "end" ? .end : field("to") == "up" ? .up : .down
      }
    let filter = try ItemFilter(fields)
    var batch = Batch()
    let moving = MoveItem(id: id, place: place)
    let below = moving.store(in: &batch)
    let item = batch.add(ItemQueries.findAny(id))
    let query = ItemList.Query(filter, in: &batch)
    let results = try await context.query(batch)
    guard let row = results[item].first else { throw Failure.notFound }
    let notice = NoticeCode.itemMoved(try row["title"], undo: try moving.undo(results, below))
    guard context.isFragment else {
      return context.redirect(to: request.query.isEmpty ? filter.url : context.back(or: "/items"), notice: notice)
    }
    let list = try ItemList(results, query, context)
    return context.html(.items) { out, page in
      list.render(&out, page)
      Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true)
    }
  }

  /// Folds or unfolds a section for the visitor (R16). The answer for an unfolded section has its rows.
  static func fold(_ request: Request, _ context: Context, _ section: UUID) async throws -> Response {
    let fields = try await context.form()
    var filter = ItemFilter()
    filter.chosenState = fields["status"].flatMap { ItemFilter.Status(rawValue: $0) }
    filter.sort = fields["sort"].flatMap { ItemFilter.Sort(rawValue: $0) } ?? .position
    filter.category = .id(section)
    var batch = Batch()
    let found = batch.add(ItemQueries.findSection(section))
    batch.add(ItemQueries.fold(section, fields["folded"] == "true"))
    let query = ItemList.Query(filter, in: &batch)
    let results = try await context.query(batch)
    guard !results[found].isEmpty else { throw Failure.notFound }
    guard context.isFragment else { return context.redirect(to: context.back(or: "/items")) }
    let list = try ItemList(results, query, context)
    return context.html(.items) { out, page in list.renderRows(&out, page) }
  }

  /// The answer to a change of one item: where it was made, with a notice.
  /// - Parameter refreshes: whether another row has come or gone, so that the list is to be asked for again.
  static func changed(
    _ notice: NoticeCode, _ counts: Rows, refreshes: Bool = false, _ context: Context
  ) async throws -> Response {
    guard context.isFragment else {
      let back = try await context.form()["back"].map { ItemForm.back($0) }
      return context.redirect(to: back ?? context.back(or: "/items"), notice: notice)
    }
    let numbers = try ItemCounts(counts)
    var response = context.html(.items) { out, page in
      if context.isFromCalendar {
        Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true)
      } else {
        numbers.render(&out, page, notice, onToday: context.isFromToday)
      }
    }
    if refreshes { response.headers.set("HX-Trigger", "foyer:items") }
    return response
  }

  /// The form again, with the input and its problems. Its page has the navigation, so the visitor must be known.
  static func invalid(_ form: ItemForm, _ context: Context) async throws -> Response {
    var form = form
    let offered = try await offered(&form, in: ItemFilter(), context).tags
    return try page(of: form, offered, context, status: .unprocessableContent)
  }

  /// The choices of a form: the tags, and in it the members; and the labels of the list that it is opened from.
  private static func offered(
    _ form: inout ItemForm, in filter: ItemFilter, _ context: Context
  ) async throws -> (tags: Rows, names: Rows) {
    var batch = Batch()
    let names = batch.add(ItemQueries.names(filter))
    let (tags, members) = (batch.add(ItemQueries.offeredTags()), batch.add(HouseholdQueries.members()))
    let own = batch.add(ReminderQueries.own(form.id))
    let results = try await context.query(batch)
    try form.people.take(results[members])
    try form.reminders.take(results[own])
    return (results[tags], results[names])
  }

  /// The form, as a page or as the element that htmx sent it from.
  private static func page(
    of form: ItemForm, _ offered: Rows, _ context: Context, status: Status = .ok
  ) throws -> Response {
    let chips = try form.chips(offered)
    let needsDescription = context.needsDescription
    let opens = context.isInRow && status == .ok
    var response = context.html(.items, status: status) { out, page in
      if opens {
        Views.Items._opened(&out, page: page, form: form, chips: chips, needsDescription: needsDescription)
      } else if context.isFragment {
        Views.Items._form(
          &out, page: page, form: form, chips: chips, needsDescription: needsDescription, isInRow: context.isInRow)
      } else {
        Views.Items.form(&out, page: page, form: form, chips: chips, needsDescription: needsDescription)
      }
    }
    // The form's target is the list; an invalid form replaces itself instead.
    if !opens { response.retarget("#item-form", "outerHTML", context) }
    return response
  }
}

extension Context {
  /// Whether htmx puts the answer into the place of an item's row.
  var isInRow: Bool { fragmentTarget?.hasPrefix("item-") == true }
}
