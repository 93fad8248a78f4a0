import CivilTime
import HTTP

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

  /// Nil, with `errors` set, when a field is invalid.
  mutating func operation(of request: StayRequest, version: Int, today: CalendarDate, _ strings: Strings) -> ChangeStay?
  {
    let dates = StayDates.read(arrival, departure, today: min(today, request.arrival), &errors, strings)
    let count = StayDates.count(guests, &errors, strings)
    guard errors.isEmpty, let dates, let count else { return nil }
    let change = ChangeStay(
      request: request.id, version: version, dates: dates, guests: count, required: needs(of: request).requiredBits)
    errors.add(change.problems(of: request, today: today), strings)
    return errors.isEmpty ? change : nil
  }
}

extension StayMessageForm {
  init(_ form: Form) throws {
    self.init(id: try form["id"].map(UUID.init(field:)) ?? .v7())
    message = form["message"] ?? ""
  }
}
