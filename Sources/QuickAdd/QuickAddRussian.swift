extension QuickAddWords {
  static let russian: QuickAddWords = {
    var words = shared
    words.addRussianDays()
    words.addRussianPeriods()
    words.addRussianDates()
    words.addRussianTimes()
    words.addRussianLengths()
    words.addRussianSense()
    words.addRussianRepeats()
    return words
  }()

  private mutating func addRussianDays() {
    days.add(0, "сегодня", "седня")
    days.add(1, "завтра")
    days.add(2, "послезавтра")
    for (part, forms) in [
      (Part.morning, ["утром", "с утра"]), (.afternoon, ["днем"]), (.evening, ["вечером", "ночью"]),
    ] {
      for form in forms {
        parts.add(part, form)
        loneParts.add(part, form)
      }
    }
    loneParts.add(.evening, "к вечеру", "ближе к вечеру", "до вечера")
    weekdays.add(from: 0, "понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье")
    weekdays.add(from: 0, "пн", "вт", "ср", "чт", "пт", "сб", "вс")
    weekdays.add(from: 0, "пон", "втор", "среду", "четв", "пятницу", "субботу", "воскр")
    objectWeekdays.add("среду")
    markedWeekdays.add(
      from: 0, "понедельника", "вторника", "среды", "четверга", "пятницы", "субботы", "воскресенья")
    markedWeekdays.add(
      from: 0, "понедельнику", "вторнику", "среде", "четвергу", "пятнице", "субботе", "воскресенью")
    for word in [
      "следующ ий ую ее его ему ей", "ближайш ий ую ее его ему ей", "эт от у о ого ому ой", "будущ ий ую ее его ему ей",
    ] {
      let parts = word.split(separator: " ")
      for ending in parts.dropFirst() { weekMarksBefore.add(.next, "\(parts[0])\(ending)") }
    }
    weekMarksBefore.add(.nextWeek, "на следующей неделе в", "на следующей неделе во")
    weekMarksAfter.add(.nextWeek, "на следующей неделе", "следующей недели", "на той неделе")
  }

  private mutating func addRussianPeriods() {
    for start in ["в", "на", "в эти", "на этих", "на ближайших", "в ближайшие"] {
      periods.add(.weekend(0), "\(start) выходные", "\(start) выходных")
    }
    periods.add(.weekend(0), "к выходным", "до выходных")
    periods.add(.weekend(1), "на следующих выходных", "в следующие выходные")
    periods.add(.nextWeek, "на следующей неделе", "на будущей неделе")
    periods.add(.nextMonth, "в следующем месяце", "в будущем месяце")
    for start in ["в конце", "до конца", "к концу"] {
      periods.add(.endOfWeek(1), "\(start) следующей недели")
      periods.add(.endOfWeek(0), "\(start) недели", "\(start) этой недели")
      periods.add(.endOfMonth(0), "\(start) месяца", "\(start) этого месяца")
      periods.add(.endOfMonth(1), "\(start) следующего месяца")
      periods.add(.endOfYear, "\(start) года", "\(start) этого года")
      monthEnds.add(start)
    }
    periods.add(.endOfMonth(0), "в последний день месяца", "последний день месяца", "последнего числа")
  }

  private mutating func addRussianDates() {
    dateMarks.add(.beforeWeekday, "в", "во")
    dateMarks.add(.weak, "на")
    dateMarks.add(.strong, "к", "ко", "до", "не позднее", "не позже")
    months.add(
      "января янв", "февраля фев февр", "марта мар", "апреля апр", "мая", "июня июн", "июля июл", "августа авг",
      "сентября сент сен", "октября окт", "ноября ноя нояб", "декабря дек")
    hasCapitalDays = false
    loneOrdinals = ["-го", "го", "-ого"]
    order.hasSlash = true
    order.hasDot = true
    ordinals.add("-го -е го -му -ое -ого")
    let teens = [
      "одиннадцат", "двенадцат", "тринадцат", "четырнадцат", "пятнадцат", "шестнадцат", "семнадцат", "восемнадцат",
      "девятнадцат", "двадцат",
    ]
    spelledOrdinals.add(
      "первого", "второго", "третьего", "четвертого", "пятого", "шестого", "седьмого", "восьмого", "девятого",
      "десятого")
    for (number, stem) in teens.enumerated() { spelledOrdinals["\(stem)ого"] = 11 + number }
    spelledOrdinals["тридцатого"] = 30
    dayNouns.add("числа число числу")
    monthsAfter.add(0, "этого месяца", "текущего месяца")
    monthsAfter.add(1, "следующего месяца")
    yearMarks = ["года", "г"]
  }

  private mutating func addRussianTimes() {
    timeMarks.add(.bare, "в", "во", "к", "ко", "около", "часов в", "часа в", "где-то в")
    timeMarks.add(.dotted, "до")
    timeMarks.add(.weak, "на")
    rangeMarks.merge(["": ["до", "to"], "с": ["до"], "со": ["до"]]) { $1 }
    clockWords.add((12, 0), "полдень", "полудню", "полудня")
    clockWords.add((23, 59), "полночь", "полуночи")
    spokenHours.add(
      "первого", "второго", "третьего", "четвертого", "пятого", "шестого", "седьмого", "восьмого", "девятого",
      "десятого", "одиннадцатого", "двенадцатого")
    for (word, hour) in spokenHours { spokenTimes["пол\(word)"] = (hour == 1 ? 12 : hour - 1, 30) }
    spokenHours.add("час часу", "двум", "трем", "четырем", "пяти", "шести", "семи", "восьми", "девяти", "десяти")
    minutesBefore.add(-30, "половине", "половину", "пол")
    minutesBefore.add(-45, "четверть")
    minutesAfter.add(30, "с половиной")
    minutesBefore.add(-15, "без четверти", "без пятнадцати")
    minutesBefore.add(-10, "без десяти")
    minutesBefore.add(-5, "без пяти")
    minutesBefore.add(-20, "без двадцати")
    halvesAfter.add((.am, true), "утра")
    halvesAfter.add((.pm, true), "вечера")
    halvesAfter.add((.night, true), "ночи")
    // "3 дня" means three days, "в 3 дня" is a time.
    halvesAfter.add((.pm, false), "дня")
    for unit in ["час", "часа", "часов", "часам", "ч"] { hourUnits[unit] = .marked }
    minuteUnits.add("мин минут минуты")
    endings.add("ровно")
    hasTwelveHours = false
  }

  private mutating func addRussianLengths() {
    inMarks.insert("через")
    numbers.add(
      "один одну", "два две", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять", "одиннадцать",
      "двенадцать")
    numberPhrases.add(2, "пару")
    units.add(.seconds(60), "минуту", "минуты", "минут", "мин")
    units.add(.seconds(3600), "час", "часа", "часов", "ч")
    units.add(.days(1), "день", "дня", "дней", "сутки", "суток")
    units.add(.days(7), "неделю", "недели", "недель")
    units.add(.months(1), "месяц", "месяца", "месяцев")
    units.add(.months(12), "год", "года", "лет")
    // Not "через день", which is every other day.
    spans.add(.seconds(60), "минуту")
    spans.add(.seconds(3600), "час")
    spans.add(.seconds(1800), "полчаса")
    spans.add(.seconds(5400), "полтора часа")
    spans.add(.days(1), "сутки")
    spans.add(.days(7), "неделю")
    spans.add(.months(1), "месяц")
    spans.add(.months(6), "полгода")
    spans.add(.months(12), "год")
  }

  private mutating func addRussianSense() {
    numberVerbs.add("позвонить позвони позвоните звонить звони звоните набрать набери вызвать обратиться")
    holders.add(
      """
      каждый каждую каждое каждые прошлый прошлую прошлое прошлой прошлого после перед с со от из за про не по между \
      версия следующие открыто открыт закрыто закрыт работает ежедневно еженедельно
      """)
    joiners.add("и или")
    amounts.add("руб рублей рубля р кг г л мл км м см стакана ложки раза из человек этажей")
    countables.add(
      "страницы страниц стр глава главы часть этаж считать посчитать цену вес школа школе кабинет кабинете номер класс классе класса доме квартире этаже"
    )
    links.add("в во на к ко у с со о об обо для по из за от до насчет про чтобы и а но если через перед после возле")
    names.add(
      "черная пятница", "черную пятницу", "черной пятницы", "черной пятнице", "киберпонедельник", "чистый понедельник",
      "чистый четверг", "страстная пятница", "страстную пятницу", "вербное воскресенье")
    works.add(
      true, "смотреть", "посмотреть", "пересмотреть", "досмотреть", "читать", "прочитать", "прочесть", "дочитать",
      "перечитать", "слушать", "послушать")
    works.add(false, "фильм", "сериал", "книга", "книгу", "роман", "песня", "песню", "игра", "спеть")
    streets.add(
      "улица улицу улице улицы ул проспект проспекта проспекте проспекту площадь площади переулок метро станция станции"
    )
  }

  private mutating func addRussianRepeats() {
    let workdays = Repetition(frequency: .weekly, weekdays: [0, 1, 2, 3, 4])
    let weekends = Repetition(frequency: .weekly, weekdays: [5])
    everyMarks.add("каждый", "каждую", "каждое", "каждые", "каждого", "каждой", "раз в")
    everyNouns.add(workdays, "будний день", "рабочий день", "будни")
    everyNouns.add(weekends, "выходные")
    everyNouns.add(Repetition(frequency: .daily, part: .morning), "утро")
    everyNouns.add(Repetition(frequency: .daily, part: .evening), "вечер", "ночь")
    everyNouns.add(Repetition(frequency: .monthly, interval: 3), "квартал")
    everyNouns.add(Repetition(frequency: .monthly, interval: 6), "полгода")
    otherMarks.add(2, "второй", "вторую", "второе", "2-й", "2-ю")
    otherMarks.add(3, "третий", "третью", "третье")
    repeats.add(workdays, "пн-пт", "по будням", "по будним дням", "по рабочим дням", "в будни")
    repeats.add(weekends, "по выходным")
    repeats.add(Repetition(frequency: .daily), "ежедневно", "каждодневно")
    repeats.add(Repetition(frequency: .daily, interval: 2), "через день")
    repeats.add(Repetition(frequency: .daily, part: .morning), "по утрам")
    repeats.add(Repetition(frequency: .daily, part: .evening), "по вечерам")
    repeats.add(Repetition(frequency: .weekly), "еженедельно")
    repeats.add(Repetition(frequency: .weekly, interval: 2), "через неделю по")
    repeats.add(Repetition(frequency: .monthly), "ежемесячно")
    repeats.add(Repetition(frequency: .monthly, interval: 3), "ежеквартально")
    repeats.add(Repetition(frequency: .yearly), "ежегодно")
    otherRepeats.add("раза в день", "раза в неделю", "раза в месяц", "раз в день по")
    pluralWeekdays.add(
      from: 0, "понедельникам", "вторникам", "средам", "четвергам", "пятницам", "субботам", "воскресеньям")
    pluralMarks.add("по")
    listMarks.add("и")
    for (number, forms) in [
      "первый первую первое", "второй вторую второе", "третий третью третье", "четвертый четвертую четвертое",
    ]
    .enumerated() {
      for form in forms.split(separator: " ") { repeatOrdinals.add(number + 1, "\(form)", "в \(form)", "во \(form)") }
    }
    repeatOrdinals.add(-1, "последний", "последнюю", "последнее", "в последний", "в последнюю", "в последнее")
    lastDays.add("последний день", "в последний день", "последнее число", "последнего числа", "последнего дня")
    monthMarks.add("месяца")
    eachMonthMarks.add("каждого месяца", "каждый месяц")
    firstMarks.add("с", "со", "начиная с", "начиная со")
    lastMarks.add("до", "по", "вплоть до")
  }
}
