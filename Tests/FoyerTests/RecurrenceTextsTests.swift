import Recurrence
import Testing

@testable import Foyer

@Suite struct RecurrenceTextsTests {
  /// A rule, and how it reads in English, French, Korean and Russian.
  static let table: [(rule: String, texts: [String])] = [
    ("FREQ=DAILY", ["Every day", "Chaque jour", "매일", "Каждый день"]),
    ("FREQ=DAILY;INTERVAL=2", ["Every other day", "Un jour sur deux", "격일로", "Через день"]),
    ("FREQ=DAILY;INTERVAL=3", ["Every 3 days", "Tous les 3 jours", "3일마다", "Раз в 3 дня"]),
    ("FREQ=DAILY;INTERVAL=21", ["Every 21 days", "Tous les 21 jours", "21일마다", "Раз в 21 день"]),
    ("FREQ=WEEKLY", ["Every week", "Chaque semaine", "매주", "Каждую неделю"]),
    ("FREQ=WEEKLY;INTERVAL=5", ["Every 5 weeks", "Toutes les 5 semaines", "5주마다", "Раз в 5 недель"]),
    ("FREQ=WEEKLY;BYDAY=MO", ["Every Monday", "Chaque lundi", "매주 월요일", "По понедельникам"]),
    (
      "FREQ=WEEKLY;BYDAY=MO,WE,SA",
      [
        "Every Monday, Wednesday and Saturday", "Chaque lundi, mercredi et samedi", "매주 월요일, 수요일, 토요일",
        "По понедельникам, средам и субботам",
      ]
    ),
    (
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20270503",
      [
        "Every other Monday, until 3 May 2027", "Un lundi sur deux, jusqu’au 3 mai 2027", "격주 월요일, 2027년 5월 3일까지",
        "Раз в две недели по понедельникам, до 3 мая 2027\u{A0}г.",
      ]
    ),
    (
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH",
      [
        "Every other week on Tuesday and Thursday", "Une semaine sur deux\u{A0}: mardi et jeudi", "격주 화요일, 목요일",
        "Раз в две недели по вторникам и четвергам",
      ]
    ),
    (
      "FREQ=WEEKLY;INTERVAL=3;BYDAY=FR",
      ["Every 3 weeks on Friday", "Toutes les 3 semaines\u{A0}: vendredi", "3주마다 금요일", "Раз в 3 недели по пятницам"]
    ),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", ["Every weekday", "Du lundi au vendredi", "평일마다", "По будням"]),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", ["Every day", "Chaque jour", "매일", "Каждый день"]),
    ("FREQ=MONTHLY", ["Every month", "Chaque mois", "매월", "Каждый месяц"]),
    (
      "FREQ=MONTHLY;BYMONTHDAY=15",
      ["Monthly on the 15th", "Chaque mois, le 15", "매월 15일", "Каждый месяц 15-го числа"]
    ),
    (
      "FREQ=MONTHLY;BYMONTHDAY=1,22",
      [
        "Monthly on the 1st and the 22nd", "Chaque mois, le 1er et le 22", "매월 1일, 22일",
        "Каждый месяц 1-го и 22-го числа",
      ]
    ),
    (
      "FREQ=MONTHLY;BYMONTHDAY=-1",
      ["Monthly on the last day", "Chaque mois, le dernier jour", "매월 마지막 날", "Каждый месяц в последний день"]
    ),
    (
      "FREQ=MONTHLY;BYDAY=-1FR",
      [
        "Monthly on the last Friday", "Chaque mois, le dernier vendredi", "매월 마지막 금요일",
        "Каждый месяц в последнюю пятницу",
      ]
    ),
    (
      "FREQ=MONTHLY;INTERVAL=2;BYDAY=2SU",
      [
        "Every other month on the second Sunday", "Un mois sur deux, le deuxième dimanche", "두 달마다 둘째 일요일",
        "Раз в два месяца во второе воскресенье",
      ]
    ),
    (
      "FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO",
      [
        "Every 3 months on the first Monday", "Tous les 3 mois, le premier lundi", "3개월마다 첫째 월요일",
        "Раз в 3 месяца в первый понедельник",
      ]
    ),
    ("FREQ=YEARLY", ["Every year", "Chaque année", "매년", "Каждый год"]),
    ("FREQ=YEARLY;INTERVAL=5", ["Every 5 years", "Tous les 5 ans", "5년마다", "Раз в 5 лет"]),
    (
      "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1",
      ["Every year on 1 May", "Chaque année, le 1er mai", "매년 5월 1일", "Каждый год 1 мая"]
    ),
    (
      "FREQ=YEARLY;INTERVAL=2;BYMONTH=5;BYMONTHDAY=3",
      ["Every other year on 3 May", "Un an sur deux, le 3 mai", "2년마다 5월 3일", "Раз в два года 3 мая"]
    ),
    (
      "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
      [
        "Every year on the fourth Thursday of November", "Chaque année, en novembre, le quatrième jeudi",
        "매년 11월 넷째 목요일", "Каждый год в четвёртый четверг ноября",
      ]
    ),
    (
      "FREQ=MONTHLY;BYDAY=5FR",
      [
        "Monthly on the fifth Friday", "Chaque mois, le cinquième vendredi", "매월 다섯째 금요일",
        "Каждый месяц в пятую пятницу",
      ]
    ),
    (
      "FREQ=YEARLY;BYWEEKNO=20",
      ["Every year, on chosen days", "Chaque année, certains jours", "매년, 정해진 날", "Каждый год, в выбранные дни"]
    ),
    (
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
      ["Every month, on chosen days", "Chaque mois, certains jours", "매월, 정해진 날", "Каждый месяц, в выбранные дни"]
    ),
    ("FREQ=DAILY;COUNT=1", ["Every day, once", "Chaque jour, 1 fois", "매일, 1회", "Каждый день, 1 раз"]),
    ("FREQ=DAILY;COUNT=3", ["Every day, 3 times", "Chaque jour, 3 fois", "매일, 3회", "Каждый день, 3 раза"]),
  ]

  @Test(arguments: table)
  func `A rule reads well in each language`(rule: String, texts: [String]) throws {
    let parsed = try #require(RecurrenceRule(rule))
    #expect([.en, .fr, .ko, .ru].map { Strings($0).text(parsed) } == texts)
  }

  @Test(
    arguments: [
      (
        "FREQ=DAILY;INTERVAL=3",
        ["3 days after it is done", "3 jours après l’avoir faite", "완료하고 3일 뒤", "Через 3 дня после выполнения"]
      ),
      (
        "FREQ=WEEKLY",
        ["1 week after it is done", "1 semaine après l’avoir faite", "완료하고 1주 뒤", "Через 1 неделю после выполнения"]
      ),
      (
        "FREQ=MONTHLY;INTERVAL=6;COUNT=2",
        [
          "6 months after it is done, 2 times", "6 mois après l’avoir faite, 2 fois", "완료하고 6개월 뒤, 2회",
          "Через 6 месяцев после выполнения, 2 раза",
        ]
      ),
      (
        "FREQ=YEARLY;INTERVAL=2",
        ["2 years after it is done", "2 ans après l’avoir faite", "완료하고 2년 뒤", "Через 2 года после выполнения"]
      ),
    ] as [(String, [String])])
  func `So does one that counts from the day it is done`(rule: String, texts: [String]) throws {
    let parsed = try #require(RecurrenceRule(rule))
    #expect([.en, .fr, .ko, .ru].map { Strings($0).text(parsed, from: .done) } == texts)
  }

  @Test(arguments: Language.allCases)
  func `Every weekday of a month has its name`(language: Language) {
    var names: Set<String> = []
    for ordinal in [1, 2, 3, 4, 5, -1] {
      for day in 0..<7 {
        if let name = Strings(language).ordinalWeekday(.init(ordinal: ordinal, day: day)) { names.insert(name) }
      }
    }
    #expect(names.count == 42)
    #expect(Strings(language).ordinalWeekday(.init(ordinal: 6, day: 0)) == nil)
  }
}
