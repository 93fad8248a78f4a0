import EventLoop

/// The timelines of clusters: each fail-over begins a new one (PostgreSQL manual, 26.3.6). By them an old primary is known
/// that was frozen or cut off, and takes itself for the primary still, and a standby that has followed it.
enum Timeline {
  /// The newest timeline that a primary was seen on, by the cluster's system identifier, in this process.
  private static let newest = Lock<[String: Int]>([:])

  /// A server's report of itself.
  struct Server {
    let system: String
    let isStandby: Bool
    /// A standby's may be older than the one it follows by now: `pg_control` is written at times only. Who may read
    /// pg_stat_wal_receiver (pg_read_all_stats) knows at once.
    let timeline: Int

    init(_ row: Row) throws(PostgresError) {
      system = try row["system"]
      isStandby = try row["is_standby"]
      timeline = try row["timeline"]
    }
  }

  static let ask: SQL = """
    SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system, pg_is_in_recovery() AS is_standby,
      CASE WHEN pg_is_in_recovery() THEN greatest(
        (SELECT timeline_id FROM pg_control_checkpoint()), (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
        (SELECT received_tli FROM pg_stat_wal_receiver))
      ELSE ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int END AS timeline
    """

  /// Notes a primary's timeline; false if a newer one is known.
  static func note(_ timeline: Int, of system: String) -> Bool {
    newest.withLock { newest in
      guard timeline >= newest[system] ?? 0 else { return false }
      newest[system] = timeline
      return true
    }
  }

  /// Why a server will not do; nil if it will.
  static func refusal(of server: Server, wantsStandby: Bool) -> String? {
    if !wantsStandby {
      let isRight = server.isStandby || note(server.timeline, of: server.system)
      return isRight ? nil : "it is an old primary: it has not taken part in the last fail-over"
    }
    guard server.isStandby else { return "it is no standby" }
    guard let known = newest.withLock({ $0[server.system] }) else {
      return "it is not known to be the primary's standby"
    }
    return server.timeline >= known ? nil : "it has not followed the last fail-over yet"
  }
}
