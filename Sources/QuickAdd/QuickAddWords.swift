import CivilTime

/// The words of dates and times of one language, in lower case and without accents. Every language knows the English
/// ones too, but for abbreviations such as "sun".
struct QuickAddWords: Sendable {
  typealias Repetition = QuickAddReader.Repetition

  enum DateMark: Sendable {
    /// Belongs to the day after it.
    case weak
    /// Also marks numbers as a date: "on 1/2".
    case strong
    case beforeWeekday, beforeNumber
  }

  enum TimeMark: Sendable {
    /// Only before what is a time by itself: "for 18:00".
    case weak
    /// Before a number alone only beside a day: "tomorrow by 5".
    case plain
    /// Also before "18.00".
    case dotted
    /// Also before a number alone: "at 5".
    case bare
  }

  enum WeekMark: Sendable { case next, nextWeek, weekAfterNext, weekLater }

  enum Part: Sendable {
    case morning, afternoon, evening

    var time: TimeOfDay {
      switch self {
      case .morning: TimeOfDay(hour: 9, minute: 0)
      case .afternoon: TimeOfDay(hour: 15, minute: 0)
      case .evening: TimeOfDay(hour: 20, minute: 0)
      }
    }
  }

  enum Half: Sendable {
    case am, pm, night

    /// The hour of the day for an hour of a 12-hour clock, if there is one.
    func hour(_ hour: Int) -> Int? {
      switch (self, hour) {
      case (.am, 12): 0
      case (.am, 0...11), (.pm, 12...23): hour
      case (.pm, 1...11): hour + 12
      case (.night, 0...3), (.night, 20...23): hour
      case (.night, 4...11): hour + 12
      case (.night, 12): 0
      default: nil
      }
    }
  }

  enum HourUnit: Sendable {
    /// Always a time of day.
    case clear
    /// A time from six on; smaller numbers are more likely a duration.
    case fromSix
    /// Only after "at", or with the half of the day.
    case marked
  }

  enum Length: Sendable { case seconds(Int), days(Int), months(Int) }

  /// A stretch of the calendar, and the day of it that is meant: its first, or its last for an end.
  enum Period: Sendable {
    /// Saturday, so many weeks after this one.
    case weekend(Int)
    case nextWeek, nextMonth
    case endOfWeek(Int)
    /// A number of months after this one.
    case endOfMonth(Int)
    case endOfYear
  }

  // MARK: Days

  /// Relative to today.
  var days = QuickAddPhrases<Int>()
  var periods = QuickAddPhrases<Period>()
  /// Before the name of a month: its last day.
  var monthEnds = QuickAddPhrases<Void>()
  var partsOfToday = QuickAddPhrases<Part>()
  /// Relative to the day before it.
  var parts = QuickAddPhrases<Part>()
  /// Without a day: the next such part of a day.
  var loneParts = QuickAddPhrases<Part>()
  /// Monday is 0.
  var weekdays = QuickAddPhrases<Int>()
  /// Cases and abbreviations that are days only after a word such as "by", or before a date or a time.
  var markedWeekdays = QuickAddPhrases<Int>()
  /// Of these, those that are also days at the end of a line or before a colon, those at its beginning, and those that mean
  /// nothing else.
  var shortDays: Set<String> = []
  var leadingShortDays: Set<String> = []
  var clearShortDays: Set<String> = []
  /// Before them they are other words: "we sat", "in the sun".
  var subjects: Set<String> = []
  /// Weekdays that in a sentence are days only after a word such as "in": without it, "среду" is an environment.
  var objectWeekdays: Set<String> = []
  var weekMarksBefore = QuickAddPhrases<WeekMark>()
  var weekMarksAfter = QuickAddPhrases<WeekMark>()
  var dateMarks = QuickAddPhrases<DateMark>()
  var months: [String: Int] = [:]
  /// Those that may stand before the day: "May 3".
  var leadingMonths: [String: Int] = [:]
  /// How people write the third of May in digits.
  var order = Order()
  var ordinals: Set<String> = []
  var spelledOrdinals: [String: Int] = [:]
  /// Whether "le 3" is a day without an ending of the number.
  var hasPlainMonthDays = false
  /// Those that make a day without a word before it: "3-го".
  var loneOrdinals: Set<String> = []
  /// Makes a number the day of a month: "3 числа".
  var dayNouns: Set<String> = []
  /// The month of such a day, from this one on: "of next month".
  var monthsAfter = QuickAddPhrases<Int>()
  var monthsBefore = QuickAddPhrases<Int>()
  /// The word between day and month: "of" in "1st of May".
  var ofMarks: Set<String> = []
  /// Years in words, from this one on.
  var yearWords: [String: Int] = [:]
  var yearMarks: Set<String> = []

