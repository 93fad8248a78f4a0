import Postgres

/// News of stays, which wait in the table `stay_news` until they are told.
extension ReminderJobQueries {
  /// Makes the jobs of what is due, each in the line of the household that has done it. What comes within ten minutes after it
  /// was told waits until these are over, or is folded into what waits already (the function `tell_of_stay`).
  static func fireNews() -> SQL {
    """
    WITH due AS MATERIALIZED (\(fragment: dueNews())), told AS (
      UPDATE stay_news n SET event = NULL, told = CASE WHEN n.window_ends <= now() THEN 1 ELSE n.told + 1 END,
        window_ends = CASE WHEN n.window_ends <= now() THEN now() + interval '10 minutes' ELSE n.window_ends END
      FROM due d WHERE n.household_id = d.household_id AND n.request_id = d.request_id
    ), queued AS (
      \(fragment: JobQueries.insertEach(.stayNews, """
        SELECT from_household_id AS share,
          jsonb_build_object('from', from_household_id, 'to', household_id, 'request', request_id, 'event', event) AS payload
        FROM due
        """))
    )
    SELECT count(*) AS count FROM due
    """
  }

  /// Of every household.
  private static func dueNews() -> SQL {
    """
    SELECT household_id, request_id, from_household_id, event FROM stay_news WHERE (event IS NOT NULL AND at <= now())
    ORDER BY at LIMIT \(batchSize) FOR UPDATE SKIP LOCKED
    """
  }

  /// News that is out of date.
  static func deleteOldNews() -> SQL {
    "DELETE FROM stay_news WHERE (event IS NULL AND window_ends <= now())"
  }

  /// Deletes the letters and messages about a request that still wait, for the end of quiet hours or for a server: those of this
  /// transaction say what they would have said. The setting `foyer.event` is what that is.
  static func replaceWaiting(_ household: UUID, of request: UUID, _ event: StayEvent) -> SQL {
    """
    WITH replaced AS (
      DELETE FROM jobs
      WHERE share = \(household) AND state = 'waiting' AND lease IS NULL AND payload->>'matter' = \(JobKind.stayMail.rawValue)
        AND payload->>'request' = \(request)::uuid::text AND payload->>'event' <> \(StayEvent.arrival.rawValue)
      RETURNING payload->>'event' AS event
    )
    SELECT set_config('foyer.event', CASE WHEN \(event == .arrival) THEN \(event.rawValue)::text
      ELSE later_stay_news(max(event), \(event.rawValue)::text) END, true)
    FROM replaced
    """
  }
}
