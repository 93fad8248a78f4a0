import HTTP
import Postgres

/// Several lines, which become items of their own, or the checklist of one.
enum PastedItems {
  /// Lines that become items at once.
  static let most = 100

  /// The form as it was sent.
  struct Form {
    let id: UUID
    var text = ""
    /// Of the item with the checklist; empty for the first line.
    var title = ""
    /// The list in which the lines were pasted.
    var back = "/items"
    var errors = FormErrors()

    init(id: UUID) { self.id = id }

    init(_ fields: HTTP.Form) throws {
      id = try fields["id"].map(UUID.init(field:)) ?? .v7()
      (text, title) = (fields["text"] ?? "", fields["title"] ?? "")
      if let path = fields["back"], path.utf8.count <= 4_000, LocalPath.isLocal(path) { back = path }
    }
  }

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    return page(Form(id: .v7()), context)
  }

  /// Without a choice it is the form with the lines that were pasted elsewhere.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = try Form(fields)
    let isChecklist: Bool
    switch fields["as"] {
    case "items": isChecklist = false
    case "checklist": isChecklist = true
    default:
      try await context.query()
      return page(form, context)
    }
    let (reader, members) = try await QuickReader.find(in: ItemFilter(back: form.back), context)
    do {
      let ready = try await additions(form, isChecklist: isChecklist, reader, members, context)
      var batch = Batch()
      for one in ready { one.store(in: &batch) }
      // Of the first transaction, if the form is sent twice.
      let moment = batch.add(ItemQueries.momentOfAddition(form.id))
      let results = try await context.query(batch)
      let notice: NoticeCode =
        isChecklist
        ? .itemAdded(ready[0].item.id, title: ready[0].item.title, ready[0].plan)
        : .itemsAdded(count: ready.count, at: try results[moment].first.map { try $0["moment"] } ?? 0)
      return context.redirect(to: form.back, notice: notice)
    } catch let problems as Problems {
      form.errors.add(problems, context.strings)
      return page(form, context, status: .unprocessableContent)
    }
  }

  /// Undo: those that somebody has changed since stay.
  static func undo(_ request: Request, _ context: Context) async throws -> Response {
    let deleting = DeleteItems.addedAt(request.query["at"].flatMap { Int(digits: $0) } ?? 0)
    var batch = Batch()
    let query = deleting.store(in: &batch)
    guard let result = try DeleteItems.Result(try await context.query(batch), query, of: deleting) else {
      throw Failure.notFound
    }
    return context.redirect(to: context.back(or: "/items"), notice: .itemsDeleted(result))
  }

  /// Boxes and bullets in front of the lines go; each line is read as one that is typed.
  private static func additions(
    _ form: Form, isChecklist: Bool, _ reader: QuickReader, _ members: [HouseholdMember], _ context: Context
  ) async throws -> [AddItem.Ready] {
    let text = form.text
    if text.isLonger(than: Checklist.maximumText) { throw Problems("text", .tooLong(Checklist.maximumText)) }
    var lines = try await context.offLoop { Checklist(text: text).lines }
    if lines.isEmpty { throw Problems("text", .blank) }
    var additions: [AddItem]
    if isChecklist {
      let title = form.title.isBlank ? lines.removeFirst().text : form.title
      if title.isLonger(than: 10_000) { throw Problems("title", .tooLong(10_000)) }
      var adding = try await context.offLoop { reader.adding(reader.line(title), form.id) }
      adding.item.checklist = Checklist(lines)
      additions = [adding]
    } else {
      if lines.count > most { throw Problems("text", .tooMany(most)) }
      if lines.contains(where: { $0.text.isLonger(than: 10_000) }) { throw Problems("text", .tooLong(10_000)) }
      let id = form.id
      additions = try await context.offLoop { [lines] in
        lines.enumerated().map { number, line in
          var adding = reader.adding(reader.line(line.text), id.part(number))
          adding.item.isDone = line.isDone
          return adding
        }
      }
    }
    var ready: [AddItem.Ready] = []
    for adding in additions { ready.append(try await adding.ready(members: members, context)) }
    return ready
  }

  private static func page(_ form: Form, _ context: Context, status: Status = .ok) -> Response {
    context.html(.items, status: status) { out, page in Views.Items.pasted(&out, page: page, form: form) }
  }
}
