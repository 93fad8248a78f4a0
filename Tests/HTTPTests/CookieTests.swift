import Testing

@testable import HTTP

@Suite struct CookieTests {
  @Test func serializesStrictly() {
    #expect(
      Cookie(name: "__Host-foyer", value: "abc").serialized
        == "__Host-foyer=abc; Path=/; Secure; HttpOnly; SameSite=Lax")
    #expect(
      Cookie(
        name: "theme", value: "", maxAge: .seconds(90), path: "/x", secure: false, httpOnly: false, sameSite: .strict
      ).serialized == "theme=; Path=/x; Max-Age=90; SameSite=Strict")
    #expect(Cookie(name: "a", value: "", maxAge: .seconds(-5)).serialized.contains("; Max-Age=0;"))
  }

  @Test func aValueCannotLeaveItsPlace() {
    #expect(
      Cookie(name: "a", value: "x; Domain=evil\r\nSet-Cookie: b=\u{0}\"é,\\", secure: false).serialized
        == "a=x%3B%20Domain=evil%0D%0ASet-Cookie:%20b=%00%22%C3%A9%2C%5C; Path=/; HttpOnly; SameSite=Lax")
  }

  @Test func whatABrowserWouldNotTakeIsAProblem() {
    #expect(Cookie(name: "__Host-a", value: "").problem == nil)
    #expect(Cookie(name: "__Host-a", value: "", secure: false).problem != nil)
    #expect(Cookie(name: "__Host-a", value: "", path: "/x").problem != nil)
    #expect(Cookie(name: "__HOST-a", value: "", path: "/x").problem != nil)
    #expect(Cookie(name: "__Secure-a", value: "", path: "/x").problem == nil)
    #expect(Cookie(name: "__secure-a", value: "", secure: false).problem != nil)
    #expect(Cookie(name: "a", value: "", secure: false, sameSite: .none).problem != nil)
    for name in ["", "a b", "a=b", "a;b", "a\r\n", "é", "a\u{0}"] {
      #expect(Cookie(name: name, value: "").problem != nil, "\(name)")
    }
    for path in ["", "x", "/;Domain=a", "/\r\n", "/é"] {
      #expect(Cookie(name: "a", value: "", path: path).problem != nil, "\(path)")
    }
  }

  @Test(arguments: [
    ("a=1", "1"), ("b=2; a=1", "1"), ("a=1; a=2", "1"), ("a=", ""), ("a=x=y", "x=y"), ("a=\"1\"", "1"),
    ("b=2;a=1", "1"), ("b=2;  a=1 ; c=3", "1"), ("ab=2; a=1", "1"), ("a=b c; a=1", "1"), ("a=é; a=1", "1"),
    ("a=\"; a=1", "1"), ("a; a=1", "1"), (";;; a=1", "1"), ("a=\u{1}; a=1", "1"),
  ])
  func readsTheFirstValidPair(_ header: String, _ value: String) {
    #expect(Cookies(Array(header.utf8))["a"] == value)
  }

  @Test(arguments: ["", "a", "A=1", "b=a=1", " ", "=1", "a =1", "\u{2028}a=1", "a,b=1", "a=1,2", "a=\\"])
  func passesOverTheRest(_ header: String) {
    #expect(Cookies(Array(header.utf8))["a"] == nil)
  }

  @Test func namesThatAreNoTokensAreNeverFound() {
    #expect(Cookies(Array("=1; a b=2".utf8))[""] == nil)
    #expect(Cookies(Array("=1; a b=2".utf8))["a b"] == nil)
  }
}