  struct Order: Sendable {
    /// Whether 11/12 is in November. All four languages can also write 23/11.
    var isMonthFirst = false
    /// Whether 3/5 alone, at an end of the line, is a date.
    var hasSlash = false
    /// Whether 3.05 is.
    var hasDot = false
  }

  // MARK: Times

  var timeMarks = QuickAddPhrases<TimeMark>()
  /// Before the first of two times ("from", or nothing), and what may then stand between them, besides a dash.
  var rangeMarks: [String: Set<String>] = [:]
  var clockWords = QuickAddPhrases<(hour: Int, minute: Int)>()
  /// Times of a 12-hour clock in one word.
  var spokenTimes: [String: (hour: Int, minute: Int)] = [:]
  var minutesBefore = QuickAddPhrases<Int>()
  var minutesAfter = QuickAddPhrases<Int>()
  /// Whether it makes "6" alone a time.
  var halvesAfter = QuickAddPhrases<(half: Half, isClear: Bool)>()
  var halvesBefore: [String: Half] = [:]
  var hourUnits: [String: HourUnit] = [:]
  var minuteUnits: Set<String> = []
  /// Hours that no other number is written like: "четвертого" after "half of".
  var spokenHours: [String: Int] = [:]
  /// Whether "from 3 to 5" alone is about times.
  var hasBareRanges = false
  /// Whether "3:30" is read on a 12-hour clock.
  var hasTwelveHours = false
  /// Words that may follow a day or a time without a change of its meaning: "sharp", "3시 전까지".
  var endings = QuickAddPhrases<Void>()

  // MARK: Lengths

  /// "In" of "in 3 days", and what other languages put after the days.
  var inMarks: Set<String> = []
  var laterMarks: Set<String> = []
  var laterPhrases = QuickAddPhrases<Void>()
  var numbers: [String: Int] = [:]
  var numberPhrases = QuickAddPhrases<Int>()
  var units: [String: Length] = [:]
  /// Lengths without a number: "через неделю", "일주일 후", "in half an hour".
  var spans = QuickAddPhrases<Length>()

  // MARK: What is around

  /// Before a date or time: it is no deadline then.
  var holders: Set<String> = []
  /// Between two dates or times: neither is a deadline then.
  var joiners: Set<String> = []
  /// After a day or a time: it is over, or only what comes after it is meant.
  var pastMarks: Set<String> = []
  /// Before a number: it is what is called, taken or read, "appeler le 15".
  var numberVerbs: Set<String> = []
  /// After a number: it is an amount.
  var amounts: Set<String> = []
  /// Before or after a number: it counts something.
  var countables: Set<String> = []
  /// With these a sentence goes on after a date in its middle.
  var links: Set<String> = []
  /// Whether a weekday in the middle of a sentence needs a preposition.
  var hasPrepositions = true
  /// Whether weekdays and months have capitals.
  var hasCapitalDays = false
  /// Names of months that are things when they have a capital.
  var things: Set<String> = []
  /// Names that contain the word of a date.
  var names = QuickAddPhrases<Void>()
  /// Before the name of a work, and whether all capitals after it belong to that: "watch" has them do so, "see" does not.
  var works = QuickAddPhrases<Bool>()
  /// Before or after a date: it is the name of a street.
  var streets: Set<String> = []
  /// "Every", before a day, a unit or a number.
  var everyMarks = QuickAddPhrases<Void>()
  /// Words that may follow it: "weekday".
  var everyNouns = QuickAddPhrases<Repetition>()
  /// And may stand between: "other" leaves one out.
  var otherMarks = QuickAddPhrases<Int>()
  /// Repeats by themselves: "once a week", "매주".
  var repeats = QuickAddPhrases<Repetition>()
  /// The same at the end of a clause only: "daily".
  var repeatAdverbs = QuickAddPhrases<Repetition>()
  /// "Once" of "once every two days".
  var onceMarks = QuickAddPhrases<Void>()
  /// "번" of "이틀에 한 번".
  var timesUnits: Set<String> = []
  /// Repeats that no rule is made of: "twice a week".
  var otherRepeats = QuickAddPhrases<Void>()
  /// "Mondays".
  var pluralWeekdays = QuickAddPhrases<Int>()
  /// Words that may stand before them: "on".
  var pluralMarks = QuickAddPhrases<Void>()
  /// "월" of "월, 수요일".
  var weekdayLetters = QuickAddPhrases<Int>()
  /// Between two of a list.
  var listMarks: Set<String> = []
  /// "First", before a weekday; -1 for "last".
  var repeatOrdinals = QuickAddPhrases<Int>()
  var lastDays = QuickAddPhrases<Void>()
  /// "Of the month", which repeats only after "every".
  var monthMarks = QuickAddPhrases<Void>()
  var eachMonthMarks = QuickAddPhrases<Void>()
  /// Before the first day of what repeats, and before the last.
  var firstMarks = QuickAddPhrases<Void>()
  var lastMarks = QuickAddPhrases<Void>()
  /// The end of a word that repeats: "월요일마다".
  static let repeatEnding = "마다"

