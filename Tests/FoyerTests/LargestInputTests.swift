import EventLoop
import HTTP
import Testing

@testable import Foyer

/// The fields of a form that may have any length, and what has to stand beside them for the route to look at them.
private let forms: [String: (fields: [String], beside: String)] = [
  "/signup": (["name", "email", "password", "time_zone"], ""),
  "/login": (["email", "password", "next"], ""),
  "/login/second": (["code", "next"], ""),
  "/settings/oidc": (["current_password"], ""),
  "/settings/oidc/delete": (["current_password"], ""),
  "/settings/totp": (["current_password"], ""),
  "/settings/totp/confirm": (["code"], ""),
  "/settings/totp/delete": (["current_password"], ""),
  "/settings/recovery-codes": (["current_password"], ""),
  "/invitations/{token}": (["confirm"], ""),
  "/items": (
    [
      "title", "description", "due_date", "not_before", "priority", "checklist", "category", "tags", "people", "turn",
      "turn_every", "repeat",
      "repeat_on", "remind",
    ], ""
  ),
  "/items/quick": (["text"], ""),
  "/add": (["text", "from", "as"], ""),
  "/items/{id}": (["title", "description", "due_date", "category", "tags", "repeat", "repeat_on"], "version=1"),
  "/items/{id}/done": (["done"], ""),
  "/items/{id}/snooze": (["until"], ""),
  "/items/{id}/swap": (["person"], ""),
  "/items/{id}/lines": (["text"], ""),
  "/items/pasted": (["text", "title"], "as=items"),
  "/items/{id}/lines/{line}": (["text", "was"], ""),
  "/items/{id}/lines/{line}/done": (["done"], ""),
  "/items/{id}/lines/{line}/move": (["before"], ""),
  "/items/{id}/move": (["to", "q"], ""),
  "/items/{id}/date": (["due_date", "back"], "version=1"),
  "/settings/feeds": (["name", "content", "current_password"], ""),
  "/settings/tokens": (["name", "days", "current_password"], ""),
  "/settings/webhooks": (["url"], ""),
  "/settings/webhooks/{id}/again": (["delivery"], ""),
  "/settings/webhooks/{id}/on": (["on"], ""),
  "/settings/feeds/{id}/address": (["current_password"], ""),
  "/settings/reminders/push": (["endpoint", "p256dh", "auth"], ""),
  "/welcome": (["name", "language"], ""),
  "/welcome/people": (["email"], ""),
  "/welcome/routines": (["routine"], ""),
  "/welcome/reach": (["mail"], ""),
  "/settings/reminders": (["default", "digest_at", "quiet_from", "quiet_to"], ""),
  "/items/several": (["name", "q"], "action=tag&item=01900000-0000-7000-8000-000000000000"),
  "/sections/{id}/fold": (["folded", "status"], ""),
  "/categories": (["name", "color", "icon"], ""),
  "/categories/{id}": (["name", "color", "icon"], "version=1"),
  "/tags": (["name", "color"], ""),
  "/tags/{id}": (["name", "color"], "version=1"),
  "/settings": (["name", "email", "language", "time_zone", "theme", "accent", "away_from", "birthday"], ""),
  "/settings/passkeys/{id}": (["name"], ""),
  "/settings/password": (["current_password", "new_password"], ""),
  "/account/delete": (["password"], ""),
  "/household": (["name", "icon", "time_zone"], ""),
  "/household/invitations": (["email"], ""),
  "/login/words": (["words"], ""),
  "/password/forgot": (["email"], ""),
  "/password/reset/{token}": (["new_password"], ""),
  "/household/leave": (["password"], ""),
  "/household/eaters": (["name", "dislikes", "allergy", "diet"], ""),
  "/household/eaters/{id}": (["name", "dislikes", "allergy", "diet"], "version=1"),
  "/hosts/{id}/requests": (["arrival", "departure", "guests", "message", "allergy", "diet"], ""),
  "/hosts/{id}/questions": (["message"], ""),
  "/requests/{id}/agree": (["version"], ""),
  "/requests/{id}/withdraw": (["message"], ""),
  "/requests/{id}/withdraw/ask": (["message"], ""),
  "/requests/{id}/messages": (["message"], ""),
  "/requests/{id}/reference": (["reference"], ""),
  "/hosting/requests/{id}/reference": (["reference"], ""),
  "/requests/{id}/change": (["arrival", "departure", "guests", "allergy", "diet"], "version=1"),
  "/hosting": (["name", "offer", "place", "address", "capacity"], ""),
  "/hosting/blocked-dates": (["from", "to"], ""),
  "/hosting/tasks": (["tasks"], ""),
  "/requests/seen": (["request"], ""),
  "/hosting/requests/seen": (["request"], ""),
  "/hosting/requests/{id}/messages": (["message"], ""),
  "/hosting/requests/{id}/accept": (["reply"], "version=1"),
  "/hosting/requests/{id}/decline": (["reply"], "version=1"),
  "/hosting/requests/{id}/propose": (["reply", "arrival", "departure"], "version=1"),
  "/recipes": (
    [
      "name", "description", "ingredients", "steps", "labels", "nutrition", "cuisine", "yield", "servings", "notes",
      "source_name",
    ], ""
  ),
  "/recipes/{id}": (
    ["name", "description", "ingredients", "steps", "labels", "nutrition", "cuisine", "yield", "notes", "source_name"],
    "version=1"
  ),
  "/recipes/{id}/shopping": (["ingredient"], ""),
  "/recipes/{id}/favorite": (["favorite"], ""),
  "/recipes/{id}/stars": (["stars"], ""),
  "/recipes/parameters": (["cuisine", "diet", "allergy"], ""),
  "/recipes/ingredients": (["name", "amount", "best_before", "place"], ""),
  "/recipes/staples": (["name", "staple"], ""),
  "/recipes/packets": (["key", "subject", "answer"], ""),
  "/recipes/{id}/packets": (["line", "subject", "answer"], ""),
  "/recipes/ingredients/{id}": (["name", "amount", "best_before", "place"], ""),
  "/recipes/{id}/finish": (["used", "amount", "leftovers", "note"], ""),
  "/plan": (["day", "meal", "text", "servings"], ""),
  "/plan/{id}": (["day", "meal", "text", "servings"], "version=1"),
  "/plan/copy": (["from", "to"], ""),
  "/plan/away": (["day", "meal", "person", "away"], ""),
  "/plan/shopping": (["from", "to"], ""),
  "/plan/staples": (["from", "to", "text"], ""),
  "/shopping": (["text"], ""),
  "/shopping/{id}": (["text"], "version=1"),
  "/shopping/{id}/check": (["checked", "entries", "shop"], ""),
  "/shopping/{id}/delete": (["entries"], ""),
  "/shopping/{id}/aisle": (["aisle"], ""),
  "/shopping/shops": (["name", "order"], ""),
  "/shopping/shops/{id}": (["name", "order", "up"], ""),
  "/shopping/lists": (["name"], ""),
  "/shopping/lists/{id}": (["name"], ""),
  "/move-in": (["text"], ""),
  "/move-in/{id}": (["time_zone", "date_order", "done", "list:a", "person:a"], ""),
  "/recipes/starters": (["hide"], ""),
  "/recipes/import": (["page", "url"], ""),
  "/admin/registration": (["registration", "current_password"], ""),
  "/admin/households/{id}/quota": (["quota", "current_password"], ""),
]

