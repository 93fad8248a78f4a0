import CivilTime
import QuickAdd
import Recurrence
import Testing

/// The clock shows Wednesday, 18 November 2026, 10:30.
@Suite struct QuickAddTests {
  typealias Case = (text: String, expected: String)

  /// `title | #category | @tag | +Ben Okoro | FREQ=DAILY | 2026-11-19 18:00`, what there is of it.
  static func words(_ text: String, _ language: QuickAdd.Language, _ now: CivilTime, _ names: [String] = []) -> String {
    let item = QuickAdd(text, language: language, now: now, names: names)
    var parts = [item.title]
    if let category = item.category { parts.append("#\(category)") }
    parts += item.tags.map { "@\($0)" }
    parts += item.people.map { "+\(names[$0])" }
    if let priority = item.priority { parts.append(String(repeating: "!", count: priority)) }
    if let rule = item.repeats {
      parts.append(rule.text)
      // Its first day is whichever comes next.
      if item.date == nil, item.time != nil { parts.append(item.dueTime) }
    }
    if item.date != nil { parts.append(item.time == nil ? item.dueDate : "\(item.dueDate) \(item.dueTime)") }
    return parts.joined(separator: " | ")
  }

  private static let now = CivilTime(year: 2026, month: 11, day: 18, hour: 10, minute: 30, second: 15)!

  static let priorities: [(text: String, language: QuickAdd.Language, expected: String)] = [
    ("Pay the rent !!!", .en, "Pay the rent | !!!"),
    ("!! Pay the rent tomorrow", .en, "Pay the rent | !! | 2026-11-19"),
    ("! Pay the rent", .en, "Pay the rent | !"), ("Pay ! the rent !!", .en, "Pay the rent | !!"),
    ("Hurry!", .en, "Hurry!"), ("Hurry!!! Rent", .en, "Hurry!!! Rent"), ("Say \"!!\" to Ben", .en, "Say \"!!\" to Ben"),
    ("Four !!!! marks", .en, "Four !!!! marks"), ("!!!", .en, "!!!"), ("What ?! why", .en, "What ?! why"),
    ("Appeler Jean !", .fr, "Appeler Jean !"), ("! Appeler Jean", .fr, "Appeler Jean | !"),
    ("Appeler Jean !!", .fr, "Appeler Jean | !!"), ("Vite\u{A0}!!! Jean", .fr, "Vite\u{A0}!!! Jean"),
    ("Vite\u{202F}! Jean", .fr, "Vite\u{202F}! Jean"), ("월세 내기 ！！", .ko, "월세 내기 | !!"),
    ("Оплатить счёт !!! завтра", .ru, "Оплатить счёт | !!! | 2026-11-19"), ("Оплатить счёт!", .ru, "Оплатить счёт!"),
  ]

  @Test(arguments: priorities)
  func `Exclamation marks that are a word say how much it matters`(
    text: String, language: QuickAdd.Language, expected: String
  ) {
    #expect(Self.words(text, language, Self.now) == expected)
  }

  @Test func `Marks that are to stay words stay`() {
    let item = QuickAdd("Pay the rent !!!", language: .en, now: Self.now, keeping: ["!!!"])
    #expect(item.title == "Pay the rent !!!" && item.priority == nil)
  }

  static let names: [Case] = [
    ("Buy milk #Groceries @urgent tomorrow 18:00", "Buy milk | #Groceries | @urgent | 2026-11-19 18:00"),
    ("#Groceries milk", "milk | #Groceries"),
    ("Milk #Groceries and #bread", "Milk and #bread | #Groceries"),
    ("Milk @a @b @a @É @é", "Milk | @a | @b | @É"),
    ("Paint #\"Living room\" @\"next year\"", "Paint | #Living room | @next year"),
    ("Paint #“Living room” @«чердак»", "Paint | #Living room | @чердак"),
    ("Milk, #Groceries, eggs", "Milk, eggs | #Groceries"),
    ("Milk, #Groceries", "Milk | #Groceries"),
    ("Milk @urgent, eggs", "Milk, eggs | @urgent"),
    ("Milk @a, @b, eggs, @c,", "Milk, eggs | @a | @b | @c"),
    ("Feed #고양이 @Ёлка @🐈", "Feed | #고양이 | @Ёлка | @🐈"),
    ("Milk #R&D-2 @24h", "Milk | #R&D-2 | @24h"),
    ("Milk #", "Milk #"),
    ("Milk @ home", "Milk @ home"),
    ("Mail a@b.org", "Mail a@b.org"),
    ("Toot @ann@example.org", "Toot @ann@example.org"),
    ("Learn C# and F#", "Learn C# and F#"),
    ("We are #1", "We are #1"),
    ("Fix #1234, then #12", "Fix #1234, then #12"),
    ("Paint it #ff8800", "Paint it #ff8800"),
    ("Read ##Chapter", "Read ##Chapter"),
    ("Read #a#b", "Read #a#b"),
    ("See http://x/#a and http://x/@b", "See http://x/#a and http://x/@b"),
    ("Say \"#Groceries @urgent tomorrow\" loudly", "Say \"#Groceries @urgent tomorrow\" loudly"),
    ("Milk #\"Living room", "Milk #\"Living room"),
    ("Milk #\"\" @\"  \"", "Milk #\"\" @\"  \""),
    ("Press #️⃣ twice", "Press #️⃣ twice"),
  ]

