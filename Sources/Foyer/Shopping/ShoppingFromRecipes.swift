import HTTP
import Postgres

extension Shopping {
  /// The foods of a chosen line: the box of a line of several sends a line for each. A text too long for a line stays one, and is
  /// refused.
  private static func foods(_ line: String) -> [String] {
    let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard line.utf8.count <= 8_000, line.utf8.contains(feed) else { return [line] }
    return line.utf8.split { $0 == feed || $0 == carriageReturn }.map { String(Substring($0)).trimmed }
  }

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
    let lines = (only.isEmpty ? missing : only).flatMap(foods)
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
