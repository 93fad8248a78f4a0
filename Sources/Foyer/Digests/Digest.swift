import CivilTime
import Postgres

/// A person's day, as the page of today has it, without other days.
struct Digest {
  private var overdue: [DueItem] = []
  private var today: [DueItem] = []
  private var turn: [DueItem] = []
  private var stays: [StayNews] = []
  private let day: CivilTime

  /// - Parameters:
  ///   - items: from `TodayQueries.items`.
  ///   - stays: from `TodayQueries.stays`.
  init(items: Rows, stays rows: Rows, now: Timestamp) throws {
    day = now.local
    let date = CalendarDate(now.local)
    for row in items {
      let (part, item): (String, DueItem) = (try row["part"], try DueItem(row, now: now))
      switch part {
      case "overdue": overdue.append(item)
      case "today": today.append(item)
      case "turn": turn.append(item)
      default: break
      }
    }
    for row in rows {
      let (arrival, departure): (CalendarDate, CalendarDate) = (try row["arrival"], try row["departure"])
      let isNear = [arrival, departure].contains { (date.days...date.days + 1).contains($0.days) }
      let stay = try StayNews(part: row)
      if stay.waits || isNear { stays.append(stay) }
    }
  }

  /// Nil for an empty day.
  func news(_ origin: String, _ strings: Strings) -> News? {
    var sections = [
      DueItem.section(overdue, heading: strings.todayOverdue, origin, strings),
      DueItem.section(today, heading: strings.todayToday, origin, strings),
      DueItem.section(turn, heading: strings.todayTurn, origin, strings),
    ].compactMap { $0 }
    if !stays.isEmpty {
      sections.append(
        NewsLetter.Section(heading: strings.todayStays, lines: stays.map { $0.line(origin, strings) }))
    }
    if sections.isEmpty { return nil }
    return News(subject: strings.letterDigestSubject(date: strings.date(day)), sections: sections)
  }
}

/// A stay as one of its sides sees it.
struct StayNews {
  private let id: UUID
  private let isGuest: Bool
  /// The guests' names, or the host's place.
  private let name: String
  private let dates: (CalendarDate, CalendarDate)
  private var proposed: (CalendarDate, CalendarDate)?
  /// The guests' allergies and diets.
  private var needs = CookingParameters()
  private var state = StayState.pending
  /// Whether it has no dates yet.
  private var isQuestion = false
  /// Whether it is before the day of the arrival, by one day.
  private var isEve = false
  /// Whether the household may still write a reference.
  private var canWrite = false
  /// Whether the household has to answer.
  let waits: Bool

  /// From `ReminderJobQueries.stay`. Nil of what says nothing.
  init?(_ row: Row) throws {
    id = try row["id"]
    isGuest = try row["is_guest"]
    let stored: String = try row[isGuest ? "listing_name" : "guest_name"]
    name = stored.oneLine(100)
    let (arrival, departure): (CalendarDate, CalendarDate) = (try row["arrival"], try row["departure"])
    dates = (arrival, departure)
    let (from, to): (CalendarDate?, CalendarDate?) = (try row["proposed_arrival"], try row["proposed_departure"])
    if let from, let to { proposed = (from, to) }
    needs = CookingParameters(cuisineBits: 0, requiredBits: try row["required"])
    let (isDeleted, today): (Bool, CalendarDate) = (try row["is_deleted"], try row["today"])
    state = isDeleted ? .withdrawn : try row["state"]
    isQuestion = try row["is_question"]
    isEve = arrival.days == today.days + 1
    canWrite = try !isDeleted && row["can_write"]
    waits = false
  }

  /// From `TodayQueries.stays`.
  init(part row: Row) throws {
    id = try row["id"]
    let (part, name): (String, String) = (try row["part"], try row["name"])
    (isGuest, waits) = (part == "guest", part == "waits")
    self.name = name.oneLine(100)
    dates = (try row["arrival"], try row["departure"])
  }

  private func days(_ strings: Strings) -> String { strings.dates(dates.0, dates.1) }

  private func url(_ origin: String) -> String { "\(origin)\(isGuest ? "" : "/hosting")/requests/\(id)" }

  /// A line of a digest.
  func line(_ origin: String, _ strings: Strings) -> NewsLetter.Line {
    let text =
      waits
      ? strings.letterStayAsked(name: name, dates: days(strings))
      : isGuest
        ? strings.letterStayThere(name: name, dates: days(strings))
        : strings.letterStayHere(name: name, dates: days(strings))
    return NewsLetter.Line(text: text, url: url(origin))
  }

  /// Nil if it does not hold any more: what has happened since is news of its own.
  func news(_ event: StayEvent, _ origin: String, _ strings: Strings) -> News? {
    let days = days(strings)
    let text: String? =
      switch event {
      case .asked where state == .pending && !isGuest: strings.letterStayAsked(name: name, dates: days)
      case .accepted where state == .accepted && isGuest: strings.letterStayAccepted(name: name, dates: days)
      case .accepted where state == .accepted: strings.letterStayAgreed(name: name, dates: days)
      case .declined where state == .declined && isGuest: strings.letterStayDeclined(name: name, dates: days)
      case .withdrawn where state == .withdrawn && !isGuest: strings.letterStayWithdrawn(name: name, dates: days)
      case .proposed where state == .pending && isGuest:
        proposed.map { strings.letterStayProposed(name: name, dates: strings.dates($0.0, $0.1)) }
      case .changed where [.pending, .accepted].contains(state): strings.letterStayChanged(name: name, dates: days)
      case .takenBack where [.pending, .accepted].contains(state):
        strings.letterStayTakenBack(name: name, dates: days, state: state.text(strings))
      case .message where isQuestion && state != .withdrawn: strings.letterStayQuestion(name: name)
      case .message where state != .withdrawn: strings.letterStayMessage(name: name, dates: days)
      case .arrival where state == .accepted && isEve && isGuest:
        strings.letterStayTomorrowThere(name: name, dates: days)
      case .arrival where state == .accepted && isEve: strings.letterStayTomorrowHere(name: name, dates: days)
      case .reference where canWrite: strings.letterStayReference(name: name, dates: days)
      default: nil
      }
    // In the letter alone: a subject is on lock screens.
    let what = event == .asked || event == .changed ? needs.needs(strings) : ""
    let more = what.isEmpty || isGuest ? "" : "\n" + strings.eatersNeedsOf(what: what)
    let place = url(origin) + (event == .reference ? "#reference" : "")
    return text.map {
      News(subject: $0, sections: [NewsLetter.Section(lines: [NewsLetter.Line(text: $0 + more, url: place)])])
    }
  }
}