/// Those that read no field, or only who is told what has to be undone.
private let withoutFields: Set = [
  "/logout", "/items/load", "/items/{id}/delete", "/items/{id}/restore", "/items/restore", "/items/several/undo",
  "/items/pasted/undo",
  "/items/{id}/files/{file}/delete", "/items/{id}/files/{file}/restore", "/files/{id}/restore",
  "/items/{id}/lines/{line}/delete", "/items/{id}/lines/{line}/restore", "/items/{id}/lines/{line}/item",
  "/items/{id}/lines/{line}/back",
  "/items/{id}/skip", "/items/{id}/unskip", "/items/{id}/end", "/items/{id}/resume",
  "/items/samples/delete",
  "/categories/{id}/delete", "/categories/{id}/restore", "/tags/{id}/delete", "/tags/{id}/restore",
  "/settings/tokens/{id}/delete", "/settings/webhooks/{id}/delete", "/settings/feeds/{id}/delete",
  "/settings/reminders/push/test",
  "/welcome/reach/letter", "/settings/reminders/mail",
  "/settings/reminders/push/{id}/delete",
  "/settings/sessions/delete-others", "/settings/sessions/{id}/delete",
  "/settings/email",
  "/signup/{token}", "/email/confirm/{token}", "/unsubscribe/{token}",
  // JSON.
  "/login/passkey/begin", "/login/passkey", "/settings/passkeys/begin", "/settings/passkeys",
  "/settings/passkeys/{id}/delete",
  "/household/invitations/{id}/delete", "/household/eaters/{id}/delete", "/household/eaters/{id}/restore",
  "/settings/photo", "/settings/photo/delete",
  "/requests/restore", "/requests/delete-all", "/requests/{id}/delete", "/requests/{id}/restore",
  "/requests/{id}/take-back", "/hosting/requests/{id}/take-back", "/hosting/blocked-dates/{id}/delete",
  "/hosting/blocked-dates/{id}/restore",
  "/hosting/requests/{id}/prepare", "/hosting/requests/{id}/unprepare",
  "/recipes/parameters/clear", "/recipes/ingredients/clear",
  "/recipes/ingredients/{id}/delete", "/recipes/ingredients/{id}/restore", "/recipes/finish/{id}/restore",
  "/recipes/shopping/{id}/restore",
  "/recipes/{id}/delete",
  "/plan/{id}/delete", "/plan/{id}/restore",
  "/household/export", "/account/export",
  "/move-in/{id}/undo", "/shopping/clear", "/shopping/to-hand", "/shopping/{id}/restore", "/shopping/shops/{id}/delete",
  "/shopping/shops/{id}/restore", "/shopping/lists/{id}/delete", "/shopping/lists/{id}/restore",
  // JSON.
  "/shopping/sync",
  "/recipes/{id}/restore", "/admin/jobs/{id}/retry", "/admin/jobs/{id}/delete",
]