  static let english: [Case] = [
    ("Milk today", "Milk | 2026-11-18"),
    ("Milk tonight", "Milk | 2026-11-18 20:00"),
    ("Dinner tonight 8:00", "Dinner | 2026-11-18 20:00"),
    ("Milk TOMORROW!", "Milk | 2026-11-19"),
    ("Tomorrow, buy milk", "buy milk | 2026-11-19"),
    ("Milk, tomorrow", "Milk | 2026-11-19"),
    ("Tomorrow: milk", "milk | 2026-11-19"),
    ("Milk 23-11-2026", "Milk | 2026-11-23"),
    ("Milk day after tomorrow", "Milk | 2026-11-20"),
    ("Milk the day after tomorrow at noon", "Milk | 2026-11-20 12:00"),
    ("Milk friday", "Milk | 2026-11-20"),
    ("Milk on Friday at 18:00", "Milk | 2026-11-20 18:00"),
    ("Milk next friday", "Milk | 2026-11-20"),
    ("Milk by friday", "Milk | 2026-11-20"),
    ("Milk wednesday", "Milk | 2026-11-25"),
    ("Milk friday next week", "Milk | 2026-11-27"),
    ("Call Ann tomorrow morning", "Call Ann | 2026-11-19 09:00"),
    ("Call Ann friday night", "Call Ann | 2026-11-20 20:00"),
    ("Call Ann this afternoon", "Call Ann | 2026-11-18 15:00"),
    ("Call Ann this morning", "Call Ann | 2026-11-18"),
    ("Milk in 3 days", "Milk | 2026-11-21"),
    ("Milk in two weeks", "Milk | 2026-12-02"),
    ("Milk in a month", "Milk | 2026-12-18"),
    ("Cake in 90 minutes", "Cake | 2026-11-18 12:00"),
    ("Cake in 20 hours", "Cake | 2026-11-19 06:30"),
    ("Milk 2026-11-23", "Milk | 2026-11-23"),
    ("Milk 2026-02-30", "Milk 2026-02-30"),
    ("Milk 23.11", "Milk | 2026-11-23"),
    ("Milk 23.11.2026 18:00", "Milk | 2026-11-23 18:00"),
    ("Milk 23/11", "Milk | 2026-11-23"),
    ("Milk 23/11/26", "Milk | 2026-11-23"),
    ("Milk 05/01", "Milk | 2027-01-05"),
    ("Milk on 1/2", "Milk | 2027-02-01"),
    ("Milk 17/11", "Milk | 2027-11-17"),
    ("Milk 18/11", "Milk | 2026-11-18"),
    ("Leap 29/02", "Leap | 2028-02-29"),
    ("Milk Nov 23", "Milk | 2026-11-23"),
    ("Milk 23 Nov", "Milk | 2026-11-23"),
    ("Milk Nov. 23rd, 2027 6pm", "Milk | 2027-11-23 18:00"),
    ("Milk november 23 at 18:00", "Milk | 2026-11-23 18:00"),
    ("Milk on Monday, 23 November", "Milk | 2026-11-23"),
    ("Milk 1st of May", "Milk | 2027-05-01"),
    ("Milk 18:00", "Milk | 2026-11-18 18:00"),
    ("Milk 9:00", "Milk | 2026-11-19 09:00"),
    ("Milk 10:30", "Milk | 2026-11-19 10:30"),
    ("Milk 10:31", "Milk | 2026-11-18 10:31"),
    ("Milk 18h", "Milk | 2026-11-18 18:00"),
    ("Milk 6pm", "Milk | 2026-11-18 18:00"),
    ("Milk 6:30 pm", "Milk | 2026-11-18 18:30"),
    ("Milk 6.30 p.m.", "Milk | 2026-11-18 18:30"),
    ("Milk 12am", "Milk | 2026-11-19 00:00"),
    ("Milk 12 pm", "Milk | 2026-11-18 12:00"),
    ("Milk before 6 in the evening", "Milk | 2026-11-18 18:00"),
    ("Milk until midnight", "Milk | 2026-11-18 23:59"),
    ("Water plants every friday 18:00", "Water plants | FREQ=WEEKLY;BYDAY=FR | 18:00"),
    ("Milk tomorrow friday", "Milk tomorrow | 2026-11-20"),
    ("Milk 17:00 tomorrow 18:00", "Milk 17:00 | 2026-11-19 18:00"),
    ("Sleep 18:00-19:00", "Sleep | 2026-11-18 18:00"),
    ("Remind me at 18:00 to   buy milk", "Remind me to   buy milk | 2026-11-18 18:00"),
  ]

