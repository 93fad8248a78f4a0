import Cookery
import HTTP
import Postgres

extension Shopping {
  /// Missing ingredients of a recipe go on the list: the lines of the form but for those that are there (`have`).
  static func add(_ request: Request, _ context: Context, _ recipe: UUID) async throws -> Response {
    let fields = try await context.form()
    var have: [String: Int] = [:]
    for line in fields.all("have") { have[line.trimmed, default: 0] += 1 }
    let lines = fields.all("ingredient").map(\.trimmed).filter { line in
      // A line that stands twice has two boxes.
      have[line, default: 0] -= 1
      return !line.isEmpty && have[line, default: 0] < 0
    }
    guard lines.count <= 500, lines.allSatisfy({ !$0.isLonger(than: 2_000) }) else { throw Failure.invalid }
    guard let row = try await context.query(RecipeQueries.find(recipe)).first else { throw Failure.notFound }
    let text = Serving.Text(
      of: recipe, try await RecipeReading.of(row, context), own: try row["servings"], wanted: Serving.wanted(fields),
      context.strings)
    // A line of the recipe is multiplied exactly; what is not one of its lines counts as it is written.
    let serving = try await Serving.read([text], context)[0]
    let known = Dictionary(serving.lines.map { ($0.scaled.trimmed, $0) }) { first, _ in first }
    let foods = try await context.inPieces(lines) { line in known[line].map(serving.food) ?? FoodLine(line) }
    let path = serving.path
    if lines.isEmpty { return context.redirect(to: path, notice: .noneChosen) }
    let name: String = try row["name"]
    var source = ShoppingQueries.Source(kind: "recipe", id: recipe, name: name)
    let entries = zip(lines, foods).map { (id: .v7(), text: $0, line: $1) as ShoppingQueries.Entry }
    var addition = try fields["id"].map(UUID.init(field:)) ?? .v7()
    var isAdded = true
    do {
      source.addition = addition
      isAdded = try await write(entries, lines, source, addition, context)
    } catch PostgresError.server(let error) where error.constraint == "shopping_lists_once" {
      let before: [String]? = try await context.query(ShoppingQueries.noted(addition)).first?["lines"]
      // The form was sent twice: the first one has added them. Otherwise another selection was sent from the same page.
      if before != lines {
        addition = .v7()
        source.addition = addition
        isAdded = try await write(entries, lines, source, addition, context)
      }
    }
    return context.redirect(
      to: path,
      notice: isAdded ? .shopping(addition, count: lines.count) : NoticeCode(ShoppingNotice.full))
  }

  /// Whether there was room for the lines.
  private static func write(
    _ entries: [ShoppingQueries.Entry], _ lines: [String], _ source: ShoppingQueries.Source,
    _ addition: UUID, _ context: Context
  ) async throws -> Bool {
    // Binding a megabyte of texts takes time, too.
    let make: @Sendable () -> (note: [SQL], rows: SQL) = {
      (ShoppingQueries.note(addition, lines), ShoppingQueries.insert(entries, source))
    }
    let size = lines.reduce(0) { $0 + $1.utf8.count }
    let statements = size < 20_000 ? make() : try await context.offLoop(make)
    var batch = Batch(statements.note + [ShoppingQueries.deleteForGood()])
    let added = batch.add(statements.rows)
    batch.add(ShoppingQueries.forgetNote(ofNothing: addition))
    return try await context.query(batch)[added].affected > 0
  }

  /// Takes one `add` back, but for what is in the basket already.
  static func undo(_ request: Request, _ context: Context, _ addition: UUID) async throws -> Response {
    var batch = Batch()
    let known = batch.add(ShoppingQueries.count(of: addition))
    batch.add(ShoppingQueries.takeBack(addition))
    let count: Int = try await context.query(batch)[known].first?["count"] ?? 0
    if count == 0 { throw Failure.notFound }
    return context.redirect(to: "/shopping", notice: .shoppingUndone(count: count))
  }
}
