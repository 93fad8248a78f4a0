import EventLoop
import Postgres

extension Context {
  /// Writes a line for a batch that took longer than FOYER_SLOW_QUERY_MS, waiting for a connection included. Values are
  /// never logged: they are what people have written.
  /// - Parameter batch: without the statements of the session.
  @inline(never) func noteIfSlow(_ batch: Batch, since start: Instant) {
    let time = Instant.now() - start
    guard let limit = app.configuration.slowQuery, time >= limit else { return }
    app.log(
      .warning, "slow_query",
      [
        "ms": "\(time.nanoseconds / 1_000_000)", "route": routeName, "statements": "\(batch.count)",
        "statement": batch.first?.shortened(to: 200) ?? "session", "request": request.id,
      ])
  }

  /// The method and the pattern of the route, such as `GET /items/{id}/edit`: paths can have secrets.
  private var routeName: String {
    guard let route else { return "other" }
    let found = app.features.routes.router.routes[route]
    return "\(found.method.name) \(found.pattern)"
  }
}
