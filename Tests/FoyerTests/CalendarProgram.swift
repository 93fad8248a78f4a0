import Testing

@testable import Foyer

/// A calendar program with a token.
struct CalendarProgram {
  let browser: Browser
  let member: Member
  let authorization: String

  init(_ member: Member, scopes: [String] = ["caldav"]) async throws {
    self.member = member
    browser = member.app.browser()
    authorization = Self.basic(member.email, try await member.makeToken("Phone", scopes: scopes))
  }

  static func basic(_ name: String, _ password: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bytes = Array("\(name):\(password)".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = Array(bytes[start..<min(start + 3, bytes.count)])
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < part.count ? Int(part[$1]) : 0) }
      for index in 0..<4 {
        text.append(index <= part.count ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return "Basic \(String(decoding: text, as: UTF8.self))"
  }

  @discardableResult
  func send(_ method: String, _ path: String, _ body: String? = nil, _ headers: [String: String?] = [:]) async throws
    -> Answer
  {
    var all: [String: String?] = ["authorization": authorization, "origin": nil, "content-type": "application/xml"]
    all.merge(headers) { $1 }
    return try await browser.send(method, path, all, body.map { Array($0.utf8) })
  }

  func put(_ path: String, _ object: String, _ headers: [String: String?] = [:]) async throws -> Answer {
    try await send("PUT", path, object, ["content-type": "text/calendar; charset=utf-8"].merging(headers) { $1 })
  }

  func find(_ path: String, _ properties: String, depth: String = "0") async throws -> Answer {
    try await send(
      "PROPFIND", path,
      """
      <d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/" xmlns:a="http://apple.com/ns/ical/"><d:prop>\(properties)</d:prop></d:propfind>
      """, ["depth": depth])
  }

  func query(_ path: String, _ filter: String = "<c:comp-filter name=\"VTODO\"/>") async throws -> Answer {
    try await send(
      "REPORT", path,
      """
      <c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop>
      <c:filter><c:comp-filter name="VCALENDAR">\(filter)</c:comp-filter></c:filter></c:calendar-query>
      """, ["depth": "1"])
  }

  func multiget(_ path: String, _ hrefs: [String]) async throws -> Answer {
    try await send(
      "REPORT", path,
      """
      <c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop>
      \(hrefs.map { "<d:href>\($0)</d:href>" }.joined())</c:calendar-multiget>
      """)
  }

  /// What has changed in a collection since a token, and the next token.
  func sync(_ token: String, _ path: String) async throws -> (answer: Answer, token: String) {
    let answer = try await send(
      "REPORT", path,
      """
      <d:sync-collection xmlns:d="DAV:"><d:sync-token>\(token)</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>
      """)
    return (answer, try #require(answer.between("<D:sync-token>", "<")))
  }

  /// The object that is there, as text; empty for none.
  func get(_ path: String) async throws -> String {
    let answer = try await send("GET", path)
    return answer.status == 200 ? String(decoding: answer.body, as: UTF8.self) : ""
  }

  /// What changes when something in a collection does.
  func state(_ path: String) async throws -> String {
    try #require(try await find(path, "<s:getctag/>").between("getctag>", "<"))
  }

  func objects(_ path: String) async throws -> Int { try await query(path).count(of: "BEGIN:VTODO") }

  func open(_ path: String) async throws -> Int { try await query(path).count(of: "STATUS:NEEDS-ACTION") }

  /// The text of a to-do.
  static func todo(_ uid: String, _ lines: String...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "BEGIN:VTODO", "UID:\(uid)", "DTSTAMP:20261125T202534Z"]
      + lines
      + ["END:VTODO", "END:VCALENDAR"]).map { "\($0)\r\n" }.joined()
  }
}
