import HTTP
import Postgres

/// The line that adds an item.
extension Items {
  static func createQuickly(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let text = fields["text"] ?? ""
    var (form, _) = try await quickForm(fields, id: try fields["id"].map(UUID.init(field:)), context)
    let repeats = Repeats.prepare(&form, context)
    guard let draft = form.draft(context.strings, needsDescription: context.visitor?.descriptionRequired == true) else {
      return try await invalidQuickly(form, text, context)
    }
    let plan = try await Repeats.plan(repeats, &form, draft, context)
    guard form.errors.isEmpty else { return try await invalidQuickly(form, text, context) }
    let notice = NoticeCode.itemAdded(draft.id, title: draft.title, plan)
    var filter = try ItemFilter(fields)
    (filter.after, filter.at) = (nil, draft.id)
    let list: ItemList
    do {
      var batch = Batch(ItemQueries.insert(draft))
      SeriesQueries.save(plan, draft, version: 1, in: &batch)
      if fields["back"] == "/" {
        try await context.query(batch)
        return context.redirect(to: "/#item-\(draft.id)", notice: notice)
      }
      let counts = batch.add(ItemQueries.counts())
      let query = ItemList.Query(filter, in: &batch)
      let results = try await context.query(batch)
      list = try ItemList(results, query, context, counts: results[counts])
    } catch {
      try form.add(error, context.strings)
      return try await invalidQuickly(form, text, context)
    }
    // A filtered list could hide the new item.
    let isShown = list.filter.at != nil
    guard context.isFragment && isShown else {
      let url = isShown ? filter.url : filter.everything.url
      return context.redirect(to: "\(url)#item-\(draft.id)", notice: notice)
    }
    return context.html(.items) { out, page in
      Views.Items._quick(&out, page: page, id: .v7(), text: "", error: nil)
      list.render(&out, page, outOfBand: true)
      list.counts.render(&out, page, notice)
    }
  }

  /// A preview of the item that the quick-add line would create.
  static func understand(_ request: Request, _ context: Context) async throws -> Response {
    let (form, line) = try await quickForm(request.query, context)
    let preview = line.map { QuickAddPreview($0, form, context.strings) } ?? QuickAddPreview()
    return context.html(.items) { out, page in Views.Items._understood(&out, page: page, preview: preview) }
  }

  /// The form for a quick-add line, and the line as it is understood; nil for one that is longer than a title may be.
  private static func quickForm(
    _ fields: Form, id: UUID? = nil, _ context: Context
  ) async throws -> (ItemForm, QuickAdd?) {
    var form = ItemForm(id: id ?? .v7())
    let text = fields["text"] ?? ""
    let kept = Set(fields.all("keep").prefix(50))
    // "Tomorrow" depends on the reader's time zone, so the visitor is loaded first.
    try form.people.take(try await context.query(HouseholdQueries.members()))
    guard !text.isLonger(than: 10_000) else {
      form.title = text
      return (form, nil)
    }
    let names = form.people.members.map(\.name)
    let (language, now) = (context.strings.language, context.local)
    let read: @Sendable () -> QuickAdd = { QuickAdd(text, language: language, now: now, names: names, keeping: kept) }
    let line = text.utf8.count < 500 ? read() : try await context.offLoop(read)
    (form.title, form.category, form.tags) = (line.title, line.category ?? "", line.tags)
    (form.dueDate, form.dueTime) = (line.dueDate, line.dueTime)
    form.people.people = line.people.map { form.people.members[$0].id }
    if let rule = line.repeats {
      form.repeats.choice = rule.text
      if line.date == nil { form.dueDate = rule.first(at: line.time, now)?.date ?? "" }
    }
    return (form, line)
  }

  private static func invalidQuickly(_ form: ItemForm, _ text: String, _ context: Context) async throws -> Response {
    guard context.isFragment else { return try await invalid(form, context) }
    return context.html(.items, status: .unprocessableContent) { out, page in
      Views.Items._quick(&out, page: page, id: form.id, text: text, error: form.errors.all.first?.message)
    }
  }
}