  static let traps: [String] = [
    "", " ", "Milk", "  Buy   milk  ", "tomorrow", "tomorrow 18:00", "#Groceries @urgent tomorrow",
    "Buy milk\tand\neggs ",
    "Fix the today-widget", "Read today's paper", "Say \"see you tomorrow\"", "Say “see you tomorrow”",
    "Sing 'tomorrow never dies'",
    "Know everything about tomorrow-ish", "May I?", "May the 4th", "March on", "It may 5x", "10 may be enough",
    "1/2 cup of milk",
    "Use 1/2", "Open 24/7", "Rate 3/4", "Buy 12.10 € of bread", "Pay €12.10", "Pay 3.5", "Swift 6.12", "IP 10.0.0.1",
    "Mix 16:9", "Score 3:1", "See 25:00", "See 18:60", "See 18:00:30", "Open 18:00 - 19:00",
    "Trip from friday until sunday", "Clean friday or saturday",
    "Read the Sunday paper",
    "Move it to friday", "Catch the 18:00 train", "Use 31/02", "Use 32/01", "Use 11/23", "Lift 13 in", "Jump in 3",
    "in days",
    "Cook 2h", "Run 24h", "Walk March 10 km", "2026-13-01 x", "Buy 12345-01-01", "Call 555-1234",
    "http://x/23/11/2026",
    "in 99999999999999999999 days x", "x in 9999 years", "http://x/#tomorrow", "C:\\tomorrow", "(tomorrow) x",
    "tomorrow? x",
    "Look at 9 houses", "Get 5\" nails", "vendredi x", "내일 x", "завтра x", "Ann's 'n' Bob's",
  ]

  static let french: [Case] = [
    ("Acheter du lait demain à 18h", "Acheter du lait | 2026-11-19 18:00"),
    ("Lait aujourd’hui", "Lait | 2026-11-18"),
    ("Lait après-demain", "Lait | 2026-11-20"),
    ("Lait APRES-DEMAIN", "Lait | 2026-11-20"),
    ("Lait vendredi", "Lait | 2026-11-20"),
    ("Lait vendredi prochain à midi", "Lait | 2026-11-20 12:00"),
    ("Lait vendredi 27 novembre à 18h30", "Lait | 2026-11-27 18:30"),
    ("Lait le vendredi 27 novembre", "Lait | 2026-11-27"),
    ("Lait le 23 novembre", "Lait | 2026-11-23"),
    ("Lait 23 NOVEMBRE 2027", "Lait | 2027-11-23"),
    ("Lait le 1er août", "Lait | 2027-08-01"),
    ("Lait 14 fe\u{301}vr.", "Lait | 2027-02-14"),
    ("Lait le 1/2", "Lait | 2027-02-01"),
    ("Lait dans 3 jours", "Lait | 2026-11-21"),
    ("Lait dans une semaine", "Lait | 2026-11-25"),
    ("Lait dans 2 heures", "Lait | 2026-11-18 12:30"),
    ("Lait d’ici vendredi", "Lait | 2026-11-20"),
    ("Gâteau pour demain", "Gâteau | 2026-11-19"),
    ("Lait ce soir", "Lait | 2026-11-18 20:00"),
    ("Lait demain matin", "Lait | 2026-11-19 09:00"),
    ("Lait 18h", "Lait | 2026-11-18 18:00"),
    ("Lait à 18 h 30", "Lait | 2026-11-18 18:30"),
    ("Lait à 7h du soir", "Lait | 2026-11-18 19:00"),
    ("Lait avant midi", "Lait | 2026-11-18 12:00"),
    ("Milk tomorrow 6pm", "Milk | 2026-11-19 18:00"),
    ("Arroser chaque vendredi", "Arroser | FREQ=WEEKLY;BYDAY=FR"),
    ("Relire vendredi dernier", "Relire vendredi dernier"),
    ("Prendre le train de 18h", "Prendre le train de 18h"),
    ("Cuire 2h de plus", "Cuire 2h de plus"),
    ("Visiter le parc à 9h de Paris", "Visiter le parc à 9h de Paris"),
    ("Le train parti il y a 18h", "Le train parti il y a 18h"),
    ("Réunion de 18h à 19h", "Réunion | 2026-11-18 18:00"),
    ("Sieste après midi", "Sieste après midi"),
    ("Marché le vendredi", "Marché le vendredi"),
    ("1/2 tasse de lait", "1/2 tasse de lait"),
  ]

