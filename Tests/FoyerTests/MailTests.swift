import Fetch
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct Mails {
    @Test(arguments: [
      "a@b", "ada.lovelace+foyer@example.org", "o'hara@xn--bcher-kva.example",
      "\(String(repeating: "a", count: 64))@b.example",
    ])
    func `An address that letters go to`(text: String) {
      #expect(MailAddress(text)?.description == text)
    }

    @Test(arguments: [
      "", "@", "a@", "@b", "a", "a@b@c", "a b@c", "a@b c", "a@b\r\nBcc: c@d", "a\n@b", "a@b\n", "a,b@c", "a<b>@c",
      "<a@b>", "\"a\"@b", ".a@b", "a.@b", "a..b@c", "a@[127.0.0.1]", "a@[::1]", "é@b", "a@bücher.example", "a@-b",
      "a\u{0}@b", "a@b;c", "\(String(repeating: "a", count: 65))@b",
    ])
    func `An address that could end a line or name another recipient is refused`(text: String) {
      #expect(MailAddress(text) == nil)
    }

    @Test func `A subject is ASCII of short lines, whatever it says`() {
      #expect(EncodedWords.encode("A new password") == "A new password")
      #expect(EncodedWords.encode("Été") == "=?UTF-8?B?w4l0w6k=?=")
      #expect(EncodedWords.encode("a\r\nBcc: b") == "=?UTF-8?B?YSAgQmNjOiBi?=")
      #expect(EncodedWords.encode("=?UTF-8?B?YQ==?=") != "=?UTF-8?B?YQ==?=")
      for text in [String(repeating: "비밀번호", count: 40), String(repeating: "👨‍👩‍👧‍👦", count: 30)] {
        let words = EncodedWords.encode(text).components("\r\n ")
        #expect(words.allSatisfy { $0.utf8.count <= 75 && $0.hasPrefix("=?UTF-8?B?") && $0.hasSuffix("?=") })
      }
    }

    @Test func `Quoted-printable has lines of at most 76 characters, and loses no space`() {
      func encoded(_ text: String) -> String { String(decoding: QuotedPrintable.encode(text), as: UTF8.self) }
      #expect(encoded("a = b\n") == "a =3D b\r\n")
      #expect(encoded("end \nÉ\t\n") == "end=20\r\n=C3=89=09\r\n")
      #expect(encoded("a\n\nb\n") == "a\r\n\r\nb\r\n")
      #expect(encoded("a\rb\n") == "a=0Db\r\n")
      let line = String(repeating: "x", count: 76)
      #expect(encoded("\(line)\n") == "\(line)\r\n")
      #expect(encoded("\(line)x\n") == "\(line.dropLast())=\r\nxx\r\n")
      #expect(encoded(String(repeating: "é", count: 200)).components("\r\n").allSatisfy { $0.utf8.count <= 76 })
    }

    @Test(arguments: [
      ("smtps://mail.example", "smtps://mail.example", false),
      ("smtp://mail.example:587/", "smtp://mail.example:587", true),
      ("smtp://127.0.0.1:25", "smtp://127.0.0.1:25", false), ("smtp://[::1]:25", "smtp://[::1]:25", false),
      ("smtp://localhost", "smtp://localhost", true), ("smtp://10.0.0.1", "smtp://10.0.0.1", true),
      ("smtp://127.0.0.1.example", "smtp://127.0.0.1.example", true),
    ])
    func `The server's URL`(text: String, url: String, requiresTLS: Bool) throws {
      let server = try #require(Mailer.Server(text))
      #expect(server.url == url)
      #expect(server.requiresTLS == requiresTLS)
      #expect(server.user == nil)
    }

    @Test func `The server's URL has user and password`() throws {
      let server = try #require(Mailer.Server("smtps://foyer%40example.org:p%3As%2Fs@mail.example:465"))
      #expect(server.url == "smtps://mail.example:465")
      #expect(server.user == "foyer@example.org")
      #expect(server.password == "p:s/s")
    }

    @Test(arguments: [
      "", "mail.example", "http://mail.example", "smtp:mail.example", "smtp://", "smtp://mail.example/path",
      "smtp://mail.example?x", "smtp://mail.example:0", "smtp://user@mail.example", "smtp://a%0d:b@mail.example",
      "smtp://a:b%@mail.example", "smtp://mail example", "SMTP://mail.example", "smtp://127.1",
    ])
    func `Another URL is refused`(text: String) {
      #expect(Mailer.Server(text) == nil)
    }

    @Test func `A job has eight tries, with growing pauses`() {
      let pauses = (1..<Job.maximumAttempts).map { Job.pause(after: $0) }
      #expect(pauses.allSatisfy { $0 != nil })
      #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0! < $1! })
      #expect(pauses.first == .seconds(60))
      #expect(pauses.last == .seconds(86_400))
      #expect(Job.pause(after: Job.maximumAttempts) == nil)
    }
  }
}