/// The routes that take JSON, and the longest that each takes.
private let json = [
  "/login/passkey": 64 << 10, "/login/passkey/begin": 64 << 10, "/settings/passkeys": 64 << 10,
  "/settings/passkeys/begin": 64 << 10, "/shopping/sync": 1 << 20,
]

extension FoyerTests {
  @Suite struct LargestInput {
    private var mostAttempts: Int { 10 }

    /// What decoding 6 MiB takes at this moment, by the same build: decoding is optimised in every build.
    private var limit: Duration {
      let plain = Array(("a=" + String(repeating: "+", count: 1 << 20)).utf8)
      let limits = FormLimits(fields: 1, bytes: 2 << 20)
      let decoding = (0..<3).map { _ in processorTime { _ = try? Form(urlencoded: plain, limits: limits) } }.min()!
      return Duration.nanoseconds(6 * decoding)
    }

    /// The longest stretch of one request as a part of the limit: the least of ten, each against the limit of its moment, as
    /// other work makes caches cold and a processor slow: what a form costs, it costs each time.
    private func leastPart(_ loops: [EventLoop], _ send: (_ attempt: Int) async throws -> Void) async rethrows -> Double
    {
      var least = Double.infinity
      for attempt in 1...mostAttempts where least >= 1 {
        let limit = limit
        _ = await longestStretch(loops)
        try await send(attempt)
        least = min(least, await longestStretch(loops) / limit)
      }
      return least
    }

    private func longestStretch(_ loops: [EventLoop]) async -> Duration {
      var longest = Duration.zero
      for loop in loops { longest = max(longest, await loop.takeLongestStretch()) }
      return longest
    }

