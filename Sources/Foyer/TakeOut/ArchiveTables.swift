/// A table whose rows an archive of a household has, as `data/NAME.jsonl`.
///
/// Columns come from the catalogue: all but those that PostgreSQL computes, pictures (files of their own), the household,
/// and those that are left out here. docs/archive.md describes the format.
struct ArchiveTable: Sendable {
  let name: String
  /// The column that is the household.
  var key = "household_id"
  /// Columns that are not in the archive.
  var leftOut: [String] = []
  /// The only columns that are, if not all.
  var only: [String]?
  /// Columns that are in the archive, but made anew when it is read.
  var madeAnew: [String] = []
  /// The order of the rows, if not that of the primary key.
  var order: String?
  /// The condition of the household's rows, if the key alone does not say it.
  var condition: String?
  /// The column with the person without whom a row cannot be.
  var person: String?
  /// The row that these are a part of: read only where that is new.
  var parent: (table: String, column: String)?
  /// Whether it is read back. What belongs to another household as well is for reading.
  var isRead = true
  /// Whether its rows are also of another household: which is whose is a part of what they say.
  var isOfTwo = false

  /// The condition on a row `t` that it is the household's.
  func condition(of household: UUID) -> String { condition ?? "t.\(key) = '\(household)'" }
}

extension ArchiveTable {
  /// In the order in which they are read: a row comes after those that it refers to.
  static let all: [ArchiveTable] = [
    ArchiveTable(name: "households", key: "id", leftOut: ["load_problem"]),
    // A picture of the place for guests is a copy of an upload of the same id, which is there for a day more.
    ArchiveTable(
      name: "images",
      condition: """
        t.household_id = current_household() AND NOT EXISTS (
          SELECT FROM listing_pictures p WHERE p.household_id = current_household() AND p.id = t.id)
        """),
    ArchiveTable(name: "files"),
    ArchiveTable(name: "people"),
    ArchiveTable(name: "accounts", only: ["person_id", "email"]),
    ArchiveTable(name: "categories"),
    ArchiveTable(name: "tags"),
    ArchiveTable(name: "series"),
    ArchiveTable(name: "items", leftOut: ["replaced", "files"], madeAnew: ["tag_ids"]),
    ArchiveTable(
      name: "item_tags",
      order: """
        item_id, (SELECT array_position(i.tag_ids, t.tag_id) FROM items i
          WHERE i.household_id = t.household_id AND i.id = t.item_id), tag_id
        """, parent: ("items", "item_id")),
    ArchiveTable(name: "item_files", parent: ("items", "item_id")),
    ArchiveTable(name: "item_reminders", person: "person_id", parent: ("items", "item_id")),
    ArchiveTable(name: "reminder_settings", leftOut: ["mail_failed_at"], person: "person_id"),
    ArchiveTable(name: "eaters"),
    ArchiveTable(name: "cooking_parameters", person: "person_id"),
    // The program analyses a recipe again: that is in no archive.
    ArchiveTable(
      name: "recipes",
      leftOut: ["number", "need_names", "need_keys", "staple_keys", "traits", "maybe", "edition", "reading"]),
    ArchiveTable(name: "favorites", person: "person_id"),
    ArchiveTable(name: "recipe_stars", person: "person_id"),
    ArchiveTable(name: "cookings"),
    ArchiveTable(name: "meals"),
    ArchiveTable(name: "meal_absences"),
    ArchiveTable(name: "named_lists"),
    ArchiveTable(name: "shops"),
    ArchiveTable(name: "shop_steps", parent: ("shops", "shop_id")),
    ArchiveTable(name: "shopping_entries"),
    // A number of a transaction of this database.
    ArchiveTable(name: "caldav_objects", leftOut: ["moment"]),
    ArchiveTable(name: "caldav_collections"),
    ArchiveTable(name: "shopping_lists"),
    ArchiveTable(name: "usual_foods"),
    ArchiveTable(name: "food_aisles"),
    ArchiveTable(name: "staple_foods"),
    ArchiveTable(name: "packet_answers"),
    ArchiveTable(name: "ingredients_at_hand"),
    ArchiveTable(name: "removed_ingredients"),
    ArchiveTable(name: "listing_pictures"),
    ArchiveTable(name: "listings"),
    ArchiveTable(name: "listing_addresses"),
    ArchiveTable(name: "blocked_dates"),
    ArchiveTable(name: "stay_tasks"),
    ArchiveTable(name: "folded_sections", person: "person_id"),
    ArchiveTable(name: "activity", order: "at, subject_id"),
    ArchiveTable(
      name: "stay_requests", leftOut: ["host_unseen", "guest_unseen"],
      condition:
        "(household_id = current_household() OR host_household_id = current_household() AND deleted_at IS NULL)",
      isRead: false, isOfTwo: true),
    ArchiveTable(
      name: "stay_messages", order: "request_id, \"position\"",
      condition: """
        (household_id, request_id) IN (
          SELECT household_id, id FROM stay_requests WHERE household_id = current_household()
          UNION ALL
          SELECT household_id, id FROM stay_requests WHERE host_household_id = current_household() AND deleted_at IS NULL)
        """, isRead: false, isOfTwo: true),
    // A word of the other side counts once it is shown.
    ArchiveTable(
      name: "stay_references",
      condition: """
        (household_id = current_household() OR host_household_id = current_household())
          AND (shown_from <= now() OR by_host = (host_household_id = current_household()))
        """, isRead: false, isOfTwo: true),
  ]

  /// Tables with rows of households that are in no archive, and why.
  static let exceptions: [String: String] = [
    "access_tokens": "keys of programs",
    "account_events": "who signed in from where is for the account's own page",
    "caldav_given": "what programs were given last: they ask again",
    "changes": "numbers of transactions of this database",
    "cookbooks": "the program's own recipes",
    "feeds": "addresses of calendars are keys",
    "household_storage": "counted from the pictures and files; the quota is the operator's",
    "ingredient_names": "derived from the recipes and from the foods at hand",
    "invitations": "links are keys",
    "item_conflicts": "what programs have sent that nobody has chosen yet, with their tokens",
    "item_counts": "derived from the items",
    "item_texts": "derived from the items",
    "listing_words": "derived from the listing",
    "move_rows": "how a move from another program went, on this installation",
    "moves": "how a move from another program went, on this installation",
    "openid_identities": "keys to sign in",
    "packet_recipes": "derived from the recipes and from the answers about packets",
    "passkeys": "keys to sign in",
    "program_answers": "answers to programs, kept for 48 hours",
    "push_devices": "keys of browsers",
    "recipe_keys": "derived from the recipes",
    "recipe_words": "derived from the recipes",
    "recovery_codes": "keys to sign in",
    "reminders": "derived from the items and settings",
    "second_factors": "keys to sign in",
    "sessions": "keys",
    "shopping_changes": "numbers of what browsers have sent",
    "stay_guests": "a copy of a picture that the archive has",
    "stay_news": "letters that are to be sent",
    "stay_nights": "counted from the stays and blocked dates",
    "stay_reminders": "derived from the stays",
    "tag_counts": "derived from the items",
    "takeout_parts": "archives",
    "takeouts": "archives",
    "webhook_deliveries": "what was sent from this installation, and when",
    "webhooks": "keys, and numbers of transactions of this database",
  ]

  /// Whether a column is one of the archive's.
  /// - Parameter type: as PostgreSQL names it.
  func has(_ column: String, type: String) -> Bool {
    if let only { return only.contains(column) }
    return column != key && type != "bytea" && !leftOut.contains(column)
  }
}
