import Postgres

/// Due reminders, and the rows that a job reads before it sends: by the worker, without a session.
enum ReminderJobQueries {
  /// The most rows that are taken at once.
  static let batchSize = 10_000

  /// Turns the reminders that are due into jobs, one for each person: of any number of instances one does it at a time, so
  /// that what is due together comes together, and the rows go in the transaction that inserts the jobs. The row has how
  /// many there were.
  static func fire(byMail: Bool, byPush: Bool) -> SQL {
    """
    WITH due AS MATERIALIZED (\(fragment: due())), fired AS (
      DELETE FROM reminders r USING due d
      WHERE r.household_id = d.household_id AND r.item_id = d.item_id AND r.person_id = d.person_id AND r.at = d.at
      RETURNING r.household_id, r.item_id, r.person_id, r.at
    )
    """ + tell(byMail: byMail, byPush: byPush)
  }

  /// The jobs for the reminders that were taken, `fired`.
  private static func tell(byMail: Bool, byPush: Bool) -> SQL {
    """
    , told AS (
      SELECT f.household_id, f.person_id, s.by_mail, s.by_push, jsonb_build_object(
        'household', f.household_id, 'person', f.person_id,
        'count', count(*) FILTER (WHERE f.at > now() - interval '\(fragment: patience)'),
        'items', array_to_string((array_agg(f.item_id ORDER BY f.at DESC))[1:100], ','),
        'moments', array_to_string((array_agg(f.at ORDER BY f.at DESC))[1:100], ',')) AS payload
      FROM fired f
      JOIN reminder_settings s ON s.household_id = f.household_id AND s.person_id = f.person_id
      GROUP BY f.household_id, f.person_id, s.by_mail, s.by_push
    ), \(fragment: jobs(.reminderMail, byMail, byPush))
    SELECT count(*) AS count FROM fired
    """
  }

  /// The same for digests, whose next time is noted. One that is late by more than a few hours is left out.
  static func fireDigests(byMail: Bool, byPush: Bool) -> SQL {
    """
    WITH due AS MATERIALIZED (\(fragment: dueDigests())), fired AS (
      UPDATE reminder_settings s SET digest_next = next_time(s.digest_at, d.time_zone, now()) FROM due d
      WHERE s.household_id = d.household_id AND s.person_id = d.person_id
      RETURNING s.household_id, s.person_id, s.by_mail, s.by_push, d.digest_next AS at
    ), told AS (
      SELECT household_id, person_id, by_mail, by_push, jsonb_build_object('household', household_id, 'person', person_id, 'at', at) AS payload
      FROM fired WHERE at > now() - interval '\(fragment: patience)'
    ), \(fragment: jobs(.digestMail, byMail, byPush))
    SELECT count(*) AS count FROM due
    """
  }

  /// The same for the evening before an arrival: news for one household.
  static func fireStays() -> SQL {
    """
    WITH due AS MATERIALIZED (\(fragment: dueStays())), fired AS (
      DELETE FROM stay_reminders r USING due d WHERE r.household_id = d.household_id AND r.request_id = d.request_id
      RETURNING r.household_id, r.request_id
    ), told AS (
      \(fragment: JobQueries.insertEach(.stayNews, """
        SELECT household_id AS share, jsonb_build_object('from', household_id, 'to', household_id, 'request', request_id, 'event', 'arrival') AS payload
        FROM fired
        """))
    )
    SELECT count(*) AS count FROM due
    """
  }

  /// The jobs of those who are told: a letter each, and a message for each of their devices.
  private static func jobs(_ kind: JobKind, _ byMail: Bool, _ byPush: Bool) -> SQL {
    """
    mailed AS (
      \(fragment: JobQueries.insertEach(kind, "SELECT household_id AS share, payload FROM told WHERE by_mail AND \(byMail)"))
    ), pushed AS (
      \(fragment: PushQueries.jobs("""
        SELECT household_id, person_id, payload || jsonb_build_object('matter', \(kind.rawValue)::text) AS payload
        FROM told WHERE by_push AND \(byPush)
        """))
    )
    """
  }

