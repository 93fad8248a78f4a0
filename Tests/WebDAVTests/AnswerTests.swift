import SeededRandom
import Testing
import WebDAV

@Suite struct AnswerTests {
  @Test func `An answer has a status for each group of properties, and is read as what was written`() throws {
    var answer = Multistatus()
    let unknown = QualifiedName("http://me.com/_namespace/", "bulk-requests")
    answer.response(
      "/dav/calendars/K%C3%BCche/",
      [
        Multistatus.Properties(
          200,
          [
            XMLElement(.dav("resourcetype"), [XMLElement(.dav("collection")), XMLElement(.calDAV("calendar"))]),
            XMLElement(.dav("displayname"), text: "Küche & <Keller> \"1\"\r\n"),
            XMLElement(
              .calDAV("supported-calendar-component-set"),
              [XMLElement(.calDAV("comp"), attributes: [XMLElement.Attribute(QualifiedName("", "name"), "VTODO")])]),
          ]),
        Multistatus.Properties(404, [XMLElement(unknown)]),
        Multistatus.Properties(403, [], condition: nil),
      ])
    answer.response("/dav/calendars/gone", status: 404)
    let bytes = answer.finish(syncToken: "urn:foyer:sync:3")
    let root = try XMLElement(bytes)
    #expect(root.name == .dav("multistatus") && root.children.count == 3)
    let first = root.children[0]
    #expect(first[.dav("href")]?.text == "/dav/calendars/K%C3%BCche/")
    let groups = first.children.filter { $0.name == .dav("propstat") }
    #expect(groups.map { $0[.dav("status")]?.text } == ["HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found"])
    #expect(groups[0][.dav("prop")]?[.dav("displayname")]?.text == "Küche & <Keller> \"1\"\r\n")
    #expect(
      groups[0][.dav("prop")]?[.calDAV("supported-calendar-component-set")]?.children.first?.attribute("name")
        == "VTODO")
    #expect(groups[1][.dav("prop")]?[unknown] != nil)
    #expect(root.children[1][.dav("status")]?.text == "HTTP/1.1 404 Not Found")
    #expect(root[.dav("sync-token")]?.text == "urn:foyer:sync:3")
  }

  @Test func `Each response has a status, also where nothing was asked for`() throws {
    var answer = Multistatus()
    answer.response("/dav/", [])
    let root = try XMLElement(answer.finish())
    #expect(root.children[0][.dav("propstat")]?[.dav("status")]?.text == "HTTP/1.1 200 OK")
  }

  @Test func `A refusal names its precondition`() throws {
    let bytes = Multistatus.error(
      XMLElement(.calDAV("no-uid-conflict"), [XMLElement(.dav("href"), text: "/dav/calendars/a/1.ics")]))
    let root = try XMLElement(bytes)
    #expect(root.name == .dav("error"))
    #expect(root[.calDAV("no-uid-conflict")]?[.dav("href")]?.text == "/dav/calendars/a/1.ics")
  }

  @Test func `Characters that XML does not have are left out, and a stored element comes back with its names`() throws {
    var answer = Multistatus()
    let name = QualifiedName("urn:x", "note")
    let element = XMLElement(
      name,
      attributes: [
        XMLElement.Attribute(QualifiedName("urn:y", "of"), "a\"b"),
        XMLElement.Attribute(QualifiedName("http://www.w3.org/XML/1998/namespace", "lang"), "ko"),
      ], [XMLElement(QualifiedName("", "bare"), text: "1"), XMLElement(QualifiedName("urn:z", "x"))])
    answer.response(
      "/",
      [
        Multistatus.Properties(
          200, [XMLElement(.dav("displayname"), text: "a\u{0}b\u{1F}c\u{FFFF}\u{FFFE}d\u{85}"), element])
      ])
    let properties = try XMLElement(answer.finish()).children[0][.dav("propstat")]?[.dav("prop")]
    #expect(properties?[.dav("displayname")]?.text == "abcd\u{85}")
    #expect(properties?[name] == element)
  }

  // MARK: Addresses

  @Test(arguments: [
    ("/dav/calendars/K%C3%BCche/", ["dav", "calendars", "Küche"], true),
    ("/dav/calendars/Küche/", ["dav", "calendars", "Küche"], true),
    ("/dav/a/100%25%20sure.ics", ["dav", "a", "100% sure.ics"], false),
    ("/dav/a/%2525.ics", ["dav", "a", "%25.ics"], false),
    ("/dav/a/6f65%40vm.ics", ["dav", "a", "6f65@vm.ics"], false),
    ("/dav/a/1+1.ics?x=1#y", ["dav", "a", "1+1.ics"], false),
    ("//dav//a/", ["dav", "a"], true),
    ("/", [], true),
    ("https://Foyer.example.org:8443/dav/%EB%B6%80%EC%97%8C", ["dav", "부엌"], false),
    ("http://127.0.0.1:8080", [], true),
  ])
  func `An address is read whatever is encoded in it, and written in one way`(
    text: String, segments: [String], isCollection: Bool
  ) throws {
    let href = try #require(Href(text))
    #expect(href.segments == segments && href.isCollection == isCollection)
    #expect(Href(href.text)?.segments == segments)
    #expect(href.text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [
    "", "dav/a", "/dav/%", "/dav/%4", "/dav/%+1", "/dav/%FF", "/dav/a%2Fb", "/dav/%2E%2E/x", "/dav/../x", "/dav/a%00b",
    "mailto:ann@example.org", "*", "/dav/a\nb", "ftp://x/y",
  ])
  func `What is no address of a resource is none`(text: String) { #expect(Href(text) == nil) }

  @Test func `An absolute address names its host, a path none`() {
    #expect(Href("HTTPS://Foyer.Example.org:8443/dav/")?.authority == "foyer.example.org:8443")
    #expect(Href("/dav/")?.authority == nil)
    #expect(Href(["dav", "a b"], isCollection: true).text == "/dav/a%20b/")
    #expect(Href([]).text == "/")
  }

  @Test func `Any name comes back from its address`() throws {
    var random = SeededRandom()
    for _ in 0..<1_000 {
      var name = ""
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let scalar = Unicode.Scalar(UInt32.random(in: 0x20...0x2FFF, using: &random))
        if let scalar, scalar != "/", scalar.value != 0x7F { name.unicodeScalars.append(scalar) }
      }
      if ["", ".", ".."].contains(name) { continue }
      #expect(Href(Href(["dav", name]).text)?.segments.last.map { Array($0.utf8) } == Array(name.utf8))
    }
  }

  // MARK: Headers

  @Test func `If-Match compares strongly, If-None-Match weakly`() {
    let tag = EntityTag("7")
    #expect(tag.text == "\"7\"" && EntityTag("7", isWeak: true).text == "W/\"7\"")
    #expect(TagCondition("\"7\"").matches(tag) && !TagCondition("\"8\"").matches(tag))
    #expect(TagCondition("\"6\" , \"7\"").matches(tag))
    #expect(!TagCondition("W/\"7\"").matches(tag) && !TagCondition("W/\"7\"").matchesNone(tag))
    #expect(TagCondition("*").matches(tag) && !TagCondition("*").matches(nil))
    #expect(TagCondition("*").matchesNone(nil) && !TagCondition(" * ").matchesNone(tag))
    #expect(TagCondition("\"a,b\"").matches(EntityTag("a,b")))
    // Without quotes, as an old client sends it.
    #expect(TagCondition("7").matches(tag) && TagCondition("6, 7 ").matches(tag))
    #expect(!TagCondition("").matches(tag) && TagCondition("").matchesNone(tag))
    #expect(TagCondition("\"7").matches(tag))
  }

  @Test func `If has lists of which one has to be fulfilled`() throws {
    func isFulfilled(_ text: String) throws -> Bool {
      try #require(IfHeader(text)).isFulfilled(
        tag: { $0 == nil || $0 == "/dav/a/1.ics" ? EntityTag("7") : nil }, isState: { _, token in token == "urn:s:1" })
    }
    #expect(try isFulfilled("([\"7\"])"))
    #expect(try !isFulfilled("([\"8\"])"))
    #expect(try isFulfilled("([\"8\"]) (<urn:s:1> [\"7\"])"))
    #expect(try !isFulfilled("(<urn:s:1> [\"8\"])"))
    #expect(try isFulfilled("(Not <DAV:no-lock> [\"7\"])"))
    #expect(try isFulfilled("</dav/a/1.ics> ([\"7\"])") && !isFulfilled("</dav/a/2.ics> ([\"7\"])"))
    for text in ["", "()", "([\"7\"]", "<a>", "(x)", "([\"7\"", "(Not)", "[\"7\"]"] { #expect(IfHeader(text) == nil) }
  }

  @Test func `Depth and preferences are read without case`() {
    #expect(Depth("0") == .zero && Depth("1") == .one && Depth("Infinity") == .infinity && Depth("2") == nil)
    let both = Preferences(prefer: "return=minimal, depth-noroot")
    #expect(both.isMinimal && both.leavesOutRoot && !both.wantsRepresentation)
    #expect(Preferences(prefer: "Return=Representation; foo=\"x\"").wantsRepresentation)
    #expect(Preferences(prefer: nil, brief: "t").isMinimal && Preferences(prefer: nil) == Preferences(prefer: ""))
  }
}
