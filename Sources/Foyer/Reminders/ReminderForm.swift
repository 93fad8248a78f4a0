import CivilTime
import HTTP
import Postgres

/// A person's own settings of reminders: the input as typed, and its problems.
struct ReminderForm {
  var defaults: [ReminderTime] = []
  var digestAt = ""
  var quietFrom = ""
  var quietTo = ""
  var byMail = false
  var byPush = false
  var errors = FormErrors()

  /// The account's address, and whether a letter to it was answered.
  let email: String
  let isVerified: Bool
  /// Whether the last letter was given up.
  let hasFailed: Bool
  private var isReadable = true

  /// From `ReminderQueries.find`.
  init(_ row: Row) throws {
    let codes: [String] = try row["codes"]
    defaults = codes.compactMap { ReminderTime($0) }
    digestAt = try row["digest_at"]
    quietFrom = try row["quiet_from"]
    quietTo = try row["quiet_to"]
    byMail = try row["by_mail"]
    byPush = try row["by_push"]
    email = try row["email"]
    isVerified = try row["is_verified"]
    hasFailed = try row["has_failed"]
  }

  /// Takes the fields that were sent. A box that is not ticked is not sent.
  mutating func fill(_ form: Form) {
    let times = ReminderTime.all(form.all("default").filter { !$0.isEmpty })
    isReadable = times != nil
    defaults = times ?? defaults
    digestAt = (form["digest_at"] ?? "").trimmed
    quietFrom = (form["quiet_from"] ?? "").trimmed
    quietTo = (form["quiet_to"] ?? "").trimmed
    byMail = form["mail"] == "true"
    byPush = form["push"] == "true"
  }

  /// The form's values, and everything that is against the rules.
  /// - Parameter sendsMail: whether the operator has configured it.
  func edit(sendsMail: Bool) -> (EditReminders, Problems) {
    var editing = EditReminders(
      times: defaults, digestAt: TimeOfDay(digestAt), byMail: byMail && sendsMail, byPush: byPush)
    if let from = TimeOfDay(quietFrom), let to = TimeOfDay(quietTo) { editing.quiet = (from, to) }
    var problems = Problems()
    if !isReadable { problems.add("default", .tooMany(ReminderTime.maximum)) }
    for (field, time) in [("digest_at", digestAt), ("quiet_from", quietFrom), ("quiet_to", quietTo)]
    where !time.isEmpty && TimeOfDay(time) == nil {
      problems.add(field, .invalidTime)
    }
    if quietFrom.isEmpty != quietTo.isEmpty {
      problems.add(quietFrom.isEmpty ? "quiet_from" : "quiet_to", .otherMissing)
    }
    problems.add(editing.problems(isVerified: isVerified))
    return (editing, problems)
  }
}
