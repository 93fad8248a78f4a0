import Crypto
import Testing

@testable import Foyer

@Suite struct OpenIDTests {
  @Test(arguments: [1, 600, 5_000])
  func `A token may name thousands of groups`(count: Int) throws {
    let groups = (1...count).map { "\"group-\($0)\"" }.joined(separator: ",")
    let parts = [
      "{\"alg\":\"RS256\",\"kid\":\"1\"}", "{\"iss\":\"https://id.test\",\"groups\":[\(groups)]}", "signature",
    ]
    let token = try IDToken(parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: "."))
    #expect(token.algorithm == "RS256" && token.keyID == "1")
  }
}
