import CivilTime
import Recurrence

/// The words of a language that Todoist's dates have.
struct TodoistWords: Sendable {
  enum Meaning: Equatable, Sendable {
    case every(fromDone: Bool), fromDone, other, each(RecurrenceRule.Frequency, Int)
    case day(Int), weekday(Int), workday, weekend, month(Int), unit(RecurrenceRule.Frequency, Int)
    case last, next, within, clock(TimeOfDay), afternoon(Bool), oClock, minutes, numberIsMonth, numberIsYear
    case starting, until, lasting, startingBefore, untilBefore, weekdays(Int), at, of, filler
  }

  let ordinals: [String: Int]
  let numbers: [String: Int]
  private let meanings: [String: Meaning]
  /// Whole words by their beginnings: "апрель", "апр", "апреля".
  private let beginnings: [(String, Meaning)]

  subscript(_ word: String) -> Meaning? {
    if let meaning = meanings[word] { return meaning }
    return beginnings.first { word.hasPrefix($0.0) }?.1
  }

  private init(
    _ words: [(String, Meaning)], months: [String], weekdays: [String], beginnings: [(String, Meaning)] = [],
    ordinals: [String: Int] = [:], numbers: [String: Int] = [:]
  ) {
    var meanings: [String: Meaning] = [:]
    for (list, meaning) in words {
      for word in list.split(separator: " ") { meanings[String(word)] = meaning }
    }
    for (index, list) in weekdays.enumerated() {
      for word in list.split(separator: " ") { meanings[String(word)] = .weekday(index) }
    }
    var starts = beginnings
    for (index, list) in months.enumerated() {
      for word in list.split(separator: " ") {
        if word.hasSuffix("*") {
          starts.append((String(word.dropLast()), .month(index + 1)))
        } else {
          meanings[String(word)] = .month(index + 1)
        }
      }
    }
    (self.meanings, self.beginnings, self.ordinals, self.numbers) = (meanings, starts, ordinals, numbers)
  }

  private static func clock(_ hour: Int) -> Meaning { .clock(TimeOfDay(hour: hour, minute: 0)) }

  static let all: [String: TodoistWords] = ["en": en, "de": de, "fr": fr, "ru": ru, "ko": ko]

