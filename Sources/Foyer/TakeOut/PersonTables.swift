/// The tables of the archive of a person: what that person wrote, or is about them. It is for reading; nothing reads it back.
extension ArchiveTable {
  private static let mine = "t.household_id = current_household() AND t.person_id = current_person()"
  /// A person who lives alone has written all that there is.
  private static let isAlone = """
    NOT EXISTS (SELECT FROM people other WHERE other.household_id = current_household() AND other.id <> current_person())
    """

  private static func added(_ kinds: String) -> String {
    """
    t.id IN (SELECT a.subject_id FROM activity a
      WHERE a.household_id = current_household() AND a.person_id = current_person() AND a.kind IN (\(kinds)))
    """
  }

  /// Rows whose writer is known by one of these conditions.
  private static func written(_ conditions: String...) -> String {
    "t.household_id = current_household() AND (\((conditions + [isAlone]).joined(separator: " OR ")))"
  }

  private static let items = written(
    "t.changed_by = current_person()", "current_person() = ANY (t.people)", "t.turn_person = current_person()",
    "current_person() = ANY (t.turn_queue)", added("'item_added', 'item_done', 'item_deleted'"))
  private static let recipes = written("t.changed_by = current_person()", added("'recipe_added'"))
  private static let entries = written("t.person_id = current_person()", "t.changed_by = current_person()")

  /// Threads say their writers by the names that these had.
  private static let ownName = """
    (SELECT p.name FROM people p WHERE p.household_id = current_household() AND p.id = current_person())
    """
  private static let threads = """
    SELECT r.household_id, r.id FROM stay_requests r
    WHERE r.household_id = current_household() AND (\(isAlone) OR r.guest_name = \(ownName))
    UNION ALL
    SELECT r.household_id, r.id FROM stay_requests r
    WHERE r.host_household_id = current_household() AND r.deleted_at IS NULL AND \(isAlone)
    UNION ALL
    SELECT r.household_id, r.id FROM stay_requests r JOIN stay_messages m ON m.household_id = r.household_id AND m.request_id = r.id
    WHERE r.household_id = current_household() AND NOT m.by_host AND m.author = \(ownName)
    UNION ALL
    SELECT r.household_id, r.id FROM stay_requests r JOIN stay_messages m ON m.household_id = r.household_id AND m.request_id = r.id
    WHERE r.host_household_id = current_household() AND r.deleted_at IS NULL AND m.by_host AND m.author = \(ownName)
    """

  static let ofPerson: [ArchiveTable] = [
    ArchiveTable(
      name: "people", condition: "t.household_id = current_household() AND t.id = current_person()", isRead: false),
    ArchiveTable(name: "accounts", only: ["person_id", "email", "verified_at"], condition: mine, isRead: false),
    ArchiveTable(name: "account_events", order: "created_at, id", condition: mine, isRead: false),
    ArchiveTable(
      name: "sessions", only: ["user_agent", "created_at", "seen_at"], order: "created_at, id", condition: mine,
      isRead: false),
    ArchiveTable(
      name: "passkeys", only: ["name", "created_at", "last_used_at"], order: "created_at, id", condition: mine,
      isRead: false),
    ArchiveTable(
      name: "openid_identities", only: ["issuer", "created_at"], order: "created_at, issuer", condition: mine,
      isRead: false),
    ArchiveTable(
      name: "access_tokens", only: ["name", "scopes", "created_at", "expires_at", "last_used_at"],
      order: "created_at, id", condition: mine, isRead: false),
    ArchiveTable(
      name: "feeds", only: ["name", "content", "category_id", "created_at"], order: "created_at, id", condition: mine,
      isRead: false),
    ArchiveTable(
      name: "push_devices", only: ["created_at", "last_success_at"], order: "created_at, id", condition: mine,
      isRead: false),
    ArchiveTable(name: "reminder_settings", leftOut: ["mail_failed_at"], condition: mine, isRead: false),
    ArchiveTable(name: "cooking_parameters", condition: mine, isRead: false),
    ArchiveTable(name: "folded_sections", condition: mine, isRead: false),
    ArchiveTable(name: "items", leftOut: ["replaced", "files"], condition: items, isRead: false),
    ArchiveTable(name: "item_reminders", condition: mine, isRead: false),
    ArchiveTable(
      name: "item_files",
      condition: """
        t.household_id = current_household()
          AND t.item_id IN (SELECT t.id FROM items t WHERE t.household_id = current_household() AND \(items))
        """, isRead: false),
    ArchiveTable(
      name: "files",
      condition: """
        t.household_id = current_household() AND t.id IN (
          SELECT x.file_id FROM item_files x WHERE x.household_id = current_household()
            AND x.item_id IN (SELECT t.id FROM items t WHERE t.household_id = current_household() AND \(items)))
        """, isRead: false),
    ArchiveTable(name: "series", condition: written("current_person() = ANY (t.people)"), isRead: false),
    ArchiveTable(
      name: "recipes",
      leftOut: ["number", "need_names", "need_keys", "staple_keys", "traits", "maybe", "edition", "reading"],
      condition: recipes, isRead: false),
    ArchiveTable(name: "favorites", condition: mine, isRead: false),
    ArchiveTable(name: "recipe_stars", condition: mine, isRead: false),
    ArchiveTable(name: "cookings", condition: mine, isRead: false),
    ArchiveTable(name: "packet_answers", condition: mine, isRead: false),
    ArchiveTable(name: "meals", condition: entries, isRead: false),
    ArchiveTable(name: "shopping_entries", condition: entries, isRead: false),
    ArchiveTable(name: "eaters", condition: written("t.changed_by = current_person()"), isRead: false),
    ArchiveTable(name: "activity", order: "at, subject_id", condition: mine, isRead: false),
    ArchiveTable(
      name: "moves", only: ["id", "programs", "state", "created_at", "moved_at"], condition: mine, isRead: false),
    ArchiveTable(
      name: "stay_requests", leftOut: ["host_unseen", "guest_unseen"],
      condition: "(t.household_id, t.id) IN (\(threads))", isRead: false, isOfTwo: true),
    ArchiveTable(
      name: "stay_messages", order: "request_id, \"position\"",
      condition: "(t.household_id, t.request_id) IN (\(threads))", isRead: false, isOfTwo: true),
    ArchiveTable(
      name: "stay_references",
      condition: """
        (t.household_id = current_household() OR t.host_household_id = current_household()) AND (\(isAlone) OR t.author = \(ownName))
          AND t.by_host = (t.host_household_id = current_household())
        """, isRead: false, isOfTwo: true),
    ArchiveTable(
      name: "images",
      condition: """
        t.household_id = current_household() AND (
          t.id = (SELECT p.photo_id FROM people p WHERE p.household_id = current_household() AND p.id = current_person())
          OR t.id IN (SELECT t.image_id FROM items t WHERE t.household_id = current_household() AND \(items))
          OR t.id IN (SELECT t.image_id FROM recipes t WHERE t.household_id = current_household() AND \(recipes)))
        """, isRead: false),
  ]
}
