import Postgres

/// The tables `webhooks` and `webhook_deliveries`.
enum WebhookQueries {
  // MARK: The visitor's own

  static func list() -> SQL {
    """
    SELECT id, url, kinds, failing_since, ended_at, ended_because FROM webhooks
    WHERE household_id = current_household() AND person_id = current_person() ORDER BY id DESC
    """
  }

  /// The last deliveries of all of them, newest first.
  static func deliveries() -> SQL {
    """
    SELECT d.webhook_id, d.id, d.created_at, d.changes, d.state, d.status, d.problem
    FROM webhook_deliveries d
    JOIN webhooks w ON w.household_id = current_household() AND w.id = d.webhook_id AND w.person_id = current_person()
    WHERE d.household_id = current_household() ORDER BY d.id DESC
    """
  }

  /// Makes a webhook, unless the person has too many. It is told of what changes from now on.
  static func insert(_ draft: WebhookDraft, _ key: WebhookKey) -> SQL {
    """
    INSERT INTO webhooks (id, url, kinds, secret, database, sent)
    SELECT \(draft.id)::uuid, \(draft.url)::text, \(draft.kinds)::text[], \(key.bytes)::bytea,
      \(fragment: ChangeQueries.database), pg_current_snapshot()
    WHERE (
      SELECT count(*) FROM webhooks WHERE household_id = current_household() AND person_id = current_person()
    ) < \(WebhookEntry.maximum)
    ON CONFLICT DO NOTHING
    """
  }

  /// Gives the row of a form that is sent again at once this key in place of the first one, whose answer nobody has seen.
  static func replace(_ draft: WebhookDraft, _ key: WebhookKey) -> SQL {
    """
    UPDATE webhooks SET secret = \(key.bytes)
    WHERE household_id = current_household() AND person_id = current_person() AND id = \(draft.id)
      AND url = \(draft.url) AND kinds = \(draft.kinds)::text[] AND created_at > now() - interval '5 minutes' AND created_at < now()
    """
  }

  /// The condition that the row is there, and was made by this transaction.
  static func isNew(_ id: UUID) -> SQL {
    """
    EXISTS (
      SELECT FROM webhooks
      WHERE household_id = current_household() AND person_id = current_person() AND id = \(id) AND created_at = now())
    """
  }

  /// The condition that it is one of the visitor's own.
  static func isOwn(_ id: UUID) -> SQL {
    """
    EXISTS (SELECT FROM webhooks WHERE household_id = current_household() AND person_id = current_person() AND id = \(id))
    """
  }

  static func url(_ id: UUID) -> SQL {
    "SELECT url FROM webhooks WHERE household_id = current_household() AND person_id = current_person() AND id = \(id)"
  }

  static func delete(_ id: UUID) -> SQL {
    "DELETE FROM webhooks WHERE household_id = current_household() AND person_id = current_person() AND id = \(id)"
  }

  static func switchOff(_ id: UUID) -> [SQL] {
    [
      """
      UPDATE webhooks SET ended_at = now(), ended_because = 'person'
      WHERE household_id = current_household() AND person_id = current_person() AND id = \(id) AND ended_at IS NULL
      """,
      """
      UPDATE webhook_deliveries SET state = 'held'
      WHERE household_id = current_household() AND webhook_id = \(id) AND state = 'waiting' AND \(fragment: isOwn(id))
      """,
    ]
  }

  /// Deliveries that were held are sent first, then the changes of the time between, as far as those are still known.
  static func switchOn(_ id: UUID) -> [SQL] {
    [
      """
      UPDATE webhook_deliveries SET state = 'waiting'
      WHERE household_id = current_household() AND webhook_id = \(id) AND state = 'held' AND \(fragment: isOwn(id))
      """,
      """
      UPDATE webhooks SET ended_at = NULL, ended_because = NULL, failing_since = NULL, attempts = 0, due_at = now(),
        sent = CASE WHEN ended_at < now() - interval '30 days' THEN pg_current_snapshot() ELSE sent END,
        reading = CASE WHEN ended_at >= now() - interval '30 days' THEN reading END,
        last_moment = CASE WHEN ended_at >= now() - interval '30 days' THEN last_moment END,
        last_kind = CASE WHEN ended_at >= now() - interval '30 days' THEN last_kind END,
        last_id = CASE WHEN ended_at >= now() - interval '30 days' THEN last_id END
      WHERE household_id = current_household() AND person_id = current_person() AND id = \(id) AND ended_at IS NOT NULL
      """,
    ]
  }

