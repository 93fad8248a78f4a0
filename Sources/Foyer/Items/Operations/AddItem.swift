import Postgres

/// Adds an item, with the category and the tags that do not exist yet. Doing so twice with one id makes one item.
struct AddItem {
  var item = ItemDraft()
  var repeats: Repetition?
  /// When the member is reminded; nil as the member's settings say.
  var reminders: [ReminderTime]?
  /// The title of an item that has none.
  let untitled: String

  /// Checks the rules, and computes what does not depend on anything that others may change meanwhile.
  /// - Parameter members: the household's, who may be away when it is their turn.
  func ready(members: [HouseholdMember] = [], _ session: some HouseholdSession) async throws -> Ready {
    let problems = problems(needsDescription: session.needsDescription)
    guard problems.isEmpty else { throw problems }
    var item = item.filled(untitled: untitled)
    // Of somebody who is away, the turn falls to the next.
    let isAway = members.isAway(on: item.due?.day ?? session.today)
    if let queue = Turns.next(queue: item.turn, isAway: isAway)?.queue {
      item.turn = Array(queue.suffix(1) + queue.dropLast())
    }
    let plan = try await RepeatPlan.begin(repeats, item, session)
    return Ready(item: item, plan: plan, reminders: reminders)
  }

  func problems(needsDescription: Bool) -> Problems {
    var problems = item.problems(needsDescription: needsDescription)
    if let repeats { problems.add(repeats.problems) }
    if let reminders, reminders.count > ReminderTime.maximum { problems.add("remind", .tooMany(ReminderTime.maximum)) }
    return problems
  }

  /// An item that keeps the rules.
  struct Ready {
    let item: ItemDraft
    var plan = RepeatPlan.none
    var reminders: [ReminderTime]?

    /// - Parameter condition: whether it is added at all.
    /// - Returns: the statement that changes a row if it is new.
    @discardableResult
    func store(in batch: inout Batch, if condition: SQL = "true") -> Batch.Key {
      let added = ItemQueries.insert(item, if: condition, in: &batch)
      SeriesQueries.save(plan, item, version: 1, in: &batch)
      if !item.files.isEmpty { batch.add(FileQueries.add(item.files, to: item.id)) }
      if let reminders { batch.add(ReminderQueries.save(.own(reminders), of: item.id)) }
      return added
    }
  }
}
