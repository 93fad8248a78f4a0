public import RecipeImport

/// A to-do of another program's file, in Foyer's terms. Nil and empty are "the file does not say".
public struct MovedItem: Sendable, Equatable {
  public enum Priority: String, Sendable { case low, medium, high }

  /// A line of the checklist.
  public struct Line: Sendable, Equatable {
    public var text: String
    public var isDone: Bool

    public init(text: String, isDone: Bool) { (self.text, self.isDone) = (text, isDone) }
  }

  public var title = ""
  public var description: String?
  public var category: String?
  public var tags: [String] = []
  /// `2026-11-23`
  public var dueDate: String?
  /// `18:00`; nil for a day without a time.
  public var dueTime: String?
  /// Of `dueTime`, a name of the zone database; nil for a time on the household's clock.
  public var timeZone: String?
  /// The value of an RRULE (RFC 5545 §3.3.10).
  public var repeats: String?
  /// Whether the next date counts from the day of completion.
  public var repeatsFromDone = false
  /// Later days of the rule that are left out: `2026-12-07`.
  public var skipped: [String] = []
  /// Names as the file has them.
  public var people: [String] = []
  public var priority: Priority?
  public var checklist: [Line] = []
  /// Minutes before the deadline; of a day without a time, before its midnight.
  public var reminders: [Int] = []
  /// `2026-11-23`
  public var notBefore: String?
  public var isDone = false
  /// Seconds since 1970-01-01 00:00:00 UTC.
  public var doneAt: Int?
  public var createdAt: Int?
  /// A date of three numbers, of which the file does not say whether the day or the month comes first: it is in the description,
  /// too.
  public var openDue: String?
  /// The program's own name of the row.
  public var sourceID: String?
  public var files: [File] = []
  /// Of a row of an archive of several programs' files; nil for that of the file.
  var program: String?
  /// Files that the archive has besides this row's, until they are read.
  var packed: [PackedFile] = []

  /// A file of the item, 32 MB at most.
  public struct File: Sendable, Equatable {
    public var name: String
    public var content: KeptBytes
    /// Whether it is shown as a picture: of Foyer's own archives alone.
    public var isPicture = false

    public init(name: String, bytes: [UInt8], isPicture: Bool = false) {
      self.init(name: name, content: .memory(bytes), isPicture: isPicture)
    }

    init(name: String, content: KeptBytes, isPicture: Bool) {
      (self.name, self.content, self.isPicture) = (name, content, isPicture)
    }

    /// Its bytes, if they are in memory.
    public var bytes: [UInt8] { content.bytes ?? [] }
  }

  struct PackedFile: Sendable, Equatable {
    /// In the archive.
    var path: String
    var name: String
    var isPicture = false
  }

  /// Files of an item.
  static let maximumFiles = 50
  /// Bytes of all its files and pictures.
  static let maximumFileBytes = 32 << 20

  // Of Foyer's own archives alone.

  /// The names of those who take turns, the one who has the turn first.
  public var turn: [String] = []
  /// How often the turn changes: the value of an RRULE; nil for with each item.
  public var turnRule: String?
  /// Times as Foyer writes them, in the place of `reminders`: `60` minutes before, `08:00` on the day, `-18:00` on the day before;
  /// empty for never. Of other programs' rows those of a day without a time that ring on the day alone.
  public var reminderCodes: [String]?
  public var picture: KeptBytes?
  /// Its bytes, if they are in memory.
  public var imageData: [UInt8]? { picture?.bytes }
  /// How the category and the tags look, for those that the household does not have.
  public var looks: [Look] = []

  /// The colour of a category or tag, and the icon of a category.
  public struct Look: Sendable, Equatable {
    public var isTag: Bool
    public var name: String
    /// `#b4532a`
    public var color: String
    public var icon: String
  }

  public init() {}
}

/// A meal of a plan.
public struct MovedMeal: Sendable, Equatable {
  /// `2026-11-23`
  public var day: String
  public var meal: String?
  public var title: String
  public var servings: Int? = nil
  /// The program's own name of the row.
  public var sourceID: String? = nil
}

/// A food that is at hand.
public struct MovedFood: Sendable, Equatable {
  public var name: String
  /// "500 g"
  public var amount: String?
  /// `2026-11-23`
  public var bestBefore: String?
  public var place: String?
  /// The program's own name of the row.
  public var sourceID: String? = nil
}

/// A line of a shopping list.
public struct MovedLine: Sendable, Equatable {
  public var text: String
  public var list: String?
  public var isDone: Bool
  /// The program's own name of the row.
  public var sourceID: String? = nil
  /// Of a row of an archive of several programs' files; nil for that of the file.
  var program: String? = nil

  public init(text: String, list: String?, isDone: Bool, sourceID: String? = nil) {
    (self.text, self.list, self.isDone, self.sourceID) = (text, list, isDone, sourceID)
  }
}
