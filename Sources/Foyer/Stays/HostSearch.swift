import CivilTime
import HTTP

/// The search for hosts: words of name, place and offer, nights and guests. Each may be left out.
struct HostSearch {
  let q: String
  /// As typed.
  let arrival: String
  let departure: String
  let guests: String
  /// The nights to be free, when both days are given and make sense.
  private(set) var dates: StayDates?
  private(set) var guestCount: Int?
  /// Why the dates or the guests are left out of the search.
  private(set) var problem: String?

  init(_ query: Form) {
    let text = query["q"] ?? ""
    q = text.isBlank ? "" : text
    (arrival, departure, guests) = (query["arrival"] ?? "", query["departure"] ?? "", query["guests"] ?? "")
    guestCount = Int(digits: guests).flatMap { (1...50).contains($0) ? $0 : nil }
    if let from = CalendarDate(arrival), let to = CalendarDate(departure), (1...366).contains(to.days - from.days) {
      dates = StayDates(arrival: from, departure: to)
    }
  }

  /// Whether more than words is asked for.
  var asksForRoom: Bool { dates != nil || guestCount != nil }

  var isEmpty: Bool { q.isEmpty && !asksForRoom }

  /// Says what makes no sense and is left out; the statement leaves out an arrival that is past.
  mutating func check(today: CalendarDate, _ strings: Strings) {
    var errors = FormErrors()
    if !arrival.isEmpty || !departure.isEmpty {
      let checked = StayDates.read(arrival, departure, today: today, &errors, strings)
      dates = errors.isEmpty ? checked : nil
    }
    if !guests.isEmpty && guestCount == nil { errors.add("guests", strings.staysGuestsInvalid(count: 50)) }
    problem = errors["arrival"] ?? errors["departure"] ?? errors["guests"]
  }

  /// The dates and guests as a query, for the pages of hosts.
  var room: String {
    var parts: [String] = []
    if let dates { parts += ["arrival=\(dates.arrival.iso)", "departure=\(dates.departure.iso)"] }
    if let guestCount { parts.append("guests=\(guestCount)") }
    return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
  }

  func path(after id: UUID) -> String {
    var query = room.isEmpty ? "?" : room + "&"
    if !q.isEmpty { query += "q=\(PercentCoding.encode(q))&" }
    return "/hosts\(query)after=\(id)"
  }

  /// `3–7 May 2027 · 2 guests`
  func summary(_ strings: Strings) -> String? {
    let parts = [
      dates.map { strings.dates($0.arrival, $0.departure) }, guestCount.map { strings.staysGuestCount(count: $0) },
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }
}
