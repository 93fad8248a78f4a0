import Crypto
import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct FormTokenTests {
    /// Both halves are different in each response, and every token is good for as long as its session is.
    @Test func `The token is masked anew in each response`() async throws {
      let member = try await TestApp.shared().member()
      var tokens: [String] = []
      for _ in 0..<4 { tokens.append(try #require(try await member.get("/items/new").field("csrf"))) }
      let halves = try tokens.map { try #require(Base64URL.decode($0)) }.flatMap { [$0.prefix(16), $0.suffix(16)] }
      #expect(Set(halves).count == 8)
      for token in tokens {
        let answer = try await member.post("/items", ["csrf": token, "title": "t"], ["origin": nil])
        #expect(answer.status == 303)
      }
      let half = Base64URL.encode(Array(halves[0]))
      for token in ["", half, String(tokens[0].dropLast()), Base64URL.encode([UInt8](repeating: 0, count: 32))] {
        let answer = try await member.post("/items", ["csrf": token, "title": "t"], ["origin": nil])
        #expect(answer.status == 403)
      }
    }
  }
}
