import CivilTime
import Cookery
import HTTP
import Postgres

/// One line of the list: what it consists of, each entry with its own text.
extension Shopping {
  static func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await page(of: id, context, isAlone: request.query["alone"] != nil)
  }

  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    guard let version = fields["version"].flatMap({ DigitReader.wholeNumber($0) }) else { throw Failure.invalid }
    let text = fields["text"] ?? ""
    let entries = try ShoppingPage.entries(fields)
    if entries.count > 1 {
      return try await updateSum(
        EditSum(
          id: try fields["sum"].map(UUID.init(field:)) ?? .v7(), entries: entries, text: text, version: version), id,
        context)
    }
    let ready: EditLine.Ready
    do {
      ready = try await EditLine(id: id, text: text, version: version).ready(context)
    } catch let problems as Problems {
      var errors = FormErrors()
      errors.add(problems, context.strings)
      return try await page(of: id, context, isAlone: true, typed: text, error: errors["text"])
    }
    var batch = Batch()
    let query = ready.store(in: &batch)
    guard let stored = try EditLine.Result(try await context.query(batch), query) else { throw Failure.notFound }
    if !stored.isSaved, stored.text != ready.text {
      var conflict = Conflict(action: "/shopping/\(id)", version: stored.version, takeTheirs: "/shopping/\(id)")
      conflict.fields = [textField(ready.text, stored.text, context.strings.shoppingFieldText)]
      return try await context.conflict(conflict, in: "shopping_entries", id, .shopping) {
        try await update(request, context, id)
      }
    }
    return context.redirect(to: "/shopping", notice: NoticeCode(ShoppingNotice.saved))
  }

  private static func updateSum(_ edit: EditSum, _ id: UUID, _ context: Context) async throws -> Response {
    do {
      if try await edit.run(context) {
        return context.redirect(to: "/shopping", notice: NoticeCode(ShoppingNotice.saved))
      }
    } catch let problems as Problems {
      var errors = FormErrors()
      errors.add(problems, context.strings)
      return try await page(of: id, context, typed: edit.text, error: errors["text"])
    }
    // The page shows the line as it is now, and in the field what was typed.
    return try await page(
      of: id, context, status: .conflict, typed: edit.text, error: context.strings.shoppingSumChanged)
  }

  /// The field of an entry's text. Two amounts of one food are no text of both: each stays a line of its own.
  static func textField(_ mine: String, _ theirs: String, _ label: String = "") -> ConflictField {
    func side(_ text: String) -> ConflictField.Side { .init(text: text, fields: [("text", text)]) }
    return ConflictField(label, side(mine), side(theirs), both: side("\(mine), \(theirs)"))
  }

  /// Where the household finds the food of a line.
  static func move(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let aisle = try await context.form()["aisle"].flatMap({ Aisle(rawValue: $0) }) else {
      return try await page(of: id, context, error: context.strings.formRequired)
    }
    guard try await MoveFood(entry: id, aisle: aisle).run(context) else { throw Failure.notFound }
    return context.redirect(to: "/shopping/\(id)", notice: NoticeCode(ShoppingNotice.saved))
  }

  private static func page(
    of id: UUID, _ context: Context, isAlone: Bool = false, status: Status? = nil, typed: String? = nil,
    error: String? = nil
  ) async throws -> Response {
    let entries = try await ShoppingEntry.read(try await context.query(ShoppingQueries.list(with: id)), context)
    guard let entry = entries.first(where: { $0.id == id }) else { throw Failure.notFound }
    let same = isAlone ? [entry] : entries.filter { $0.key == entry.key && $0.isChecked == entry.isChecked }
    let list = ShoppingList(same, hand: [:])
    guard let line = list.lines.first else { throw Failure.notFound }
    return context.html(.shopping, status: status ?? (error == nil ? .ok : .unprocessableContent)) { out, page in
      Views.Shopping.shoppingLine(&out, page: page, line: line, entries: same, typed: typed, error: error)
    }
  }
}
