import Crypto
import Testing

@testable import StrictJSON
@testable import WebPush

@Suite struct EncryptionTests {
  /// The example of RFC 8291, appendix A.
  @Test func `The RFC's example is encrypted as the RFC has it`() throws {
    func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }
    let subscription = try #require(
      Subscription(
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg"))
    let key = try #require(P256PrivateKey(scalar: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
    #expect(
      Base64URL.encode(key.publicKey)
        == "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
    let body = try #require(
      subscription.encrypt(
        Array("When I grow up, I want to be a watermelon".utf8), padding: 0, key: key,
        salt: bytes("DGv6ra1nlYgDCS1FRnbzlw")))
    #expect(
      Base64URL.encode(body) == """
        DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y\
        l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
        """)
  }

  @Test func `Both sides compute the same secret, and the curve is checked`() throws {
    for _ in 1...50 {
      let (one, other) = (P256PrivateKey.random(), P256PrivateKey.random())
      let secret = try #require(one.sharedSecret(with: other.publicKey))
      #expect(other.sharedSecret(with: one.publicKey) == secret)
      var point = one.publicKey
      point[64] ^= 1
      #expect(other.sharedSecret(with: point) == nil)
      #expect(Subscription(publicKey: point, auth: [UInt8](repeating: 1, count: 16)) == nil)
    }
  }

  /// The curve's order, and the number before it.
  @Test func `A private key is a number below the curve's order`() throws {
    var order = try #require(
      Base64URL.decode("_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE"))
    #expect(order.count == 32)
    #expect(P256PrivateKey(scalar: order) == nil)
    order[31] -= 1
    #expect(P256PrivateKey(scalar: order) != nil)
    #expect(P256PrivateKey(scalar: [UInt8](repeating: 0, count: 32)) == nil)
    #expect(P256PrivateKey(scalar: [UInt8](repeating: 255, count: 32)) == nil)
    #expect(P256PrivateKey(scalar: [UInt8](repeating: 1, count: 31)) == nil)
  }

  @Test(arguments: [
    ("", ""), ("AAAA", "BTBZMqHH6r4Tts7J_aSIgg"),
    ("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSI"),
    (
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8",
      "BTBZMqHH6r4Tts7J_aSIgg"
    ),
    ("AiVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx", "BTBZMqHH6r4Tts7J_aSIgg"),
  ])
  func `Keys of another form are refused`(p256dh: String, auth: String) {
    #expect(Subscription(p256dh: p256dh, auth: auth) == nil)
  }

  @Test func `A body has one of four lengths`() throws {
    let subscription = try #require(
      Subscription(publicKey: P256PrivateKey.random().publicKey, auth: randomBytes(16)))
    for (count, length) in [
      (0, 1024), (921, 1024), (922, 2048), (1945, 2048), (1946, 3072), (Subscription.maximumLength, 4096),
    ] {
      #expect(subscription.encrypt([UInt8](repeating: 65, count: count)).count == length)
    }
    #expect(Subscription.maximumLength == 3993)
    #expect(subscription.encrypt([65]) != subscription.encrypt([65]))
  }

  @Test func `A VAPID token is signed, and says for whom and until when it is`() throws {
    let scalar = try #require(Base64URL.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    let key = try #require(VAPIDKey(scalar: scalar))
    let point = try #require(P256PrivateKey(scalar: scalar)).publicKey
    for subject in ["mailto:foyer@example.org", nil] {
      let header = key.authorization(for: "https://push.example.net", subject: subject, at: 1_700_000_000)
      let parts = header.split(separator: ".")
      #expect(header.hasPrefix("vapid t="))
      #expect(header.hasSuffix(", k=\(Base64URL.encode(point))"))
      let bytes = try #require(Base64URL.decode(String(parts[1])))
      let claims = try #require(JSON(bytes).object)
      #expect(claims["aud"]?.string == "https://push.example.net")
      #expect(claims["sub"]?.string == subject)
      #expect(claims["exp"]?.text == "1700043200")
      let numbers = try #require(Base64URL.decode(String(parts[2].prefix { $0 != "," })))
      let signature = try #require(PublicKey.ecdsaSignature(numbers))
      let signed = Array(
        header.dropFirst("vapid t=".count).utf8.prefix(parts[0].utf8.count - 8 + 1 + parts[1].utf8.count))
      #expect(try #require(PublicKey(p256: point)).verifies(signature, of: signed))
    }
  }

  /// Numbers with leading zeros are padded: one in 128 signatures has one.
  @Test func `A signature has 64 bytes`() {
    let key = P256PrivateKey.random()
    for number in 0..<1000 { #expect(key.signature(of: [UInt8(number & 255)]).count == 64) }
  }
}
