import CivilTime
import Postgres

/// Letters of reminders, digests and news of stays. Each is written from what is stored at the moment of sending.
extension Postman {
  func reminders(_ kind: JobKind, _ job: Job, _ pool: Pool) async throws -> Draft? {
    guard let household = job.id("household"), let person = job.id("person") else { return nil }
    let what = ReminderMatter(kind, job.payload)
    var batch: Batch = [
      SessionQueries.openWithoutSession(), ReminderJobQueries.open(household: household, person: person),
    ]
    let (reader, matter) = (batch.add(ReminderJobQueries.reader()), what.add(to: &batch))
    // The key is foyer_identity's alone.
    batch.add(SessionQueries.openWithoutSession())
    let key = batch.add(ReminderQueries.key())
    let results = try await pool.execute(batch)
    guard let row = results[reader].first, try row["takes_mail"] else { return nil }
    let (language, now): (Language?, Timestamp) = (try row["language"], try row["now"])
    let strings = Strings(language ?? .en)
    guard let news = try what.news(results, matter, now: now, origin, strings) else { return nil }
    let letter = NewsLetter(
      strings: strings, subject: news.subject.oneLine(150), sections: news.sections, reason: strings.letterNewsReason,
      settings: "\(origin)/settings/reminders",
      unsubscribe: origin + UnsubscribeToken(person, key: try results[key][0]["key"]).path)
    return Draft(to: try row["email"], letter: letter.letter)
  }

  /// Notes for the person's settings whether a letter was given up, or the first after that was sent. If that fails, the next
  /// letter notes it: what was sent is not to be sent again.
  func note(_ job: Job, hasFailed: Bool, _ pool: Pool) async {
    guard let household = job.id("household"), let person = job.id("person") else { return }
    _ = try? await pool.execute([
      SessionQueries.openWithoutSession(),
      ReminderJobQueries.note(hasFailed: hasFailed, household: household, person: person),
    ])
  }
}

extension Job {
  fileprivate func id(_ name: String) -> UUID? { payload[name].flatMap { UUID($0.utf8) } }
}

/// Messages of the same to a person's devices. A job of another feature has its texts in the payload.
struct ReminderComposer: PushComposer {
  func message(_ payload: [String: String], for reader: PushReader, _ pool: Pool) async throws -> PushMessage? {
    guard let kind = payload["matter"].flatMap({ JobKind(rawValue: $0) }) else { return PushMessage(payload) }
    let what = ReminderMatter(kind, payload)
    var batch: Batch = [
      SessionQueries.openWithoutSession(), ReminderJobQueries.open(household: reader.household, person: reader.person),
    ]
    let (found, matter) = (batch.add(ReminderJobQueries.reader()), what.add(to: &batch))
    let results = try await pool.execute(batch)
    guard let row = results[found].first, try row["takes_push"] else { return nil }
    guard let news = try what.news(results, matter, now: try row["now"], "", reader.strings) else { return nil }
    let lines = news.sections.flatMap(\.lines)
    let isOne = lines.count == 1
    return PushMessage(
      title: news.subject, body: isOne ? "" : lines.map(\.text).joined(separator: "\n"),
      path: isOne ? lines[0].url : "/", tag: isOne ? lines[0].url : kind.rawValue)
  }
}

/// The subject of a message, in one language.
struct News {
  let subject: String
  let sections: [NewsLetter.Section]
}

/// An event of a stay, past or to come.
enum StayEvent: String {
  case asked, accepted, declined, withdrawn, proposed, changed, message, arrival
  /// The other side has written a reference, which waits for this side's.
  case reference
  case takenBack = "taken_back"

  /// Finds out who is told of a stay's news, and when of the arrival.
  static func tell(_ job: Job, _ pool: Pool) async throws {
    guard let from = job.id("from"), let household = job.id("to"), let request = job.id("request"),
      let event = job.payload["event"].flatMap({ StayEvent(rawValue: $0) })
    else { return }
    var batch: Batch = [SessionQueries.openWithoutSession()]
    if event != .arrival { batch.add(ReminderJobQueries.keepArrival(request, between: from, and: household)) }
    batch.add(ReminderJobQueries.tell(household, of: request, event))
    batch.add(ReminderJobQueries.postponeNews(of: household))
    try await pool.execute(batch)
  }
}

/// The event that a job tells.
enum ReminderMatter {
  case items([UUID], moments: [String], count: Int)
  case digest
  case stay(UUID, StayEvent)
  case nothing

