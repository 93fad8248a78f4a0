import HTTP
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Behind proxies that name another host, another port or another scheme than browsers do.
  @Suite struct PublicURLTests {
    private static let site = "https://foyer.test:8443"

    /// What proxies make of a request for the site.
    static let manners: [[String: String?]] = [
      ["host": "foyer.test:8443"], ["host": "foyer.test"], ["host": "app:8080"], ["host": "127.0.0.1:8080"],
      ["host": "foyer.test", "x-forwarded-proto": "http"], ["host": "app:8080", "x-forwarded-proto": "https, http"],
      ["host": "app", "x-forwarded-proto": "https"], ["host": "localhost", "forwarded": "for=192.0.2.1;proto=http"],
      ["host": "FOYER.test:8080", "x-forwarded-host": "evil.example", "x-forwarded-port": "1"],
    ]

    private static func app() async throws -> TestApp {
      try await TestApp(["FOYER_PUBLIC_URL": site, "FOYER_ALLOWED_HOSTS": "app"])
    }

    @Test func `Links begin with the public URL, and its forms are one's own, whatever a proxy names`() async throws {
      let app = try await Self.app()
      for (number, manner) in Self.manners.enumerated() {
        let headers = manner.merging(["origin": Self.site]) { $1 }.compactMapValues { $0 }
        let browser = app.browser(headers: headers)
        let email = "proxied-\(number)@example.org"
        let signUp = try await browser.post(
          "/signup", ["name": "Ada", "email": email, "password": "a quiet harbour"])
        #expect(signUp.status == 303, "\(manner)")
        for cookie in signUp.all("set-cookie") {
          #expect(cookie.hasPrefix("__Host-") && cookie.components("; ").contains("Secure"), "\(manner): \(cookie)")
        }
        #expect(signUp["location"]?.hasPrefix("/") == true)
        #expect(try await browser.get("/items").status == 200)
        let invitation = try await browser.post("/household/invitations")
        #expect(invitation.contains("value=\"\(Self.site)/invitations/"), "\(manner)")
        let made = try await browser.post("/settings/feeds", ["name": "F", "content": "all"])
        let location = try #require(made["location"])
        let page = try await browser.get(location.components("#")[0])
        #expect(page.contains("value=\"\(Self.site)/calendar/"), "\(manner)")
        #expect(try await browser.post("/items", ["title": "Row", "due_date": "2030-01-01"]).status == 303)
        let path = "/calendar/" + (page.between("value=\"\(Self.site)/calendar/", "\"") ?? "")
        #expect(try await browser.get(path).contains("URL:\(Self.site)/"), "\(manner)")
        // A referring page is one's own as well.
        let ticked = try await browser.post(
          "/items/samples/delete", [:], ["referer": "\(Self.site)/items?status=done"])
        #expect(ticked["location"] == "/items?status=done", "\(manner)")
        let options = try await browser.send(
          "POST", "/settings/passkeys/begin", ["content-type": "application/json"], Array("{}".utf8))
        #expect(options.status == 200 && options.contains("\"id\":\"foyer.test\""), "\(manner): \(options.text)")
        #expect(options["strict-transport-security"] != nil)
      }
      await app.app.stop()
    }

    @Test func `Other origins stay others'`() async throws {
      let app = try await Self.app()
      let member = try await app.member(
        headers: ["host": "foyer.test:8443", "origin": Self.site])
      for origin in [
        "https://foyer.test", "http://foyer.test:8443", "https://foyer.test:8444", "https://foyer.test:84431",
        "https://evil.example", "null", "",
      ] {
        for host in ["foyer.test:8443", "foyer.test", "app:8080"] {
          let answer = try await member.post("/items", ["title": "t"], ["origin": origin, "host": host])
          #expect(answer.status == 403, "\(origin) \(host)")
        }
      }
      await app.app.stop()
    }

    @Test func `A browser on the machine itself goes on to work, and its cookies are Secure`() async throws {
      // The peer is no proxy.
      let app = try await TestApp(["FOYER_PUBLIC_URL": Self.site, "FOYER_TRUSTED_PROXIES": ""])
      let member = try await app.member()
      #expect(await member.browser.cookies.keys.allSatisfy { $0.hasPrefix("__Host-") })
      #expect(try await member.post("/items", ["title": "t"]).status == 303)
      #expect(try await app.browser().get("/login").all("set-cookie").allSatisfy { $0.contains("; Secure") })
      await app.app.stop()
    }

    @Test func `A port that is the scheme's own is left out, as browsers do`() throws {
      for (text, authority) in [
        ("https://foyer.test:443", "foyer.test"), ("https://foyer.test:80", "foyer.test:80"),
        ("http://localhost:80", "localhost"), ("https://[2001:db8::1]:8443", "[2001:db8::1]:8443"),
      ] {
        #expect(Configuration.PublicURL(text)?.authority == authority)
      }
    }

    @Test func `Probes are answered under any host, and pages under the allowed ones alone`() async throws {
      let app = try await TestApp.shared()
      for host in ["10.0.0.5:8080", "app:8080", "[fd00::5]", "any.example"] {
        for path in ["/healthz", "/readyz"] {
          for method in ["GET", "HEAD"] {
            #expect(try await app.browser().send(method, path, ["host": host], nil).status == 200, "\(host) \(path)")
          }
          #expect(try await app.browser().post(path, [:], ["host": host]).status == 421)
        }
        for path in ["/", "/login", "/items", "/healthz/", "/robots.txt", "/admin"] {
          #expect(try await app.browser().get(path, ["host": host]).status == 421, "\(host) \(path)")
        }
      }
      let token = "a token of some length"
      let guarded = try await TestApp(["FOYER_METRICS_TOKEN": token])
      let headers: [String: String?] = ["host": "app.internal:8080", "authorization": "Bearer \(token)"]
      #expect(try await guarded.browser().get("/metrics", headers).status == 200)
      #expect(try await guarded.browser().get("/metrics", ["host": "app.internal:8080"]).status == 404)
      await guarded.app.stop()
    }
  }
}
