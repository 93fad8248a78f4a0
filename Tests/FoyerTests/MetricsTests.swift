import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct MetricsTests {
    private static let token = "sixteen letters!"
    private static let right = ["authorization": "Bearer \(token)"]

    @Test func `Answers are counted by route and status`() async throws {
      let app = try await TestApp(["FOYER_METRICS_TOKEN": Self.token])
      let member = try await app.member()
      for _ in 1...3 { _ = try await member.get("/items") }
      _ = try await member.get("/items/\(UUID.v7())/edit")
      _ = try await member.get("/nowhere")
      let text = try await app.browser(headers: Self.right).get("/metrics").text
      let list = "method=\"GET\",route=\"/items\""
      #expect(text.contains("foyer_http_requests_total{\(list),status=\"200\"} 3\n"))
      #expect(
        text.contains("foyer_http_requests_total{method=\"GET\",route=\"/items/{id}/edit\",status=\"404\"} 1\n"))
      #expect(text.contains("foyer_http_requests_total{method=\"\",route=\"other\",status=\"404\"} 1\n"))
      #expect(text.contains("foyer_http_request_duration_seconds_bucket{\(list),le=\"+Inf\"} 3\n"))
      #expect(text.contains("foyer_http_request_duration_seconds_count{\(list)} 3\n"))
      // No id and no address of anybody's.
      #expect(!text.contains("\(member.household)") && !text.contains(member.email))
      await app.app.stop()
    }

    @Test func `Without a token only this machine may ask, and not through a proxy`() async throws {
      let app = try await TestApp.shared()
      let browser = app.browser()
      let direct: [String: String?] = ["x-forwarded-for": nil]
      #expect(try await browser.get("/metrics", direct).status == 200)
      for field in [
        "forwarded", "via", "x-real-ip", "x-forwarded-proto", "x-forwarded-host", "x-client-ip", "true-client-ip",
        "cf-connecting-ip", "x-envoy-external-address",
      ] {
        let proxied = direct.merging([field: "127.0.0.1"]) { $1 }
        #expect(try await browser.get("/metrics", proxied).status == 404, "\(field)")
      }
      // A monitor has no host of ours; a page of the internet whose host leads here is refused.
      for host in ["10.0.0.5:8080", "[fd00::5]:8080", "app:8080", "localhost"] {
        #expect(try await browser.get("/metrics", direct.merging(["host": host]) { $1 }).status == 200, "\(host)")
      }
      for host in ["evil.example:8080", "127.0.0.1.evil.example"] {
        #expect(try await browser.get("/metrics", direct.merging(["host": host]) { $1 }).status == 404, "\(host)")
      }
      for address in ["192.0.2.7", "127.0.0.1"] {
        #expect(try await browser.get("/metrics", ["x-forwarded-for": address]).status == 404, "\(address)")
      }
    }

    @Test func `A token is asked of everybody`() async throws {
      let app = try await TestApp(["FOYER_METRICS_TOKEN": Self.token])
      #expect(try await app.browser(headers: Self.right).get("/metrics").status == 200)
      #expect(try await app.browser().get("/metrics", ["authorization": "Bearer \(Self.token)"]).status == 200)
      for given in ["", "Bearer ", "Bearer sixteen letters?", "sixteen letters!", "Basic sixteen letters!"] {
        #expect(try await app.browser(headers: ["authorization": given]).get("/metrics").status == 404, "\(given)")
      }
      await app.app.stop()
    }

    @Test func `Without the database the rest is there`() async throws {
      let proxy = DatabaseProxy()
      let app = try await TestApp(["FOYER_METRICS_TOKEN": Self.token], proxy: proxy)
      #expect(try await app.browser(headers: Self.right).get("/metrics").text.contains("foyer_database_up 1\n"))
      proxy.goAway()
      let text = try await app.browser(headers: Self.right).get("/metrics").text
      #expect(text.contains("foyer_database_up 0\n") && text.contains("foyer_http_requests_total{"))
      #expect(!text.contains("foyer_database_size_bytes"))
      await app.app.stop()
    }

    @Test func `Seconds are written exactly`() {
      for (microseconds, text) in [
        (0, "0"), (1, "0.000001"), (2_500, "0.0025"), (1_000_000, "1"), (61_050_000, "61.05"),
      ] {
        #expect(MetricsText.seconds(microseconds) == text)
      }
    }
  }
}
