import CivilTime
import Crypto

@testable import Foyer

/// A day some days from today in UTC.
func day(_ days: Int) -> String { CalendarDate(days: CalendarDate(Timestamp.now().local).days + days).iso }

extension Member {
  /// Forgets what this household has asked of others: it is counted, refused or not.
  func forgetStayLimits() throws {
    for kind in ["stay", "ask to stay"] {
      try app.rows("DELETE FROM rate_limits WHERE key = \(sha256("\(kind) \(household)".utf8))")
    }
  }

  /// Publishes a listing through its form; returns its id.
  @discardableResult
  func list(
    _ name: String = "Joe Hamilton", place: String = "Lyon", address: String = "7 Quai Secret", capacity: Int = 2,
    published: Bool = true
  ) async throws -> UUID {
    let version = try await get("/hosting").field("version") ?? ""
    let answer = try await post(
      "/hosting",
      [
        "version": version, "name": name, "offer": "A bed by the window", "place": place, "address": address,
        "capacity": "\(capacity)", "published": published ? "true" : "false",
      ])
    guard answer.status == 303 else { throw Unexpected("publishing answered \(answer.status): \(answer.text)") }
    return try app.rows("SELECT id FROM listings WHERE household_id = \(household)")[0]["id"]
  }

  /// Sends a request through the form of the host's page.
  func sendRequest(
    _ listing: UUID, id: UUID = .v7(), from: Int = 10, to: Int = 12, guests: Int = 1, message: String = "May we?"
  ) async throws -> Answer {
    try await post(
      "/hosts/\(listing)/requests",
      ["id": "\(id)", "arrival": day(from), "departure": day(to), "guests": "\(guests)", "message": message])
  }

  /// The same, but fails the test if it is refused; returns the request's id.
  @discardableResult
  func ask(_ listing: UUID, from: Int = 10, to: Int = 12, guests: Int = 1, message: String = "May we?") async throws
    -> UUID
  {
    let id = UUID.v7()
    let answer = try await sendRequest(listing, id: id, from: from, to: to, guests: guests, message: message)
    guard answer.status == 303 else { throw Unexpected("asking answered \(answer.status): \(answer.text)") }
    return id
  }

  /// Answers a request as its page's form does.
  @discardableResult
  func answer(_ request: UUID, _ verb: String, reply: String = "") async throws -> Answer {
    let version = try await get("/hosting/requests/\(request)").field("version") ?? "1"
    return try await post("/hosting/requests/\(request)/\(verb)", ["version": version, "reply": reply])
  }

  /// Lets the time pass in which a host can take an acceptance back and the guest does not see the address yet.
  func tenSecondsPass(_ request: UUID) throws {
    try app.rows("UPDATE stay_requests SET accepted_at = accepted_at - interval '11 seconds' WHERE id = \(request)")
  }

  /// The stored state of a request, and whether it is in the guest's list.
  func stored(_ request: UUID) throws -> String {
    try app.rows(
      "SELECT state || CASE WHEN deleted_at IS NULL THEN '' ELSE ', deleted' END AS state FROM stay_requests WHERE id = \(request)"
    )[0]["state"]
  }

  /// The stored number of guests for each night of the household's listing that has any.
  func guestsByNight() throws -> [String: Int] {
    var nights: [String: Int] = [:]
    for row in try app.rows(
      "SELECT night::text AS night, guests FROM stay_nights WHERE household_id = \(household) AND guests > 0")
    {
      nights[try row["night"]] = try row["guests"]
    }
    return nights
  }
}

extension Answer {
  /// The ids of the hosts in the grid, in their order.
  var hostIDs: [String] { ids("<li id=\"host-") }

  /// The ids of the requests in a list, in their order.
  var requestIDs: [String] { ids("<li id=\"request-") }

  private func ids(_ start: String) -> [String] { text.components(start).dropFirst().map { String($0.prefix(36)) } }

  /// The state that a request's row shows.
  func state(of request: UUID) -> String? {
    between("<li id=\"request-\(request)\"", "</li>")?.components("class=\"state is-").dropFirst().first.map {
      String($0.components(">")[1].prefix { $0 != "<" })
    }
  }
}
