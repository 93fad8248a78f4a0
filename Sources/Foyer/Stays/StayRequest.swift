import CivilTime
import HTTP
import Postgres

/// The state of a request. An open request whose departure is over is `past`.
enum StayState: String, PostgresDecodable {
  case pending, accepted, declined, withdrawn, past

  func text(_ strings: Strings) -> String {
    switch self {
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
  let proposal: (arrival: CalendarDate, departure: CalendarDate)?
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
    if let from, let to { proposal = (from, to) } else { proposal = nil }
    state = try row["state"]
    address = try row["address"]
    isFresh = try row["is_fresh"]
    isNews = try row["is_news"]
    version = try row["version"]
  }

  /// The path of its thread for the guest, and for the host.
  var path: String { "/requests/\(id)" }
  var hostPath: String { "/hosting/requests/\(id)" }

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
  let id: UUID
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

  /// Checks what does not need the host's calendar; nil, with `errors` set, when a field is invalid.
  mutating func draft(today: CalendarDate, _ strings: Strings) -> StayRequestDraft? {
    let dates = StayDates.check(arrival, departure, today: today, &errors, strings)
    let count = Int(digits: guests).flatMap { (1...50).contains($0) ? $0 : nil }
    if count == nil { errors.add("guests", strings.staysGuestsInvalid(count: 50)) }
    errors.check("message", message, atMost: 10_000, strings)
    guard errors.isEmpty, let dates, let count else { return nil }
    return StayRequestDraft(
      id: id, arrival: dates.arrival, departure: dates.departure, guests: count, required: needs.requiredBits,
      message: message)
  }

  /// Turns a constraint violation into a field's problem; rethrows any other error.
  mutating func add(_ error: any Error, capacity: Int, _ strings: Strings) throws {
    guard case PostgresError.server(let server) = error else { throw error }
    switch server.constraint {
    case "stay_requests_open": errors.add("", strings.staysAskedAlready)
    case "stay_requests_not_own": errors.add("", strings.staysOwn)
    case "stay_requests_published", "stay_guests_request": throw Failure.notFound
    case "stay_requests_arrival": errors.add("arrival", strings.staysArrivalPast)
    case "stay_requests_room": errors.add("guests", strings.staysTooManyGuests(count: capacity))
    case "stay_requests_free": errors.add("arrival", strings.staysNotFree)
    default: throw error
    }
  }
}

struct StayRequestDraft {
  let id: UUID
  let arrival: CalendarDate
  let departure: CalendarDate
  let guests: Int
  /// The guests' allergies and diets, in the bits of `Trait`.
  let required: Int
  let message: String
}

/// Arrival and departure, with their checks, for all forms that have them.
enum StayDates {
  static func check(
    _ arrival: String, _ departure: String, today: CalendarDate, _ errors: inout FormErrors, _ strings: Strings
  ) -> (arrival: CalendarDate, departure: CalendarDate)? {
    let from = CalendarDate(arrival)
    let to = CalendarDate(departure)
    if from == nil { errors.add("arrival", arrival.isEmpty ? strings.staysArrivalNeeded : strings.formDateInvalid) }
    if to == nil { errors.add("departure", departure.isEmpty ? strings.staysDepartureNeeded : strings.formDateInvalid) }
    guard let from, let to else { return nil }
    if from < today { errors.add("arrival", strings.staysArrivalPast) }
    if to <= from {
      errors.add("departure", strings.staysDepartureEarly)
    } else if to.days - from.days > 366 {
      errors.add("departure", strings.staysTooLong)
    }
    return (from, to)
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