  init(_ kind: JobKind, _ payload: [String: String]) {
    switch kind {
    case .reminderMail:
      let items = (payload["items"] ?? "").split(separator: ",").compactMap { UUID($0.utf8) }
      let moments = (payload["moments"] ?? "").split(separator: ",").map(String.init)
      self =
        items.count == moments.count
        ? .items(items, moments: moments, count: Int(digits: payload["count"] ?? "") ?? 0) : .nothing
    case .digestMail: self = .digest
    case .stayMail:
      let event = payload["event"].flatMap { StayEvent(rawValue: $0) }
      if let event, let request = payload["request"].flatMap({ UUID($0.utf8) }) {
        self = .stay(request, event)
      } else {
        self = .nothing
      }
    default: self = .nothing
    }
  }

  func add(to batch: inout Batch) -> [Batch.Key] {
    switch self {
    case .items(let items, let moments, _): [batch.add(ReminderJobQueries.items(items, at: moments))]
    case .digest: [batch.add(TodayQueries.items()), batch.add(TodayQueries.stays())]
    case .stay(let request, _): [batch.add(ReminderJobQueries.stay(request))]
    case .nothing: []
    }
  }

  /// Nil if there is nothing to say.
  func news(
    _ results: Results, _ keys: [Batch.Key], now: Timestamp, _ origin: String, _ strings: Strings
  ) throws -> News? {
    switch self {
    case .items(let items, _, let count):
      let due = try results[keys[0]].map { try DueItem($0, now: now) }
      return DueItem.news(due, uncounted: max(0, count - items.count), origin, strings)
    case .digest:
      return try Digest(items: results[keys[0]], stays: results[keys[1]], now: now).news(origin, strings)
    case .stay(_, let event):
      return try results[keys[0]].first.flatMap { try StayNews($0)?.news(event, origin, strings) }
    case .nothing: return nil
    }
  }
}

/// An item, and when it is due.
struct DueItem {
  let id: UUID
  let title: String
  let due: CivilTime?
  let isTimed: Bool
  private let today: CalendarDate

  init(_ row: Row, now: Timestamp) throws {
    id = try row["id"]
    let (title, dueAt): (String, Timestamp?) = (try row["title"], try row["due_at"])
    (self.title, due) = (title.oneLine(100), dueAt?.local)
    let isTimed: Bool? = try row["is_timed"]
    self.isTimed = isTimed ?? false
    today = CalendarDate(now.local)
  }

  /// `Bins: today at 18:00`
  func text(_ strings: Strings) -> String {
    guard let due else { return title }
    let (date, time) = (CalendarDate(due), strings.timeOfDay(due))
    let moment =
      switch date.days - today.days {
      case 0: isTimed ? strings.letterTodayAt(time: time) : strings.letterToday
      case 1: isTimed ? strings.letterTomorrowAt(time: time) : strings.letterTomorrow
      case -1: isTimed ? strings.letterYesterdayAt(time: time) : strings.letterYesterday
      default: isTimed ? strings.text(due) : strings.date(due)
      }
    return strings.letterItem(title: title, moment: moment)
  }

  func line(_ origin: String, _ strings: Strings) -> NewsLetter.Line {
    NewsLetter.Line(text: text(strings), url: "\(origin)/items/\(id)/edit")
  }

  /// - Parameter uncounted: how many there were besides that were not read.
  static func section(
    _ items: [DueItem], heading: String = "", uncounted: Int = 0, _ origin: String, _ strings: Strings
  ) -> NewsLetter.Section? {
    guard !items.isEmpty else { return nil }
    let shown = items.prefix(NewsLetter.maximumLines)
    let rest = items.count - shown.count + uncounted
    return NewsLetter.Section(
      heading: heading, lines: shown.map { $0.line(origin, strings) },
      more: rest > 0 ? strings.letterMore(count: rest) : "")
  }

  static func news(_ items: [DueItem], uncounted: Int, _ origin: String, _ strings: Strings) -> News? {
    guard let first = items.first, let section = section(items, uncounted: uncounted, origin, strings) else {
      return nil
    }
    let others = items.count - 1 + uncounted
    let subject =
      others == 0 ? first.text(strings) : strings.letterSeveral(count: others, title: first.title.oneLine(60))
    return News(subject: subject, sections: [section])
  }
}
