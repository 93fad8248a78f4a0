import Postgres

/// How much the images of a household take up, and how much they may: the table `household_storage`.
enum StorageQueries {
  /// The bytes that the transaction's household stores; without a row, none.
  static func find() -> SQL {
    "SELECT image_bytes, quota FROM household_storage WHERE household_id = current_household()"
  }

  /// The quota of households that have none of their own, for the trigger that counts an image.
  static func limit(to quota: Int?) -> SQL {
    "SELECT set_config('foyer.quota', \(quota.map { "\($0)" } ?? ""), true)"
  }

  // MARK: Without a session

  /// Sets a household's own quota, or removes it. Changes no row if there is no such household.
  static func update(_ household: UUID, quota: Int?) -> SQL {
    """
    INSERT INTO household_storage (household_id, quota)
    SELECT id, \(optional: quota) FROM households WHERE households.id = \(household) AND households.id <> ALL (starter_households())
    ON CONFLICT (household_id) DO UPDATE SET quota = EXCLUDED.quota
    """
  }
}

/// The bytes of a household's images, and how many it may have.
struct HouseholdStorage {
  let used: Int
  /// Nil for any number.
  let allowed: Int?

  /// - Parameters:
  ///   - row: of `StorageQueries.find`.
  ///   - usual: the quota of households that have none of their own.
  init(_ row: Row?, usual: Int?) throws {
    used = try row?["image_bytes"] ?? 0
    let own: Int? = try row?["quota"]
    allowed = own ?? usual
  }

  /// A line for the household's page; nil without a quota.
  func text(_ strings: Strings) -> String? {
    allowed.map { strings.householdStorage(used: strings.text(bytes: used), allowed: strings.text(bytes: $0)) }
  }
}
