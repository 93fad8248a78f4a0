import CivilTime
import HTTP
import Postgres

/// Operations of items and of their lines.
extension Resource {
  /// An operation of an item, whose row is the answer.
  private static func action(
    _ path: String, _ summary: String, _ method: HTTP.Method = .post, _ body: [APIField]? = [],
    _ run: @escaping @Sendable (Call, RowSession) async throws -> Void
  ) -> Endpoint {
    Endpoint(
      method: method, path: "/items/{id}\(path)", scope: AccessScope(part: .items, changes: true), summary: summary,
      body: body, answer: .row("items"), isOnce: method == .post
    ) { call in
      try await items.act(call) { try await run(call, $0) }
    }
  }

  static var itemActions: [Endpoint] {
    [
      action("/complete", "Ticks an item; of one that repeats the next one is made.") { call, session in
        try await complete(true, call, session)
      },
      action(
        "/reopen", "Takes the tick back.", .post,
        [.field("next", .choice(["keep", "remove"]), "What becomes of the next one, where it was changed meanwhile.")]
      ) { call, session in try await complete(false, call, session) },
      action("/skip", "Moves an item that repeats on to its next date.") { call, session in
        switch try await SkipDate(id: call.id!).run(session) {
        case .gone: throw Failure.notFound
        case .repeatsNot, .last: throw APIProblem(.conflict)
        case .skipped: break
        }
      },
      action(
        "/snooze", "Hides an item until a day, or shows it.", .post,
        [.field("until", .day, nullable: true, required: true)]
      ) { call, session in
        let snoozing = SnoozeItem(id: call.id!, until: call.body.text("until").flatMap { CalendarDate($0) })
        guard snoozing.problems.isEmpty else { throw snoozing.problems }
        var batch = Batch()
        let query = snoozing.store(in: &batch)
        guard try SnoozeItem.Result(try await session.query(batch), query, of: snoozing) != nil else {
          throw Failure.notFound
        }
      },
    ]
  }

  static var checklistActions: [Endpoint] {
    [
      action(
        "/checklist", "Adds a line to the checklist.", .post,
        [
          .field("id", .id, "By the client: sending it twice adds one line."),
          .field("text", .text(Checklist.maximumLength), required: true), .field("done", .flag),
        ]
      ) { call, session in
        let text = (call.body.text("text") ?? "").onOneLine.trimmed
        if text.isBlank { throw Problems("text", .blank) }
        let id = call.body.id("id") ?? call.idOfKey ?? .v7()
        let line = Checklist.Line(id: id, text: text, isDone: call.body.flag("done") ?? false)
        let there = try await change(.add([line]), call, session)
        // A line of this id was there, and was deleted.
        if there[id] == nil { throw APIProblem(.conflict, .gone) }
      },
      action(
        "/checklist/{line}", "Changes a line.", .patch,
        [.field("text", .text(Checklist.maximumLength)), .field("done", .flag)]
      ) { call, session in
        if let text = call.body.text("text")?.onOneLine.trimmed {
          if text.isBlank { throw Problems("text", .blank) }
          try await change(.edit(call.line!, text: text, base: nil), call, session)
        }
        if let isDone = call.body.flag("done") { try await change(.tick(call.line!, isDone), call, session) }
      },
      action("/checklist/{line}", "Deletes a line.", .delete, nil) { call, session in
        try await change(.delete(call.line!), call, session)
      },
    ]
  }

  private static func complete(_ isDone: Bool, _ call: Call, _ session: RowSession) async throws {
    var ticking = CompleteItem(id: call.id!, isDone: isDone)
    ticking.keepsNext = call.body.text("next").map { $0 == "keep" }
    var batch = Batch()
    let query = ticking.start(in: &batch)
    switch try await ticking.finish(try await session.query(batch), query, session) {
    case .gone: throw Failure.notFound
    case .asks: throw APIProblem(.conflict)
    case .changed, .repeated: break
    }
  }

  @discardableResult
  private static func change(
    _ change: ChangeChecklist.Change, _ call: Call, _ session: RowSession
  ) async throws -> Checklist {
    switch try await ChangeChecklist(id: call.id!, change: change).run(session) {
    case .gone, .conflict: throw Failure.notFound
    case .changed(_, let checklist, _, _): return checklist
    }
  }
}
