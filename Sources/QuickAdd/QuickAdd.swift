public import CivilTime
public import Recurrence

/// The parts of an item in one typed line: `Buy milk #Groceries @urgent tomorrow 18:00`.
///
/// Text that is not understood stays in the title as typed. Of several dates, or times, the last one counts.
public struct QuickAdd: Sendable {
  /// The languages whose words for dates and repeats are known.
  public enum Language: String, CaseIterable, Sendable { case en, fr, ko, ru }

  /// The text without the understood parts; the whole text if nothing else would be left.
  public private(set) var title: String
  /// The first `#Name` or `#"Several words"`.
  public private(set) var category: String?
  /// Every `@name`, each once.
  public private(set) var tags: [String] = []
  /// Every `+Name` that means one of the members: their places among the names, each once.
  public private(set) var people: [Int] = []
  /// 1 for `!`, 2 for `!!`, 3 for `!!!` as a word of its own; of several the last one counts.
  public private(set) var priority: Int?
  /// The day, at 00:00:00. A time without a day means today, or tomorrow if it has passed.
  public private(set) var date: CivilTime?
  /// Nil when the text has only a day.
  public private(set) var time: TimeOfDay?

  /// How often it repeats. The day, if there is one, is the first.
  public private(set) var repeats: RecurrenceRule?

  /// The parts that were understood, in the order of the line.
  public private(set) var parts: [Part] = []

  /// Characters that are not part of the title, and what they are.
  public struct Part: Sendable {
    /// The kinds of parts.
    public enum Kind: Equatable, Sendable {
      case category, due, repetition, priority
      /// The number of it among the line's tags, or people.
      case tag(Int), person(Int)
    }

    /// Its kind, and its characters.
    public let kind: Kind
    public let text: String
    /// Where they stand, as a script counts: in UTF-16 code units.
    public let range: Range<Int>
  }

  /// In the form of the field: `2026-11-23`, or empty.
  public var dueDate: String { date?.date ?? "" }

  /// In the form of the field: `18:00`, or empty.
  public var dueTime: String { time?.text ?? "" }

  /// - Parameters:
  ///   - language: the reader's; its words for dates are understood beside the English ones.
  ///   - now: the reader's clock.
  ///   - names: the household's members.
  ///   - kept: parts of the text that are to stay words.
  public init(
    _ text: String, language: Language, now: CivilTime, names: [String] = [], keeping kept: Set<String> = []
  ) {
    title = text
    var line = QuickAddLine(text, language, QuickAddNames(names), keeping: kept)
    var reader = QuickAddReader(pieces: line.pieces, words: .of(language), now: now)
    let found = reader.read { kept.contains(line.text(line.range(ofPieces: $0))) }
    for match in [found.day, found.clock, found.part, found.repetition].compactMap({ $0 }) {
      line.taken.append((line.range(ofPieces: match.pieces), match.kind == .repetition ? .repetition : .due))
    }
    guard !line.taken.isEmpty else { return }
    let rest = line.rest
    guard !rest.isEmpty else { return }

    title = rest
    parts = line.parts
    category = line.category
    tags = line.tags
    people = line.people
    priority = line.priority
    date = found.day?.day ?? found.repetition?.day
    repeats = found.repetition?.repetition?.rule
    let part = found.day?.part ?? found.part?.part ?? found.repetition?.part
    if let time = found.clock?.timeOfDay(in: part) ?? found.part?.time ?? found.repetition?.part?.time {
      self.time = time
      if date == nil && repeats == nil {
        let hasPassed = time <= TimeOfDay(hour: now.hour, minute: now.minute)
        date = now.adding(days: hasPassed ? 1 : 0)
      }
    } else if let day = found.day, let part = day.time {
      // "Tonight" stays today after the evening has begun.
      let hasPassed = day.day == now.adding(days: 0) && part <= TimeOfDay(hour: now.hour, minute: now.minute)
      time = hasPassed && !day.isExact ? nil : part
    }
  }
}
