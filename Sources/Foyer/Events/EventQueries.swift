import Postgres

/// What events need of the database.
enum EventQueries {
  /// What the transaction has changed that others may be looking at; the last statement of whatever changes something.
  static func changes() -> SQL { "SELECT coalesce(current_setting('foyer.changes', true), '') AS changes" }

  /// Nothing waits for the disk: an announcement need not survive a crash.
  static func notify(_ payloads: [String]) -> SQL {
    """
    SELECT set_config('synchronous_commit', 'off', true), count(pg_notify('foyer_events', payload))
    FROM unnest(\(payloads)::text[]) AS payload
    """
  }
}
