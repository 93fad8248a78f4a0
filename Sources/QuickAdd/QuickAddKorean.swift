extension QuickAddWords {
  static let korean: QuickAddWords = {
    var words = shared
    words.addKoreanDays()
    words.addKoreanTimes()
    words.addKoreanLengths()
    words.addKoreanSense()
    words.addKoreanRepeats()
    return words
  }()

  private mutating func addKoreanDays() {
    days.add(0, "오늘", "오늘 안", "오늘 중")
    days.add(1, "내일", "내일 안", "낼", "내일 중")
    days.add(2, "모레", "내일모레", "내일 모레", "낼모레")
    days.add(3, "글피")
    partsOfToday.add(.morning, "오늘 오전", "오늘 아침")
    partsOfToday.add(.evening, "오늘밤")
    parts.add(.morning, "아침", "오전")
    parts.add(.afternoon, "오후", "낮")
    parts.add(.evening, "저녁", "밤")
    loneParts.add(.morning, "아침", "오전")
    loneParts.add(.afternoon, "오후")
    loneParts.add(.evening, "저녁", "밤")
    for week in ["이번", "이번 주", "요번", "요번 주"] {
      weekMarksBefore.add(.next, week)
      periods.add(.weekend(0), "\(week) 주말")
    }
    weekMarksBefore.add(.next, "오는", "돌아오는")
    weekMarksBefore.add(.nextWeek, "다음 주", "담 주", "내주", "차주")
    weekMarksBefore.add(.next, "다음")
    weekMarksBefore.add(.weekAfterNext, "다다음 주", "다담 주")
    periods.add(.weekend(0), "주말")
    periods.add(.weekend(1), "다음 주말", "담 주말", "다음 주 주말", "담 주 주말")
    periods.add(.nextWeek, "다음 주", "담 주", "내주", "차주")
    periods.add(.nextMonth, "다음 달", "담 달")
    for month in ["이번 달", "이 달", "이달"] {
      periods.add(
        .endOfMonth(0), "\(month) 말", "\(month) 말일", "\(month) 마지막 날", "\(month) 안", "\(month) 내", "\(month) 중")
    }
    periods.add(.endOfMonth(0), "월말", "말일", "이달말")
    periods.add(.endOfMonth(1), "다음 달 말", "다음 달 말일", "다음 달 마지막 날")
    periods.add(.endOfYear, "연말", "올해 말", "올해 안")
    periods.add(.endOfWeek(0), "이번 주 안", "이번 주 중", "이번 주 내")
    weekdays.add(from: 0, "월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일")
    weekdays.add(from: 0, "월욜", "화욜", "수욜", "목욜", "금욜", "토욜", "일욜")
    order.isMonthFirst = true
    order.hasSlash = true
    dayNouns.add("일")
    yearWords = ["올해": 0, "내년": 1]
    monthsBefore.add(0, "이번 달", "이달")
    monthsBefore.add(1, "다음 달", "담 달")
  }

  private mutating func addKoreanTimes() {
    clockWords.add((12, 0), "정오")
    clockWords.add((23, 59), "자정")
    halvesBefore = [
      "오전": .am, "새벽": .am, "아침": .am, "오후": .pm, "낮": .pm, "점심": .pm, "저녁": .pm, "밤": .night,
    ]
    hourUnits["시"] = .clear
    minuteUnits.insert("분")
    minutesAfter.add(30, "반")
    endings.add("전", "이전", "중", "중으로", "내", "이내", "안")
    pastMarks.add("이후 지나서")
    hasTwelveHours = true
  }

  private mutating func addKoreanLengths() {
    laterMarks = ["후", "뒤", "있다가", "이따", "안", "이내", "내"]
    numbers.add("한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두")
    units.add(.seconds(60), "분")
    units.add(.seconds(3600), "시간")
    units.add(.days(1), "일")
    units.add(.days(7), "주", "주일")
    units.add(.months(1), "달", "개월")
    units.add(.months(12), "년", "해")
    spans.add(.seconds(1800), "반 시간", "반시간")
    spans.add(.days(1), "하루")
    spans.add(.days(2), "이틀")
    spans.add(.days(3), "사흘")
    spans.add(.days(4), "나흘")
    spans.add(.days(5), "닷새")
    spans.add(.days(6), "엿새")
    spans.add(.days(7), "일주일", "이레")
    spans.add(.days(8), "여드레")
    spans.add(.days(9), "아흐레")
    spans.add(.days(10), "열흘")
    spans.add(.days(15), "보름")
    spans.add(.months(6), "반년")
    spans.add(.months(12), "일년")
  }

  private mutating func addKoreanSense() {
    holders.add("매주 매달 매월 매년 매일 지난 지난주 주 저번 저번주 마지막 첫 첫째 둘째 셋째 넷째 영업 영업시간 오픈")
    joiners.add("~ 와 과 하고 이랑 랑 및 또는")
    timesUnits.add("번 번씩 번꼴 번꼴로 회 회씩")
    amounts.add("원 컵 개 리터 킬로 배")
    hasPrepositions = false
    names.add("블랙 프라이데이")
  }

  private mutating func addKoreanRepeats() {
    let workdays = Repetition(frequency: .weekly, weekdays: [0, 1, 2, 3, 4])
    let weekends = Repetition(frequency: .weekly, weekdays: [5])
    repeats.add(Repetition(frequency: .daily), "매일", "날마다", "매일매일", "하루 한 번")
    repeats.add(Repetition(frequency: .daily, interval: 2), "격일", "격일로")
    repeats.add(Repetition(frequency: .daily, part: .morning), "매일 아침", "아침마다")
    repeats.add(Repetition(frequency: .daily, part: .evening), "매일 저녁", "매일 밤", "저녁마다", "밤마다")
    repeats.add(Repetition(frequency: .weekly), "매주", "주마다", "주 1회")
    repeats.add(Repetition(frequency: .weekly, interval: 2), "격주", "격주로", "이주마다")
    repeats.add(Repetition(frequency: .monthly), "매달", "매월", "달마다", "월 1회")
    repeats.add(Repetition(frequency: .monthly, interval: 2), "격월", "격월로")
    repeats.add(Repetition(frequency: .yearly), "매년", "해마다", "연 1회")
    repeats.add(workdays, "평일", "주중", "매주 평일", "월-금", "월~금")
    repeats.add(weekends, "매주 주말", "주말마다")
    everyNouns.add(workdays, "평일")
    everyNouns.add(weekends, "주말")
    weekdayLetters.add(from: 0, "월", "화", "수", "목", "금", "토", "일")
    for (first, _) in Self.weekdayLettersInOrder.enumerated() {
      for second in first + 1..<7 {
        let two = Self.weekdayLettersInOrder[first] + Self.weekdayLettersInOrder[second]
        repeats.add(Repetition(frequency: .weekly, weekdays: [first, second]), "매주 \(two)")
        for third in second + 1..<7 {
          repeats.add(
            Repetition(frequency: .weekly, weekdays: [first, second, third]),
            "매주 \(two)\(Self.weekdayLettersInOrder[third])")
        }
      }
    }
    listMarks.add("와 과 및 하고 이랑 랑")
    otherRepeats.add("주 2회", "주 3회", "주 4회", "주 5회", "월 2회")
    repeatOrdinals.add(from: 1, "첫째", "둘째", "셋째", "넷째")
    repeatOrdinals.add(from: 1, "첫째 주", "둘째 주", "셋째 주", "넷째 주")
    repeatOrdinals.add(from: 1, "첫 번째", "두 번째", "세 번째", "네 번째")
    repeatOrdinals.add(1, "첫", "첫 주")
    repeatOrdinals.add(-1, "마지막", "마지막 주")
    lastDays.add("말일", "마지막 날")
  }

  private static let weekdayLettersInOrder = ["월", "화", "수", "목", "금", "토", "일"]

  /// Endings that are cut off a word, outer ones first.
  static let particles: [[(String, QuickAddPiece.Particle)]] = [
    [("까지는", .until), ("까지", .until), ("부터", .from), ("에는", .on), ("엔", .on), ("에", .on)],
    [("쯤", .on), ("경", .on)],
  ]

  /// The weekdays of "20일(금)", which say nothing new.
  static let weekdayLetters: Set<Character> = ["월", "화", "수", "목", "금", "토", "일"]

  /// The words that people write without spaces between them: "다음주화요일", "세시반".
  private static let compounds: Set<String> = {
    var words: Set<String> = []
    words.add(
      """
      오늘 오늘밤 내일 낼 모레 내일모레 낼모레 글피 이번 요번 다음 다다음 담 다담 주 주말 달 이달 월말 말일 연말 말 \
      월요일 화요일 수요일 목요일 금요일 토요일 일요일 월욜 화욜 수욜 목욜 금욜 토욜 일욜 \
      오전 오후 아침 저녁 밤 새벽 낮 점심 정오 자정 시 시간 반 후 뒤 전 안 \
      한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두 하루 이틀 사흘 나흘 열흘 보름 닷새 엿새 이레 여드레 아흐레 일주일 주일
      """)
    return words
  }()

  /// Only after digits: "11월23일", "30분뒤".
  private static let units: Set<String> = ["시", "분", "일", "월", "년", "시간", "주", "주일", "달", "개월"]

  /// Endings that join two days: cut off the word of a day alone, since "안과" is a doctor's.
  private static let conjunctions = ["이랑", "하고", "과", "와", "랑"]

  private static let dayNames: Set<String> = {
    var words: Set<String> = []
    words.add("월요일 화요일 수요일 목요일 금요일 토요일 일요일 월욜 화욜 수욜 목욜 금욜 토욜 일욜 오늘 내일 모레 글피")
    return words
  }()

  /// The words of which a run of letters is made, longest first; nil if there are others among them.
  ///
  /// - Parameter isUnit: it follows digits.
  static func koreanParts(of run: ArraySlice<Character>, isUnit: Bool) -> [String]? {
    var parts: [String] = []
    var start = run.startIndex
    while start < run.endIndex {
      if let last = parts.last, dayNames.contains(last) || isUnit && parts == ["일"],
        let joiner = conjunctions.first(where: { run[start...].starts(with: $0) })
      {
        parts.append(joiner)
        start += joiner.count
        continue
      }
      let known = isUnit && parts.isEmpty ? units : compounds
      let lengths = (1...min(4, run.endIndex - start)).reversed()
      guard let part = lengths.lazy.map({ String(run[start..<start + $0]) }).first(where: known.contains) else {
        return nil
      }
      parts.append(part)
      start += part.count
    }
    return parts
  }
}
