import CivilTime
import HTTP
import Postgres

/// The state of a request. An open request whose departure is over is `past`. A question has no dates yet.
enum StayState: String, PostgresDecodable {
  case question, pending, accepted, declined, withdrawn, past

  func text(_ strings: Strings) -> String {
    switch self {
    case .question: strings.staysQuestion
    case .pending: strings.staysPending
    case .accepted: strings.staysAccepted
    case .declined: strings.staysDeclined
    case .withdrawn: strings.staysWithdrawn
    case .past: strings.staysPast
    }
  }
}

/// A request in the list of either side.
struct StayRequest {
  let id: UUID
  /// The name of the other side.
  let name: Text
  /// The path of the host's page, if the guest can still see it.
  let listingID: UUID?
  let photoID: UUID?
  let arrival: CalendarDate
  let departure: CalendarDate
  let guests: Int
  /// The guests' allergies and diets; none for the host once the request is over.
  let needs: CookingParameters
  let message: Text
  let reply: Text
  /// Other dates that the host proposes.
  let proposal: StayDates?
  let state: StayState
  let address: Text?
  /// Whether the address follows (`StayRequestQueries.isFresh`).
  let isFresh: Bool
  /// Whether the other side has done something that this side has not seen yet.
  let isNews: Bool
  let version: Int

  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    listingID = try row["listing_id"]
    photoID = try row["photo_id"]
    arrival = try row["arrival"]
    departure = try row["departure"]
    guests = try row["guests"]
    needs = CookingParameters(cuisineBits: 0, requiredBits: try row["required"])
    message = try row["message"]
    reply = try row["reply"]
    let from: CalendarDate? = try row["proposed_arrival"]
    let to: CalendarDate? = try row["proposed_departure"]
    if let from, let to { proposal = StayDates(arrival: from, departure: to) } else { proposal = nil }
    state = try row["state"]
    address = try row["address"]
    isFresh = try row["is_fresh"]
    isNews = try row["is_news"]
    version = try row["version"]
  }

  /// The path of its thread for the guest, and for the host.
  var path: String { StaySide.guest.path(of: id) }
  var hostPath: String { StaySide.host.path(of: id) }

  var isOpen: Bool { state == .pending || state == .accepted }

  func dates(_ strings: Strings) -> String { strings.dates(arrival, departure) }

  func proposedDates(_ strings: Strings) -> String? {
    proposal.map { strings.dates($0.arrival, $0.departure) }
  }
}

/// One page of requests.
struct StayRequestList {
  let requests: [StayRequest]
  /// Whether an address follows soon.
  var hasFresh: Bool { requests.contains(where: \.isFresh) }
  /// The path of the next page.
  let next: String?

  init(_ rows: Rows, next path: (_ last: Row) throws -> String) throws {
    requests = try rows.prefix(StayRequestQueries.pageSize).map { try StayRequest($0) }
    next = rows.count > requests.count ? try path(rows[requests.count - 1]) : nil
  }
}

/// The request form of a host's page: the input as typed, and its problems.
struct StayRequestForm {
  /// Of the request that it makes: where there is a question, of that.
  var id: UUID
  var arrival = ""
  var departure = ""
  var guests = "1"
  var needs = CookingParameters()
  var message = ""
  var errors = FormErrors()

  /// An empty form with the id of its future request, so that sending it twice creates one. No date is filled in, so
  /// that no request is sent with dates that the guest has not chosen.
  init(id: UUID = .v7()) { self.id = id }

  /// An empty form with the dates and guests of a search for hosts.
  init(asked query: Form) {
    self.init()
    if let from = CalendarDate(query["arrival"] ?? "") { arrival = from.iso }
    if let to = CalendarDate(query["departure"] ?? "") { departure = to.iso }
    if let count = Int(digits: query["guests"] ?? ""), (1...50).contains(count) { guests = String(count) }
  }

  /// Dates and guests as a query goes on; empty if there are no dates.
  var query: String {
    arrival.isEmpty && departure.isEmpty ? "" : "&arrival=\(arrival)&departure=\(departure)&guests=\(guests)"
  }

  /// How many nights the dates have.
  var nights: Int? {
    guard let from = CalendarDate(arrival), let to = CalendarDate(departure), from < to else { return nil }
    return to.days - from.days
  }

  init(_ form: Form) throws {
    id = try form["id"].map(UUID.init(field:)) ?? .v7()
    arrival = form["arrival"] ?? ""
    departure = form["departure"] ?? ""
    guests = form["guests"] ?? ""
    needs = CookingParameters(form)
    message = form["message"] ?? ""
  }

  /// The request to a listing; nil, with `errors` set, when a field is invalid.
  mutating func operation(_ host: Host, photo: UUID?, today: CalendarDate, _ strings: Strings) -> AskToStay? {
    let dates = StayDates.read(arrival, departure, today: today, &errors, strings)
    let count = StayDates.count(guests, &errors, strings)
    errors.check("message", message, atMost: 10_000, strings)
    guard errors.isEmpty, let dates, let count else { return nil }
    return AskToStay(
      id: id, listing: host.id, dates: dates, guests: count, required: needs.requiredBits, message: message,
      photo: photo, capacity: host.capacity)
  }
}

extension StayDates {
  /// The dates of two fields; nil if either is no date.
  static func read(
    _ arrival: String, _ departure: String, today: CalendarDate, _ errors: inout FormErrors, _ strings: Strings
  ) -> StayDates? {
    let from = CalendarDate(arrival)
    let to = CalendarDate(departure)
    if from == nil { errors.add("arrival", arrival.isEmpty ? strings.staysArrivalNeeded : strings.formDateInvalid) }
    if to == nil { errors.add("departure", departure.isEmpty ? strings.staysDepartureNeeded : strings.formDateInvalid) }
    guard let from, let to else { return nil }
    let dates = StayDates(arrival: from, departure: to)
    errors.add(dates.problems(today: today), strings)
    return dates
  }

  /// The number of guests in the field of that name.
  static func count(_ typed: String, _ errors: inout FormErrors, _ strings: Strings) -> Int? {
    let count = Int(digits: typed).flatMap { guests.contains($0) ? $0 : nil }
    if count == nil { errors.add("guests", strings.staysGuestsInvalid(count: guests.upperBound)) }
    return count
  }
}

extension Context {
  /// So much news was seen: the badge goes down, or disappears.
  func haveSeenRequests(_ count: Int) {
    if let news = visitor?.requestNews { visitor?.requestNews = max(0, news - count) }
  }

  func haveSeenHosting(_ count: Int) {
    if let news = visitor?.hostingNews { visitor?.hostingNews = max(0, news - count) }
  }
}
