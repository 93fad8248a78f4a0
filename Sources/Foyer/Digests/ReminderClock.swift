import Postgres

/// Turns what is due into jobs, at each instance every few seconds.
enum ReminderClock {
  /// - Parameters:
  ///   - byMail: whether letters can be sent.
  ///   - byPush: whether push messages can.
  static func tick(_ pool: Pool, byMail: Bool, byPush: Bool) async throws {
    for statement in [
      ReminderJobQueries.fire(byMail: byMail, byPush: byPush),
      ReminderJobQueries.fireDigests(byMail: byMail, byPush: byPush),
      ReminderJobQueries.fireStays(),
      ReminderJobQueries.fireNews(),
    ] {
      var count = ReminderJobQueries.batchSize
      while count == ReminderJobQueries.batchSize, !Task.isCancelled {
        var batch: Batch = [SessionQueries.openWithoutSession()]
        let fired = batch.add(statement)
        count = try await pool.execute(batch)[fired][0]["count"]
      }
    }
  }
}