  // Of every household. The lock is tried once: an instance that does not get it finds nothing.

  private static func due() -> SQL {
    """
    SELECT household_id, item_id, person_id, at FROM reminders
    WHERE (SELECT \(fragment: AdvisoryLock.Database.reminders.isTaken)) AND at <= now()
    ORDER BY at LIMIT \(batchSize) FOR UPDATE SKIP LOCKED
    """
  }

  private static func dueDigests() -> SQL {
    """
    SELECT s.household_id, s.person_id, s.digest_next, p.time_zone FROM reminder_settings s
    JOIN people p ON p.household_id = s.household_id AND p.id = s.person_id
    WHERE (SELECT \(fragment: AdvisoryLock.Database.digests.isTaken)) AND s.digest_next <= now()
    ORDER BY s.digest_next LIMIT \(batchSize) FOR UPDATE OF s SKIP LOCKED
    """
  }

  private static func dueStays() -> SQL {
    """
    SELECT household_id, request_id FROM stay_reminders
    WHERE (SELECT \(fragment: AdvisoryLock.Database.stayReminders.isTaken)) AND at <= now()
    ORDER BY at LIMIT \(batchSize) FOR UPDATE SKIP LOCKED
    """
  }

  /// Reminders later than this are dropped: after an outage the server does not tell of yesterday.
  static let patience: SQL = "6 hours"

  // MARK: What a job reads, as a member of the household

  static func open(household: UUID, person: UUID) -> SQL {
    let zone: SQL =
      "coalesce((SELECT time_zone FROM people WHERE household_id = \(household) AND id = \(person)), 'UTC')"
    return """
      SELECT set_config('foyer.household', \("\(household)"), true), set_config('foyer.person', \("\(person)"), true),
        set_config('TimeZone', \(fragment: zone), true), set_config('role', 'foyer_app', true)
      """
  }

  /// The recipient of a job's message, if the person is there and wants it.
  static func reader() -> SQL {
    """
    SELECT coalesce(p.language, p.seen_language) AS language, a.email, a.verified_at IS NOT NULL AND s.by_mail AS takes_mail, s.by_push AS takes_push, now() AS now
    FROM people p
    JOIN accounts a ON a.household_id = current_household() AND a.person_id = p.id
    JOIN reminder_settings s ON s.household_id = current_household() AND s.person_id = p.id
    WHERE p.household_id = current_household() AND p.id = current_person()
    """
  }

  /// Of the items that were due those that still are, for this person at that moment: not what was done, deleted, moved or
  /// given to somebody else meanwhile, nor what is long past, nor what was
  /// hidden until a later day than that of the moment.
  static func items(_ items: [UUID], at moments: [String]) -> SQL {
    """
    SELECT DISTINCT i.id, left(i.title, 300) AS title, \(fragment: ItemQueries.due) AS due_at, i.due_day IS NULL AS is_timed
    FROM unnest(\(items)::uuid[], \(moments)::timestamptz[]) AS fired (item_id, at)
    JOIN items i ON i.household_id = current_household() AND i.id = fired.item_id AND i.done_at IS NULL AND i.deleted_at IS NULL
    JOIN people p ON p.household_id = current_household() AND p.id = current_person()
    JOIN households h ON h.id = current_household()
    JOIN reminder_settings s ON s.household_id = current_household() AND s.person_id = current_person()
    LEFT JOIN item_reminders o ON o.household_id = current_household() AND o.item_id = i.id AND o.person_id = current_person()
    WHERE (i.not_before IS NULL OR i.not_before <= (fired.at AT TIME ZONE h.time_zone)::date)
      AND is_reminded(p.id, i.turn_person, i.people) AND (fired.at > now() - interval '\(fragment: patience)' OR \(fragment: ItemQueries.due) > now())
      AND fired.at IN (
        SELECT m.at FROM reminder_moments(i.due_at, i.due_day, coalesce(o.codes, s.codes), p.time_zone, s.quiet_from, s.quiet_to) AS m)
    ORDER BY due_at, i.id
    """
  }

