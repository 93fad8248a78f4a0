extension QuickAddWords {
  static let french: QuickAddWords = {
    var words = shared
    words.addFrenchDays()
    words.addFrenchTimes()
    words.addFrenchLengths()
    words.addFrenchSense()
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
    parts.add(.morning, "matin", "au matin", "dans la matinee")
    parts.add(.afternoon, "apres-midi", "apres midi", "dans l'apres-midi", "dans l'apres midi")
    parts.add(.evening, "soir", "au soir", "dans la soiree", "en soiree")
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
    clockWords.add((12, 0), "midi")
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
    everyMarks.add("chaque", "tous les", "toutes les")
    everyNouns.add("premier premiers deuxieme dernier derniers week-end week-ends matins soirs 1er")
    repeats.add(
      "lun-ven", "du lundi au vendredi", "lundis", "mardis", "mercredis", "jeudis", "vendredis", "samedis", "dimanches",
      "sur deux", "fois par semaine",
      "fois par mois")
  }
}
