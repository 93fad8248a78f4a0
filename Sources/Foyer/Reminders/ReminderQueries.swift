import Postgres

/// A person's own settings and choices. What follows from them, the table `reminders`, is kept by triggers.
enum ReminderQueries {
  /// The offer to a person who has chosen nothing yet.
  private static let usual: SQL = "'{-18:00,60}'::text[]"

  static func find() -> SQL {
    """
    SELECT coalesce(s.codes, \(fragment: usual)) AS codes, coalesce(to_char(s.digest_at, 'HH24:MI'), '') AS digest_at,
      coalesce(to_char(s.quiet_from, 'HH24:MI'), '') AS quiet_from, coalesce(to_char(s.quiet_to, 'HH24:MI'), '') AS quiet_to,
      coalesce(s.by_mail, false) AS by_mail, coalesce(s.by_push, false) AS by_push,
      s.mail_failed_at IS NOT NULL AS has_failed, a.email, a.verified_at IS NOT NULL AS is_verified
    FROM accounts a
    LEFT JOIN reminder_settings s ON s.household_id = current_household() AND s.person_id = current_person()
    WHERE a.household_id = current_household() AND a.person_id = current_person()
    """
  }

  static func save(_ settings: EditReminders) -> SQL {
    """
    INSERT INTO reminder_settings AS s (codes, digest_at, quiet_from, quiet_to, by_mail, by_push)
    VALUES (\(settings.times.map(\.code))::text[], \(optional: settings.digestAt?.text)::time,
      \(optional: settings.quiet?.from.text)::time, \(optional: settings.quiet?.to.text)::time,
      \(settings.byMail), \(settings.byPush))
    ON CONFLICT (household_id, person_id) DO UPDATE SET codes = EXCLUDED.codes, digest_at = EXCLUDED.digest_at,
      quiet_from = EXCLUDED.quiet_from, quiet_to = EXCLUDED.quiet_to, by_mail = EXCLUDED.by_mail, by_push = EXCLUDED.by_push,
      mail_failed_at = CASE WHEN EXCLUDED.by_mail AND s.by_mail THEN s.mail_failed_at END, changed_at = now()
    """
  }

  /// Tells the visitor by push from now on: who turns it on for a device wants that.
  static func tellByPush() -> SQL {
    """
    INSERT INTO reminder_settings AS s (codes, by_push) VALUES (\(fragment: usual), true)
    ON CONFLICT (household_id, person_id) DO UPDATE SET by_push = true, changed_at = now() WHERE NOT s.by_push
    """
  }

  /// Tells the visitor by mail from now on, or no longer. Only an address that has answered a letter gets any.
  static func tellByMail(_ wants: Bool = true) -> SQL {
    wants
      ? """
      INSERT INTO reminder_settings AS s (codes, by_mail) \(fragment: byMail(usual))
      ON CONFLICT (household_id, person_id) DO UPDATE SET by_mail = true, changed_at = now() WHERE NOT s.by_mail
      """
      : """
      UPDATE reminder_settings SET by_mail = false, mail_failed_at = NULL, changed_at = now()
      WHERE household_id = current_household() AND person_id = current_person() AND by_mail
      """
  }

  /// Tells the visitor of stays by mail, and of nothing else.
  /// - Parameter overrules: whether who has chosen to get no letters gets them now.
  static func tellOfStaysByMail(overrules: Bool) -> SQL {
    """
    INSERT INTO reminder_settings AS s (codes, by_mail) \(fragment: byMail("'{}'::text[]"))
    ON CONFLICT (household_id, person_id) DO UPDATE SET by_mail = true, changed_at = now() WHERE NOT s.by_mail AND \(overrules)
    """
  }

  private static func byMail(_ codes: SQL) -> SQL {
    """
    SELECT \(fragment: codes), true FROM accounts
    WHERE household_id = current_household() AND person_id = current_person() AND verified_at IS NOT NULL
    """
  }

  /// By which means the visitor is told, and whether the address takes letters.
  static func means() -> SQL {
    """
    SELECT a.verified_at IS NOT NULL AS is_verified, coalesce(s.by_mail, false) AND a.verified_at IS NOT NULL AS by_mail,
      coalesce(s.by_push, false) AS by_push
    FROM accounts a
    LEFT JOIN reminder_settings s ON s.household_id = current_household() AND s.person_id = current_person()
    WHERE a.household_id = current_household() AND a.person_id = current_person()
    """
  }

  /// Which times the visitor has chosen for an item, and whether any are sent: a row for any item, new ones too.
  static func own(_ item: UUID) -> SQL {
    """
    SELECT (SELECT codes FROM item_reminders
        WHERE household_id = current_household() AND person_id = current_person() AND item_id = \(item)) AS codes,
      EXISTS (SELECT FROM reminder_settings
        WHERE household_id = current_household() AND person_id = current_person() AND (by_mail OR by_push)) AS is_on
    """
  }

  /// Stores the visitor's own times of an item, if there is the item.
  static func save(_ choice: ReminderChoice, of item: UUID) -> SQL {
    guard case .own(let times) = choice else {
      return """
        DELETE FROM item_reminders
        WHERE household_id = current_household() AND person_id = current_person() AND item_id = \(item)
        """
    }
    let codes = times.map(\.code)
    return """
      INSERT INTO item_reminders AS o (item_id, codes)
      SELECT id, \(codes)::text[] FROM items WHERE household_id = current_household() AND id = \(item) AND deleted_at IS NULL
      ON CONFLICT (household_id, item_id, person_id) DO UPDATE SET codes = EXCLUDED.codes WHERE o.codes <> EXCLUDED.codes
      """
  }

  // MARK: A letter's link, without a session

  /// The key of the links.
  static func key() -> SQL { "SELECT key FROM signing_keys WHERE name = 'unsubscribe'" }

  /// The household of a person.
  static func household(of person: UUID) -> SQL {
    "SELECT household_id FROM accounts WHERE person_id = \(person)"
  }

  /// Sends the person no more letters of this kind: as a member of the household.
  static func endMail(of person: UUID) -> SQL {
    """
    UPDATE reminder_settings SET by_mail = false, mail_failed_at = NULL, changed_at = now()
    WHERE household_id = current_household() AND person_id = \(person) AND by_mail
    """
  }
}
