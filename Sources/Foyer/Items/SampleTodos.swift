import Fetch
import HTTP
import Postgres

/// The first load (R24): to-dos from a JSON endpoint, `{"todos":[{"todo":…,"completed":…}]}`, for a household that has
/// none.
enum SampleTodos {
  private static let maximumCount = 1_000
  private static let maximumBytes = 1 << 20

  /// Stores all to-dos or none, unless the household has items meanwhile. Returns how many; nil after a failure, which
  /// the list then shows.
  static func load(_ context: Context, within time: Duration = .seconds(10)) async throws -> Int? {
    do {
      let todos = try await fetch(context, time)
      var batch: Batch = [lockHousehold, noteEmpty]
      // A list begins with what was added last. (Measured with 1,000: 1.15 s of PostgreSQL's processor time, 1.0 s as one statement;
      // the loop works for less than 20 ms.)
      let added = todos.reversed().map { AddItem.Ready(item: $0).store(in: &batch, if: wasEmpty) }
      batch.add(noteProblem(nil))
      let results = try await context.query(batch)
      let count = added.reduce(0) { $0 + results[$1].affected }
      return count > 0 ? count : nil
    } catch let problem as LoadProblem {
      context.app.log(.warning, "first_load_failed", ["problem": problem.rawValue, "request": context.request.id])
      try await context.query(noteProblem(problem))
      return nil
    }
  }

  private static func fetch(_ context: Context, _ time: Duration) async throws -> [ItemDraft] {
    let response: Fetcher.Response
    do {
      response = try await context.app.fetcher.get(
        context.app.configuration.sampleTodosURL, for: context.share,
        limits: Fetcher.Limits(time: time, bytes: maximumBytes))
    } catch {
      switch error {
      case .timedOut: throw LoadProblem.slow
      case .tooLarge: throw LoadProblem.tooBig
      default: throw LoadProblem.unreachable
      }
    }
    guard response.status == 200 else { throw LoadProblem.unreachable }
    guard let json = String(validating: response.body, as: UTF8.self), !json.utf8.contains(0) else {
      throw LoadProblem.notJSON
    }
    return try await parse(json, context)
  }

  /// PostgreSQL parses the JSON: malformed text or another structure is an error of class 22 (data exception) or,
  /// nested too deeply, of class 54 (program limit exceeded).
  private static func parse(_ json: String, _ context: Context) async throws -> [ItemDraft] {
    let rows: Rows
    do {
      rows = try await context.query(
        """
        SELECT todo, coalesce(completed, false) AS completed
        FROM jsonb_to_recordset(\(json)::jsonb -> 'todos') AS todos (todo text, completed boolean)
        LIMIT 1001
        """)
    } catch PostgresError.server(let error) where ["22", "54"].contains(error.sqlState.prefix(2)) {
      throw LoadProblem.notJSON
    }
    if rows.count > maximumCount { throw LoadProblem.tooMany }
    let todos = try rows.map { row -> ItemDraft in
      guard let title: String = try row["todo"] else { throw LoadProblem.notJSON }
      let item = ItemDraft(title: title, isDone: try row["completed"], isSample: true)
      // They have no descriptions, whatever the household wants of its own items.
      guard item.problems(needsDescription: false).isEmpty else { throw LoadProblem.notJSON }
      return item
    }
    if todos.isEmpty { throw LoadProblem.notJSON }
    return todos
  }

  /// A statement of its own that comes first, so that the second of two concurrent loads sees the first one's items.
  private static let lockHousehold: SQL = "SELECT FROM households WHERE id = current_household() FOR NO KEY UPDATE"

  /// For `wasEmpty`: the first of these items ends that.
  private static let noteEmpty: SQL = """
    SELECT set_config('foyer.was_empty', (NOT EXISTS (
      SELECT FROM items WHERE household_id = current_household() AND deleted_at IS NULL))::text, true)
    """
  private static let wasEmpty: SQL = "current_setting('foyer.was_empty') = 'true'"

  private static func noteProblem(_ problem: LoadProblem?) -> SQL {
    "UPDATE households SET load_problem = \(optional: problem) WHERE id = current_household()"
  }
}

extension Strings {
  func text(_ problem: LoadProblem) -> String {
    switch problem {
    case .unreachable: loadUnreachable
    case .slow: loadSlow
    case .notJSON: loadNotJson
    case .tooBig: loadTooBig
    case .tooMany: loadTooMany
    }
  }
}