  /// Has a delivery sent once more, also where the webhook is switched off; the last one if none is named. The first statement
  /// changes a row if there is one.
  static func sendAgain(_ id: UUID, _ delivery: UUID?) -> [SQL] {
    [
      """
      UPDATE webhook_deliveries SET state = 'waiting'
      WHERE household_id = current_household() AND webhook_id = \(id) AND \(fragment: isOwn(id))
        AND id = coalesce(\(optional: delivery)::uuid, (
          SELECT max(id::text)::uuid FROM webhook_deliveries WHERE household_id = current_household() AND webhook_id = \(id)))
      """,
      """
      UPDATE webhooks SET due_at = now()
      WHERE household_id = current_household() AND person_id = current_person() AND id = \(id)
      """,
    ]
  }

  /// The condition that something of the visitor's was switched off by a failure, for the settings.
  static let haveFailed: SQL = """
    EXISTS (
      SELECT FROM webhooks
      WHERE household_id = current_household() AND person_id = current_person() AND ended_because <> 'person')
    """

  // MARK: Sending, as foyer_identity

  /// The most that are woken at once.
  private static let batchSize = 1000

  static func areThere() -> SQL { "SELECT EXISTS (TABLE webhooks) AS is_there" }

  /// Inserts a job for each webhook that has something to send; one that nothing has changed for costs a look into an index.
  /// The row has how many there were.
  static func wake() -> SQL {
    """
    WITH due AS MATERIALIZED (\(fragment: due())), queued AS (
      \(fragment: JobQueries.insertEach(.webhook, """
        SELECT household_id AS share, jsonb_build_object('household', household_id, 'webhook', id) AS payload FROM due
        """))
    )
    SELECT count(*) AS count FROM due
    """
  }

  /// Of every household. A restored backup brings numbers along that transactions have not reached: those are no changes.
  private static func due() -> SQL {
    """
    SELECT w.household_id, w.id FROM webhooks w
    WHERE w.due_at <= now() AND (
      EXISTS (
        SELECT FROM webhook_deliveries d
        WHERE d.household_id = w.household_id AND d.webhook_id = w.id AND d.state = 'waiting')
      OR w.ended_at IS NULL AND (w.reading IS NOT NULL OR w.database <> \(fragment: ChangeQueries.database) OR EXISTS (
        SELECT FROM changes c
        WHERE c.household_id = w.household_id AND c.moment >= pg_snapshot_xmin(w.sent) AND c.kind = ANY (w.kinds)
          AND NOT pg_visible_in_snapshot(c.moment, w.sent) AND c.moment < pg_snapshot_xmax(pg_current_snapshot()))))
      AND NOT EXISTS (
        SELECT FROM jobs j
        WHERE j.share = w.household_id AND j.state = 'waiting' AND j.kind = 'webhook' AND j.payload->>'webhook' = w.id::text)
    ORDER BY w.due_at LIMIT \(batchSize) FOR UPDATE OF w SKIP LOCKED
    """
  }

  /// A webhook that is due, with the delivery that waits, if one does.
  static func find(_ id: UUID, in household: UUID) -> SQL {
    """
    SELECT w.url, w.secret, w.kinds, w.attempts, w.ended_at IS NULL AS is_on, w.database, w.sent::text AS sent,
      w.reading::text AS reading, w.last_moment::text AS last_moment, w.last_kind, w.last_id, d.id AS delivery, d.body
    FROM webhooks w
    LEFT JOIN LATERAL (
      SELECT id, body FROM webhook_deliveries
      WHERE household_id = \(household) AND webhook_id = w.id AND state = 'waiting' ORDER BY id LIMIT 1
    ) AS d ON true
    WHERE w.household_id = \(household) AND w.id = \(id) AND w.due_at <= now()
    """
  }

