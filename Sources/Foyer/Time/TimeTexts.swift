import CivilTime

// Dates and times as text.

extension Strings {
  /// R18, as `RemainingTime` decided.
  func text(_ remaining: RemainingTime) -> String {
    switch remaining {
    case .overdue: dueOverdue
    case .years(let years): dueYearsOrMore(count: years)
    case .months(let months, let days): dueMonthsDays(months: dueMonths(count: months), days: dueDays(count: days))
    case .days(let days): dueDays(count: days)
    case .dayAfterTomorrow: dueDayAfterTomorrow
    case .tomorrow: dueTomorrow
    case .hours(let hours, let minutes, let seconds):
      dueHours(hours: String(hours), minutes: String(minutes), seconds: String(seconds))
    case .minutes(let minutes, let seconds): dueMinutes(minutes: String(minutes), seconds: String(seconds))
    case .seconds(let seconds): dueSeconds(seconds: String(seconds))
    }
  }

  /// `23 November 2026, 18:00`
  func text(_ time: CivilTime) -> String {
    dateExact(day: day(time), month: month(time.month), year: String(time.year), time: timeOfDay(time))
  }

  /// `23 November 2026`
  func date(_ time: CivilTime) -> String {
    dateDay(day: day(time), month: month(time.month), year: String(time.year))
  }

  /// `5–8 December 2026`: the common parts of both days are written once.
  func dates(_ first: CalendarDate, _ last: CalendarDate) -> String {
    let (from, to) = (first.civil, last.civil)
    if first == last { return date(from) }
    if from.year != to.year { return dateRange(from: date(from), to: date(to)) }
    if from.month != to.month {
      return dateRangeYear(
        from: day(from), fromMonth: month(from.month), to: day(to), toMonth: month(to.month), year: String(to.year))
    }
    return dateRangeMonth(from: day(from), to: day(to), month: month(to.month), year: String(to.year))
  }

  /// `23 November`
  func dayAndMonth(_ date: CalendarDate) -> String {
    dateDayMonth(day: day(date.civil), month: month(date.civil.month))
  }

  func day(_ time: CivilTime) -> String { time.day == 1 ? dateFirst : String(time.day) }

  /// `09:00`, and in French `9 h`, which has no leading zero.
  func timeOfDay(_ time: TimeOfDay) -> String {
    let hour = language == .fr ? String(time.hour) : padded(time.hour, 2)
    return time.minute == 0 ? dateHour(hour: hour) : dateTime(hour: hour, minute: padded(time.minute, 2))
  }

  func timeOfDay(_ time: CivilTime) -> String { timeOfDay(TimeOfDay(hour: time.hour, minute: time.minute)) }

  func month(_ number: Int) -> String {
    switch number {
    case 1: dateMonth1
    case 2: dateMonth2
    case 3: dateMonth3
    case 4: dateMonth4
    case 5: dateMonth5
    case 6: dateMonth6
    case 7: dateMonth7
    case 8: dateMonth8
    case 9: dateMonth9
    case 10: dateMonth10
    case 11: dateMonth11
    default: dateMonth12
    }
  }
}
