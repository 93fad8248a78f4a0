import HTTP
import Postgres

extension Resource {
  private static let stay: [APIField] = [
    .field("id", .id), .field("version", .number(0...Int.max)),
    .field(
      "state", .choice(["pending", "accepted", "declined", "withdrawn", "past", "question"]),
      "`question` before dates are asked for: its days and guests say nothing."),
    .field("arrival", .day), .field("departure", .day), .field("guests", .number(1...50)),
    .field("message", .text(10_000)), .field("reply", .text(10_000)),
    .field("proposed_arrival", .day, nullable: true), .field("proposed_departure", .day, nullable: true),
    .field("created_at", .moment),
  ]

  /// The columns of `stay`, in its order.
  private static let stayColumns: SQL = """
    t.id, t.version, CASE WHEN t.is_question THEN 'question' ELSE t.state END AS state, t.arrival, t.departure, t.guests, t.message,
    t.reply, t.proposed_arrival, t.proposed_departure, t.created_at
    """

  static let requests: Resource = Resource(
    name: "requests", part: .stays, one: "a request of the household to stay with a host",
    row: stay + [.field("listing_name", .text(10_000))],
    select: { condition, end in
      """
      SELECT \(fragment: stayColumns), t.listing_name
      FROM stay_requests t
      WHERE t.household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: condition) \(fragment: end)
      """
    },
    actions: [
      Endpoint(
        method: .post, path: "/requests/{id}/withdraw", scope: AccessScope(part: .stays, changes: true),
        summary: "Withdraws an open request.", body: [], answer: .row("requests"), isOnce: true
      ) { call in
        let withdraw = WithdrawStay(request: call.id!)
        var batch = Batch()
        let query = withdraw.store(in: &batch)
        let results = try await call.context.query(batch)
        guard let result = try WithdrawStay.Result(results, query, of: call.id!),
          let answer = try await requests.row(call.id!, call)
        else { throw Failure.notFound }
        guard result.isWithdrawn else { throw APIProblem(.conflict) }
        return answer
      }
    ])

  static let hostingRequests: Resource = Resource(
    name: "hosting-requests", part: .stays, one: "a request to stay with the household",
    row: stay + [.field("guest_name", .text(10_000))],
    select: { condition, end in
      """
      SELECT \(fragment: stayColumns), t.guest_name
      FROM stay_requests t
      WHERE t.host_household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: condition) \(fragment: end)
      """
    },
    actions: [answer("accept", true), answer("decline", false)])

  private static func answer(_ name: String, _ isAccepted: Bool) -> Endpoint {
    Endpoint(
      method: .post, path: "/hosting-requests/{id}/\(name)", scope: AccessScope(part: .stays, changes: true),
      summary: isAccepted ? "Accepts a request." : "Declines a request.", body: [.field("reply", .text(10_000))],
      isVersioned: true, answer: .row("hosting-requests"), isOnce: true
    ) { call in
      let id = call.id!
      guard let row = try await call.context.query(hostingRequests.find(id)).first else { throw Failure.notFound }
      let version = try call.neededVersion(of: try row["version"])
      let message = SendStayMessage(side: .host, request: id, id: .v7(), body: call.body.text("reply") ?? "")
      let answer = AnswerStay(request: id, version: version, isAccepted: isAccepted, message: message)
      var batch = Batch()
      let stored = answer.store(in: &batch)
      do {
        guard try await call.context.query(batch)[stored].affected > 0 else {
          guard let now = try await call.context.query(hostingRequests.find(id)).first else { throw Failure.notFound }
          // Of the present version it is the state that stands in the way: reading the row again would not help.
          throw try now["version"] == version ? APIProblem(.conflict) : hostingRequests.changedMeanwhile(now)
        }
      } catch PostgresError.server(let error) where error.isAboutNights {
        throw APIProblem(.conflict, detail: .said(call.context.strings.staysFull))
      }
      guard let now = try await hostingRequests.row(id, call) else { throw Failure.notFound }
      return now
    }
  }
}
