import Postgres

/// Changes an item. What others have changed since it was read stays, field by field; where both have changed one, nothing is done.
struct EditItem {
  var item: ItemDraft
  /// The version that was read.
  var version: Int
  /// Of the fields that were read (`StoredItem.texts`); without it no change is told from another.
  var base: MergeBase?
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

  /// Others change it a few times at most between two round trips.
  private static let mostAttempts = 5

  enum Result {
    case gone
    /// - Parameter before: the item that was changed.
    case saved(Ready, before: StoredItem)
    /// The item as somebody else has changed it.
    case conflict(StoredItem)
  }

  /// - Parameter stored: the item as it is.
  func run(_ stored: StoredItem, _ session: some HouseholdSession) async throws -> Result {
    var (editing, stored) = (self, stored)
    for _ in 1...Self.mostAttempts {
      let ready = try await editing.ready(stored, session)
      var batch = Batch()
      let (changed, found) = ready.store(in: &batch)
      let results = try await session.query(batch)
      guard let now = try StoredItem(results[found]) else { return .gone }
      if !results[changed].isEmpty || editing.isSame(as: now) { return .saved(ready, before: stored) }
      guard let merged = editing.merged(with: now) else { return .conflict(now) }
      (editing, stored) = (merged, now)
    }
    return .conflict(stored)
  }

  /// Checks the rules, and computes what does not depend on anything that others may change meanwhile.
  private func ready(_ stored: StoredItem, _ session: some HouseholdSession) async throws -> Ready {
    var problems = problems(needsDescription: session.needsDescription)
    let added = item.files.filter { id in !stored.files.contains { $0.id == id } }
    if stored.files.count + added.count > ItemFile.maximum { problems.add("files", .tooMany(ItemFile.maximum)) }
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

    fileprivate func store(in batch: inout Batch) -> (changed: Batch.Key, item: Batch.Key) {
      // The member's alone: whatever the others have saved meanwhile.
      if let reminders { batch.add(ReminderQueries.save(reminders, of: item.id)) }
      let changed = ItemQueries.update(item, version: version, locksSeries: plan.touchesSeries, in: &batch)
      SeriesQueries.save(plan, item, version: version + 1, in: &batch)
      // Added to what is there, whatever the others have saved meanwhile.
      if !item.files.isEmpty { batch.add(FileQueries.add(item.files, to: item.id)) }
      return (changed, batch.add(ItemQueries.find(item.id)))
    }
  }
}
