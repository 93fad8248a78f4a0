import CivilTime
import HTTP
import Postgres
import QuickAdd

/// The line that adds an item.
extension Items {
  static func createQuickly(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let text = fields["text"] ?? ""
    var filter = try ItemFilter(fields)
    let (adding, _, members) = try await quickly(
      text, keeping: kept(fields), id: try fields["id"].map(UUID.init(field:)) ?? .v7(), in: filter, context)
    let ready: AddItem.Ready
    do {
      ready = try await adding.ready(members: members, context)
    } catch let problems as Problems {
      return try await invalidQuickly(adding, problems, text, context)
    }
    let item = ready.item
    let notice = NoticeCode.itemAdded(item.id, title: item.title, ready.plan)
    (filter.after, filter.at) = (nil, item.id)
    var batch = Batch()
    ready.store(in: &batch)
    if fields["back"] == "/" {
      try await context.query(batch)
      return context.redirect(to: "/#item-\(item.id)", notice: notice)
    }
    let counts = batch.add(ItemQueries.counts())
    // Where one types, nothing moves: the notice leads to what is further down, or in another list.
    let query = ItemList.Query(filter, stays: context.isFragment, in: &batch)
    let results = try await context.query(batch)
    let list = try ItemList(results, query, context, counts: results[counts])
    guard context.isFragment else {
      // A filtered list could hide the new item.
      let isShown = list.filter.at != nil
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
    let query = request.query
    let (adding, line, members) = try await quickly(
      query["text"] ?? "", keeping: kept(query), in: ItemFilter(), context)
    return context.html(.items) { out, page in
      Views.Items._understood(
        &out, page: page, preview: QuickAddPreview(line, adding.item.due, members, context.strings))
    }
  }

  /// The parts of a line that are to stay words.
  static func kept(_ fields: Form) -> Set<String> { Set(fields.all("keep").prefix(50)) }

  /// The item that a typed line would add, and the line as it is understood; nil for one that is longer than a title may be.
  /// - Parameters:
  ///   - kept: the parts of the text that are to stay words.
  ///   - filter: of the list that it is typed in, whose category and tags it takes.
  static func quickly(
    _ text: String, keeping kept: Set<String>, id: UUID = .v7(), in filter: ItemFilter, _ context: Context
  ) async throws -> (adding: AddItem, line: QuickAdd?, members: [HouseholdMember]) {
    // "Tomorrow" depends on the reader's time zone, so the visitor is loaded first.
    let (reader, members) = try await QuickReader.find(in: filter, context)
    guard !text.isLonger(than: 10_000) else {
      var adding = reader.empty(id)
      adding.item.title = text
      return (adding, nil, members)
    }
    let line =
      text.utf8.count < 500
      ? reader.line(text, keeping: kept) : try await context.offLoop { reader.line(text, keeping: kept) }
    return (reader.adding(line, id), line, members)
  }

  private static func invalidQuickly(
    _ adding: AddItem, _ problems: Problems, _ text: String, _ context: Context
  ) async throws -> Response {
    var form = ItemForm(adding.item, adding.repeats)
    form.errors.add(problems, context.strings)
    guard context.isFragment else { return try await invalid(form, context) }
    return context.html(.items, status: .unprocessableContent) { out, page in
      Views.Items._quick(
        &out, page: page, id: adding.item.id, text: text, error: form.errors.all.first?.message,
        form: problems.all.contains { $0.kind == .noDescription } ? adding.item.formPath : nil)
    }
  }
}

/// A reader of typed lines. It knows the names of the members, the language and the clock of the person who types, and the labels of
/// the list in which that is done.
struct QuickReader: Sendable {
  private let people: [UUID]
  private let names: [String]
  private let language: QuickAdd.Language
  private let now: CivilTime
  private let untitled: String
  private let category: String?
  private let tags: [String]

  static func find(in filter: ItemFilter, _ context: Context) async throws -> (QuickReader, members: [HouseholdMember])
  {
    var batch = Batch()
    let asked = batch.add(HouseholdQueries.members())
    let labels = filter.speaksOfNames ? batch.add(ItemQueries.names(filter)) : nil
    let results = try await context.query(batch)
    var item = ItemDraft()
    if let labels { try item.join(results[labels]) }
    let members = try results[asked].map { try HouseholdMember($0) }
    let reader = QuickReader(
      people: members.map(\.id), names: members.map(\.name),
      language: QuickAdd.Language(rawValue: context.strings.language.rawValue) ?? .en, now: context.local,
      untitled: context.strings.itemsDefaultTitle, category: item.category, tags: item.tags)
    return (reader, members)
  }

  func line(_ text: String, keeping kept: Set<String> = []) -> QuickAdd {
    QuickAdd(text, language: language, now: now, names: names, keeping: kept)
  }

  /// An item of the list, without words.
  func empty(_ id: UUID) -> AddItem {
    AddItem(item: ItemDraft(id: id, category: category, tags: tags), untitled: untitled)
  }

  func adding(_ line: QuickAdd, _ id: UUID) -> AddItem {
    var adding = empty(id)
    adding.item.title = line.title
    adding.item.category = line.category ?? category
    adding.item.tags += line.tags.filter { !tags.contains($0) }
    adding.item.people = line.people.map { people[$0] }
    adding.repeats = line.repeats.map { Repetition(rule: $0) }
    adding.item.due = line.due(now)
    adding.item.priority = line.priority.flatMap { ItemPriority(rawValue: 4 - $0) } ?? .none
    return adding
  }
}

extension ItemDraft {
  /// The form of a new item with what the line has understood: a line has no place for a description (R4).
  fileprivate var formPath: String {
    var path = "/items/new?title=\(PercentCoding.encode(String(title.unicodeScalars.prefix(300))))"
    if let category { path += "&category=\(PercentCoding.encode(String(category.unicodeScalars.prefix(300))))" }
    if let due { path += "&due_date=\(due.day.iso)" }
    if priority != .none { path += "&priority=\(priority.text)" }
    return path
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
