import Crypto
import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The links of letters: tokens are put into the tables here, as the letters are read in Tests/Operating.
  @Suite struct PasswordResetTests {
    /// Its mail server is a port that nobody listens on.
    private static let shared = Task {
      try await TestApp(
        [
          "FOYER_SMTP_URL": "smtp://127.0.0.1:9", "FOYER_MAIL_FROM": "foyer@example.org",
          "FOYER_PUBLIC_URL": "http://localhost",
        ], database: try await withoutMail.value.databaseURL)
    }
    /// On the same database: there an account is made at once.
    private static let withoutMail = Task { try await TestApp() }
    private static let sameOrigin = ["sec-fetch-site": "same-origin"]
    private static let new = "a louder harbour"

    private func app() async throws -> TestApp { try await Self.shared.value }

    private func member() async throws -> Member {
      let (app, made) = (try await app(), try await Self.withoutMail.value.member())
      let browser = app.browser(headers: Self.sameOrigin)
      for (name, value) in await made.browser.cookies { await browser.setCookie(name, value) }
      return Member(app: app, browser: browser, email: made.email, password: made.password, household: made.household)
    }

    private func stranger() async throws -> Browser { try await app().browser(headers: Self.sameOrigin) }

    /// A link for the member, as if its letter had been sent so many minutes ago.
    private func link(
      _ member: Member, minutes: Int = 0, purpose: MailLinkPurpose = .password, email: String? = nil
    ) throws -> String {
      let token = MailToken()
      try member.app.rows(
        """
        INSERT INTO mail_links (token_hash, purpose, person_id, email, created_at)
        SELECT \(token.hash), \(purpose.rawValue), person_id, \(email ?? member.email), now() - make_interval(mins => \(minutes)::int)
        FROM accounts WHERE email = \(member.email)
        """)
      return purpose == .password ? "/password/reset/\(token.text)" : "/email/confirm/\(token.text)"
    }

    private func signsIn(_ member: Member, _ password: String) async throws -> Bool {
      try await stranger().post("/login", ["email": member.email, "password": password]).status == 303
    }

    @Test func `A link sets a new password once, and ends every session`() async throws {
      let member = try await member()
      let path = try link(member)
      let browser = try await stranger()
      // A scanner looks first; a bad password costs nothing.
      for _ in 1...3 { #expect(try await browser.get(path).status == 200) }
      #expect(try await browser.post(path, ["new_password": "short"]).status == 422)
      let answer = try await browser.post(path, ["new_password": Self.new])
      #expect(answer.status == 303)
      #expect(answer["location"] == "/login")
      #expect(try await member.get("/items").status == 303)
      #expect(try await signsIn(member, member.password) == false)
      #expect(try await signsIn(member, Self.new))
      let ended = try await browser.get(path)
      #expect(ended.status == 404)
      #expect(ended.contains("href=\"/password/forgot\""))
      #expect(try await browser.post(path, ["new_password": "another harbour"]).status == 404)
      #expect(try await signsIn(member, Self.new))
    }

    @Test func `Of two uses at once one counts`() async throws {
      let member = try await member()
      let path = try link(member)
      let statuses = try await member.atOnce(8) { browser, number in
        try await browser.post(path, ["new_password": "a harbour of \(number)"], ["sec-fetch-site": "same-origin"])
          .status
      }
      #expect(statuses.sorted() == [303] + Array(repeating: 404, count: 7))
    }

    @Test func `A late, an unknown and another purpose's link give the same answer`() async throws {
      let member = try await member()
      let browser = try await stranger()
      let paths = [
        try link(member, minutes: 30),
        try link(member, purpose: .address).replacing("/email/confirm/", with: "/password/reset/"),
        "/password/reset/\(MailToken().text)",
        "/password/reset/x",
      ]
      for path in paths {
        #expect(try await browser.get(path).status == 404)
        #expect(try await browser.post(path, ["new_password": Self.new]).status == 404)
      }
      #expect(try await browser.get(try link(member, minutes: 29)).status == 200)
      #expect(try await signsIn(member, member.password))
    }

    @Test func `A changed password or address voids every link`() async throws {
      let browser = try await stranger()
      let (first, second, third) = (try await member(), try await member(), try await member())
      let paths = try [first, second, third].map { [try link($0), try link($0)] }
      let change: KeyValuePairs = ["current_password": first.password, "new_password": Self.new]
      #expect(try await first.post("/settings/password", change).status == 303)
      let address = try link(second, purpose: .address, email: "new-\(second.email)")
      #expect(try await second.post(address).status == 303)
      for path in paths[0] + paths[1] { #expect(try await browser.get(path).status == 404) }
      // Another's link is another's.
      #expect(try await browser.post(paths[2][0], ["new_password": Self.new]).status == 303)
      #expect(try await browser.get(paths[2][1]).status == 404)
      #expect(try await signsIn(third, Self.new))
    }

    @Test func `A link is for its account, whoever opens it`() async throws {
      let (ada, bob) = (try await member(), try await member())
      let path = try link(ada)
      #expect(try await bob.get(path).status == 200)
      #expect(try await bob.post(path, ["new_password": Self.new]).status == 303)
      #expect(try await bob.get("/items").status == 200)
      #expect(try await signsIn(bob, bob.password))
      #expect(try await signsIn(ada, Self.new))
    }

    @Test func `The token is in no log, and in no Referer`() async throws {
      let app = try await app()
      let member = try await member()
      let path = try link(member)
      let answer = try await stranger().get(path)
      #expect(answer.all("referrer-policy") == ["strict-origin"])
      #expect(answer["cache-control"] == "no-store")
      #expect(try await app.browser().post(path, [:], ["sec-fetch-site": "cross-site"]).status == 403)
      #expect(app.log.contains("/password/reset/{token}"))
      #expect(!app.log.contains(path))
    }

    @Test func `An address asks for 20 links, and 30 networks keep nobody from one`() async throws {
      let browser = try await stranger()
      for number in 1...20 {
        #expect(try await browser.post("/password/forgot", ["email": "nobody-\(number)@example.org"]).status == 303)
      }
      let refused = try await browser.post("/password/forgot", ["email": "nobody@example.org"])
      #expect(refused.status == 429)
      #expect(try await stranger().post("/password/forgot", ["email": "not an address"]).status == 422)
      for network in 1...30 {
        let from: [String: String?] = ["x-forwarded-for": "198.51.100.\(network)"]
        for number in 1...20 {
          let email = "nobody-\(network)-\(number)@example.org"
          #expect(try await browser.post("/password/forgot", ["email": email], from).status == 303)
        }
        #expect(try await browser.post("/password/forgot", ["email": "n@example.org"], from).status == 429)
      }
      #expect(try await stranger().post("/password/forgot", ["email": "somebody@example.org"]).status == 303)
    }

    @Test func `A person has 20 letters sent in a day that confirm an address`() async throws {
      let (app, member) = (try await app(), try await member())
      let person: UUID = try app.rows("SELECT person_id FROM accounts WHERE email = \(member.email)")[0]["person_id"]
      try app.hit("confirm address \(person)", 20)
      let new = "other-\(member.email)"
      #expect(try await member.post("/settings", ["email": new, "name": "Grace"]).status == 429)
      #expect(try await member.post("/settings/email").status == 429)
      #expect(try app.number("SELECT count(*) AS n FROM jobs WHERE payload->>'email' = \(new)") == 0)
    }

    @Test func `A new address counts once its link was followed, and only then`() async throws {
      let (member, other) = (try await member(), try await member())
      let new = "new-\(member.email)"
      #expect(try await member.post("/settings", ["email": new, "name": "Grace"]).status == 303)
      let emails: SQL = "SELECT count(*) AS n FROM accounts WHERE email = \(new)"
      #expect(try member.app.number(emails) == 0)
      let (path, second) = (
        try link(member, purpose: .address, email: new), try link(member, purpose: .address, email: other.email)
      )
      for _ in 1...2 { #expect(try await member.get(path).text.contains(new)) }
      // A mistyped address is somebody else's, who has the link but not the account.
      let stranger = try await stranger()
      #expect(try await stranger.get(path)["location"]?.hasPrefix("/login?next=") == true)
      #expect(try await stranger.post(path)["location"]?.hasPrefix("/login") == true)
      for answer in [try await other.get(path), try await other.post(path)] { #expect(answer.status == 404) }
      #expect(try member.app.number(emails) == 0)
      // Another account's address stays with it.
      #expect(try await member.post(second).status == 404)
      let statuses = try await member.atOnce(4) { browser, _ in
        try await browser.post(path, [:], ["sec-fetch-site": "same-origin"]).status
      }
      #expect(statuses.sorted() == [303, 404, 404, 404])
      #expect(try member.app.number(emails) == 1)
      #expect(try await member.get("/settings").text.contains("This address is confirmed."))
      #expect(try await other.get(try link(other, minutes: 30, purpose: .address)).status == 404)
    }

    @Test func `A new address that was asked for before the password changed gets no link`() async throws {
      let (app, member) = (try await app(), try await member())
      let new = "late-\(member.email)"
      #expect(try await member.post("/settings", ["email": new, "name": "Grace"]).status == 303)
      let job: UUID = try app.rows("SELECT id FROM jobs WHERE payload->>'email' = \(new)")[0]["id"]
      func attempts(_ number: Int) -> SQL {
        "SELECT count(*) AS n FROM jobs WHERE id = \(job) AND attempts = \(number) AND lease IS NULL"
      }
      // Its mail server is away.
      try await eventually { try app.number(attempts(1)) == 1 }
      #expect(try app.number("SELECT count(*) AS n FROM mail_links WHERE email = \(new)") == 1)
      let change: KeyValuePairs = ["current_password": member.password, "new_password": Self.new]
      #expect(try await member.post("/settings/password", change).status == 303)
      try app.rows("UPDATE jobs SET run_after = now() WHERE id = \(job)")
      try await eventually { try app.number(attempts(2)) == 1 }
      #expect(try app.number("SELECT count(*) AS n FROM jobs WHERE id = \(job) AND state = 'finished'") == 1)
      #expect(try app.number("SELECT count(*) AS n FROM mail_links WHERE email = \(new)") == 0)
    }

    @Test func `A link makes one account, and signs in`() async throws {
      let app = try await app()
      let token = MailToken()
      let email = "\(UUID.v7())@example.org"
      try app.rows(
        """
        INSERT INTO sign_ups (id, token_hash, name, email, password, time_zone)
        VALUES (\(UUID.v7()), \(token.hash), 'Ada', \(email), \(ScryptHash(password: Self.new).text), 'Nowhere/None')
        """)
      #expect(try await stranger().get("/signup/\(token.text)").status == 200)
      // Who has the letter alone did not sign up.
      for wrong in ["", "a quiet harbour"] {
        #expect(try await stranger().post("/signup/\(token.text)", ["password": wrong]).status == 422)
      }
      #expect(try app.number("SELECT count(*) AS n FROM accounts WHERE email = \(email)") == 0)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...6 {
          group.addTask { try await stranger().post("/signup/\(token.text)", ["password": Self.new]).status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [303, 404, 404, 404, 404, 404])
      let made = try app.number(
        "SELECT count(*) AS n FROM accounts WHERE email = \(email) AND verified_at IS NOT NULL")
      #expect(made == 1)
    }

    @Test func `Signing up answers the same for every address, and makes no account yet`() async throws {
      let (app, member) = (try await app(), try await member())
      func signUp(_ email: String) async throws -> Answer {
        try await stranger().post("/signup", ["name": "Eve", "email": email, "password": "another harbour"])
      }
      let new = "\(UUID.v7())@example.org"
      let answers = [try await signUp(member.email), try await signUp(new)]
      #expect(answers.map(\.status) == [303, 303])
      #expect(answers.map { $0["location"] } == ["/signup/sent", "/signup/sent"])
      #expect(answers.map { $0.all("set-cookie").count } == [0, 0])
      #expect(try app.number("SELECT count(*) AS n FROM accounts WHERE email = \(new)") == 0)
      for _ in 1...4 { #expect(try await signUp(new.uppercased()).status == 303) }
      #expect(try await signUp(new).status == 429)
      // Letters could not reach it.
      #expect(try await signUp("é@example.org").status == 422)
    }

    @Test func `Without mail there is no such page, and no link to it`() async throws {
      let app = try await TestApp.shared()
      let (browser, member) = (app.browser(), try await app.member())
      for path in ["/password/forgot", "/password/reset/x", "/email/confirm/x", "/signup/x"] {
        #expect(try await browser.get(path).status == 404)
        #expect(try await browser.post(path, ["email": member.email, "new_password": Self.new]).status == 404)
      }
      #expect(try await !browser.get("/login").text.contains("/password/forgot"))
      #expect(try await self.app().browser().get("/login").text.contains("/password/forgot"))
      #expect(try app.number("SELECT count(*) AS n FROM jobs WHERE payload->>'email' = \(member.email)") == 0)
    }

    // MARK: Invitations by mail

    /// The link of an invitation as its letter has it; or, without an address, as its page does.
    private func invitation(_ member: Member, to email: String?) throws -> String {
      let token = InvitationToken()
      try member.app.rows(
        """
        INSERT INTO invitations (token_hash, household_id, id, email)
        VALUES (\(token.hash), \(member.household), gen_random_uuid(), \(optional: email))
        """)
      return "/invitations/\(token.text)"
    }

    private func account(_ email: String, _ app: TestApp) throws -> (household: UUID, isVerified: Bool)? {
      try app.rows(
        "SELECT household_id, verified_at IS NOT NULL AS is_verified FROM accounts WHERE email = \(email)"
      ).first.map { (try $0["household_id"], try $0["is_verified"]) }
    }

    @Test func `An invitation's letter is the only one: its link proves the address that it was sent to`() async throws
    {
      let member = try await member()
      let (app, email) = (member.app, "invited-\(member.email)")
      let path = try invitation(member, to: email)
      let guest = try await stranger()
      #expect(try await guest.get(path).field("email") == email)
      // A wrong form uses nothing up.
      #expect(try await guest.post(path, ["name": "", "email": email, "password": "short"]).status == 422)
      let fields: KeyValuePairs = ["name": "Guest", "email": email, "password": "a guest harbour"]
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for _ in 1...3 { group.addTask { try await self.stranger().post(path, fields) } }
        return try await group.reduce(into: [Answer]()) { $0.append($1) }
      }
      // Of several at once one joins; the others find an ended link or the address taken, or have waited for too long.
      let joined = answers.filter { $0.status == 303 }
      let statuses = answers.map(\.status)
      #expect(
        joined.map { $0["location"] } == ["/"] && Set(statuses).isSubset(of: [303, 404, 422, 503]), "\(statuses)")
      let made = try #require(try account(email, app))
      #expect(made.household == member.household && made.isVerified)
      #expect(try await stranger().get(path).status == 404)
      #expect(try await stranger().post(path, fields).status == 404)
      let waiting: SQL = "SELECT count(*) AS n FROM sign_ups WHERE email = \(email)"
      #expect(try app.number(waiting) == 0)
    }

    @Test func `Another address, a shown link, and a member's own row prove nothing`() async throws {
      let member = try await member()
      let app = member.app
      let (email, other) = ("invited-\(member.email)", "another-\(member.email)")
      let path = try invitation(member, to: email)
      for (link, address) in [(path, other), (path, email.uppercased()), (try invitation(member, to: nil), email)] {
        let answer = try await stranger().post(
          link, ["name": "Guest", "email": address, "password": "a guest harbour"])
        #expect(answer.status == 303 && answer["location"] == "/signup/sent", "\(address)")
        #expect(try account(address, app) == nil)
      }
      // The application names no address for a link that a member has seen.
      let token = InvitationToken()
      let claim: SQL = """
        INSERT INTO invitations (token_hash, household_id, id, email)
        VALUES (\(token.hash), current_household(), gen_random_uuid(), \(other))
        """
      #expect(throws: PostgresError.self) {
        let session = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(120))
        try session.run("SELECT set_config('foyer.household', \("\(member.household)"), false)")
        try session.run("SET ROLE foyer_app")
        try session.run(claim)
      }
      // An ended one answers as ever, and keeps no address for long.
      try app.rows(
        "UPDATE invitations SET created_at = now() - interval '7 days' WHERE household_id = \(member.household)")
      #expect(try await stranger().get(path).status == 404)
      try app.rows(InvitationQueries.deleteExpired())
      #expect(try app.number("SELECT count(*) AS n FROM invitations WHERE household_id = \(member.household)") == 0)
    }

    @Test func `An invited address that has an account signs in instead`() async throws {
      let (member, invited) = (try await member(), try await member())
      let path = try invitation(member, to: invited.email)
      let answer = try await stranger().post(
        path, ["name": "Guest", "email": invited.email, "password": "a guest harbour"])
      #expect(answer.status == 422 && answer.contains("/login?next=\(percentEncoded(path))"))
      #expect(try account(invited.email, member.app)?.household == invited.household)
      // The invitation is still good.
      #expect(try await invited.get(path).status == 200)
      #expect(try await invited.post(path, ["confirm": "household"]).status == 303)
      #expect(try account(invited.email, member.app)?.household == member.household)
    }

    // MARK: News by mail

    /// Which letters a member gets, and with which times of reminders.
    private func told(_ member: Member) throws -> (byMail: Bool, codes: [String])? {
      try member.app.rows("SELECT by_mail, codes FROM reminder_settings WHERE household_id = \(member.household)")
        .first.map { (try $0["by_mail"], try $0["codes"]) }
    }

    private func verify(_ member: Member) throws {
      try member.app.rows("UPDATE accounts SET verified_at = now() WHERE email = \(member.email)")
    }

    @Test func `A host hears of requests by mail from the first publication, unless something else was chosen`()
      async throws
    {
      let (host, silent, unverified) = (try await member(), try await member(), try await member())
      try verify(host)
      try verify(silent)
      try await host.list("Hidden Barn", published: false)
      #expect(try told(host) == nil)
      #expect(try await host.get("/hosting").shows("Nothing tells you of requests yet."))
      try await host.list("Open Barn")
      let chosen = try #require(try told(host))
      // Of stays alone: no item reminds by itself.
      #expect(chosen.byMail && chosen.codes == [])
      #expect(try await host.get("/hosting").shows("You hear of requests by e-mail."))
      // A choice stays.
      _ = try await silent.post("/settings/reminders", ["default": "60"])
      try await silent.list("Silent Barn")
      #expect(try told(silent)?.byMail == false)
      try await unverified.list("Plain Barn")
      #expect(try told(unverified) == nil)
    }

    @Test func `After a request, its guest is asked how to be told`() async throws {
      let (host, guest) = (try await member(), try await member())
      let listing = try await host.list("Asked Barn")
      try await guest.ask(listing)
      // No letter without an address that answered one.
      let plain = try await guest.get("/hosts/\(listing)")
      #expect(plain.shows("How shall we tell you of the answer?") && !plain.shows("Tell me by e-mail"))
      try verify(guest)
      #expect(try await guest.get("/hosts/\(listing)").shows("Tell me by e-mail"))
      let back = ["referer": "http://localhost/hosts/\(listing)"]
      let answer = try await guest.post("/settings/reminders/mail", [:], back)
      #expect(answer.status == 303 && answer["location"] == "/hosts/\(listing)")
      #expect(try told(guest)?.byMail == true)
      #expect(try await !guest.get("/hosts/\(listing)").shows("How shall we tell you of the answer?"))
    }

    @Test func `A test letter is sent to an address that answers, once an hour`() async throws {
      let member = try await member()
      #expect(try await !member.get("/welcome/reach").contains("/welcome/reach/letter"))
      #expect(try await member.post("/welcome/reach/letter").status == 404)
      try verify(member)
      #expect(try await member.get("/welcome/reach").shows("Send me a test letter"))
      #expect(try await member.post("/welcome/reach/letter")["location"] == "/welcome/reach")
      #expect(try await member.get("/welcome/reach").shows("The letter is on its way."))
      #expect(try await member.post("/welcome/reach/letter").status == 429)
      let count = try member.app.number(
        "SELECT count(*) AS n FROM jobs WHERE kind = 'test_letter' AND share = \(member.household)")
      #expect(count == 1)
    }

    @Test func `The last of the first steps turns letters on and off`() async throws {
      let member = try await member()
      #expect(try await member.post("/welcome/reach", ["mail": "true"])["location"] == "/")
      #expect(try told(member) == nil)
      try verify(member)
      #expect(try await member.get("/welcome/reach").contains("name=\"mail\" value=\"true\""))
      _ = try await member.post("/welcome/reach", ["mail": "true"])
      #expect(try told(member).map { $0.byMail && !$0.codes.isEmpty } == true)
      _ = try await member.post("/welcome/reach")
      #expect(try told(member)?.byMail == false)
    }
  }
}
