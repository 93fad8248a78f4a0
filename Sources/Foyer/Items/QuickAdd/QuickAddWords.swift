/// The words of dates and times: English, and those of one more language, in lower case and without accents.
struct QuickAddWords: Sendable {
  enum DateMark: Sendable {
    /// Belongs to the day after it.
    case weak
    /// Also marks numbers as a date: "on 1/2".
    case strong
    case beforeWeekday, beforeNumber
  }

  enum TimeMark: Sendable {
    case plain
    /// Also before "18.00".
    case dotted
  }

  enum WeekMark: Sendable { case next, nextWeek }

  enum Part: Sendable {
    case morning, afternoon, evening

    var time: (hour: Int, minute: Int) {
      switch self {
      case .morning: (9, 0)
      case .afternoon: (15, 0)
      case .evening: (20, 0)
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

  /// Relative to today.
  var days: QuickAddPhrases<Int>
  var partsOfToday: QuickAddPhrases<Part>
  /// Relative to the day before it.
  var parts: QuickAddPhrases<Part>
  /// Monday is 0.
  var weekdays: QuickAddPhrases<Int>
  var weekMarksBefore: QuickAddPhrases<WeekMark>
  var weekMarksAfter: QuickAddPhrases<WeekMark>
  var dateMarks: QuickAddPhrases<DateMark>
  var timeMarks: QuickAddPhrases<TimeMark>
  var clockWords: QuickAddPhrases<(hour: Int, minute: Int)>
  /// Whether it makes "6" alone a time.
  var halvesAfter: QuickAddPhrases<(half: Half, isClear: Bool)>
  var halvesBefore: [String: Half] = [:]
  var hourUnits: [String: HourUnit]
  var minuteUnits: Set<String>
  var months: [String: Int]
  /// Whether 11/12 is in November. All four languages can also write 23/11.
  var isMonthFirst = false
  var ordinals: Set<String>
  /// The word between day and month: "of" in "1st of May".
  var ofMarks: Set<String> = []
  var yearMarks: Set<String> = []
  /// "In" of "in 3 days", and what other languages put after the days.
  var inMarks: Set<String>
  var laterMarks: [String] = []
  var numbers: [String: Int]
  var units: [String: Length]
  /// Units that mean one without a number: "через неделю", "일주일 후".
  var loneUnits: Set<String> = []
  /// Before a date or time: it is no deadline then.
  var holders: Set<String>
  /// Between two dates or times: neither is a deadline then.
  var joiners: Set<String>
  /// After a weekday: the day is over.
  var pastMarks: Set<String> = []
  /// After a number: it is an amount.
  var amounts: Set<String>

  static func of(_ language: Language) -> QuickAddWords {
    switch language {
    case .en: english
    case .fr: french
    case .ko: korean
    case .ru: russian
    }
  }

  /// What may follow an expression and belongs to it.
  static let stops: Set<Character> = [",", ".", ";", ":", "!"]

  static let quotes: [Character: Character] = [
    "\"": "\"", "“": "”", "„": "“", "«": "»", "'": "'", "‘": "’", "`": "`", "「": "」",
  ]

  /// Korean "until" and "on".
  static let particles: [[Character]] = [["까", "지"], ["에"]]

  static let unaccented: [Character: Character] = [
    "à": "a", "â": "a", "ä": "a", "á": "a", "ã": "a", "å": "a", "ç": "c", "é": "e", "è": "e", "ê": "e", "ë": "e",
    "î": "i", "ï": "i", "í": "i", "ì": "i", "ñ": "n", "ô": "o", "ö": "o", "ó": "o", "ò": "o", "õ": "o", "û": "u",
    "ù": "u",
    "ü": "u", "ú": "u", "ÿ": "y", "ё": "е", "’": "'",
  ]

  // MARK: English

  private static let english = QuickAddWords(
    days: [("today", 0), ("tomorrow", 1), ("day after tomorrow", 2), ("the day after tomorrow", 2)],
    partsOfToday: [
      ("tonight", .evening), ("this evening", .evening), ("this morning", .morning), ("this afternoon", .afternoon),
    ],
    parts: [
      ("morning", .morning), ("in the morning", .morning), ("afternoon", .afternoon), ("in the afternoon", .afternoon),
      ("evening", .evening), ("in the evening", .evening), ("night", .evening), ("at night", .evening),
    ],
    weekdays: [
      ("monday", 0), ("tuesday", 1), ("wednesday", 2), ("thursday", 3), ("friday", 4), ("saturday", 5), ("sunday", 6),
    ],
    weekMarksBefore: [("next", .next), ("this", .next), ("this coming", .next), ("coming", .next)],
    weekMarksAfter: [("next week", .nextWeek)],
    dateMarks: [
      ("on", .strong), ("by", .strong), ("until", .strong), ("till", .strong), ("due", .strong), ("for", .weak),
    ],
    timeMarks: [
      ("at", .plain), ("by", .plain), ("until", .plain), ("till", .plain), ("before", .plain), ("for", .plain),
    ],
    // The end of a day is its last minute, because 00:00 would be a day too early.
    clockWords: [("noon", (12, 0)), ("midday", (12, 0)), ("midnight", (23, 59))],
    halvesAfter: [
      ("am", (.am, true)), ("a.m", (.am, true)), ("pm", (.pm, true)), ("p.m", (.pm, true)),
      ("in the morning", (.am, false)), ("in the afternoon", (.pm, false)), ("in the evening", (.pm, false)),
    ],
    hourUnits: ["h": .fromSix],
    minuteUnits: ["min"],
    months: [
      "january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5, "june": 6,
      "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sept": 9, "sep": 9, "october": 10,
      "oct": 10,
      "november": 11, "nov": 11, "december": 12, "dec": 12,
    ],
    ordinals: ["st", "nd", "rd", "th"],
    ofMarks: ["of"],
    inMarks: ["in"],
    numbers: [
      "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
      "nine": 9,
      "ten": 10,
    ],
    units: [
      "minute": .seconds(60), "minutes": .seconds(60), "min": .seconds(60), "hour": .seconds(3600),
      "hours": .seconds(3600),
      "day": .days(1), "days": .days(1), "week": .days(7), "weeks": .days(7), "month": .months(1), "months": .months(1),
      "year": .months(12), "years": .months(12),
    ],
    holders: [
      "every", "each", "last", "past", "before", "after", "since", "from", "of", "the", "a", "an", "to", "than",
      "between",
      "not", "since", "during", "v", "version", "no",
    ],
    joiners: ["-", "–", "—", "/", "+", "&", "to", "and", "or"],
    amounts: [
      "€", "$", "£", "¥", "₽", "₩", "%", "eur", "euro", "euros", "usd", "dollars", "kg", "g", "mg", "lb", "lbs", "oz",
      "l", "ml",
      "cl", "dl", "km", "m", "cm", "mm", "miles", "inch", "inches", "cup", "cups", "tsp", "tbsp", "pint", "pints",
      "litre",
      "litres", "liter", "liters", "of", "x", "be", "have", "times", "percent",
    ])

  // MARK: French

  private static let french: QuickAddWords = {
    var words = english
    words.days += [("aujourd'hui", 0), ("demain", 1), ("apres-demain", 2), ("apres demain", 2)]
    words.partsOfToday += [
      ("ce soir", .evening), ("cette nuit", .evening), ("ce matin", .morning), ("cet apres-midi", .afternoon),
      ("cette apres-midi", .afternoon),
    ]
    words.parts += [
      ("matin", .morning), ("au matin", .morning), ("apres-midi", .afternoon), ("dans l'apres-midi", .afternoon),
      ("soir", .evening), ("au soir", .evening), ("dans la soiree", .evening),
    ]
    words.weekdays += [
      ("lundi", 0), ("mardi", 1), ("mercredi", 2), ("jeudi", 3), ("vendredi", 4), ("samedi", 5), ("dimanche", 6),
    ]
    words.weekMarksBefore += [("ce", .next)]
    words.weekMarksAfter += [
      ("prochain", .next), ("qui vient", .next), ("la semaine prochaine", .nextWeek),
      ("de la semaine prochaine", .nextWeek),
    ]
    words.dateMarks += [
      ("pour", .weak), ("pour le", .beforeNumber), ("le", .beforeNumber), ("d'ici", .strong),
      ("d'ici le", .beforeNumber),
      ("d'ici a", .weak), ("d'ici au", .beforeNumber), ("jusqu'a", .weak), ("jusqu'au", .beforeNumber),
      ("au", .beforeNumber),
    ]
    words.timeMarks += [
      ("a", .plain), ("pour", .plain), ("avant", .plain), ("vers", .plain), ("d'ici", .plain), ("jusqu'a", .plain),
    ]
    words.clockWords += [("midi", (12, 0)), ("minuit", (23, 59))]
    words.halvesAfter += [
      ("du matin", (.am, false)), ("de l'apres-midi", (.pm, false)), ("du soir", (.pm, false)),
    ]
    words.hourUnits["heure"] = .fromSix
    words.hourUnits["heures"] = .fromSix
    words.months.merge([
      "janvier": 1, "janv": 1, "fevrier": 2, "fevr": 2, "fev": 2, "mars": 3, "avril": 4, "avr": 4, "mai": 5, "juin": 6,
      "juillet": 7, "juil": 7, "aout": 8, "septembre": 9, "octobre": 10, "novembre": 11, "decembre": 12,
    ]) { $1 }
    words.ordinals.insert("er")
    words.inMarks.insert("dans")
    words.numbers.merge([
      "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9,
      "dix": 10,
    ]) { $1 }
    words.units.merge([
      "heure": .seconds(3600), "heures": .seconds(3600), "h": .seconds(3600), "jour": .days(1), "jours": .days(1),
      "semaine": .days(7), "semaines": .days(7), "mois": .months(1), "an": .months(12), "ans": .months(12),
      "annee": .months(12), "annees": .months(12),
    ]) { $1 }
    words.holders.formUnion([
      "chaque", "dernier", "avant", "apres", "depuis", "de", "du", "des", "le", "la", "l'", "un", "une", "entre",
      "pendant",
      "durant", "en", "sous", "y", "n°",
    ])
    words.joiners.formUnion(["et", "ou", "a", "au"])
    words.pastMarks.formUnion(["dernier", "passe"])
    words.amounts.formUnion(["de", "d'", "litre", "litres", "fois", "tasse", "tasses"])
    return words
  }()

  // MARK: Korean

  private static let korean: QuickAddWords = {
    var words = english
    words.days += [("오늘", 0), ("내일", 1), ("모레", 2), ("내일모레", 2), ("내일 모레", 2), ("글피", 3), ("오늘 안", 0), ("내일 안", 1)]
    words.isMonthFirst = true
    words.partsOfToday += [("오늘밤", .evening)]
    words.parts += [
      ("아침", .morning), ("오전", .morning), ("오후", .afternoon), ("저녁", .evening), ("밤", .evening),
    ]
    words.weekdays += [
      ("월요일", 0), ("화요일", 1), ("수요일", 2), ("목요일", 3), ("금요일", 4), ("토요일", 5), ("일요일", 6),
    ]
    words.weekMarksBefore += [
      ("다음", .next), ("이번", .next), ("이번주", .next), ("이번 주", .next), ("다음주", .nextWeek), ("다음 주", .nextWeek),
    ]
    words.clockWords += [("정오", (12, 0)), ("자정", (23, 59))]
    words.halvesBefore = [
      "오전": .am, "새벽": .am, "아침": .am, "오후": .pm, "낮": .pm, "점심": .pm, "저녁": .pm, "밤": .night,
    ]
    words.hourUnits["시"] = .clear
    words.minuteUnits.insert("분")
    words.laterMarks = ["후", "뒤"]
    words.numbers.merge(["한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6]) { $1 }
    words.units.merge([
      "분": .seconds(60), "시간": .seconds(3600), "일": .days(1), "주": .days(7), "주일": .days(7), "일주일": .days(7),
      "이틀": .days(2), "사흘": .days(3), "나흘": .days(4), "달": .months(1), "개월": .months(1), "년": .months(12),
    ]) { $1 }
    words.loneUnits = ["일주일", "일주일후", "일주일뒤", "이틀", "이틀후", "이틀뒤", "사흘", "사흘후", "사흘뒤", "나흘", "나흘후", "나흘뒤"]
    words.holders.formUnion(["매주", "매달", "매월", "매년", "매일", "지난", "지난주", "주"])
    words.joiners.formUnion(["~", "와", "과", "또는"])
    words.amounts.formUnion(["원", "컵", "개", "리터", "킬로", "배"])
    return words
  }()

  // MARK: Russian

  private static let russian: QuickAddWords = {
    var words = english
    words.days += [("сегодня", 0), ("завтра", 1), ("послезавтра", 2)]
    words.parts += [
      ("утром", .morning), ("днем", .afternoon), ("вечером", .evening), ("ночью", .evening), ("с утра", .morning),
    ]
    words.weekdays += [
      ("понедельник", 0), ("понедельника", 0), ("понедельнику", 0), ("вторник", 1), ("вторника", 1), ("вторнику", 1),
      ("среда", 2), ("среду", 2), ("среде", 2), ("четверг", 3), ("четверга", 3), ("четвергу", 3), ("пятница", 4),
      ("пятницу", 4), ("пятницы", 4), ("пятнице", 4), ("суббота", 5), ("субботу", 5), ("субботы", 5), ("субботе", 5),
      ("воскресенье", 6), ("воскресенью", 6), ("воскресенья", 6),
    ]
    for word in ["следующий", "следующую", "следующее", "ближайший", "ближайшую", "ближайшее", "этот", "эту", "это"] {
      words.weekMarksBefore += [(word, .next)]
    }
    words.weekMarksAfter += [("на следующей неделе", .nextWeek)]
    words.dateMarks += [
      ("в", .beforeWeekday), ("во", .beforeWeekday), ("на", .weak), ("к", .strong), ("ко", .strong), ("до", .strong),
    ]
    words.timeMarks += [("в", .dotted), ("к", .dotted), ("до", .dotted), ("на", .plain)]
    words.clockWords += [
      ("полдень", (12, 0)), ("полудню", (12, 0)), ("полудня", (12, 0)), ("полночь", (23, 59)), ("полуночи", (23, 59)),
    ]
    words.halvesAfter += [
      ("утра", (.am, true)), ("вечера", (.pm, true)), ("ночи", (.night, true)),
      // "3 дня" means three days, "в 3 дня" is a time.
      ("дня", (.pm, false)),
    ]
    for unit in ["час", "часа", "часов", "часам", "ч"] { words.hourUnits[unit] = .marked }
    words.minuteUnits.formUnion(["мин", "минут", "минуты"])
    words.months.merge([
      "января": 1, "янв": 1, "февраля": 2, "фев": 2, "февр": 2, "марта": 3, "апреля": 4, "апр": 4, "мая": 5, "июня": 6,
      "июля": 7, "августа": 8, "авг": 8, "сентября": 9, "сент": 9, "сен": 9, "октября": 10, "окт": 10, "ноября": 11,
      "ноя": 11, "нояб": 11, "декабря": 12, "дек": 12,
    ]) { $1 }
    words.ordinals.formUnion(["-го", "-е", "го"])
    words.yearMarks = ["года", "г"]
    words.inMarks.insert("через")
    words.numbers.merge([
      "один": 1, "одну": 1, "два": 2, "две": 2, "три": 3, "четыре": 4, "пять": 5, "шесть": 6, "семь": 7, "восемь": 8,
      "девять": 9, "десять": 10,
    ]) { $1 }
    words.units.merge([
      "минуту": .seconds(60), "минуты": .seconds(60), "минут": .seconds(60), "мин": .seconds(60), "час": .seconds(3600),
      "часа": .seconds(3600), "часов": .seconds(3600), "день": .days(1), "дня": .days(1), "дней": .days(1),
      "неделю": .days(7), "недели": .days(7), "недель": .days(7), "месяц": .months(1), "месяца": .months(1),
      "месяцев": .months(1), "год": .months(12), "года": .months(12), "лет": .months(12),
    ]) { $1 }
    // Not "через день", which is every other day.
    words.loneUnits = ["минуту", "час", "неделю", "месяц", "год"]
    words.holders.formUnion([
      "каждый", "каждую", "каждое", "каждые", "прошлый", "прошлую", "прошлое", "после", "перед", "с", "со", "от", "из",
      "за",
      "про", "не", "по", "между", "версия", "следующие",
    ])
    words.joiners.formUnion(["и", "или"])
    words.amounts.formUnion([
      "руб", "рублей", "рубля", "р", "кг", "г", "л", "мл", "км", "м", "см", "стакана", "ложки", "раза", "из",
    ])
    return words
  }()
}

/// A table of phrases, indexed by their first words.
struct QuickAddPhrases<Meaning: Sendable>: Sendable, ExpressibleByArrayLiteral {
  struct Phrase: Sendable {
    let rest: [String]
    let meaning: Meaning
  }

  private var byFirst: [String: [Phrase]] = [:]

  init(arrayLiteral phrases: (String, Meaning)...) { self += phrases }

  /// Longer phrases first.
  subscript(first: String) -> [Phrase] { byFirst[first] ?? [] }

  static func += (table: inout QuickAddPhrases, phrases: [(String, Meaning)]) {
    for (text, meaning) in phrases {
      let words = text.split(separator: " ").map(String.init)
      let phrase = Phrase(rest: Array(words.dropFirst()), meaning: meaning)
      var known = table[words[0]].filter { $0.rest != phrase.rest }
      known.insert(phrase, at: known.firstIndex { $0.rest.count < phrase.rest.count } ?? known.endIndex)
      table.byFirst[words[0]] = known
    }
  }
}
