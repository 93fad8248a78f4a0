import CivilTime
import Postgres

/// Changes the member's own settings of reminders.
struct EditReminders {
  /// When an item without times of its own is told.
  var times: [ReminderTime] = []
  /// Nil for no digest.
  var digestAt: TimeOfDay?
  /// When nothing is told; nil for never.
  var quiet: (from: TimeOfDay, to: TimeOfDay)?
  var byMail = false
  var byPush = false

  /// - Parameter isVerified: whether a letter to the account's address was answered.
  func problems(isVerified: Bool) -> Problems {
    var problems = Problems()
    if times.count > ReminderTime.maximum { problems.add("default", .tooMany(ReminderTime.maximum)) }
    if byMail && !isVerified { problems.add("mail", .unverified) }
    return problems
  }

  func store(in batch: inout Batch) { batch.add([ReminderQueries.save(self), SessionQueries.seeLanguage()]) }
}
