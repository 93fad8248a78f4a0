import Postgres

/// Changes an item, unless somebody else has changed it since it was read.
struct EditItem {
  var item: ItemDraft
  /// The version that was read.
  let version: Int
  var repeats = RepeatChange.unchanged
  /// Whether the change is for all following items of its series, too.
  var isForFollowing = false
  /// When the member is reminded; nil for as before.
  var reminders: ReminderChoice?
  /// The title of an item that has none.
  let untitled: String

  func problems(needsDescription: Bool) -> Problems {
    var problems = item.problems(needsDescription: needsDescription)
    if case .to(let repeats) = repeats { problems.add(repeats.problems) }
    if case .own(let times) = reminders, times.count > ReminderTime.maximum {
      problems.add("remind", .tooMany(ReminderTime.maximum))
    }
    return problems
  }

  /// Checks the rules, and computes what does not depend on anything that others may change meanwhile.
  func ready(_ stored: StoredItem, _ session: some HouseholdSession) async throws -> Ready {
    let problems = problems(needsDescription: session.needsDescription)
    guard problems.isEmpty else { throw problems }
    var item = item.filled(untitled: untitled)
    let plan = try await RepeatPlan.change(
      repeats, item, stored: (stored.item, stored.repeats), isForFollowing: isForFollowing, session)
    // Ticking one that repeats makes the next one, and taking the tick back removes that: a change of its own, after this one.
    let ticks = item.isDone != stored.item.isDone && plan.leavesSeries(of: stored)
    if ticks { item.isDone = stored.item.isDone }
    return Ready(item: item, version: version, plan: plan, reminders: reminders, ticks: ticks)
  }

  /// A change that keeps the rules.
  struct Ready {
    let item: ItemDraft
    fileprivate let version: Int
    let plan: RepeatPlan
    fileprivate let reminders: ReminderChoice?
    /// Whether it is left to tick the item, or to take the tick back.
    let ticks: Bool

    func store(in batch: inout Batch) -> Query {
      if plan.touchesSeries {
        batch.add([ItemQueries.lockHousehold(), RepeatQueries.lock(ofItems: "id = \(item.id)")])
      }
      // The member's alone: whatever the others have saved meanwhile.
      if let reminders { batch.add(ReminderQueries.save(reminders, of: item.id)) }
      let changed = ItemQueries.update(item, version: version, in: &batch)
      SeriesQueries.save(plan, item, version: version + 1, in: &batch)
      return Query(changed: changed, item: batch.add(ItemQueries.find(item.id)))
    }
  }

  struct Query { fileprivate let changed, item: Batch.Key }

  struct Result {
    /// Whether it was changed: nobody else has done so meanwhile.
    let isSaved: Bool
    /// The item as it is now; nil if it is gone.
    let stored: StoredItem?

    init(_ results: Results, _ query: Query) throws {
      isSaved = !results[query.changed].isEmpty
      stored = try StoredItem(results[query.item])
    }
  }
}
