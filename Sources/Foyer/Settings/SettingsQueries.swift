import Postgres

/// A person's settings, and the account's address.
enum SettingsQueries {
  static func find(session tokenHash: [UInt8]) -> SQL {
    """
    SELECT p.name, a.email, p.language, p.time_zone, p.theme, p.accent, p.bar, p.has_shortcuts, p.away_from, p.away_until, p.birthday, a.verified_at IS NOT NULL AS is_verified, a.is_admin,
      (SELECT time_zone FROM households WHERE id = current_household()) AS household_time_zone,
      EXISTS (SELECT FROM access_tokens WHERE household_id = current_household() AND person_id = current_person()) AS has_tokens,
      \(fragment: WebhookQueries.haveFailed) AS has_failed_webhook,
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

  static func update(_ settings: EditSettings) -> SQL {
    """
    UPDATE people SET name = \(settings.name), language = \(optional: settings.language?.rawValue),
      time_zone = \(settings.timeZone), theme = \(settings.theme), accent = \(settings.accent), bar = \(settings.bar.map(\.rawValue).joined(separator: " ")),
      has_shortcuts = \(settings.hasShortcuts), away_from = \(optional: settings.awayFrom),
      away_until = \(optional: settings.awayUntil), birthday = \(optional: settings.birthday)
    WHERE household_id = \(settings.resident.household) AND id = \(settings.resident.person)
    """
  }

  /// The household's clock that nobody chose is that of its first person.
  static func moveHousehold(with settings: EditSettings) -> SQL {
    let resident = settings.resident
    return """
      UPDATE households SET time_zone = \(settings.timeZone)
      WHERE id = \(resident.household) AND NOT zone_chosen AND time_zone <> \(settings.timeZone) AND \(resident.person) = (
        SELECT id FROM people WHERE household_id = \(resident.household) ORDER BY created_at, id LIMIT 1)
      """
  }
}
