import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct CompressionTests {
    @Test(arguments: ["gzip", "zstd"])
    func `Pages are compressed for a browser that accepts it`(coding: String) async throws {
      let member = try await TestApp.shared().member()
      let plain = try await member.get("/items")
      let packed = try await member.get("/items", ["accept-encoding": coding])
      #expect(plain["content-encoding"] == nil && packed["content-encoding"] == coding)
      #expect(packed.body.count < plain.body.count / 2)
      for answer in [plain, packed] { #expect(answer.all("vary").joined(separator: ", ").contains("Accept-Encoding")) }
    }

    @Test func `The setting switches it off`() async throws {
      let member = try await TestApp(["FOYER_COMPRESSION": "off"]).member()
      let page = try await member.get("/items", ["accept-encoding": "zstd, gzip"])
      #expect(page["content-encoding"] == nil && page.contains("</html>"))
      #expect(throws: Configuration.Problems.self) { try Configuration(environment: ["FOYER_COMPRESSION": "yes"]) }
    }

    @Test func `A secret link is not compressed`() async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post(
        "/household/invitations", ["current_password": member.password], ["accept-encoding": "gzip"])
      #expect(answer["content-encoding"] == nil && answer.contains("/invitations/"))
    }
  }
}
