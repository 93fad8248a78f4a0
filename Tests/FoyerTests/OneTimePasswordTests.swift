import Crypto
import QRCode
import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct OneTimePasswordTests {
    /// RFC 4226 appendix D, RFC 6238 appendix B.
    private let password = OneTimePassword(secret: Array("12345678901234567890".utf8))

    @Test func `The codes of RFC 4226`() {
      #expect(
        (0..<10).map { password.code(at: $0) } == [
          "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ])
    }

    /// Of its eight digits, six.
    @Test(arguments: [
      (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
      (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ])
    func `The codes of RFC 6238`(seconds: Int, code: String) {
      #expect(password.code(at: seconds / OneTimePassword.step) == String(code.suffix(6)))
    }

    @Test func `A code counts one step before and after its own`() {
      for now in 99...101 { #expect(password.step(of: password.code(at: 100), now: now) == 100) }
      for now in [98, 102] { #expect(password.step(of: password.code(at: 100), now: now) == nil) }
      #expect(password.step(of: "", now: 100) == nil)
    }

    /// RFC 4648 §10, without the padding.
    @Test(arguments: [
      ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
      ("foobar", "MZXW6YTBOI"),
    ])
    func `Base 32`(text: String, encoded: String) {
      #expect(Base32.encode(Array(text.utf8)) == encoded)
    }

    @Test func `Recovery codes have 80 bits in an alphabet without look-alikes`() throws {
      let codes = (0..<100).map { _ in RecoveryCode().text }
      #expect(Set(codes).count == 100)
      for code in codes {
        #expect(code.wholeMatch(of: /[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}/) != nil, "\(code)")
      }
      #expect(Base32.encode([0, 0, 0, 0, 0x1f, 0xff, 0, 0, 0, 0xff], .crockford) == "0000000zzw00007z")
    }

    @Test func `What may be typed for a code`() throws {
      for text in ["123456", " 123 456 ", "123-456", "\t123456", "１２３４５６", "123\u{A0}456"] {
        guard case .app("123456") = SecondFactorCode(text) else {
          Issue.record("\(text)")
          continue
        }
      }
      let code = RecoveryCode()
      for text in [code.text, code.text.uppercased(), code.text.components("-").joined(), " \(code.text) "] {
        guard case .recovery(code.hash) = SecondFactorCode(text) else {
          Issue.record("\(text)")
          continue
        }
      }
      // An i, l or o is a digit that was misread.
      guard case .recovery(let written) = SecondFactorCode("0123-1109-abcd-efgh"),
        case .recovery(let read) = SecondFactorCode("o123-iLO9-ABCD-EFGH"),
        case .recovery(let other) = SecondFactorCode("0123-1109-abcd-efgj")
      else {
        Issue.record("no recovery code")
        return
      }
      #expect(written == read)
      #expect(written != other)
      for text in [
        "", " ", "12345", "1234567", "12345a", "+12345", "123.456", "abcd-efgh-jkmn", "🦉",
        String(repeating: "1", count: 101), String(repeating: " ", count: 1_000_000) + "123456",
      ] {
        #expect(SecondFactorCode(text) == nil, "\(text.prefix(20))")
      }
    }

    @Test func `The address of a secret escapes the account's name`() {
      let secret = TOTPSecret(Array("12345678901234567890".utf8))
      #expect(
        secret.uri(email: "a+b&secret=x@é.example")
          == "otpauth://totp/Foyer:a%2Bb%26secret%3Dx%40%C3%A9.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
          + "&issuer=Foyer&algorithm=SHA1&digits=6&period=30")
      #expect(secret.groups == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")
    }

    /// The longest that an account can have, each byte escaped. What scanners read is tested in Tests/Browser.
    @Test func `A QR code of the longest address`() throws {
      let uri = TOTPSecret().uri(email: String(repeating: "é", count: 252) + "@b")
      #expect(try #require(QRCode(uri)).size <= 177)
      #expect(QRCode(String(repeating: "x", count: 3_000)) == nil)
      #expect(QRCode("a\u{0}b") == nil)
      let small = try #require(QRCode("A"))
      #expect(small.size == 21)
      #expect(small.side == 29)
      // The first row of a finder pattern: seven dark modules and a light one (ISO/IEC 18004 §6.3.3).
      #expect((0..<8).map { small[0, $0] } == [true, true, true, true, true, true, true, false])
      #expect(small.path.hasPrefix("M4 4h7v1H4z"))
    }
  }
}
