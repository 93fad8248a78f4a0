import Postgres

/// Changes the household's settings.
struct EditHousehold {
  let name: String
  /// An emoji, or nothing.
  let icon: String
  /// Whether an item needs a description (R4).
  let needsDescription: Bool
  /// The clock of repeats and of the calendar.
  let timeZone: String

  /// - Parameter zones: the names of all time zones; the present one may be another.
  func problems(zones: [String], present: String) -> Problems {
    var problems = Problems()
    problems.check("name", name, atMost: 10_000)
    if problems.isEmpty && name.isBlank { problems.add("name", .blank) }
    if icon.isLonger(than: 32) || icon.count > 1
      || icon.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    {
      problems.add("icon", .invalidIcon)
    }
    if timeZone != present && !zones.contains(timeZone) { problems.add("time_zone", .unknownZone) }
    return problems
  }

  func store(in batch: inout Batch) { batch.add(HouseholdQueries.update(self)) }
}
