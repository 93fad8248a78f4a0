import HTTP
import Postgres

extension Shopping {
  /// Missing ingredients of a recipe go on the list: the lines of the form but for those that are there (`have`), or one alone, which
  /// is at hand anyway (`only`).
  static func add(_ request: Request, _ context: Context, _ recipe: UUID) async throws -> Response {
    let fields = try await context.form()
    var have: [String: Int] = [:]
    for line in fields.all("have") { have[line.trimmed, default: 0] += 1 }
    let only = fields.all("only").map(\.trimmed).filter { !$0.isEmpty }
    let missing = fields.all("ingredient").map(\.trimmed).filter { line in
      // A line that stands twice has two boxes.
      have[line, default: 0] -= 1
      return !line.isEmpty && have[line, default: 0] < 0
    }
    // A line of several foods is sent as a line for each.
    let lines = (only.isEmpty ? missing : only).flatMap {
      $0.split(whereSeparator: \.isNewline).map { String($0).trimmed }
    }
    let shopping = ShopForRecipe(
      recipe: recipe, lines: lines, servings: Serving.wanted(fields),
      id: try fields["id"].map(UUID.init(field:)) ?? .v7(), language: context.strings.kitchen)
    guard shopping.problems.isEmpty else { throw Failure.invalid }
    guard let result = try await shopping.run(context) else { throw Failure.notFound }
    let nothing: NoticeCode =
      lines.isEmpty ? .noneChosen : NoticeCode(result.count == 0 ? ShoppingNotice.allThere : .full)
    // Single lines are put there one after the other: the page stays with them.
    return context.redirect(
      to: result.serving.path + (only.isEmpty ? "" : "#ingredients-title"),
      notice: result.undo.map { .shopping($0.addition, count: result.count) } ?? nothing)
  }

  /// Takes one `add` back.
  static func undo(_ request: Request, _ context: Context, _ addition: UUID) async throws -> Response {
    var batch = Batch()
    let query = TakeOffList(addition: addition).store(in: &batch)
    let count = try TakeOffList.count(try await context.query(batch), query)
    if count == 0 { throw Failure.notFound }
    return context.redirect(to: "/shopping", notice: .shoppingUndone(count: count))
  }
}
