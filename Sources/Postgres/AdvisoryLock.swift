/// The advisory locks of a database: all that the program and its migrations take, so that no two share a key.
///
/// A lock ends with its transaction; a migrator's ends with its session. The functions are those of the PostgreSQL manual,
/// 9.27.10. `bin/check` refuses a call of one elsewhere in Sources/.
public enum AdvisoryLock {
  /// The locks of one household. The key is a hash of its id, seeded with the lock's number; migrations write the same
  /// expression. The same hash of another lock would cost a wait, and nothing else.
  public enum Household: CaseIterable, Sendable {
    /// Moves of items between labels, which lock the labels before the items.
    case labels
    /// Changes of a host's nights: requests accepted or withdrawn, blocked days, the capacity.
    case nights
    /// Inserts of the requests to stay that a household makes.
    case stayRequests
    /// Reminders: changes of items share the lock, a person's settings take it alone. In migrations only.
    case reminders
    /// Additions of people without an account, which are counted.
    case eaters
    /// Additions of meals to a day, which are counted.
    case meals
    /// Additions of recipes and of the plan to the shopping list, which follow from what is on it.
    case shopping
    /// Additions of one row: the key has its id behind the household's.
    case newRow

    var number: SQL {
      switch self {
      case .labels: "0"
      case .nights: "5"
      case .stayRequests: "6"
      case .reminders: "7"
      case .eaters: "8"
      case .meals: "9"
      case .shopping: "10"
      case .newRow: "11"
      }
    }

    /// Waits for the lock of the session's household.
    public var wait: SQL { wait(of: "current_household()") }

    /// Waits for the lock of each household that an expression names.
    public func wait(of household: SQL) -> SQL {
      "SELECT pg_advisory_xact_lock(hashtextextended((\(fragment: household))::text, \(fragment: number)))"
    }
  }

  /// The locks of the whole database.
  public enum Database: CaseIterable, Sendable {
    /// Migrations, and the restoring of a backup: "foyer" in ASCII.
    case migration
    /// The making of a backup.
    case backup
    /// The loading of the starter cookbook.
    case cookbook
    /// The sending of what is due: of reminders, digests, reminders of stays. One instance at a time does it.
    case reminders, digests, stayReminders

    var key: SQL {
      switch self {
      case .migration: "439956890994"
      case .backup: "439956890995"
      case .cookbook: "7020318254"
      case .reminders: "hashtextextended('reminders', 0)"
      case .digests: "hashtextextended('digests', 0)"
      case .stayReminders: "hashtextextended('stay reminders', 0)"
      }
    }

    /// Waits for the lock.
    public var wait: SQL { "SELECT pg_advisory_xact_lock(\(fragment: key))" }

    /// An expression that takes the lock, or is false while another transaction holds it.
    public var isTaken: SQL { "pg_try_advisory_xact_lock(\(fragment: key))" }

    /// The same for a lock that ends with the session.
    var isTakenBySession: SQL { "pg_try_advisory_lock(\(fragment: key))" }
  }
}