  static func of(_ language: QuickAdd.Language) -> QuickAddWords {
    switch language {
    case .en: english
    case .fr: french
    case .ko: korean
    case .ru: russian
    }
  }

  /// Words that may follow an expression and belong to it.
  static let stops: Set<Character> = [",", ".", ";", ":", "!"]

  static let dashes: Set<Character> = ["-", "–", "—", "~"]

  static func isDash(_ word: String) -> Bool { word.count == 1 && dashes.contains(word.first!) }

  static let quotes: [Character: Character] = [
    "\"": "\"", "“": "”", "„": "“", "«": "»", "'": "'", "‘": "’", "`": "`", "「": "」", "『": "』", "《": "》", "〈": "〉",
  ]

  static let unaccented: [Character: Character] = [
    "à": "a", "â": "a", "ä": "a", "á": "a", "ã": "a", "å": "a", "ç": "c", "é": "e", "è": "e", "ê": "e", "ë": "e",
    "î": "i", "ï": "i", "í": "i", "ì": "i", "ñ": "n", "ô": "o", "ö": "o", "ó": "o", "ò": "o", "õ": "o", "û": "u",
    "ù": "u", "ü": "u", "ú": "u", "ÿ": "y", "ё": "е", "’": "'",
  ]
}

/// A table of phrases, indexed by their first words.
struct QuickAddPhrases<Meaning: Sendable>: Sendable {
  struct Phrase: Sendable {
    let rest: [String]
    let meaning: Meaning
  }

  private var byFirst: [String: [Phrase]] = [:]

  /// Longer phrases first.
  subscript(first: String) -> [Phrase] { byFirst[first] ?? [] }

  mutating func add(_ meaning: Meaning, _ phrases: String...) {
    for text in phrases {
      let words = text.split(separator: " ").map(String.init)
      let phrase = Phrase(rest: Array(words.dropFirst()), meaning: meaning)
      var known = self[words[0]].filter { $0.rest != phrase.rest }
      known.insert(phrase, at: known.firstIndex { $0.rest.count < phrase.rest.count } ?? known.endIndex)
      byFirst[words[0]] = known
    }
  }

  /// Phrases in the order of their numbers, from `first` on.
  mutating func add(from first: Int, _ phrases: String...) where Meaning == Int {
    for (number, text) in phrases.enumerated() { add(first + number, text) }
  }
}

extension QuickAddPhrases<Void> {
  mutating func add(_ phrases: String...) {
    for phrase in phrases { add((), phrase) }
  }
}

extension [String: Int] {
  /// Words in the order of their numbers, from `first` on; "jan sept" are two words of one number.
  mutating func add(from first: Int = 1, _ words: String...) {
    for (number, text) in words.enumerated() {
      for word in text.split(separator: " ") { self[String(word)] = first + number }
    }
  }
}

extension [String: QuickAddWords.Length] {
  mutating func add(_ length: QuickAddWords.Length, _ words: String...) {
    for word in words { self[word] = length }
  }
}

extension Set<String> {
  /// Every word of a text.
  mutating func add(_ text: String) { formUnion(text.split(separator: " ").map(String.init)) }
}
