import CivilTime
import Recurrence

/// The date or the series that a phrase has named.
extension TodoistPhrase {
  /// A number that no word has followed is a day of the month, or a year.
  mutating func flush() {
    guard let value = number?.value else { return }
    number = nil
    if value > 1000 { namedYear = value } else { monthDays.append(value) }
  }

  mutating func finish() -> TodoistDates.Due? {
    flush()
    if let isAfternoon, let clock = time {
      let hour = clock.hour % 12 + (isAfternoon ? 12 : 0)
      time = TimeOfDay(hour: hour, minute: clock.minute)
    } else if isAfternoon != nil {
      return nil
    }
    if !isEvery, until != nil || starting != nil { return nil }
    return isEvery ? series() : single()
  }

  func single() -> TodoistDates.Due? {
    var date = day
    if let month {
      guard let number = monthDays.first ?? (namedYear == nil ? nil : 1),
        let found = CivilTime(year: namedYear ?? year, month: month, day: number)
      else { return nil }
      date = CalendarDate(found)
    } else if let weekday = weekdays.first?.day, date == nil {
      let ahead = (weekday - today.weekday + 7) % 7
      date = CalendarDate(days: today.days + (ahead == 0 ? 7 : ahead))
    } else if let number = monthDays.first, date == nil {
      guard monthDays.count == 1, (1...31).contains(number) else { return nil }
      var start = today.monthStart
      if number < now.day { start = today.nextMonth }
      guard let found = CivilTime(year: start.civil.year, month: start.civil.month, day: number) else { return nil }
      date = CalendarDate(found)
    }
    if date == nil, let time {
      date = CalendarDate(days: today.days + (time <= TimeOfDay(hour: now.hour, minute: now.minute) ? 1 : 0))
    }
    guard let date else { return nil }
    return TodoistDates.Due(moment: at(date))
  }

  func at(_ date: CalendarDate) -> Moment {
    guard let time else { return .day(date) }
    var local = date.civil
    (local.hour, local.minute) = (time.hour, time.minute)
    return .local(local)
  }

  mutating func series() -> TodoistDates.Due? {
    // A series that goes on has not ended, and has begun in the year of its end.
    while isUntilOpen, let day = until, day < today { until = CalendarDate(day.civil.adding(months: 12)) }
    while isStartOpen, let day = starting, let until, CalendarDate(day.civil.adding(months: 12)) <= until {
      starting = CalendarDate(day.civil.adding(months: 12))
    }
    guard var rule = rule(), RecurrenceRule(rule.text) != nil else { return nil }
    let first = first(of: rule)
    if let last = until
      ?? lasting.flatMap({ span in (starting ?? first).map { CalendarDate(days: $0.days + span - 1) } })
    {
      var end = last.civil
      (end.hour, end.minute, end.second) = (23, 59, 59)
      rule.until = RecurrenceRule.Until(time: end, form: .day)
    }
    return TodoistDates.Due(moment: first.map { at($0) }, repeats: rule.text, isFromDone: isFromDone)
  }

  func rule() -> RecurrenceRule? {
    var rule: RecurrenceRule
    if let workdays {
      rule = RecurrenceRule(workdays == 0 ? .weekly : .monthly)
      rule.weekdays = (0..<5).map { .init(day: $0) }
      if workdays != 0 {
        guard (-5...23).contains(workdays) else { return nil }
        rule.positions = [workdays]
      }
      rule.months = Array(Set(months)).sorted()
    } else if !weekdays.isEmpty {
      let isMonthly = weekdays.contains { $0.ordinal != nil }
      guard weekdays.allSatisfy({ ($0.ordinal != nil) == isMonthly && (-1...5).contains($0.ordinal ?? 1) }) else {
        return nil
      }
      rule = RecurrenceRule(month == nil ? isMonthly ? .monthly : .weekly : .yearly, interval: interval ?? 1)
      rule.months = months.sorted()
      rule.weekdays = RecurrenceRule.Weekday.sorted(weekdays)
    } else if month != nil {
      // Of several months the day must be the same one.
      guard Set(monthDays).count <= 1 else { return nil }
      rule = RecurrenceRule(.yearly, interval: interval ?? 1)
      rule.months = Array(Set(months)).sorted()
      rule.monthDays = monthDays.isEmpty ? [1] : [monthDays[0]]
    } else if let frequency {
      rule = RecurrenceRule(frequency, interval: interval ?? 1)
      if frequency == .monthly { rule.monthDays = monthDays }
      guard monthDays.isEmpty || frequency == .monthly else { return nil }
    } else if !monthDays.isEmpty {
      rule = RecurrenceRule(.monthly, interval: interval ?? 1)
      rule.monthDays = Array(Set(monthDays)).sorted()
    } else if time != nil {
      rule = RecurrenceRule(.daily, interval: interval ?? 1)
    } else {
      return nil
    }
    return rule
  }

  func first(of rule: RecurrenceRule) -> CalendarDate? {
    if let starting {
      var dates = RecurrenceDates(rule, from: starting.civil, notBefore: today.civil)
      return dates.next().map { CalendarDate($0) }
    }
    var rule = rule
    // The next one of its weekdays, however many weeks are between them.
    if rule.frequency == .weekly, !rule.weekdays.isEmpty { rule.interval = 1 }
    return day ?? rule.first(at: time, now).map { CalendarDate($0) }
  }
}