  private static let en = TodoistWords(
    [
      ("every ev each", .every(fromDone: false)), ("every! ev! each!", .every(fromDone: true)),
      ("after", .every(fromDone: true)),
      ("other", .other), ("daily", .each(.daily, 1)), ("weekly", .each(.weekly, 1)), ("monthly", .each(.monthly, 1)),
      ("biweekly fortnightly", .each(.weekly, 2)), ("quarterly", .each(.monthly, 3)),
      ("bimonthly", .each(.monthly, 2)), ("semiannually", .each(.monthly, 6)), ("yearly annually", .each(.yearly, 1)),
      ("today tod", .day(0)), ("tomorrow tom tmr", .day(1)),
      ("yesterday", .day(-1)), ("day days", .unit(.daily, 1)), ("week weeks wk wks", .unit(.weekly, 1)),
      ("fortnight", .unit(.weekly, 2)), ("month months mo", .unit(.monthly, 1)),
      ("quarter quarters", .unit(.monthly, 3)),
      ("year years yr yrs", .unit(.yearly, 1)), ("workday workdays weekday weekdays", .workday),
      ("weekend weekends", .weekend), ("last", .last), ("next", .next), ("in", .within),
      ("noon", clock(12)), ("morning", clock(9)), ("afternoon", clock(12)), ("evening", clock(19)),
      ("night tonight", clock(22)),
      ("pm", .afternoon(true)), ("am", .afternoon(false)), ("starting from beginning", .starting),
      ("until ending", .until),
      ("for", .lasting), ("at @", .at), ("of", .of), ("on the and o'clock & by due", .filler),
    ],
    months: [
      "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
      "september sep sept", "october oct", "november nov", "december dec",
    ],
    weekdays: [
      "monday mon mondays", "tuesday tue tues tuesdays", "wednesday wed weds wednesdays",
      "thursday thu thur thurs thursdays",
      "friday fri fridays", "saturday sat saturdays", "sunday sun sundays",
    ],
    ordinals: ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5],
    numbers: ["two": 2, "three": 3, "four": 4, "five": 5, "six": 6])

  private static let de = TodoistWords(
    [
      ("jeden jede jedes jedem jeder jed alle", .every(fromDone: false)),
      ("jeden! jede! jedes! jed! alle!", .every(fromDone: true)),
      ("nach", .every(fromDone: true)), ("anderen andere", .other), ("täglich taeglich", .each(.daily, 1)),
      ("wöchentlich woechentlich", .each(.weekly, 1)), ("monatlich", .each(.monthly, 1)),
      ("jährlich jaehrlich", .each(.yearly, 1)), ("heute", .day(0)), ("morgen", .day(1)), ("übermorgen", .day(2)),
      ("gestern", .day(-1)), ("tag tage tagen", .unit(.daily, 1)), ("woche wochen", .unit(.weekly, 1)),
      ("monat monate monaten monats", .unit(.monthly, 1)), ("quartal quartale", .unit(.monthly, 3)),
      ("jahr jahre jahren", .unit(.yearly, 1)), ("werktag werktage arbeitstag arbeitstage wochentag", .workday),
      ("wochenende", .weekend), ("letzten letzter letztes letzte", .last),
      ("nächste nächsten nächster nächstes", .next),
      ("in", .within), ("mittag mittags", clock(12)), ("früh vormittag", clock(9)), ("nachmittag", clock(12)),
      ("abend abends", clock(19)), ("nacht nachts", clock(22)), ("uhr", .oClock), ("ab beginnend startend", .starting),
      ("bis", .until), ("für", .lasting), ("um", .at), ("des im", .of),
      ("am den der die das und von", .filler), ("morgens", clock(9)), ("montags", .weekdays(0)),
      ("dienstags", .weekdays(1)), ("mittwochs", .weekdays(2)), ("donnerstags", .weekdays(3)),
      ("freitags", .weekdays(4)),
      ("samstags", .weekdays(5)), ("sonntags", .weekdays(6)),
    ],
    months: [
      "januar jan jänner", "februar feb", "märz mär mrz maerz mar", "april apr", "mai", "juni jun", "juli jul",
      "august aug",
      "september sep sept", "oktober okt", "november nov", "dezember dez",
    ],
    weekdays: [
      "montag mo mon", "dienstag di die", "mittwoch mi mit",
      "donnerstag do don",
      "freitag fr fre", "samstag sa sam sonnabend", "sonntag so son",
    ],
    ordinals: [
      "ersten": 1, "erster": 1, "erste": 1, "zweiten": 2, "zweite": 2, "dritten": 3, "dritte": 3, "vierten": 4,
      "fünften": 5,
    ], numbers: ["ein": 1, "einem": 1, "einer": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6])

  private static let fr = TodoistWords(
    [
      ("chaque ch", .every(fromDone: false)), ("chaque! ch!", .every(fromDone: true)),
      ("tous toutes", .every(fromDone: false)),
      ("tous! toutes!", .every(fromDone: true)), ("après apres", .every(fromDone: true)),
      ("quotidien quotidiennement", .each(.daily, 1)),
      ("hebdomadaire", .each(.weekly, 1)), ("mensuel mensuellement", .each(.monthly, 1)),
      ("annuel annuellement", .each(.yearly, 1)), ("aujourd'hui aujourd’hui auj", .day(0)), ("demain dem", .day(1)),
      ("après-demain", .day(2)), ("hier", .day(-1)), ("jour jours j", .unit(.daily, 1)),
      ("semaine semaines sem", .unit(.weekly, 1)),
      ("mois", .unit(.monthly, 1)), ("trimestre trimestres", .unit(.monthly, 3)),
      ("an ans année années", .unit(.yearly, 1)),
      ("ouvré ouvrés ouvrable ouvrables", .workday), ("week-end weekend", .weekend), ("dernier dernière", .last),
      ("prochain prochaine", .next), ("dans", .within), ("midi", clock(12)), ("minuit", clock(0)), ("matin", clock(9)),
      ("après-midi", clock(12)), ("soir", clock(19)), ("nuit", clock(22)), ("h heures heure", .oClock),
      ("à a", .at), ("du de", .of), ("le la les l' au et", .filler), ("partir", .starting),
      ("jusqu'au jusqu'à jusqu’au jusqu’à", .until), ("pendant", .lasting),
    ],
    months: [
      "janvier janv jan", "février fevrier févr fév fev", "mars", "avril avr", "mai", "juin", "juillet juil juill",
      "août aout aoû",
      "septembre sept sep", "octobre oct", "novembre nov", "décembre decembre déc dec",
    ],
    weekdays: [
      "lundi lun lundis", "mardi mar mardis", "mercredi mer mercredis", "jeudi jeu jeudis", "vendredi ven vendredis",
      "samedi sam samedis", "dimanche dim dimanches",
    ],
    ordinals: ["premier": 1, "première": 1, "deuxième": 2, "troisième": 3, "quatrième": 4],
    numbers: ["deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6])

  private static let ru = TodoistWords(
    [
      ("каждый каждую каждое каждые каждого кажд", .every(fromDone: false)),
      ("каждый! каждую! каждое! каждые! кажд!", .every(fromDone: true)), ("после", .every(fromDone: true)),
      ("другой", .other), ("ежедневно", .each(.daily, 1)), ("еженедельно", .each(.weekly, 1)),
      ("ежемесячно", .each(.monthly, 1)), ("ежегодно", .each(.yearly, 1)), ("сегодня сег", .day(0)),
      ("завтра зав", .day(1)), ("послезавтра", .day(2)), ("вчера", .day(-1)), ("день дня дней дн", .unit(.daily, 1)),
      ("неделю недели недель неделя нед", .unit(.weekly, 1)), ("месяц месяца месяцев мес", .unit(.monthly, 1)),
      ("квартал квартала кварталов", .unit(.monthly, 3)), ("год года лет г", .unit(.yearly, 1)),
      ("рабочий рабочие будний будни", .workday), ("выходные выходной", .weekend),
      ("последний последнюю последнее последнего", .last), ("следующий следующую следующее следующая след", .next),
      ("через", .within),
      ("полдень", clock(12)), ("утро утром утра", clock(9)), ("вечер вечером вечера", clock(19)),
      ("ночь ночью", clock(22)),
      ("час часа часов ч", .oClock), ("в во", .at), ("числа число", .of), ("по на и", .filler),
      ("начиная с", .starting),
      ("до", .until), ("понедельникам", .weekdays(0)), ("вторникам", .weekdays(1)), ("средам", .weekdays(2)),
      ("четвергам", .weekdays(3)), ("пятницам", .weekdays(4)), ("субботам", .weekdays(5)),
      ("воскресеньям", .weekdays(6)),
    ],
    months: [
      "янв*", "фев*", "мар*", "апр*", "май мая мае", "июн*", "июл*", "авг*", "сен*", "окт*", "ноя*", "дек*",
    ],
    weekdays: [
      "понедельник пн пнд", "вторник вт", "среда среду ср", "четверг чт",
      "пятница пятницу пт", "суббота субботу сб", "воскресенье вс воскр",
    ],
    ordinals: [
      "первый": 1, "первую": 1, "первое": 1, "второй": 2, "вторую": 2, "второе": 2, "третий": 3, "третью": 3,
      "четвёртый": 4,
      "четвертый": 4,
    ], numbers: ["два": 2, "две": 2, "три": 3, "четыре": 4, "пять": 5, "шесть": 6])

  private static let ko = TodoistWords(
    [
      ("매 모든 마다 매번", .every(fromDone: false)), ("매! 마다! 모든!", .every(fromDone: true)), ("후", .within), ("뒤", .within),
      ("완료", .fromDone), ("매일", .each(.daily, 1)), ("매일!", .each(.daily, 1)), ("매주", .each(.weekly, 1)),
      ("격주", .each(.weekly, 2)), ("매월 매달", .each(.monthly, 1)), ("매년", .each(.yearly, 1)), ("격일", .each(.daily, 2)),
      ("오늘", .day(0)), ("내일", .day(1)), ("모레", .day(2)), ("어제", .day(-1)), ("일", .unit(.daily, 1)),
      ("주 주일 주간", .unit(.weekly, 1)), ("개월 달", .unit(.monthly, 1)), ("분기", .unit(.monthly, 3)),
      ("평일 근무일", .workday), ("주말", .weekend), ("마지막", .last), ("다음", .next), ("오후", .afternoon(true)),
      ("오전", .afternoon(false)), ("시", .oClock), ("분", .minutes), ("정오", clock(12)), ("아침", clock(9)),
      ("저녁", clock(19)),
      ("밤", clock(22)), ("월", .numberIsMonth), ("년", .numberIsYear), ("에 의", .filler), ("부터", .startingBefore),
      ("까지", .untilBefore),
    ],
    months: ["1월", "2월", "3월", "4월", "5월", "6월", "7월", "8월", "9월", "10월", "11월", "12월"],
    weekdays: ["월요일", "화요일 화", "수요일 수", "목요일 목", "금요일 금", "토요일 토", "일요일"],
    ordinals: ["첫째": 1, "둘째": 2, "셋째": 3, "넷째": 4, "첫": 1, "두": 2])
}
