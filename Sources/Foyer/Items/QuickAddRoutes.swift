import CivilTime
import HTTP
import Postgres
import QuickAdd

/// The line that adds an item.
extension Items {
  static func createQuickly(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let text = fields["text"] ?? ""
    let (adding, _, members) = try await quickly(fields, id: try fields["id"].map(UUID.init(field:)), context)
    let ready: AddItem.Ready
    do {
      ready = try await adding.ready(members: members, context)
    } catch let problems as Problems {
      return try await invalidQuickly(adding, problems, text, context)
    }
    let item = ready.item
    let notice = NoticeCode.itemAdded(item.id, title: item.title, ready.plan)
    var filter = try ItemFilter(fields)
    (filter.after, filter.at) = (nil, item.id)
    var batch = Batch()
    ready.store(in: &batch)
    if fields["back"] == "/" {
      try await context.query(batch)
      return context.redirect(to: "/#item-\(item.id)", notice: notice)
    }
    let counts = batch.add(ItemQueries.counts())
    let query = ItemList.Query(filter, in: &batch)
    let results = try await context.query(batch)
    let list = try ItemList(results, query, context, counts: results[counts])
    // A filtered list could hide the new item.
    let isShown = list.filter.at != nil
    guard context.isFragment && isShown else {
      let url = isShown ? filter.url : filter.everything.url
      return context.redirect(to: "\(url)#item-\(item.id)", notice: notice)
    }
    return context.html(.items) { out, page in
      Views.Items._quick(&out, page: page, id: .v7(), text: "", error: nil)
      list.render(&out, page, outOfBand: true)
      list.counts.render(&out, page, notice)
    }
  }

  /// A preview of the item that the quick-add line would create.
  static func understand(_ request: Request, _ context: Context) async throws -> Response {
    let (adding, line, members) = try await quickly(request.query, context)
    let preview = line.map { QuickAddPreview($0, adding.item.due, members, context.strings) }
    return context.html(.items) { out, page in
      Views.Items._understood(&out, page: page, preview: preview ?? QuickAddPreview())
    }
  }

  /// The item that a quick-add line would add, and the line as it is understood; nil for one that is longer than a title may be.
  private static func quickly(
    _ fields: Form, id: UUID? = nil, _ context: Context
  ) async throws -> (AddItem, QuickAdd?, [HouseholdMember]) {
    var adding = AddItem(item: ItemDraft(id: id ?? .v7()), untitled: context.strings.itemsDefaultTitle)
    let text = fields["text"] ?? ""
    let kept = Set(fields.all("keep").prefix(50))
    // "Tomorrow" depends on the reader's time zone, so the visitor is loaded first.
    let members = try await context.query(HouseholdQueries.members()).map { try HouseholdMember($0) }
    guard !text.isLonger(than: 10_000) else {
      adding.item.title = text
      return (adding, nil, members)
    }
    let names = members.map(\.name)
    let language = QuickAdd.Language(rawValue: context.strings.language.rawValue) ?? .en
    let now = context.local
    let read: @Sendable () -> QuickAdd = { QuickAdd(text, language: language, now: now, names: names, keeping: kept) }
    let line = text.utf8.count < 500 ? read() : try await context.offLoop(read)
    (adding.item.title, adding.item.category, adding.item.tags) = (line.title, line.category, line.tags)
    adding.item.people = line.people.map { members[$0].id }
    adding.repeats = line.repeats.map { Repetition(rule: $0) }
    adding.item.due = line.due(now)
    return (adding, line, members)
  }

  private static func invalidQuickly(
    _ adding: AddItem, _ problems: Problems, _ text: String, _ context: Context
  ) async throws -> Response {
    var form = ItemForm(adding.item, adding.repeats)
    form.errors.add(problems, context.strings)
    guard context.isFragment else { return try await invalid(form, context) }
    return context.html(.items, status: .unprocessableContent) { out, page in
      Views.Items._quick(&out, page: page, id: adding.item.id, text: text, error: form.errors.all.first?.message)
    }
  }
}

extension QuickAdd {
  /// When the item is due; by a rule that was said without a date, on its first one that is still to come.
  fileprivate func due(_ now: CivilTime) -> Deadline? {
    let day = date ?? repeats?.first(at: time, now)
    return day.map { day in
      time.map { .moment(CalendarDate(day).at($0)) } ?? .day(CalendarDate(day))
    }
  }
}
