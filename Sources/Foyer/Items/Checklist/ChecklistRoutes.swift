import HTML
import HTTP
import Postgres

/// The page of an item's checklist, which lists and the item's own page show as a part of theirs.
enum Checklists {
  static func index(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(ChecklistQueries.find(id)).first else { throw Failure.notFound }
    let view = ChecklistView(id: id, title: try row["title"], checklist: Checklist(json: try row["checklist"]))
    return page(view, nil, context)
  }

  static func add(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    let text = fields["text"] ?? ""
    var lines = text.isLonger(than: Checklist.maximumText) ? [] : Checklist(text: text).lines
    // The form's own id, from which those of further lines follow, makes sending it twice adding them once.
    if let first = try fields["id"].map(UUID.init(field:)) {
      for place in lines.indices { lines[place].id = first.part(place) }
    }
    var problems = Problems()
    if lines.isEmpty { problems.add("text", text.isBlank ? .blank : .tooMany(Checklist.maximum)) }
    problems.add(Checklist(lines).problems(field: "text"))
    return try await change(id, .add(lines), context, problems, typed: text)
  }

  static func edit(_ request: Request, _ context: Context, _ id: UUID, _ line: UUID) async throws -> Response {
    let fields = try await context.form()
    let text = (fields["text"] ?? "").trimmed
    var problems = Problems()
    if text.isBlank { problems.add("text", .blank) }
    problems.check("text", text, atMost: Checklist.maximumLength)
    return try await change(
      id, .edit(line, text: text, base: fields["was"]), context, problems, line: line, typed: text)
  }

  static func tick(_ request: Request, _ context: Context, _ id: UUID, _ line: UUID) async throws -> Response {
    try await change(id, .tick(line, try await context.form()["done"] == "true"), context)
  }

  static func move(_ request: Request, _ context: Context, _ id: UUID, _ line: UUID) async throws -> Response {
    let fields = try await context.form()
    // A button and an Undo have it in their path.
    let before = try (fields["before"] ?? request.query["before"]).flatMap { $0.isEmpty ? nil : $0 }
      .map(UUID.init(field:))
    let place = request.query["place"].flatMap { Int(digits: $0) }
    return try await change(id, place.map { .put(line, at: $0) } ?? .move(line, before: before), context) {
      .checklist(.lineMoved, $0, id, line, place: $1)
    }
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID, _ line: UUID) async throws -> Response {
    try await change(id, .delete(line), context) { text, _ in .checklist(.lineDeleted, text, id, line) }
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID, _ line: UUID) async throws -> Response {
    try await change(id, .restore(line), context) { text, _ in .checklist(.lineRestored, text, id, line) }
  }

  static func makeItem(_ request: Request, _ context: Context, _ id: UUID, _ line: UUID) async throws -> Response {
    // The item has the line's id: sent twice, it is one.
    try await change(id, .makeItem(line, line), context) { text, _ in .checklist(.lineBecame, text, id, line) }
  }

  static func takeBack(_ request: Request, _ context: Context, _ id: UUID, _ line: UUID) async throws -> Response {
    try await change(id, .takeBack(line, item: line), context) { text, _ in .checklist(.lineBack, text, id, line) }
  }

  /// - Parameter notice: of the line's text, and of where it stood before.
  private static func change(
    _ id: UUID, _ change: ChangeChecklist.Change, _ context: Context, _ problems: Problems = Problems(),
    line: UUID? = nil,
    typed: String = "", _ notice: ((String, Int) -> NoticeCode)? = nil
  ) async throws -> Response {
    do {
      guard problems.isEmpty else { throw problems }
      switch try await ChangeChecklist(id: id, change: change).run(context) {
      case .gone: throw Failure.notFound
      case .conflict(let text):
        guard let line else { throw Failure.notFound }
        var conflict = Conflict(
          action: "/items/\(id)/lines/\(line)", version: nil, takeTheirs: "/items/\(id)/edit#checklist")
        conflict.fields = [ConflictField(words: "text", context.strings.checklistLine, typed, text)]
        conflict.hidden = [("was", text)]
        return try await context.ask(conflict, in: "items", id, .items)
      case .changed(let title, let checklist, let text, let place):
        let notice = notice.map { $0(text, place) }
        guard context.isFragment else {
          return context.redirect(to: context.back(or: "/items/\(id)/edit#checklist"), notice: notice)
        }
        return page(ChecklistView(id: id, title: title, checklist: checklist), notice, context)
      }
    } catch let problems as Problems {
      guard let row = try await context.query(ChecklistQueries.find(id)).first else { throw Failure.notFound }
      var view = ChecklistView(id: id, title: try row["title"], checklist: Checklist(json: try row["checklist"]))
      view.errors.add(problems, context.strings)
      if line == nil { view.typed = typed }
      return page(view, nil, context, status: .unprocessableContent)
    }
  }

  private static func page(
    _ view: ChecklistView, _ notice: NoticeCode?, _ context: Context, status: Status = .ok
  ) -> Response {
    context.html(.items, status: status) { out, page in
      guard context.isFragment else { return Views.Items.checklist(&out, page: page, view: view) }
      Views.Items._checklist(&out, page: page, view: view)
      Views.Shared._notice(&out, page: page, notice: notice?.notice(page.strings), oob: true)
    }
  }
}

/// A checklist as a page shows it.
struct ChecklistView {
  let id: UUID
  let title: String
  let checklist: Checklist
  /// Words that were typed and cannot be added.
  var typed = ""
  var errors = FormErrors()
  /// The id of the next line.
  let next = UUID.v7()

  var path: String { "/items/\(id)/lines" }

  /// The lines, each with where a step up or down puts it: before that line, or to the end; nil at the ends.
  var lines: [(line: Checklist.Line, up: String?, down: String?)] {
    let lines = checklist.lines
    return lines.enumerated().map { place, line in
      (
        line, place > 0 ? "\(lines[place - 1].id)" : nil,
        place + 1 == lines.count ? nil : place + 2 < lines.count ? "\(lines[place + 2].id)" : ""
      )
    }
  }
}
