import Postgres

/// Queries of the table of jobs. All but `insert` run as `foyer_identity`.
enum JobQueries {
  /// - Parameter condition: what must hold after the statements before it.
  static func insert(_ kind: JobKind, _ payload: KeyValuePairs<String, String>, if condition: SQL = "true") -> SQL {
    """
    INSERT INTO jobs (id, kind, payload)
    SELECT \(UUID.v7()), \(kind.rawValue), jsonb_object(\(payload.map(\.key)), \(payload.map(\.value)))
    WHERE \(fragment: condition)
    """
  }

  /// Inserts a job for each row of a query, which has the columns `share`, a household, and `payload`, a jsonb object of
  /// texts. They stand in the household's line, behind those that wait in it.
  static func insertEach(_ kind: JobKind, _ rows: SQL) -> SQL {
    """
    INSERT INTO jobs (id, kind, share, place, payload)
    SELECT gen_random_uuid(), \(kind.rawValue)::text, each.share,
      row_number() OVER (PARTITION BY each.share) + coalesce(line.place, 0), each.payload
    FROM (\(fragment: rows)) AS each
    LEFT JOIN LATERAL (
      SELECT max(place) AS place FROM jobs WHERE share = each.share AND state = 'waiting'
    ) AS line ON true
    """
  }

  /// Takes a job that is due, and holds it for three minutes: longer than an attempt takes. If the program dies meanwhile, the
  /// job is due again after them.
  ///
  /// Letters that somebody waits for come first, then the first of each household's line, the second of each, and so on: who
  /// has ten thousand delays nobody. Of several at the same place the one comes first that is due for the longest time.
  /// - Parameters:
  ///   - kinds: those that may be taken.
  ///   - busy: households of which none may be.
  static func take(lease: UUID, kinds: [JobKind], except busy: [UUID]) -> SQL {
    """
    UPDATE jobs SET attempts = attempts + 1, lease = \(lease), run_after = now() + interval '3 minutes'
    WHERE id = (
      SELECT id FROM jobs WHERE state = 'waiting' AND run_after <= now() AND kind = ANY (\(kinds.map(\.rawValue))::text[])
        AND (share IS NULL OR share <> ALL (\(busy)::uuid[]))
      ORDER BY place, run_after LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, attempts, share,
      ARRAY(SELECT key FROM jsonb_each_text(payload) ORDER BY key) AS keys,
      ARRAY(SELECT value FROM jsonb_each_text(payload) ORDER BY key) AS texts
    """
  }

  static func finish(_ job: Job) -> SQL {
    """
    UPDATE jobs SET state = 'finished', ended_at = now(), payload = '{}', lease = NULL, last_error = NULL
    WHERE id = \(job.id) AND lease = \(job.lease)
    """
  }

  static func postpone(_ job: Job, by pause: Duration, because error: String) -> SQL {
    """
    UPDATE jobs SET run_after = now() + make_interval(secs => \(Int(pause.components.seconds))::int), lease = NULL,
      last_error = left(\(error), 1000)
    WHERE id = \(job.id) AND lease = \(job.lease)
    """
  }

  /// It keeps what it carries, so that the operator can have it tried again.
  static func giveUp(_ job: Job, because error: String) -> SQL {
    """
    UPDATE jobs SET state = 'dead', ended_at = now(), lease = NULL, last_error = left(\(error), 1000)
    WHERE id = \(job.id) AND lease = \(job.lease)
    """
  }

  /// Ends an attempt that did not happen.
  static func giveBack(_ job: Job) -> SQL {
    """
    UPDATE jobs SET run_after = now(), lease = NULL, attempts = attempts - 1
    WHERE id = \(job.id) AND lease = \(job.lease)
    """
  }

  /// All attempts take two days. What waits longer than seven was left while no program sent mail, and tells of what is long
  /// past.
  static func deleteOld() -> SQL {
    """
    DELETE FROM jobs
    WHERE state <> 'waiting' AND ended_at < now() - interval '30 days'
      OR state = 'waiting' AND created_at < now() - interval '7 days'
    """
  }

  /// What is given up is kept for a week.
  static func eraseOld() -> SQL {
    """
    UPDATE jobs SET payload = '{}' WHERE state = 'dead' AND ended_at < now() - interval '7 days' AND payload <> '{}'
    """
  }

  /// The jobs that were given up, the last one first.
  static func dead() -> SQL {
    """
    SELECT id, kind, ended_at, coalesce(last_error, '') AS error, payload <> '{}' AS can_be_retried
    FROM jobs WHERE state = 'dead' ORDER BY ended_at DESC, id DESC LIMIT 100
    """
  }

  /// Lets a job that was given up begin anew, if it still has what it carries.
  static func retry(_ id: UUID) -> SQL {
    """
    UPDATE jobs SET state = 'waiting', ended_at = NULL, attempts = 0, run_after = now(), created_at = now()
    WHERE id = \(id) AND state = 'dead' AND payload <> '{}'
    """
  }

  /// Deletes a job that was given up.
  static func deleteDead(_ id: UUID) -> SQL { "DELETE FROM jobs WHERE id = \(id) AND state = 'dead'" }

  /// How many jobs wait, how many were given up in the last 30 days, and what the last of these said.
  static func counts() -> SQL {
    """
    SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'dead') AS dead,
      (SELECT kind || ': ' || last_error FROM jobs WHERE state = 'dead' ORDER BY ended_at DESC LIMIT 1) AS last_error
    FROM jobs
    """
  }
}

extension Job {
  init(_ row: Row, lease: UUID) throws {
    let (keys, texts): ([String], [String]) = (try row["keys"], try row["texts"])
    id = try row["id"]
    let name: String = try row["kind"]
    kind = JobKind(rawValue: name)
    payload = Dictionary(zip(keys, texts)) { first, _ in first }
    share = try row["share"]
    attempts = try row["attempts"]
    self.lease = lease
  }
}