  static let korean: [Case] = [
    ("우유 사기 #장보기 @급함 내일 오후 6시", "우유 사기 | #장보기 | @급함 | 2026-11-19 18:00"),
    ("오늘 우유", "우유 | 2026-11-18"),
    ("우유 모레", "우유 | 2026-11-20"),
    ("우유 금요일", "우유 | 2026-11-20"),
    ("우유 금요일까지", "우유 | 2026-11-20"),
    ("우유 다음 주 금요일에", "우유 | 2026-11-27"),
    ("우유 3일 후", "우유 | 2026-11-21"),
    ("우유 3일후에", "우유 | 2026-11-21"),
    ("우유 2주 뒤", "우유 | 2026-12-02"),
    ("우유 일주일 후", "우유 | 2026-11-25"),
    ("우유 11월 23일", "우유 | 2026-11-23"),
    ("우유 11월23일 18시", "우유 | 2026-11-23 18:00"),
    ("우유 2027년 1월 5일", "우유 | 2027-01-05"),
    ("우유 오후 6시 30분", "우유 | 2026-11-18 18:30"),
    ("우유 오후6시30분에", "우유 | 2026-11-18 18:30"),
    ("우유 내일 저녁 7시 반", "우유 | 2026-11-19 19:30"),
    ("우유 내일 아침", "우유 | 2026-11-19 09:00"),
    ("우유 18시까지", "우유 | 2026-11-18 18:00"),
    ("우유 오전 12시", "우유 | 2026-11-19 00:00"),
    ("우유 정오", "우유 | 2026-11-18 12:00"),
    ("우유 2시간 후", "우유 | 2026-11-18 12:30"),
    ("우유 1/2까지", "우유 | 2027-01-02"),
    ("치과 11/25 오후 3시", "치과 | 2026-11-25 15:00"),
    ("치과 23/11", "치과 | 2026-11-23"),
    ("우유 오늘 안에", "우유 | 2026-11-18"),
    ("milk tomorrow 18:00", "milk | 2026-11-19 18:00"),
    ("매주 금요일 청소", "청소 | FREQ=WEEKLY;BYDAY=FR"),
    ("3시간 운동", "3시간 운동"),
    ("오늘의 일기", "오늘의 일기"),
    ("우유 3일", "우유 3일"),
  ]

  static let russian: [Case] = [
    ("Купить молоко #Покупки @срочно завтра в 18:00", "Купить молоко | #Покупки | @срочно | 2026-11-19 18:00"),
    ("Молоко СЕГОДНЯ", "Молоко | 2026-11-18"),
    ("Молоко послезавтра", "Молоко | 2026-11-20"),
    ("Молоко в пятницу", "Молоко | 2026-11-20"),
    ("Молоко пятницу", "Молоко | 2026-11-20"),
    ("Молоко во вторник", "Молоко | 2026-11-24"),
    ("Молоко в следующую пятницу", "Молоко | 2026-11-20"),
    ("Отчёт к пятнице", "Отчёт | 2026-11-20"),
    ("Отчёт до понедельника", "Отчёт | 2026-11-23"),
    ("Молоко через 3 дня", "Молоко | 2026-11-21"),
    ("Молоко через 2 недели", "Молоко | 2026-12-02"),
    ("Молоко через неделю", "Молоко | 2026-11-25"),
    ("Молоко 23 ноября", "Молоко | 2026-11-23"),
    ("Молоко 23 ноября 2027 года", "Молоко | 2027-11-23"),
    ("Молоко 23.11", "Молоко | 2026-11-23"),
    ("Молоко в 18.30", "Молоко | 2026-11-18 18:30"),
    ("Молоко в полдень", "Молоко | 2026-11-18 12:00"),
    ("Молоко в 7 вечера", "Молоко | 2026-11-18 19:00"),
    ("Молоко в 3 часа дня", "Молоко | 2026-11-18 15:00"),
    ("Молоко в 18 часов", "Молоко | 2026-11-18 18:00"),
    ("Молоко завтра вечером", "Молоко | 2026-11-19 20:00"),
    ("Milk tomorrow at 18:00", "Milk | 2026-11-19 18:00"),
    ("Бегать через день", "Бегать | FREQ=DAILY;INTERVAL=2"),
    ("Бегать каждую пятницу", "Бегать | FREQ=WEEKLY;BYDAY=FR"),
    ("Бегать 2 часа", "Бегать 2 часа"),
    ("Бегать 3 дня", "Бегать 3 дня"),
    ("Хлеб 12.10 руб.", "Хлеб 12.10 руб."),
    ("Открыто с 18:00 до 19:00", "Открыто с 18:00 до 19:00"),
  ]

