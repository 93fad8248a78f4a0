import Crypto
import HTTP
import Testing

@testable import Foyer

extension FoyerTests {
  /// A form that is sent after its session has ended comes back with its words, to its writer alone.
  @Suite struct UnsentFormTests {
    private struct Case {
      let page, action, field: String
    }

    private func endSessions(of member: Member) throws {
      try member.app.rows("DELETE FROM sessions WHERE household_id = \(member.household)")
    }

    private func send(_ browser: Browser, _ path: String, _ fields: [(String, String)]) async throws -> Answer {
      let body = fields.map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }.joined(separator: "&")
      return try await browser.send("POST", path, [:], Array(body.utf8))
    }

    /// What a browser sends of a page's form after somebody has written into one of its fields.
    private func written(
      _ member: Member, _ its: Case, _ words: String
    ) async throws -> [(String, String)] {
      var fields = try await member.get(its.page).fields(of: its.action)
      #expect(!fields.isEmpty, "\(its.page)")
      fields.removeAll { $0.0 == its.field }
      return fields + [(its.field, words)]
    }

    /// Sends it without a session, as from that page; returns what the page to sign in keeps.
    private func sendInVain(_ member: Member, _ its: Case, _ fields: [(String, String)]) async throws -> String {
      try endSessions(of: member)
      let body = fields.map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }.joined(separator: "&")
      let answer = try await member.browser.send(
        "POST", its.action, ["referer": "\(member.browser.origin)\(its.page)"], Array(body.utf8))
      #expect(answer.status == 401 && answer.shows("You were signed out while you were writing."), "\(its.action)")
      return try #require(answer.field("words"), "\(its.action)")
    }

    private func cases(_ member: Member) async throws -> [Case] {
      let host = try await member.app.member()
      let request = try await member.ask(try await host.list())
      let item = try await member.add("Paint")
      let tag = try await member.add(.tag, "urgent")
      let recipe = UUID.v7()
      _ = try await member.post("/recipes", ["id": "\(recipe)", "name": "Soup", "ingredients": "1 leek"])
      return [
        Case(page: "/items/new", action: "/items", field: "description"),
        Case(page: "/items/\(item)/edit", action: "/items/\(item)", field: "title"),
        Case(page: "/items", action: "/items/quick", field: "text"),
        Case(page: "/", action: "/items/quick", field: "text"),
        Case(page: "/tags/\(tag)/edit", action: "/tags/\(tag)", field: "name"),
        Case(page: "/categories/new", action: "/categories", field: "name"),
        Case(page: "/recipes/\(recipe)/edit", action: "/recipes/\(recipe)", field: "steps"),
        Case(page: "/recipes", action: "/recipes/ingredients", field: "name"),
        Case(page: "/plan", action: "/plan", field: "text"),
        Case(page: "/household/eaters", action: "/household/eaters", field: "dislikes"),
        Case(page: "/requests/\(request)", action: "/requests/\(request)/messages", field: "message"),
        Case(page: "/hosting", action: "/hosting", field: "offer"),
        Case(page: "/household", action: "/household", field: "name"),
        Case(page: "/shopping", action: "/shopping", field: "text"),
        Case(page: "/settings", action: "/settings", field: "name"),
      ]
    }

    @Test func `Who signs in has the form again with the words, and nothing was sent`() async throws {
      let member = try await TestApp.shared().member()
      for its in try await cases(member) {
        let words = "Kept <b>words</b> & \"quotes\"\r\nof two lines 김치"
        let line = its.field == "description" || ["steps", "message", "offer"].contains(its.field)
        let typed = line ? words : words.replacing("\r\n", with: " ")
        let fields = try await written(member, its, typed)
        let kept = try await sendInVain(member, its, fields)
        let page = try await member.post(
          "/login", ["email": member.email, "password": member.password, "words": kept])
        #expect(page.status == 200, "\(its.action)")
        #expect(page.shows("Your words are here again; nothing has been sent yet."), "\(its.action)")
        let again = page.fields(of: its.action)
        #expect(again.contains { $0.0 == its.field && $0.1 == typed }, "\(its.page) \(its.action)")
        #expect(page.count(of: "Kept &lt;b&gt;") >= 1 && !page.contains("Kept <b>"))
        for name in ["id", "version"] where fields.contains(where: { $0.0 == name }) {
          #expect(again.first { $0.0 == name }?.1 == fields.first { $0.0 == name }?.1, "\(its.action) \(name)")
        }
        #expect(again.first { $0.0 == "csrf" }?.1 != fields.first { $0.0 == "csrf" }?.1)
      }
      let stored = try member.app.number(
        "SELECT count(*) AS n FROM items WHERE household_id = \(member.household) AND title || description LIKE 'Kept%'"
      )
      #expect(stored == 0)
    }

    @Test func `A form is filled field by field, and what has no field is left over`() throws {
      let page = """
        <main><form method="post" action="/other"><input name="a" type="text" value="x"></form>
        <details class="fold"><summary>S</summary><form method="post" action="/plan"><input type="hidden" name="day" value="1">
        <input name="text" type="text" value=""></form></details>
        <details><form method="post" action="/plan"><input type="hidden" name="day" value="2">
        <input type="hidden" name="id" value="old"><input name="text" type="text" value="">
        <textarea name="words" rows="3">
        before</textarea><select name="s"><option value="1" selected>1</option><option value="2">2</option></select>
        <input type="checkbox" name="box" value="x" checked><input type="checkbox" name="box" value="y">
        <input type="file" name="f"><input type="password" name="p" value=""></form></details></main>
        """
      let fields = [
        ("day", "2"), ("id", "mine"), ("text", "a \"b\" <c>"), ("words", "two\r\nlines"), ("s", "2"), ("box", "y"),
        ("p", "secret"), ("new", "left"),
      ]
      let (filled, rest) = try #require(FormFiller.fill(Array(page.utf8), action: "/plan", with: fields))
      let text = String(decoding: filled, as: UTF8.self)
      #expect(text.contains("name=\"text\" type=\"text\" value=\"a &#34;b&#34; &lt;c&gt;\""))
      #expect(text.contains("<textarea name=\"words\" rows=\"3\">\ntwo\r\nlines</textarea>"))
      #expect(text.contains("<option value=\"1\">1") && text.contains("<option value=\"2\" selected>2"))
      #expect(text.contains("value=\"x\">") && text.contains("value=\"y\" checked>"))
      #expect(text.contains("value=\"mine\"") && !text.contains("secret"))
      // The form of the other day is as it was; the fold around this one is open.
      #expect(text.contains("<details class=\"fold\">") && text.contains("<details open>"))
      #expect(rest.map(\.name) == ["p", "new"])
      #expect(FormFiller.fill(Array(page.utf8), action: "/none", with: fields) == nil)
    }

    @Test func `What is sealed opens with its key alone, and unchanged`() {
      let (key, nonce) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 12))
      for bytes in [[], [7], [UInt8](repeating: 9, count: 50_000)] {
        let sealed = sealAES128GCM(bytes, key: key, nonce: nonce)
        #expect(openAES128GCM(sealed, key: key, nonce: nonce) == bytes)
        #expect(openAES128GCM(sealed, key: nonce + [0, 0, 0, 0], nonce: nonce) == nil)
        #expect(openAES128GCM(Array(sealed.dropLast()), key: key, nonce: nonce) == nil)
        var changed = sealed
        changed[0] ^= 1
        #expect(openAES128GCM(changed, key: key, nonce: nonce) == nil)
      }
      #expect(openAES128GCM([], key: key, nonce: nonce) == nil)
    }

    @Test func `Where the page has no such form any more, its words are shown`() async throws {
      let member = try await TestApp.shared().member()
      let item = try await member.add("Paint")
      let its = Case(page: "/items/\(item)/edit", action: "/items/\(item)", field: "description")
      let fields = try await written(member, its, "Words of what is gone")
      _ = try await member.post("/items/\(item)/delete")
      try member.app.rows("DELETE FROM items WHERE id = \(item)")
      let kept = try await sendInVain(member, its, fields)
      let page = try await member.post("/login", ["email": member.email, "password": member.password, "words": kept])
      #expect(page.status == 200 && page.shows("Words of what is gone"))
    }

    @Test func `Nobody else sees them: not another member, not another household, not changed or old ones`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let mate = try await member.app.housemate(of: member)
      let stranger = try await member.app.member()
      let its = Case(page: "/items/new", action: "/items", field: "title")
      let kept = try await sendInVain(member, its, try await written(member, its, "Private words"))
      for other in [mate, stranger] {
        let signedIn = try await other.post(
          "/login", ["email": other.email, "password": other.password, "words": kept])
        #expect(signedIn.status == 303 && !signedIn.contains("Private"))
        let page = try await other.post("/login/words", ["words": kept])
        #expect(page.status == 303 && !page.contains("Private"))
      }
      // The page to sign in does not have them in the open.
      #expect(!kept.contains("Private"))
      _ = try await member.post("/login", ["email": member.email, "password": member.password])
      #expect(try await member.post("/login/words", ["words": kept]).shows("Private words"))
      var changed = Array(kept.utf8)
      changed[changed.count / 2] = changed[changed.count / 2] == 0x41 ? 0x42 : 0x41
      for text in [String(decoding: changed, as: UTF8.self), "", "AAAA", String(kept.dropLast(4))] {
        #expect(try await member.post("/login/words", ["words": text]).status == 303)
      }
      // Without a session there is nothing, and another site sends nothing.
      #expect(try await member.app.browser().post("/login/words", ["words": kept]).status == 303)
      #expect(try await member.post("/login/words", ["words": kept], ["sec-fetch-site": "cross-site"]).status == 403)
    }

    @Test func `A wrong password keeps the words, and passwords are never kept`() async throws {
      let member = try await TestApp.shared().member()
      let its = Case(page: "/items/new", action: "/items", field: "title")
      let kept = try await sendInVain(member, its, try await written(member, its, "Still here"))
      let wrong = try await member.post("/login", ["email": member.email, "password": "wrong words", "words": kept])
      #expect(wrong.status == 422 && wrong.field("words") == kept)
      let page = try await member.post("/login", ["email": member.email, "password": member.password, "words": kept])
      #expect(page.fields(of: "/items").contains { $0 == ("title", "Still here") })
      let secret = Case(page: "/settings", action: "/settings/password", field: "new_password")
      let sealed = try await sendInVain(member, secret, try await written(member, secret, "a new secret word"))
      let settings = try await member.post(
        "/login", ["email": member.email, "password": member.password, "words": sealed])
      #expect(settings.status == 200 && !settings.contains("a new secret word"))
    }

    @Test func `Of a file the name is said, however large it is`() async throws {
      let member = try await TestApp.shared().member()
      let page = try await member.get("/items/new")
      let reader = try #require(page.field("reader"))
      for size in [10, 300_000] {
        try endSessions(of: member)
        let parts = [("reader", reader), ("title", "With a picture"), ("id", "\(UUID.v7())")]
        var body = parts.map {
          "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n"
        }.joined()
        body += "--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"boat.png\"\r\n"
        body += "Content-Type: image/png\r\n\r\n\(String(repeating: "x", count: size))\r\n--b--\r\n"
        let answer = try await member.browser.send(
          "POST", "/items", ["content-type": "multipart/form-data; boundary=b"], Array(body.utf8))
        #expect(answer.status == 401, "\(size)")
        let again = try await member.app.browser().post(
          "/login",
          ["email": member.email, "password": member.password, "words": try #require(answer.field("words"))])
        #expect(again.shows("Please choose again: boat.png"), "\(size)")
        #expect(again.fields(of: "/items").contains { $0 == ("title", "With a picture") }, "\(size)")
        _ = try await member.post("/login", ["email": member.email, "password": member.password])
      }
    }

    @Test func `Of a form with more fields than a page has nothing is kept`() async throws {
      let member = try await TestApp.shared().member()
      let its = Case(page: "/items", action: "/items/quick", field: "text")
      let fields = try await written(member, its, "Paint")
      try endSessions(of: member)
      let answer = try await send(member.browser, its.action, fields + (0..<300).map { ("more", "\($0)") })
      #expect(answer.status == 303 && answer["location"]?.hasPrefix("/login") == true)
    }

    @Test func `Without words the answer is as before, and leads back to the page`() async throws {
      let member = try await TestApp.shared().member()
      let item = try await member.add("Paint")
      try endSessions(of: member)
      let path = "/items/\(item)/done"
      let bare = try await member.post(path, ["done": "true"])
      #expect(bare.status == 303 && bare["location"] == "/login")
      let back = try await member.post(path, ["done": "true"], ["referer": "\(member.browser.origin)/items?q=a"])
      #expect(back.status == 303 && back["location"] == "/login?next=%2Fitems%3Fq%3Da")
      let part = try await member.post(
        path, ["done": "true"], ["hx-request": "true", "hx-current-url": "\(member.browser.origin)/items"])
      #expect(part.status == 401 && part["hx-redirect"] == "/login?next=%2Fitems")
      for url in ["https://evil.example/items", "//evil.example", "\(member.browser.origin)//evil.example"] {
        #expect(try await member.post(path, ["done": "true"], ["referer": url])["location"] == "/login", "\(url)")
      }
    }
  }
}