  /// A request of which the household is one of the two sides.
  static func stay(_ request: UUID) -> SQL {
    """
    SELECT id, true AS is_guest, guest_name, listing_name, arrival, departure, required, proposed_arrival, proposed_departure, state,
      is_question, deleted_at IS NOT NULL AS is_deleted, current_date AS today,
      \(fragment: StayReferenceQueries.isOpen) AND NOT EXISTS (
        SELECT FROM stay_references f WHERE f.household_id = current_household() AND f.request_id = r.id AND NOT f.by_host) AS can_write
    FROM stay_requests r WHERE household_id = current_household() AND id = \(request)
    UNION ALL
    SELECT id, false, guest_name, listing_name, arrival, departure, required, proposed_arrival, proposed_departure, state,
      is_question, deleted_at IS NOT NULL, current_date,
      \(fragment: StayReferenceQueries.isOpen) AND NOT EXISTS (
        SELECT FROM stay_references f WHERE f.household_id = r.household_id AND f.request_id = r.id AND f.by_host)
    FROM stay_requests r WHERE host_household_id = current_household() AND id = \(request)
    """
  }

  // MARK: As foyer_identity

  /// Notes for both sides of a stay when to tell of the arrival, or that there is nothing to tell.
  static func keepArrival(_ request: UUID, between one: UUID, and other: UUID) -> [SQL] {
    [(one, other), (other, one)].flatMap { guest, host -> [SQL] in
      [
        "DELETE FROM stay_reminders WHERE household_id = \(guest) AND request_id = \(request)",
        """
        INSERT INTO stay_reminders (household_id, request_id, at)
        SELECT h.id, r.id, moment_of(r.arrival - 1 + time '18:00', h.time_zone)
        FROM stay_requests r JOIN households h ON h.id IN (r.household_id, r.host_household_id)
        WHERE r.household_id = \(guest) AND r.host_household_id = \(host) AND r.id = \(request)
          AND r.state = 'accepted' AND r.deleted_at IS NULL AND moment_of(r.arrival - 1 + time '18:00', h.time_zone) > now()
        ON CONFLICT (household_id, request_id) DO UPDATE SET at = EXCLUDED.at
        """,
      ]
    }
  }

  /// A letter for each member of a household who is told, and a message for each of their devices, in the place of those that
  /// still wait.
  static func tell(_ household: UUID, of request: UUID, _ event: StayEvent) -> [SQL] {
    let payload: SQL = """
      jsonb_build_object('household', s.household_id, 'person', s.person_id, 'request', \(request)::uuid,
        'event', current_setting('foyer.event'), 'matter', \(JobKind.stayMail.rawValue)::text) AS payload
      """
    return [
      replaceWaiting(household, of: request, event),
      JobQueries.insertEach(
        .stayMail,
        """
        SELECT s.household_id AS share, \(fragment: payload)
        FROM reminder_settings s WHERE s.household_id = \(household) AND s.by_mail
        """),
      PushQueries.jobs(
        """
        SELECT s.household_id, s.person_id, \(fragment: payload)
        FROM reminder_settings s WHERE s.household_id = \(household) AND s.by_push
        """),
    ]
  }

  /// Has the jobs of this transaction wait for the end of each person's quiet hours.
  static func postponeNews(of household: UUID) -> SQL {
    """
    UPDATE jobs SET run_after = after_quiet(now(), p.time_zone, s.quiet_from, s.quiet_to)
    FROM reminder_settings s JOIN people p ON p.household_id = s.household_id AND p.id = s.person_id
    WHERE s.household_id = \(household) AND s.quiet_from IS NOT NULL AND jobs.share = s.household_id AND jobs.state = 'waiting'
      AND jobs.created_at = now() AND jobs.payload->>'person' = s.person_id::text
    """
  }

  /// Notes that a letter was given up, for the person's settings, or that one has arrived since.
  static func note(hasFailed: Bool, household: UUID, person: UUID) -> SQL {
    """
    UPDATE reminder_settings SET mail_failed_at = CASE WHEN \(hasFailed) THEN now() END
    WHERE household_id = \(household) AND person_id = \(person) AND (mail_failed_at IS NULL) = \(hasFailed)
    """
  }
}
