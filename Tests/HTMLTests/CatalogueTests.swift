import Testing

@testable import ViewCompiler

@Suite struct CatalogueTests {
  private func header(_ language: String, _ plural: String = "nplurals=2; plural=(n != 1);") -> String {
    """
    msgid ""
    msgstr ""
    "Language: \(language)\\n"
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Plural-Forms: \(plural)\\n"

    """
  }

  private func parse(_ text: String) throws -> Catalogue {
    try Catalogue.parse(Source(path: "Locales/en.po", text: text), language: "en")
  }

  @Test func entries() throws {
    let catalogue = try parse(
      header("en") + """
        # A translator's note
        #. A programmer's note
        #: Views/items/index.html
        #, python-brace-format
        msgid "items.empty_title"
        msgstr ""
        "Nothing \\"here\\"\\n"
        "yet, {name}\\t{{ok}} \\\\"

        #~ msgid "items.old"
        #~ msgstr "gone"

        msgid "items.left"
        msgid_plural "items.left"
        msgstr[0] "one"
        msgstr[1] "{count} of {total}"

        #, fuzzy
        msgid "b"
        msgstr "B"
        msgid "c"
        msgstr "C"
        """)
    #expect(catalogue.entries.map(\.key) == ["items.empty_title", "items.left", "b", "c"])
    #expect(catalogue.entries.map(\.isFuzzy) == [false, false, true, false])
    #expect(catalogue.entries.map(\.isPlural) == [false, true, false, false])
    #expect(
      catalogue.entries[0].forms[0].parts == [
        .text("Nothing \"here\"\nyet, "), .placeholder("name"), .text("\t{ok} \\"),
      ])
    #expect(catalogue.entries[1].forms.map(\.placeholders) == [[], ["count", "total"]])
  }

  @Test(arguments: [
    ("msgid \"a\"\nmsgstr \"b", "2:1: error: a string in double quotes was expected"),
    ("msgid \"a\"\nmsgstr \"b\"c\"", "2:10: error: write \\\" for a quote inside a string"),
    ("msgid \"a\"\nmsgstr \"b\\x\"", "2:10: error: unknown escape: \\n, \\t, \\r, \\\" and \\\\ are known"),
    ("msgid \"a\"\nmsgstr \"b\\\"", "2:10: error: this string has no end on its line"),
    ("\"a\"", "1:1: error: this string belongs to nothing"),
    ("msgstr \"a\"", "1:1: error: msgid was expected here, not 'msgstr'"),
    ("msgid \"a\"\nmsgstr[0] \"b\"", "2:1: error: msgstr was expected here, not 'msgstr[0]'"),
    ("msgid \"a\"\nmsgid_plural \"a\"\nmsgstr \"b\"", "3:1: error: msgstr[0] was expected here, not 'msgstr'"),
    ("msgid \"a\"\nmsgid_plural \"a\"\nmsgstr[1] \"b\"", "3:1: error: msgstr[0] was expected here, not 'msgstr[1]'"),
    ("msgid_plural \"a\"", "1:1: error: msgid_plural comes after msgid"),
    ("msgid \"a\"\nmsgid \"b\"", "1:1: error: 'a' has no msgstr"),
    ("\n\nmsgid \"a\"", "3:1: error: 'a' has no msgstr"),
    ("msgctxt \"menu\"\nmsgid \"a\"\nmsgstr \"b\"", "1:1: error: msgctxt is not supported: give the key another name"),
    (
      "msgid \"A title\"\nmsgstr \"b\"",
      "1:1: error: 'A title' is not a key: write lower-case words with _ and dots, like items.empty_title"
    ),
    (
      "msgid \"a..b\"\nmsgstr \"b\"",
      "1:1: error: 'a..b' is not a key: write lower-case words with _ and dots, like items.empty_title"
    ),
    ("msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"", "4:1: error: 'a' was there before, in line 1"),
    ("msgid \"a\"\nmsgstr \"{b\"", "2:1: error: a placeholder looks like {name}; for a brace itself write {{ or }}"),
    ("msgid \"a\"\nmsgstr \"b}\"", "2:1: error: a placeholder looks like {name}; for a brace itself write {{ or }}"),
    ("msgid \"a\"\nmsgstr \"{}\"", "2:1: error: a placeholder looks like {name}; for a brace itself write {{ or }}"),
    ("msgid \"\"\nmsgstr \"a\"\nmsgid \"\"\nmsgstr \"a\"", "3:1: error: the header was there before"),
    (
      "msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals=2; plural=n+1;\\n\"",
      "3:2: error: Plural-Forms: '+1' is not understood"
    ),
    (
      "msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals=1; plural=n!=1;\\n\"",
      "3:2: error: Plural-Forms: there is no form for n = 0 among 1"
    ),
    (
      "msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals=2;\\n\"",
      "3:2: error: Plural-Forms: write nplurals=2; plural=(n != 1);"
    ),
  ])
  func mistake(text: String, message: String) {
    #expect(problems([:], locales: ["en": text]) == ["Locales/en.po:" + message])
  }

  @Test func brokenUTF8() {
    let source = Source(path: "Locales/en.po", bytes: Array("msgid \"a\"\nmsgstr \"".utf8) + [0xFF, 0x22])
    #expect(throws: source.error(0, "this file is not UTF-8")) { try Catalogue.parse(source, language: "en") }
  }

  /// What another language has to have, with the file and line where it lacks.
  @Test(arguments: [
    (
      "msgid \"a\"\nmsgstr \"A\"\n",
      ["1:1: error: 'b' is missing (Locales/en.po:9)", "1:1: error: 'c' is missing (Locales/en.po:12)"]
    ),
    ("msgid \"a\"\nmsgstr \"\"\n@b@c", ["7:1: error: 'a' is not translated"]),
    ("#, fuzzy\nmsgid \"a\"\nmsgstr \"A\"\n@b@c", ["7:1: error: 'a' is marked fuzzy: check it and take the mark away"]),
    ("@a@b@cmsgid \"d\"\nmsgstr \"D\"\n", ["14:1: error: 'd' is not in Locales/en.po"]),
    ("@amsgid \"b\"\nmsgstr \"{nom}\"\n@c", ["9:1: error: 'b' should have {name}"]),
    ("msgid \"a\"\nmsgstr \"{x}\"\n@b@c", ["7:1: error: 'a' should have no placeholder"]),
    (
      "@a@bmsgid \"c\"\nmsgid_plural \"c\"\nmsgstr[0] \"{name}\"\nmsgstr[1] \"{count}\"\n",
      ["13:1: error: 'c' should have {name} besides {count}"]
    ),
    (
      "@a@bmsgid \"c\"\nmsgid_plural \"c\"\nmsgstr[0] \"{name}\"\nmsgstr[1] \"\"\n",
      ["13:1: error: 'c' is not translated"]
    ),
    (
      "@a@bmsgid \"c\"\nmsgid_plural \"c\"\nmsgstr[0] \"{name}\"\n", ["10:1: error: 'c' has 1 forms, the header says 2"]
    ),
    ("@a@bmsgid \"c\"\nmsgstr \"{name}\"\n", ["10:1: error: 'c' lacks plural forms, unlike in Locales/en.po"]),
    ("@a@b@c", []),
  ])
  func otherLanguage(text: String, messages: [String]) {
    let a = "msgid \"a\"\nmsgstr \"A\"\n"
    let b = "msgid \"b\"\nmsgstr \"B {name}\"\n"
    let c = "msgid \"c\"\nmsgid_plural \"c\"\nmsgstr[0] \"{name}\"\nmsgstr[1] \"{count} {name}\"\n"
    let french = text.replacing("@a", with: a).replacing("@b", with: b).replacing("@c", with: c)
    let start = header("fr", "nplurals=2; plural=n > 1;")
    let found = problems([:], locales: ["en": header("en") + "\n" + a + b + "\n" + c, "fr": start + french])
    #expect(found == messages.map { "Locales/fr.po:" + $0 })
  }

  @Test func englishIsHeldToTheSame() {
    #expect(
      problems([:], locales: ["en": "msgid \"a\"\nmsgstr \"\""]) == ["Locales/en.po:2:1: error: 'a' is not translated"])
    #expect(
      problems([:], locales: ["en": "#, fuzzy\nmsgid \"a\"\nmsgstr \"b\""])
        == ["Locales/en.po:2:1: error: 'a' is marked fuzzy: check it and take the mark away"])
    #expect(
      problems([:], locales: ["en": "msgid \"a.b\"\nmsgstr \"b\"\n\nmsgid \"a_b\"\nmsgstr \"c\""])
        == ["Locales/en.po:4:1: error: 'a_b' and 'a.b' would have the same Swift name"])
    #expect(
      problems([:], locales: ["en": "msgid \"a\"\nmsgid_plural \"a\"\nmsgstr[0] \"b\""])
        == ["Locales/en.po:1:1: error: plural forms need a Plural-Forms line in the header"])
    #expect(
      problems([:], locales: ["fr": "msgid \"a\"\nmsgstr \"b\""])
        == ["Locales/fr.po:1:1: error: Locales/en.po is missing: it says which keys there are"])
  }

  @Test(arguments: [
    ("nplurals=2; plural=(n != 1);", [1, 0, 1, 1, 1, 1, 1, 1, 1]),  // en
    ("nplurals=2; plural=(n > 1);", [0, 0, 1, 1, 1, 1, 1, 1, 1]),  // fr
    ("nplurals=1; plural=0;", [0, 0, 0, 0, 0, 0, 0, 0, 0]),  // ko
    (
      "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
      [2, 0, 1, 2, 2, 2, 0, 1, 2]
    ),  // ru
    ("nplurals=2; plural=!(n==1);", [1, 0, 1, 1, 1, 1, 1, 1, 1]),
  ])
  func pluralForms(header: String, forms: [Int]) throws {
    let rule = try PluralRule(header: header)
    #expect([0, 1, 2, 5, 11, 12, 21, 102, 111].map { rule.form($0) } == forms)
  }

  @Test func generatedStrings() throws {
    let english = """
      msgid "items.title"
      msgstr "Items"

      msgid "greeting"
      msgstr "Hello, {first_name}\\n"
      """
    let text = try #require(try compile([:], locales: ["en": english])["Locales.swift"])
    #expect(
      text.hasPrefix(
        "/// The languages of Locales/.\ninternal enum Language: String, CaseIterable, Sendable {\n  case en\n}"))
    #expect(
      text.contains(
        """
          /// Items
          internal var itemsTitle: String {
            switch language {
            case .en: "Items"
            }
          }

          /// Hello, {first_name}
          internal func greeting(firstName: some CustomStringConvertible) -> String {
            switch language {
            case .en: sentence(["Hello, ", firstName.description, "\\n"])
            }
          }
        """))
  }
}
