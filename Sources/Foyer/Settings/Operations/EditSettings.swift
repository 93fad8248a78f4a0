import CivilTime
import Postgres

/// Changes a person's settings.
struct EditSettings {
  let resident: Resident
  let name: String
  /// Nil for the browser's.
  let language: Language?
  let timeZone: String
  /// As it was read.
  let presentTimeZone: String
  let theme: String
  let accent: String
  /// The places of a phone's bar, in the order of `Place.choices`.
  let bar: [Place]
  let hasShortcuts: Bool
  /// The days on which no turn falls to the person: both or neither.
  let awayFrom, awayUntil: CalendarDate?
  let birthday: CalendarDate?

  static let themes = ["system", "light", "dark"]
  static let accents = ["ember", "honey", "moss", "lagoon", "sky", "plum", "rose", "slate"]

  /// - Parameter zones: the names of all time zones; the present one may be another.
  func problems(zones: [String]) -> Problems {
    var problems = Problems()
    problems.check("name", hasWords: name, atMost: 10_000)
    // PostgreSQL itself accepts any POSIX rule, such as "Nowhere5".
    if timeZone != presentTimeZone && !zones.contains(timeZone) { problems.add("time_zone", .unknownZone) }
    for (field, day) in [("away_from", awayFrom), ("away_until", awayUntil), ("birthday", birthday)]
    where day?.isAllowed == false {
      problems.add(field, .invalidDate)
    }
    if (awayFrom == nil) != (awayUntil == nil) {
      problems.add(awayFrom == nil ? "away_from" : "away_until", .otherMissing)
    } else if let from = awayFrom, let until = awayUntil, until.isAllowed, until < from {
      problems.add("away_until", .notAfter)
    }
    if !Self.themes.contains(theme) { problems.add("theme", .unknownChoice) }
    if !Self.accents.contains(accent) { problems.add("accent", .unknownChoice) }
    if bar.isEmpty || bar.count > Place.barLimit { problems.add("bar", .outOfRange(1...Place.barLimit)) }
    return problems
  }

  func store(in batch: inout Batch) {
    batch.add(SettingsQueries.update(self))
    if timeZone != presentTimeZone { batch.add(SettingsQueries.moveHousehold(with: self)) }
  }
}
