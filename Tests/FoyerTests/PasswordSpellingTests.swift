import Crypto
import Testing

@testable import Crypto
@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// One password, whichever keyboard, system or input method has typed it.
  @Suite struct PasswordSpellings {
    /// Typed when it was set, and typed otherwise later.
    static let pairs: [(set: String, typed: String)] = [
      ("mañana süßkram", "man\u{303}ana su\u{308}ßkram"), ("man\u{303}ana su\u{308}ßkram", "mañana süßkram"),
      ("비밀번호는 길다", "비밀번호는 길다".normalized(.nfd)), ("ёлка в лесу".normalized(.nfd), "ёлка в лесу"),
      ("élan vital été", "élan vital été".normalized(.nfd)), ("a\u{a0}quiet\u{3000}harbour", "a quiet harbour"),
      ("\u{1680}quiet harbour", " quiet harbour"), ("a quiet harbour", "ａ\u{2003}ｑｕｉｅｔ\u{202f}ｈａｒｂｏｕｒ"),
      ("\u{fb01}ne harbour", "fine harbour"), ("ｶﾞｷﾞｸﾞｹﾞｺﾞｻﾞｼﾞｽﾞ", "ガギグゲゴザジズ"), ("\u{212b}ngström way", "A\u{30a}ngström way"),
      ("क़लम से लिखो", "\u{958}लम से लिखो"), ("Việt Nam đẹp", "Việt Nam đẹp".normalized(.nfd)),
    ]

    @Test(arguments: pairs)
    func `It signs in, changes and deletes, typed otherwise than it was set`(set: String, typed: String) async throws {
      #expect(!set.utf8.elementsEqual(typed.utf8))
      let app = try await TestApp.shared()
      let browser = app.browser()
      let email = "spelling-\(UUID.v7())@example.org"
      #expect(try await browser.post("/signup", ["name": "Ada", "email": email, "password": set]).status == 303)
      for password in [typed, set] {
        #expect(try await app.browser().post("/login", ["email": email, "password": password]).status == 303)
      }
      #expect(try await app.browser().post("/login", ["email": email, "password": "\(typed)x"]).status == 422)
      let change: KeyValuePairs = ["current_password": typed, "new_password": "\(set) 2"]
      #expect(try await browser.post("/settings/password", change).status == 303)
      #expect(try await app.browser().post("/login", ["email": email, "password": "\(typed) 2"]).status == 303)
      // Where it is asked for again.
      try app.rows(
        """
        UPDATE sessions SET confirmed_at = to_timestamp(0)
        WHERE person_id = (SELECT person_id FROM accounts WHERE email = \(email))
        """)
      #expect(try await browser.post("/settings/totp", ["current_password": "\(typed) 2"]).status == 303)
      #expect(try await browser.post("/account/delete", ["password": "\(typed) 2"]).status == 303)
    }

    @Test func `A link and the operator's command set it for every keyboard`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let (set, typed) = ("été à Séoul", "été à Séoul".normalized(.nfd))
      let made = try await Program.run(
        ["user", "password", member.email], ["DATABASE_URL": app.databaseURL], input: "\(typed)\n")
      #expect(made.status == 0, "\(made.errors)")
      for password in [set, typed] {
        #expect(try await app.browser().post("/login", ["email": member.email, "password": password]).status == 303)
      }
    }

    @Test func `A hash of the bytes that were typed counts, and is replaced`() async throws {
      let app = try await TestApp.shared()
      let stored: (Member) throws -> String = { member in
        try app.rows("SELECT password FROM accounts WHERE email = \(member.email)")[0]["password"]
      }
      let composed = "mañana süßkram"
      for old in [composed, composed.normalized(.nfd)] {
        for typed in [composed, composed.normalized(.nfd)] {
          let member = try await app.member()
          let hash = ScryptHash(exactly: old, parameters: TestApp.parameters)
          try app.rows("UPDATE accounts SET password = \(hash.text) WHERE email = \(member.email)")
          let wrong: KeyValuePairs = ["email": member.email, "password": "manana susskram"]
          #expect(try await app.browser().post("/login", wrong).status == 422)
          #expect(try stored(member) == hash.text)
          #expect(try await app.browser().post("/login", ["email": member.email, "password": typed]).status == 303)
          let new = try #require(ScryptHash(try stored(member)))
          #expect(new.matches(exactly: PreparedPassword.text(composed)))
        }
      }
      // What neither form changes has one hash, which stays.
      let member = try await app.member()
      let before = try stored(member)
      #expect(
        try await app.browser().post("/login", ["email": member.email, "password": member.password]).status == 303)
      #expect(try stored(member) == before)
    }

    @Test func `How many spellings are tried depends on what is typed alone`() {
      #expect(PreparedPassword.spellings("a quiet harbour").count == 1)
      #expect(PreparedPassword.spellings("été").count == 2)
      #expect(PreparedPassword.spellings("été".normalized(.nfd)).count == 2)
      #expect(PreparedPassword.spellings("\u{fb01}é").map { Array($0.utf8) }.contains(Array("\u{fb01}é".utf8)))
      for text in ["", "été", "비밀", "\u{fdfa}", "👨‍👩‍👧", "\u{1680}\u{212b}"] {
        let prepared = PreparedPassword.text(text)
        #expect(PreparedPassword.text(prepared).utf8.elementsEqual(prepared.utf8), "\(text)")
      }
    }

    @Test func `Its length is that of what is hashed, and a common one is common in any letters`() {
      let strings = Strings(.en)
      #expect(PasswordRules.problem("가나다라마바사아".normalized(.nfd), strings) == nil)
      #expect(PasswordRules.problem("가나다라마바사".normalized(.nfd), strings) == strings.formPasswordShort(count: 8))
      #expect(PasswordRules.problem(String(repeating: "é", count: 256).normalized(.nfd), strings) == nil)
      #expect(
        PasswordRules.problem(String(repeating: "é", count: 257), strings) == strings.formPasswordLong(count: 256))
      for common in ["password123", "ｐａｓｓｗｏｒｄ１２３", "ＰＡＳＳＷＯＲＤ123", "𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝𝟏𝟐𝟑"] {
        #expect(PasswordRules.problem(common, strings) == strings.formPasswordCommon, "\(common)")
      }
    }
  }

  /// Codes as people and their keyboards write them.
  @Suite struct CodeSpellings {
    @Test(arguments: [
      "123456", "123 456", "123\u{a0}456", "123\u{202f}456", "\u{3000}123\u{2009}456\u{2003}", "１２３４５６", "１２３　４５６",
      "123-456", "123\u{2011}456", "123–456", "123—456", "123\u{2212}456", "123ー456", "123\u{ad}456", "\u{feff}123456",
      "\u{200e}123\u{200b}456\u{2060}", "123\n456\r\n", "١٢٣٤٥٦", "۱۲۳ ۴۵۶", "१२३४५६", "১২৩৪৫৬", "๑๒๓๔๕๖", "᠑᠒᠓᠔᠕᠖",
      "𝟏𝟐𝟑𝟒𝟓𝟔", "１23४5६", "123\u{2800}456", "1\u{3164}23456",
    ])
    func `A code of the app`(text: String) throws {
      guard case .app(let digits) = try #require(SecondFactorCode(text)) else { throw Unexpected("another code") }
      #expect(digits == "123456")
    }

    @Test(arguments: [
      "", "12345", "1234567", "12345x", "12345.6", "一二三四五六", "½23456", "123456\u{0}", "+123456", "123٫456",
    ])
    func `What is none`(text: String) {
      #expect(SecondFactorCode(text) == nil)
    }

    @Test(arguments: [
      "0123-4567-89ab-cdef", "0123456789abcdef", "0123 4567 89AB CDEF", "o1i3–45６7—89ＡＢ\u{a0}ｃｄｅｆ",
      "\t0123\u{2010}4567\u{2011}89ab\u{2012}cdef\n", "٠١٢٣ ４５６７ 89ab cdef", "OL23\u{2212}4567\u{2212}89ab\u{2212}cdef",
    ])
    func `A recovery code`(text: String) throws {
      guard case .recovery(let hash) = try #require(SecondFactorCode(text)) else { throw Unexpected("another code") }
      let isO1 = text.hasPrefix("o1i3")
      #expect(hash == RecoveryCode.hash(Array((isO1 ? "0113456789abcdef" : "0123456789abcdef").utf8)))
    }
  }
}
