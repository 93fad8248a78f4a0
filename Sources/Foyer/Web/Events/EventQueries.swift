import Postgres

/// Statements of the events.
enum EventQueries {
  /// The subjects that the transaction has changed; the last statement of each changing request.
  static func changes() -> SQL {
    "SELECT coalesce(current_setting('foyer.changes', true), '') AS changes"
  }

  /// Without waiting for the disk: an announcement need not survive a crash.
  static func notify(_ payloads: [String]) -> SQL {
    """
    SELECT set_config('synchronous_commit', 'off', true), count(pg_notify('foyer_events', payload))
    FROM unnest(\(payloads)::text[]) AS payload
    """
  }
}
