/// The parts of an item in one typed line: `Buy milk #Groceries @urgent tomorrow 18:00`.
///
/// Text that is not understood stays in the title as typed. Of several dates, or times, the last one counts.
struct QuickAdd: Sendable {
  /// The text without the understood parts; the whole text if nothing else would be left.
  private(set) var title: String
  /// The first `#Name` or `#"Several words"`.
  private(set) var category: String?
  /// Every `@name`, each once.
  private(set) var tags: [String] = []
  /// Every `+Name` that means one of the members: their places among the names, each once.
  private(set) var people: [Int] = []
  /// The day, at 00:00:00. A time without a day means today, or tomorrow if it has passed.
  private(set) var date: CivilTime?
  /// Nil when the text has only a day.
  private(set) var time: (hour: Int, minute: Int)?

  /// How often it repeats. The day, if there is one, is the first.
  private(set) var repeats: RecurrenceRule?

  /// The parts that were understood, in the order of the line.
  private(set) var parts: [Part] = []

  /// Characters that are not part of the title, and what they are.
  struct Part: Sendable {
    enum Kind: Equatable, Sendable {
      case category, due, repetition
      /// The number of it among the line's tags, or people.
      case tag(Int), person(Int)
    }

    let kind: Kind
    let text: String
    /// Where they stand, as a script counts: in UTF-16 code units.
    let range: Range<Int>
  }

  /// In the form of the field: `2026-11-23`, or empty.
  var dueDate: String { date?.date ?? "" }

  /// In the form of the field: `18:00`, or empty.
  var dueTime: String { time.map { "\(padded($0.hour, 2)):\(padded($0.minute, 2))" } ?? "" }

  /// - Parameters:
  ///   - language: the reader's; its words for dates are understood beside the English ones.
  ///   - now: the reader's clock.
  ///   - names: the household's members.
  ///   - kept: parts of the text that are to stay words.
  init(
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
    date = found.day?.day ?? found.repetition?.day
    repeats = found.repetition?.repetition?.rule
    let part = found.day?.part ?? found.part?.part ?? found.repetition?.part
    if let time = found.clock?.timeOfDay(in: part) ?? found.part?.time ?? found.repetition?.part?.time {
      self.time = time
      if date == nil && repeats == nil {
        let hasPassed = time <= (now.hour, now.minute)
        date = now.adding(days: hasPassed ? 1 : 0)
      }
    } else if let day = found.day, let part = day.time {
      // "Tonight" stays today after the evening has begun.
      let hasPassed = day.day == now.adding(days: 0) && part <= (now.hour, now.minute)
      time = hasPassed && !day.isExact ? nil : part
    }
  }
}