  /// The changes that were not sent, in the order of their transactions, and the snapshot that they are read of: at least one
  /// row, which has no kind if there is no change.
  static func changes(_ state: WebhookState, _ kinds: [String], in household: UUID, _ limit: Int) -> SQL {
    let isLater: SQL =
      state.last.map { "AND (moment, kind, id) > (\($0.moment)::text::xid8, \($0.kind)::text, \($0.id)::uuid)" } ?? ""
    let sent: SQL = "\(state.sent)::text::pg_snapshot"
    return """
      SELECT present.snapshot::text AS snapshot, present.database, c.kind, c.id, c.is_deleted, c.is_new, c.moment::text AS moment
      FROM (SELECT pg_current_snapshot() AS snapshot, \(fragment: ChangeQueries.database) AS database) AS present
      LEFT JOIN LATERAL (
        SELECT kind, id, is_deleted, moment, born IS NOT NULL AND NOT pg_visible_in_snapshot(born, \(fragment: sent)) AS is_new
        FROM changes
        WHERE household_id = \(household) AND moment >= pg_snapshot_xmin(\(fragment: sent)) AND kind = ANY (\(kinds)::text[])
          AND NOT pg_visible_in_snapshot(moment, \(fragment: sent))
          AND pg_visible_in_snapshot(moment, coalesce(\(optional: state.reading)::text::pg_snapshot, present.snapshot))
          \(fragment: isLater)
        ORDER BY moment, kind, id LIMIT \(limit)
      ) AS c ON true
      ORDER BY c.moment, c.kind, c.id
      """
  }

  /// Notes what has been read, and the delivery that is made of it, unless that was done meanwhile.
  static func store(
    _ state: WebhookState, after old: WebhookState, _ delivery: WebhookJob.Delivery?, of id: UUID, in household: UUID
  ) -> [SQL] {
    let moved: SQL = """
      UPDATE webhooks SET database = \(state.database), sent = \(state.sent)::text::pg_snapshot,
        reading = \(optional: state.reading)::text::pg_snapshot, last_moment = \(optional: state.last?.moment)::text::xid8,
        last_kind = \(optional: state.last?.kind), last_id = \(optional: state.last?.id)
      WHERE household_id = \(household) AND id = \(id) AND ended_at IS NULL AND sent::text = \(old.sent)
        AND last_id IS NOT DISTINCT FROM \(optional: old.last?.id)::uuid
        AND last_moment::text IS NOT DISTINCT FROM \(optional: old.last?.moment)::text
        AND last_kind IS NOT DISTINCT FROM \(optional: old.last?.kind)::text
      """
    guard let delivery else { return [moved] }
    return [
      """
      WITH moved AS (\(fragment: moved) RETURNING household_id, id)
      INSERT INTO webhook_deliveries (household_id, webhook_id, id, body, changes)
      SELECT household_id, id, \(delivery.id)::uuid, \(delivery.body)::text, \(delivery.changes)::int FROM moved
      """,
      """
      DELETE FROM webhook_deliveries
      WHERE household_id = \(household) AND webhook_id = \(id) AND state <> 'waiting' AND id NOT IN (
        SELECT id FROM webhook_deliveries WHERE household_id = \(household) AND webhook_id = \(id)
        ORDER BY id DESC LIMIT \(WebhookDelivery.kept))
      """,
    ]
  }

  /// Notes what came of an attempt.
  /// - Parameter pause: until the next one; until more is sent, after a success.
  static func note(
    _ outcome: WebhookOutcome, _ delivery: UUID, of id: UUID, in household: UUID, pause: Duration
  ) -> [SQL] {
    let seconds = Int(pause.components.seconds)
    let hook: SQL =
      outcome.isSuccess
      ? """
      UPDATE webhooks SET attempts = 0, failing_since = NULL,
        due_at = CASE WHEN reading IS NULL THEN now() + make_interval(secs => \(seconds)::int) ELSE now() END
      WHERE household_id = \(household) AND id = \(id)
      """
      : """
      UPDATE webhooks SET attempts = attempts + 1, failing_since = coalesce(failing_since, now()),
        due_at = now() + make_interval(secs => \(seconds)::int),
        ended_at = CASE WHEN ended_at IS NULL AND (\(outcome.isGone) OR failing_since < now() - interval '7 days') THEN now() ELSE ended_at END,
        ended_because = CASE WHEN ended_at IS NOT NULL THEN ended_because WHEN \(outcome.isGone) THEN 'gone'
          WHEN failing_since < now() - interval '7 days' THEN 'failing' END
      WHERE household_id = \(household) AND id = \(id)
      """
    return [
      hook,
      """
      UPDATE webhook_deliveries d SET attempts = d.attempts + 1, tried_at = now(), status = \(optional: outcome.status),
        problem = \(optional: outcome.problem?.rawValue),
        state = CASE WHEN \(outcome.isSuccess) THEN 'sent' WHEN w.ended_at IS NULL THEN 'waiting' ELSE 'held' END
      FROM webhooks w
      WHERE w.household_id = \(household) AND w.id = \(id)
        AND d.household_id = \(household) AND d.webhook_id = w.id AND d.id = \(delivery)
      """,
    ]
  }
}