  @Test(arguments: names + english)
  func `English, and the names of categories and tags`(text: String, expected: String) {
    #expect(Self.words(text, .en, Self.now) == expected)
  }

  @Test(arguments: french)
  func `French, and English beside it`(text: String, expected: String) {
    #expect(Self.words(text, .fr, Self.now) == expected)
  }

  @Test(arguments: korean)
  func `Korean, and English beside it`(text: String, expected: String) {
    #expect(Self.words(text, .ko, Self.now) == expected)
  }

  @Test(arguments: russian)
  func `Russian, and English beside it`(text: String, expected: String) {
    #expect(Self.words(text, .ru, Self.now) == expected)
  }

  @Test(arguments: traps)
  func `What is not understood stays, to the last space`(text: String) {
    #expect(Self.words(text, .en, Self.now) == text)
  }

  @Test func `Only what was taken closes up, to one space`() {
    #expect(Self.words("  Buy   milk  tomorrow  for  Ann ", .en, Self.now) == "  Buy   milk for  Ann  | 2026-11-19")
    #expect(Self.words("Buy @a  @b  milk", .en, Self.now) == "Buy milk | @a | @b")
  }

  @Test func `The evening that has begun has no time any more, and the year's end is near`() throws {
    let night = try #require(CivilTime(year: 2026, month: 12, day: 31, hour: 23, minute: 30))
    #expect(Self.words("Dance tonight", .en, night) == "Dance | 2026-12-31")
    #expect(Self.words("Sleep tomorrow", .en, night) == "Sleep | 2027-01-01")
    #expect(Self.words("Sleep 9:00", .en, night) == "Sleep | 2027-01-01 09:00")
    #expect(Self.words("Sleep in 45 minutes", .en, night) == "Sleep | 2027-01-01 00:15")
    let last = try #require(CivilTime(year: 9999, month: 12, day: 31, hour: 23, minute: 30))
    #expect(Self.words("Sleep tomorrow", .en, last) == "Sleep tomorrow")
    #expect(QuickAdd("Sleep 9:00", language: .en, now: last).title == "Sleep")
  }

  @Test func `Five times the characters cost five times the time, whatever they are`() {
    let lines = [
      "a", " ", "\"", "“", "'", "#", "@", "#a ", "@\"", "@b ", "tomorrow ", "in ", "on ", "18:", "18:00 - ", "1/",
      "the day after ",
      "friday, ", "9", "e\u{301}\u{327}", "\u{202E}#", "\0", "👩‍👩‍👧‍👦", "\r\n", "다음 ", "오후 ",
    ]
    for line in lines {
      for language in QuickAdd.Language.allCases {
        func cost(_ characters: Int) -> Int {
          let text = String(repeating: line, count: characters / line.unicodeScalars.count)
          return (0..<3).map { _ in processorTime { _ = QuickAdd(text, language: language, now: Self.now) } }.min()!
        }
        // Quadratic time would be 25 times as much.
        #expect(cost(10_000) < 15 * cost(2_000), "\(line) in \(language)")
      }
    }
  }

  @Test func `Naughty strings stay what they are`() {
    let texts = [
      "<script>alert(1)</script>", "'; DROP TABLE items; --", "\u{FEFF}x", "a\u{0}b", "\u{202E}abc", "Z̷̛͎a̸l̵g̶o̷", "１８：００",
      "٢٠٢٦-١١-٢٣",
      "%s %n {0}", "../../etc/passwd", "NaN", "1e9", "-1", "１/２", "\u{200B}", "¼", "Ⅷ:00", "@", "#", "@@", "\"",
      "\"\"\"", "#\"",
    ]
    for text in texts {
      for language in QuickAdd.Language.allCases { #expect(Self.words(text, language, Self.now) == text) }
    }
  }
}
