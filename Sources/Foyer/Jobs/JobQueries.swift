import Crypto
import Postgres

/// Queries of the table of jobs. All but `insert` of an invitation run as `foyer_identity`.
enum JobQueries {
  /// Interactive mail has places up to 0, the first of a household this one: it is sent before all others.
  static let firstPlace = -999
  /// The most letters of one kind to the accounts of a household in an hour: each tells of something that its members do
  /// as often as they like.
  private static let maximumAnHour = 30

  /// Inserts a letter of interactive mail. It is queued behind the waiting ones of its household, or of the address that asks:
  /// the worker takes households in turn, so that many letters of one delay no other.
  /// - Parameters:
  ///   - line: of whoever asks, where the payload names neither a household nor a person.
  ///   - condition: what must hold after the statements before it.
  static func insert(
    _ kind: JobKind, _ payload: KeyValuePairs<String, String>, line: UUID? = nil, if condition: SQL = "true"
  ) -> SQL {
    // The app's role reads no jobs; a household's invitations have a limit of their own, and a move or an archive is one job.
    if [.invitation, .moveIn, .takeOut].contains(kind) {
      return """
        INSERT INTO jobs (id, kind, share, place, payload)
        SELECT \(UUID.v7()), \(kind.rawValue), current_household(), \(firstPlace)::int,
          jsonb_object(\(payload.map(\.key)), \(payload.map(\.value)))
        WHERE \(fragment: condition)
        """
    }
    let person = payload.first { $0.key == "person" }.flatMap { UUID($0.value.utf8) }
    let share: SQL =
      person.map { "(SELECT household_id FROM accounts WHERE person_id = \($0))" } ?? "\(optional: line)"
    return """
      INSERT INTO jobs (id, kind, share, place, payload)
      SELECT \(UUID.v7()), \(kind.rawValue)::text, asker.share, least(\(firstPlace)::int + line.waiting, 0),
        jsonb_object(\(payload.map(\.key)), \(payload.map(\.value)))
      FROM (SELECT \(fragment: share)::uuid AS share) AS asker, LATERAL (
        SELECT count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
          count(*) FILTER (WHERE kind = \(kind.rawValue) AND created_at > now() - interval '1 hour') AS lately
        FROM jobs WHERE share = asker.share AND place <= 0
      ) AS line
      WHERE (\(person == nil) OR line.lately < \(maximumAnHour)::int) AND \(fragment: condition)
      """
  }

  /// Inserts a job for each row of a query, which has the columns `share`, a household, and `payload`, a jsonb object of
  /// texts. They stand in the household's line, behind those that wait in it and behind what somebody waits for.
  static func insertEach(_ kind: JobKind, _ rows: SQL) -> SQL {
    """
    INSERT INTO jobs (id, kind, share, place, payload)
    SELECT gen_random_uuid(), \(kind.rawValue)::text, each.share,
      row_number() OVER (PARTITION BY each.share) + greatest(line.place, 0), each.payload
    FROM (\(fragment: rows)) AS each
    LEFT JOIN LATERAL (
      SELECT max(place) AS place FROM jobs WHERE share = each.share AND state = 'waiting'
    ) AS line ON true
    """
  }

  /// The kinds and places that a worker has room for.
  struct Room {
    /// The kinds of which any job may be taken, and those of which one that somebody waits for may.
    var kinds, awaited: [JobKind]
    /// The lines of which none may be, and none that somebody waits for.
    var busy, busyAwaited: [UUID]
    /// The lines of which no push message may be.
    var slow: [UUID]
  }

  /// Takes a job that is due, and holds it for three minutes: longer than an attempt takes, unless it is renewed. If the program dies meanwhile, the
  /// job is due again after them.
  ///
  /// Letters that somebody waits for come first, then the first of each household's line, the second of each, and so on: who
  /// has ten thousand delays nobody. Of several at the same place the one comes first that is due for the longest time.
  static func take(lease: UUID, _ room: Room) -> SQL {
    """
    UPDATE jobs SET attempts = attempts + 1, lease = \(lease), run_after = now() + interval '3 minutes'
    WHERE id = (
      SELECT id FROM jobs WHERE state = 'waiting' AND run_after <= now()
        AND CASE WHEN place <= 0
          THEN kind = ANY (\(room.awaited.map(\.rawValue))::text[]) AND (share IS NULL OR share <> ALL (\(room.busyAwaited)::uuid[]))
          ELSE kind = ANY (\(room.kinds.map(\.rawValue))::text[]) AND (share IS NULL OR share <> ALL (
            \(room.busy)::uuid[] || CASE WHEN kind IN ('push', 'webhook') THEN \(room.slow)::uuid[] ELSE '{}' END)) END
      ORDER BY place, run_after LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, attempts, share, place <= 0 AS is_awaited,
      ARRAY(SELECT key FROM jsonb_each_text(payload) ORDER BY key) AS keys,
      ARRAY(SELECT value FROM jsonb_each_text(payload) ORDER BY key) AS texts
    """
  }

  /// Holds a job for three minutes more. No row if another worker has it by now.
  static func renew(_ job: Job) -> SQL {
    """
    UPDATE jobs SET run_after = now() + interval '3 minutes' WHERE id = \(job.id) AND lease = \(job.lease) RETURNING id
    """
  }

  static func finish(_ job: Job) -> SQL {
    // There may be one every few seconds, and its deliveries say what it did.
    if job.kind == .webhook { return "DELETE FROM jobs WHERE id = \(job.id) AND lease = \(job.lease)" }
    return """
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

  /// Jobs that were given up are kept for a week.
  static func eraseOld() -> SQL {
    """
    UPDATE jobs SET payload = '{}' WHERE state = 'dead' AND ended_at < now() - interval '7 days' AND payload <> '{}'
    """
  }

  static func waiting(_ kind: JobKind) -> SQL {
    "SELECT EXISTS (SELECT FROM jobs WHERE state = 'waiting' AND kind = \(kind.rawValue)) AS is_there"
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

extension Context {
  /// In whose line a letter stands that somebody asks for who is not known: that of the network.
  var mailLine: UUID { .v8(sha256("letters \(Allowance.network(of: request.remoteAddress))".utf8)) }
}

extension Job {
  init(_ row: Row, lease: UUID) throws {
    let (keys, texts): ([String], [String]) = (try row["keys"], try row["texts"])
    id = try row["id"]
    let name: String = try row["kind"]
    kind = JobKind(rawValue: name)
    payload = Dictionary(zip(keys, texts)) { first, _ in first }
    share = try row["share"]
    isAwaited = try row["is_awaited"]
    attempts = try row["attempts"]
    self.lease = lease
  }
}
