import Crypto
import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct Signup {
    @Test func `R23: signing up makes a household and signs in`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let page = try await member.get("/")
      #expect(page.status == 200)
      #expect(page.shows("Hello, Ada Lovelace"))
      #expect(page.shows("Ada Lovelace’s household"))
    }
  }
}
