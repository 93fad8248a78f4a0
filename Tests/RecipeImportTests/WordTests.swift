import Testing

@testable import RecipeImport

struct WordTests {
  static let times: [(String, Int?)] = [
    ("PT30M", 30), ("PT1H30M", 90), ("PT1H", 60), ("P0DT0H45M0S", 45), ("PT00H20M", 20), ("PT0M", nil),
    ("P1DT2H", 1560),
    ("PT90", 90), ("PT1.5H", 90), ("pt30m", 30), ("P30M", 30), ("PT900S", 15), ("PT1H 15M", 75), ("PT0H45", 45),
    ("P", nil),
    ("", nil), ("30", 30), ("30 minutes", 30), ("1 hour 20 minutes", 80), ("1h30", 90), ("1:30", 90), ("1 hr", 60),
    ("25-30 min", 30), ("25 to 30 minutes", 30), ("1 1/2 hours", 90), ("1½ Std.", 90), ("2 Stunden", 120),
    ("1 heure 10 minutes", 70), ("45 минут", 45), ("1 ч 20 мин", 80), ("2 часа", 120), ("40分", 40), ("1時間30分", 90),
    ("30분", 30), ("1시간 10분", 70), ("1 ora e 15 minuti", 75), ("1 timme 5 min", 65), ("20 min.", 20), ("3 days", 4320),
    ("about an hour", 60), ("PT99999999999999999999H", nil), ("999999999999", nil), ("30'", 30), ("1,5 uur", 90),
  ]

  @Test(arguments: times) func `times are minutes`(_ text: String, _ minutes: Int?) {
    #expect(CookingTime.minutes(text) == minutes)
  }

  static let texts: [(String, String)] = [
    ("a  b\n\tc", "a b c"), ("\u{A0}a\u{2009}b\u{3000}", "a b"), ("a\u{200B}b\u{FEFF}", "ab"), ("caf&eacute;", "café"),
    ("1 &amp;frac12; cup", "1 ½ cup"), ("salt &amp;amp;amp; pepper", "salt & pepper"),
    ("&#189; &#xBD; &#150;", "½ ½ –"),
    ("<p>Mix <b>well</b>.</p>", "Mix well."), ("&lt;p&gt;Mix&lt;/p&gt;", "Mix"),
    ("if 1 < 2 and 3 > 2", "if 1 < 2 and 3 > 2"),
    ("a<br/>b", "a b"), ("&unknown; &amp", "&unknown; &"), ("milk ((warm))", "milk (warm)"),
    ("jar (200 g (7 oz))", "jar (200 g (7 oz))"), ("((a) (b))", "(a) (b)"),
    ("milk ((warm) or 1 cup (hot))", "milk (warm) or 1 cup (hot)"),
    ("((a) b)", "((a) b)"), ("1Â½ cups", "1½ cups"), ("purÃ©e donâ€™t", "purée don’t"),
    ("Âge, pâte, MAÇÃ", "Âge, pâte, MAÇÃ"), ("a<!-- no -->b", "ab"),
    ("I <3 you", "I <3 you"),
  ]

  @Test(arguments: texts) func `text on one line`(_ markup: String, _ line: String) {
    #expect(Text.line(markup) == line)
  }

  static let addresses: [(String, String?)] = [
    ("https://b.org/x.jpg", "https://b.org/x.jpg"), ("//b.org/x.jpg", "https://b.org/x.jpg"),
    ("/x.jpg", "https://a.org/x.jpg"),
    ("x.jpg", "https://a.org/d/x.jpg"), ("../x.jpg?s=1", "https://a.org/x.jpg?s=1"),
    ("./x.jpg", "https://a.org/d/x.jpg"),
    ("../../../x.jpg", "https://a.org/x.jpg"), ("?s=2", "https://a.org/d/p.html?s=2"), ("javascript:alert(1)", nil),
    ("data:image/png;base64,AA", nil), ("file:///etc/passwd", nil), ("https://", nil), ("", nil),
    ("a b.jpg", "https://a.org/d/a%20b.jpg"), ("x.jpg?a=1&amp;b=2", "https://a.org/d/x.jpg?a=1&b=2"),
  ]

  @Test(arguments: addresses) func `addresses are resolved`(_ reference: String, _ address: String?) {
    #expect(Address.resolve(reference, base: "https://a.org/d/p.html") == address)
  }

  @Test func `a relative address without a page is none`() {
    #expect(Address.resolve("x.jpg", base: nil) == nil)
    #expect(Address.resolve("/x.jpg", base: "ftp://a.org/") == nil)
  }
}
