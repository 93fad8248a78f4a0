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
      var batch: Batch = [lockHousehold]
      let inserted = batch.add(insert(todos))
      batch.add(noteProblem(nil))
      let count = try await context.query(batch)[inserted].affected
      return count > 0 ? count : nil
    } catch let problem as LoadProblem {
      context.app.log(.warning, "first_load_failed", ["problem": problem.rawValue, "request": context.request.id])
      try await context.query(noteProblem(problem))
      return nil
    }
  }

  private struct Todo {
    let title: String
    let isDone: Bool
  }

  private static func fetch(_ context: Context, _ time: Duration) async throws -> [Todo] {
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
  private static func parse(_ json: String, _ context: Context) async throws -> [Todo] {
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
    let todos = try rows.map { row -> Todo in
      guard let title: String = try row["todo"],
        ItemDraft(title: title).problems(needsDescription: false).isEmpty
      else { throw LoadProblem.notJSON }
      return Todo(title: title, isDone: try row["completed"])
    }
    if todos.isEmpty { throw LoadProblem.notJSON }
    return todos
  }

  /// A statement of its own that comes first, so that the second of two concurrent loads sees the first one's items.
  private static let lockHousehold: SQL = "SELECT FROM households WHERE id = current_household() FOR NO KEY UPDATE"

  private static func insert(_ todos: [Todo]) -> SQL {
    """
    INSERT INTO items (id, title, is_sample, done_at, created_at, position, age_order)
    SELECT todo.id, todo.title, true, CASE WHEN todo.is_done THEN now() END, now() - todo.position * interval '1 millisecond',
      todo.position * 0.001 - extract(epoch FROM now()), todo.position * 0.001 - extract(epoch FROM now())
    FROM unnest(\(todos.map { _ in UUID.v7() })::uuid[], \(todos.map(\.title))::text[], \(todos.map { $0.isDone ? "t" : "f" })::boolean[])
        WITH ORDINALITY AS todo (id, title, is_done, position)
    WHERE NOT EXISTS (SELECT FROM items WHERE household_id = current_household() AND deleted_at IS NULL)
    ON CONFLICT DO NOTHING
    """
  }

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