    @Test func `Every form has its place in these tests`() {
      let table = RouteTable(Feature.all)
      let routes = zip(table.router.routes, table.kinds).filter { $0.method == .post && $1 != .programs }.map(
        \.0.pattern)
      #expect(Set(routes) == withoutFields.union(forms.keys))
    }

    /// While a loop reads one member's form it answers nobody else: the longest stretch of processor time that it takes is
    /// what others wait. It is less than decoding 6 MiB on the loop would take, by the same build on the same machine.
    /// `bin/soak --neighbours` has milliseconds.
    @Test func `The longest form that there can be holds up nobody`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      // The same household, where letters are sent: to a port that nobody listens on.
      let mail = [
        "FOYER_SMTP_URL": "smtp://127.0.0.1:9", "FOYER_MAIL_FROM": "foyer@example.org",
        "FOYER_PUBLIC_URL": "http://localhost",
      ]
      let mailing = try await TestApp(mail, database: app.databaseURL)
      let writer = mailing.browser(headers: ["sec-fetch-site": "same-origin"])
      for (name, value) in await member.browser.cookies { await writer.setCookie(name, value) }
      let needMail: Set = ["/signup", "/household/invitations", "/password/forgot"]
      let id = try await member.add("A")
      _ = try await member.post("/recipes", ["id": "\(id)", "name": "R", "ingredients": "1 egg"])
      _ = try await member.post("/household/eaters", ["id": "\(id)", "name": "E"])
      for path in ["/categories", "/tags"] { _ = try await member.post(path, ["id": "\(id)", "name": "L"]) }
      let loops = app.app.loops + mailing.app.loops
      for loop in loops { await loop.measureStretches() }
      for (route, form) in forms {
        let browser = needMail.contains(route) ? writer : member.browser
        let path = ["{id}", "{line}", "{file}", "{token}"].reduce(route) {
          $0.components($1).joined(separator: "\(id)")
        }
        for (text, pieces) in [
          ("+", 1), ("a,", 1), ("%0Aa", 1), ("ab+", 900 / form.fields.count), ("ab+", 490 / form.fields.count),
        ] {
          // A line may have 2,000 characters, and there may be 500 of them.
          let most = ((1 << 20) - 40_000) / form.fields.count / pieces / text.utf8.count
          let length = pieces == 1 ? most : min(most, 1_980 / text.utf8.count)
          let value = String(repeating: text, count: length)
          let fields = form.fields.flatMap { field in
            (1...pieces).map { "\(field)=\(pieces == 1 ? "" : "\($0)")\(value)" }
          }
          let body = ([form.beside] + fields).joined(separator: "&")
          let part = try await leastPart(loops) { _ in
            let answer = try await browser.send("POST", path, [:], Array(body.utf8))
            #expect(answer.status < 500, "\(route)")
          }
          #expect(part < 1, "\(route), \(text), \(pieces)")
        }
      }
      await mailing.app.stop()
      await app.app.stop()
    }

    /// The same for JSON: names, of which each has to be another, values within values, and escapes.
    @Test func `The longest JSON that there can be holds up nobody`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      for loop in app.app.loops { await loop.measureStretches() }
      let prefix = String(repeating: "n", count: 90)
      for (path, length) in json {
        let room = length - 100
        for (number, piece) in [
          "\"\(prefix)", "\"\(prefix)\":{\"a\":0},\"", "\"a", "\"\(String(repeating: "\\u0061", count: 900))",
        ].enumerated() {
          let members = (100_000..<100_000 + room / (piece.utf8.count + 10)).map { "\(piece)\($0)\":0" }
          for body in ["{\(members.joined(separator: ","))}", "{\"changes\":[{\(members.joined(separator: ","))}]}"] {
            let part = try await leastPart(app.app.loops) { attempt in
              // Sign-ins are limited by address.
              let headers = ["content-type": "application/json", "x-forwarded-for": "10.98.\(number).\(attempt)"]
              let answer = try await member.browser.send("POST", path, headers, Array(body.utf8))
              #expect([200, 422].contains(answer.status), "\(path)")
            }
            #expect(part < 1, "\(path), \(number)")
          }
        }
      }
      await app.app.stop()
    }
  }
}
