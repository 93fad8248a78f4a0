import CivilTime
import Postgres

/// A person's settings, and the account's address.
enum SettingsQueries {
  static func find(session tokenHash: [UInt8]) -> SQL {
    """
    SELECT p.name, a.email, p.language, p.time_zone, p.theme, p.accent, p.has_shortcuts, p.away_from, p.away_until, p.birthday, a.verified_at IS NOT NULL AS is_verified, a.is_admin,
      (SELECT time_zone FROM households WHERE id = current_household()) AS household_time_zone,
      \(fragment: SessionQueries.isConfirmed(tokenHash)) AS is_confirmed
    FROM people p JOIN accounts a ON a.household_id = p.household_id AND a.person_id = p.id
    WHERE p.household_id = current_household() AND p.id = current_person()
    """
  }

  /// - Parameter language: nil for the browser's.
  static func choose(_ language: Language?) -> SQL {
    """
    UPDATE people SET language = \(optional: language?.rawValue)
    WHERE household_id = current_household() AND id = current_person()
    """
  }

  static func update(_ form: SettingsForm, _ visitor: Visitor) -> [SQL] {
    let language = form.language.isEmpty ? nil : form.language
    let person: SQL = """
      UPDATE people SET name = \(form.name), language = \(optional: language), time_zone = \(form.timeZone),
        theme = \(form.theme), accent = \(form.accent), has_shortcuts = \(form.hasShortcuts),
        away_from = \(optional: CalendarDate(form.awayFrom)), away_until = \(optional: CalendarDate(form.awayUntil)),
        birthday = \(optional: CalendarDate(form.birthday))
      WHERE household_id = \(visitor.householdID) AND id = \(visitor.personID)
      """
    // The household's clock that nobody chose is that of its first person.
    let household: SQL = """
      UPDATE households SET time_zone = \(form.timeZone)
      WHERE id = \(visitor.householdID) AND NOT zone_chosen AND time_zone <> \(form.timeZone) AND \(visitor.personID) = (
        SELECT id FROM people WHERE household_id = \(visitor.householdID) ORDER BY created_at, id LIMIT 1)
      """
    return form.changesTimeZone ? [person, household] : [person]
  }
}
