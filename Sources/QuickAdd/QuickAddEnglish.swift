import CivilTime

extension QuickAddWords {
  static let english: QuickAddWords = {
    var words = shared
    words.markedWeekdays.add(from: 0, "mon", "tue", "wed", "thu", "fri", "sat", "sun")
    words.markedWeekdays.add(1, "tues")
    words.markedWeekdays.add(2, "weds")
    words.markedWeekdays.add(3, "thur", "thurs")
    words.shortDays.add("mon tue tues wed weds thu thur thurs fri sat sun")
    words.leadingShortDays.add("tue tues weds thu thur thurs fri sat")
    words.clearShortDays.add("tue tues weds thu thur thurs fri")
    words.subjects.add(
      "i we he she they it you who which that cat dog baby what in the a an of from under for some no more full get be to"
    )
    words.names.add("sat nav", "sat navs", "sat tv", "sat phone")
    return words
  }()

  /// Words that English shares with the other languages, which understand it beside their own words.
  static let shared: QuickAddWords = {
    var words = QuickAddWords()
    words.addEnglishDays()
    words.addEnglishTimes()
    words.addEnglishLengths()
    words.addEnglishSense()
    words.addEnglishRepeats()
    return words
  }()

  private mutating func addEnglishDays() {
    days.add(0, "today", "2day")
    days.add(1, "tomorrow", "tmrw", "tmr", "tmw", "tomorow", "tommorow", "tommorrow")
    days.add(2, "day after tomorrow", "the day after tomorrow")
    days.add(0, "by end of day", "by the end of the day", "by eod", "before end of day", "eod", "by close of business")
    partsOfToday.add(.morning, "this morning")
    partsOfToday.add(.afternoon, "this afternoon")
    partsOfToday.add(.evening, "tonight", "tonite", "this evening")
    parts.add(.morning, "am", "morning", "in the morning")
    parts.add(.afternoon, "pm", "afternoon", "in the afternoon")
    parts.add(.evening, "evening", "in the evening", "night", "at night")
    loneParts.add(.morning, "in the morning")
    loneParts.add(.afternoon, "in the afternoon")
    loneParts.add(.evening, "in the evening")
    periods.add(
      .weekend(0), "this weekend", "the weekend", "at the weekend", "on the weekend", "over the weekend",
      "by the weekend",
      "before the weekend", "until the weekend", "for the weekend")
    periods.add(.weekend(1), "next weekend")
    periods.add(.nextWeek, "next week")
    periods.add(.nextMonth, "next month")
    periods.add(.endOfWeek(1), "end of next week", "the end of next week")
    periods.add(.endOfWeek(0), "end of week", "end of the week", "end of this week", "the end of the week", "eow")
    periods.add(
      .endOfMonth(0), "end of month", "end of the month", "the end of the month", "at the end of the month",
      "end of this month", "last of the month", "last of month", "the last of the month", "last day of the month",
      "the last day of the month", "month end", "eom")
    periods.add(.endOfMonth(1), "end of next month", "the end of next month", "last day of next month")
    periods.add(.endOfYear, "end of year", "end of the year", "the end of the year", "end of this year")
    monthEnds.add("end of", "the end of", "at the end of", "last of", "last day of", "the last day of")
    weekdays.add(from: 0, "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    weekMarksBefore.add(.next, "next", "this", "this coming", "coming", "the coming")
    weekMarksAfter.add(.nextWeek, "next week", "of next week")
    weekMarksAfter.add(.weekLater, "week")
    weekMarksBefore.add(.weekLater, "a week on", "a week from")
    weekMarksBefore.add(.nextWeek, "next week", "next week on")
    dateMarks.add(.strong, "on", "by", "until", "till", "due", "due on", "due by", "before", "no later than")
    dateMarks.add(.weak, "for")
    dateMarks.add(
      .beforeNumber, "the", "on the", "by the", "until the", "till the", "due the", "due on the", "due by the",
      "before the", "for the")
    months.add(
      "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
      "september sept sep", "october oct", "november nov", "december dec")
    leadingMonths = months
    hasCapitalDays = true
    ordinals = ["st", "nd", "rd", "th"]
    spelledOrdinals.add("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    monthsAfter.add(0, "of the month", "of this month")
    monthsAfter.add(1, "of next month")
    ofMarks = ["of"]
  }

  private mutating func addEnglishTimes() {
    timeMarks.add(.bare, "at", "around", "about", "at about", "at around")
    timeMarks.add(.plain, "@", "by", "until", "till", "before")
    timeMarks.add(.weak, "for")
    spokenHours["one"] = 1
    hasBareRanges = true
    rangeMarks = ["": ["to", "until", "till"], "from": ["to", "until", "till"], "between": ["and"]]
    // The end of a day is its last minute, because 00:00 would be a day too early.
    clockWords.add((12, 0), "noon", "midday")
    clockWords.add((23, 59), "midnight")
    minutesBefore.add(30, "half past")
    minutesBefore.add(15, "quarter past", "a quarter past")
    minutesBefore.add(-15, "quarter to", "a quarter to")
    halvesAfter.add((.am, true), "am", "a.m")
    halvesAfter.add((.pm, true), "pm", "p.m")
    halvesAfter.add((.am, false), "in the morning")
    halvesAfter.add((.pm, false), "in the afternoon", "in the evening")
    halvesAfter.add((.night, false), "at night")
    hourUnits = ["h": .fromSix, "o'clock": .clear, "oclock": .clear]
    minuteUnits = ["min"]
    endings.add("sharp", "at the latest", "on the dot", "latest")
    hasTwelveHours = true
  }

  private mutating func addEnglishLengths() {
    inMarks = ["in", "within"]
    laterPhrases.add("from now", "from today")
    numbers.add(
      "a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    numberPhrases.add(2, "a couple of", "a couple")
    units.add(.seconds(60), "minute", "minutes", "min", "mins")
    units.add(.seconds(3600), "hour", "hours", "hr", "hrs", "h")
    units.add(.days(1), "day", "days")
    units.add(.days(7), "week", "weeks", "wk", "wks")
    units.add(.days(14), "fortnight")
    units.add(.months(1), "month", "months")
    units.add(.months(12), "year", "years")
    spans.add(.seconds(1800), "half an hour", "half hour", "a half hour")
    spans.add(.seconds(5400), "an hour and a half", "one hour and a half")
    spans.add(.months(6), "half a year")
  }

  private mutating func addEnglishSense() {
    holders.add(
      """
      every each last past before after since from of the a an to than between not during v version no daily weekly \
      monthly open opens opened closed closes mr mrs ms miss dr um am bis ab gegen
      """)
    joiners.add("- – — / + & to and or")
    amounts.add(
      """
      € $ £ ¥ ₽ ₩ % eur euro euros usd dollars kg g mg lb lbs oz l ml cl dl km m cm mm miles inch inches cup cups tsp \
      tbsp pint pints litre litres liter liters of x be have times percent uhr
      """)
    countables.add(
      "page pages chapter chapters level levels count part parts step steps ages floor floors question questions room gate grade row place time try"
    )
    links.add(
      """
      about for with to at in on from re and by near so because if but regarding then via per outside before after \
      until over & – — -
      """)
    streets.add("street st road rd avenue ave lane square place")
    names.add(
      "black friday", "good friday", "man friday", "cyber monday", "easter monday", "easter sunday", "palm sunday",
      "ash wednesday", "shrove tuesday", "fat tuesday", "super tuesday", "giving tuesday", "ruby tuesday",
      "blue monday", "tgi fridays",
      "holy thursday",
      "maundy thursday", "holy saturday", "usa today", "psychology today")
    works.add(true, "watch", "rewatch", "read", "reread", "listen to", "stream")
    works.add(false, "play", "see", "sing")
  }

  private mutating func addEnglishRepeats() {
    let workdays = Repetition(frequency: .weekly, weekdays: [0, 1, 2, 3, 4])
    let weekends = Repetition(frequency: .weekly, weekdays: [5])
    everyMarks.add("every", "each")
    everyNouns.add(workdays, "weekday", "weekdays", "workday", "workdays", "working day")
    everyNouns.add(weekends, "weekend", "weekends")
    everyNouns.add(Repetition(frequency: .daily), "single day")
    otherMarks.add(2, "other", "second", "2nd")
    otherMarks.add(3, "third", "3rd")
    otherMarks.add(4, "fourth", "4th")
    repeats.add(workdays, "mon-fri", "monday-friday", "monday to friday", "on weekdays")
    repeats.add(weekends, "on weekends", "at weekends")
    repeats.add(Repetition(frequency: .daily), "everyday", "once a day")
    repeats.add(Repetition(frequency: .weekly), "once a week")
    repeats.add(Repetition(frequency: .monthly), "once a month")
    repeats.add(Repetition(frequency: .yearly), "once a year")
    repeatAdverbs.add(workdays, "weekdays")
    repeatAdverbs.add(weekends, "weekends")
    repeatAdverbs.add(Repetition(frequency: .daily), "daily")
    repeatAdverbs.add(Repetition(frequency: .daily, part: .evening), "nightly")
    repeatAdverbs.add(Repetition(frequency: .weekly), "weekly")
    repeatAdverbs.add(Repetition(frequency: .weekly, interval: 2), "fortnightly", "biweekly")
    repeatAdverbs.add(Repetition(frequency: .monthly), "monthly")
    repeatAdverbs.add(Repetition(frequency: .monthly, interval: 3), "quarterly")
    repeatAdverbs.add(Repetition(frequency: .yearly), "yearly", "annually")
    onceMarks.add("once")
    otherRepeats.add("twice every", "times every", "twice each", "times each")
    otherRepeats.add("twice a day", "twice a week", "twice a month", "times a day", "times a week", "times a month")
    pluralWeekdays.add(from: 0, "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays")
    pluralMarks.add("on")
    listMarks.add("and & +")
    repeatOrdinals.add(from: 1, "first", "second", "third", "fourth")
    repeatOrdinals.add(from: 1, "1st", "2nd", "3rd", "4th")
    repeatOrdinals.add(-1, "last", "the last", "on the last")
    for (number, word) in ["first", "second", "third", "fourth"].enumerated() {
      repeatOrdinals.add(number + 1, "the \(word)", "on the \(word)")
    }
    lastDays.add("last day", "the last day", "on the last day", "the last", "on the last")
    monthMarks.add("of the month", "in the month", "of a month")
    eachMonthMarks.add("of every month", "of each month", "every month", "each month", "in every month")
    firstMarks.add("from", "starting", "starting on", "starting from", "beginning", "beginning on", "as of")
    lastMarks.add("until", "till", "to", "through", "ending", "ending on", "up to")
  }
}
