import CivilTime
import HTTP
import Postgres

/// The guest's form for other dates and guests of an open request: the input as typed, and its problems.
struct StayChangeForm {
  var arrival = ""
  var departure = ""
  var guests = ""
  /// Nil for a form that does not have them.
  var needs: CookingParameters?
  var version: Int?
  var errors = FormErrors()

  /// The request as it is.
  init(_ request: StayRequest) {
    (arrival, departure) = (request.arrival.iso, request.departure.iso)
    (guests, needs, version) = (String(request.guests), request.needs, request.version)
  }

  init(_ form: Form) {
    (arrival, departure) = (form["arrival"] ?? "", form["departure"] ?? "")
    guests = form["guests"] ?? ""
    let says = ["needs", "allergy", "diet"].contains { form[$0] != nil }
    needs = says ? CookingParameters(form) : nil
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
  }

  /// The typed values, for the request as it is now.
  func renewed(_ request: StayRequest) -> StayChangeForm {
    var form = self
    form.version = request.version
    return form
  }

  func needs(of request: StayRequest) -> CookingParameters { needs ?? request.needs }

  func isSame(as request: StayRequest) -> Bool {
    CalendarDate(arrival) == request.arrival && CalendarDate(departure) == request.departure
      && Int(digits: guests) == request.guests && needs(of: request).requiredBits == request.needs.requiredBits
  }

  /// Nil, with `errors` set, when a field is invalid. The arrival of a stay that has begun may be past.
  mutating func draft(
    of request: StayRequest, today: CalendarDate, _ strings: Strings
  ) -> (arrival: CalendarDate, departure: CalendarDate, guests: Int)? {
    let dates = StayDates.check(arrival, departure, today: min(today, request.arrival), &errors, strings)
    if let dates, dates.arrival < today, dates.arrival != request.arrival {
      errors.add("arrival", strings.staysArrivalPast)
    }
    let count = Int(digits: guests).flatMap { (1...50).contains($0) ? $0 : nil }
    if count == nil { errors.add("guests", strings.staysGuestsInvalid(count: 50)) }
    guard errors.isEmpty, let dates, let count else { return nil }
    return (dates.arrival, dates.departure, count)
  }

  /// Turns a constraint violation into a field's problem; rethrows any other error.
  mutating func add(_ error: any Error, _ strings: Strings) throws {
    guard case PostgresError.server(let server) = error else { throw error }
    switch server.constraint {
    case "stay_requests_published": errors.add("", strings.staysChangeHidden)
    case "stay_requests_arrival": errors.add("arrival", strings.staysArrivalPast)
    case "stay_requests_room": errors.add("guests", strings.staysFull)
    case "stay_requests_free": errors.add("arrival", strings.staysChosenTaken)
    default: throw error
    }
  }
}

extension StayMessageForm {
  init(_ form: Form) throws {
    self.init(id: try form["id"].map(UUID.init(field:)) ?? .v7())
    message = form["message"] ?? ""
  }
}
