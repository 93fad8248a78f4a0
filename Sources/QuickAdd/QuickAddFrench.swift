extension QuickAddWords {
  static let french: QuickAddWords = {
    var words = shared
    words.addFrenchDays()
    words.addFrenchTimes()
    words.addFrenchLengths()
    words.addFrenchSense()
    words.addFrenchRepeats()
    return words
  }()

  private mutating func addFrenchDays() {
    days.add(0, "aujourd'hui", "ajd", "auj")
    days.add(1, "demain")
    days.add(2, "apres-demain", "apres demain")
    partsOfToday.add(.morning, "ce matin")
    partsOfToday.add(
      .afternoon, "cet apres-midi", "cet apres midi", "cet aprem", "cette apres-midi", "cette apres midi")
    partsOfToday.add(.evening, "ce soir", "cette nuit")
    parts.add(.morning, "matin", "matins", "au matin", "dans la matinee")
    parts.add(.afternoon, "apres-midi", "apres midi", "dans l'apres-midi", "dans l'apres midi")
    parts.add(.evening, "soir", "soirs", "au soir", "dans la soiree", "en soiree")
    loneParts.add(.morning, "dans la matinee", "en matinee")
    loneParts.add(.afternoon, "dans l'apres-midi", "dans l'apres midi")
    loneParts.add(.evening, "dans la soiree", "en soiree")
    for weekend in ["week-end", "weekend", "we"] {
      periods.add(.weekend(0), "ce \(weekend)", "pour le \(weekend)", "avant le \(weekend)")
      periods.add(.weekend(1), "le \(weekend) prochain", "\(weekend) prochain")
    }
    periods.add(.nextWeek, "semaine prochaine", "la semaine prochaine", "semaine pro")
    periods.add(.nextMonth, "mois prochain", "le mois prochain")
    for start in ["", "a la ", "la ", "en ", "d'ici la ", "avant la ", "pour la "] {
      periods.add(.endOfMonth(0), "\(start)fin du mois", "\(start)fin de mois", "\(start)fin de ce mois")
      periods.add(.endOfMonth(1), "\(start)fin du mois prochain")
      periods.add(.endOfYear, "\(start)fin de l'annee", "\(start)fin d'annee")
      periods.add(.endOfWeek(1), "\(start)fin de la semaine prochaine")
      periods.add(.endOfWeek(0), "\(start)fin de la semaine", "\(start)fin de semaine")
      monthEnds.add("\(start)fin")
    }
    periods.add(.endOfMonth(0), "dernier jour du mois", "le dernier jour du mois", "le dernier du mois")
    weekdays.add(from: 0, "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
    markedWeekdays.add(from: 0, "lun", "mar", "mer", "jeu", "ven", "sam", "dim")
    weekMarksBefore.add(.next, "ce")
    weekMarksBefore.add(.nextWeek, "la semaine prochaine", "la semaine prochaine le")
    weekMarksAfter.add(.next, "prochain", "qui vient")
    weekMarksAfter.add(.nextWeek, "la semaine prochaine", "de la semaine prochaine", "semaine prochaine")
    weekMarksAfter.add(.weekLater, "en huit")
    dateMarks.add(.strong, "d'ici", "avant", "d'ici a", "jusqu'a", "au plus tard")
    dateMarks.add(.weak, "pour")
    dateMarks.add(
      .beforeNumber, "pour le", "le", "d'ici le", "d'ici au", "avant le", "jusqu'au", "au", "des le", "au plus tard le")
    months.add(
      "janvier janv", "fevrier fevr fev", "mars", "avril avr", "mai", "juin", "juillet juil", "aout", "septembre",
      "octobre", "novembre", "decembre")
    hasCapitalDays = false
    things = ["mars"]
    order.hasSlash = true
    ordinals.insert("er")
    hasPlainMonthDays = true
    monthsAfter.add(0, "du mois", "de ce mois")
    monthsAfter.add(1, "du mois prochain")
  }

  private mutating func addFrenchTimes() {
    timeMarks.add(.plain, "a", "avant", "vers", "d'ici", "jusqu'a")
    timeMarks.add(.weak, "pour")
    rangeMarks.merge(["": ["a", "to"], "de": ["a"], "entre": ["et"]]) { $1 }
    clockWords.add((12, 0), "midi", "ce midi")
    clockWords.add((23, 59), "minuit")
    minutesAfter.add(30, "et demie", "et demi")
    minutesAfter.add(15, "et quart")
    minutesAfter.add(-15, "moins le quart")
    halvesAfter.add((.am, false), "du matin")
    halvesAfter.add((.pm, false), "de l'apres-midi", "de l'apres midi", "du soir")
    hourUnits["heure"] = .fromSix
    hourUnits["heures"] = .fromSix
    endings.add("au plus tard", "pile", "precises", "precise")
    hasTwelveHours = false
    hasBareRanges = false
  }

  private mutating func addFrenchLengths() {
    inMarks.add("dans d'ici")
    numbers.add(
      "un une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
      "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf", "vingt")
    units.add(.seconds(3600), "heure", "heures", "h")
    units.add(.days(1), "jour", "jours")
    units.add(.days(7), "semaine", "semaines")
    units.add(.months(1), "mois")
    units.add(.months(12), "an", "ans", "annee", "annees")
    spans.add(.seconds(1800), "une demi-heure", "une demi heure")
    spans.add(.seconds(900), "un quart d'heure")
    spans.add(.seconds(5400), "une heure et demie", "1h et demie")
    spans.add(.days(15), "une quinzaine", "une quinzaine de jours")
    spans.add(.days(7), "une huitaine")
  }

  private mutating func addFrenchSense() {
    holders.add(
      """
      chaque dernier avant apres depuis de du des le la l' un une entre pendant durant en sous y n° ouvert ouverte \
      ferme fermee
      """)
    numberVerbs.add(
      """
      appeler appelle appelez composer compose composez contacter joindre prendre prends prenez lire relire voir revoir \
      regarder ecouter jouer
      """)
    joiners.add("et ou a au")
    pastMarks.add("dernier passe")
    amounts.add("de d' litre litres fois tasse tasses")
    countables.add(
      "pages partie parties etape etapes chapitre chapitres tome lot compter niveau pieces salle porte etage chambre ligne bus page"
    )
    links.add(
      """
      avec chez pour a au aux sur dans le la les un une mon ma mes son sa ses notre nos et car si par que afin sans en \
      devant
      """)
    names.add("vendredi saint", "mardi gras", "mercredi des cendres", "lundi de paques", "dimanche de paques")
    works.add(true, "regarder", "revoir", "lire", "relire", "ecouter")
    works.add(false, "voir", "chanter", "jouer", "film", "livre", "roman", "serie", "chanson", "album")
    streets.add("rue place boulevard bd avenue av quai square")
  }

  private mutating func addFrenchRepeats() {
    let workdays = Repetition(frequency: .weekly, weekdays: [0, 1, 2, 3, 4])
    let weekends = Repetition(frequency: .weekly, weekdays: [5])
    everyMarks.add("chaque", "tous les", "toutes les", "tout les")
    everyNouns.add(workdays, "jours ouvres", "jours ouvrables", "jour ouvre", "jours de semaine", "jours de la semaine")
    everyNouns.add(weekends, "week-end", "week-ends", "weekend", "weekends", "we")
    everyNouns.add(Repetition(frequency: .monthly, interval: 3), "trimestre", "trimestres")
    everyNouns.add(Repetition(frequency: .weekly, interval: 2), "quinzaine")
    repeats.add(workdays, "lun-ven", "du lundi au vendredi", "en semaine", "les jours de semaine")
    repeats.add(weekends, "les week-ends", "les weekends")
    repeats.add(Repetition(frequency: .daily), "une fois par jour", "quotidiennement")
    repeats.add(Repetition(frequency: .daily, interval: 2), "un jour sur deux")
    repeats.add(Repetition(frequency: .weekly), "une fois par semaine", "hebdomadairement")
    repeats.add(Repetition(frequency: .weekly, interval: 2), "une semaine sur deux")
    repeats.add(Repetition(frequency: .monthly), "une fois par mois", "mensuellement")
    repeats.add(Repetition(frequency: .monthly, interval: 2), "un mois sur deux")
    repeats.add(Repetition(frequency: .yearly), "une fois par an", "annuellement")
    let weekdays = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
    for (number, day) in weekdays.enumerated() {
      repeats.add(
        Repetition(frequency: .weekly, interval: 2, weekdays: [number]), "un \(day) sur deux",
        "le \(day) une semaine sur deux")
      pluralWeekdays.add(number, "\(day)s")
    }
    onceMarks.add("une fois")
    otherRepeats.add("fois tous", "fois toutes", "fois chaque")
    otherRepeats.add("sur deux", "sur trois", "fois par jour", "fois par semaine", "fois par mois", "fois par an")
    pluralMarks.add("les")
    listMarks.add("et")
    repeatOrdinals.add(from: 1, "premier", "deuxieme", "troisieme", "quatrieme")
    repeatOrdinals.add(1, "1er", "le 1er", "le premier")
    repeatOrdinals.add(from: 2, "le deuxieme", "le troisieme", "le quatrieme")
    repeatOrdinals.add(1, "premiers")
    repeatOrdinals.add(-1, "dernier", "le dernier", "derniers")
    lastDays.add("dernier jour", "le dernier jour", "derniers jours")
    monthMarks.add("du mois")
    eachMonthMarks.add("de chaque mois", "tous les mois", "de tous les mois", "chaque mois")
    firstMarks.add("a partir de", "a partir du", "des le", "des", "a compter du", "depuis le")
    lastMarks.add("jusqu'au", "jusqu'a", "jusqu'en", "jusque")
  }
}
