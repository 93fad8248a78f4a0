import ICalendar
import SeededRandom
import Testing
import WebDAV

/// Bodies of the shape that each program sends.
@Suite struct RequestTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  // MARK: PROPFIND

  @Test func `Apple asks for properties of five namespaces, each in an element's own`() throws {
    let body = """
      <?xml version="1.0" encoding="UTF-8"?>
      <A:propfind xmlns:A="DAV:">
        <A:prop>
          <B:calendar-home-set xmlns:B="urn:ietf:params:xml:ns:caldav"/>
          <A:current-user-principal/>
          <A:displayname/>
          <C:email-address-set xmlns:C="http://calendarserver.org/ns/"/>
          <E:calendar-color xmlns:E="http://apple.com/ns/ical/"/>
          <D:bulk-requests xmlns:D="http://me.com/_namespace/"/>
        </A:prop>
      </A:propfind>

      """
    let wanted: [QualifiedName] = [
      .calDAV("calendar-home-set"), .dav("current-user-principal"), .dav("displayname"),
      .calendarServer("email-address-set"), .apple("calendar-color"),
      QualifiedName("http://me.com/_namespace/", "bulk-requests"),
    ]
    #expect(try PropertySelection(propfind: Self.bytes(body)) == .named(wanted))
  }

  @Test func `DAVx5 declares a default namespace`() throws {
    let body = """
      <?xml version='1.0' encoding='UTF-8' ?><propfind xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav"><prop>\
      <resourcetype /><displayname /><CAL:supported-calendar-component-set /><displayname /></prop></propfind>
      """
    #expect(
      try PropertySelection(propfind: Self.bytes(body))
        == .named([
          .dav("resourcetype"), .dav("displayname"), .calDAV("supported-calendar-component-set"),
        ]))
  }

  @Test func `Python-caldav and vdirsyncer put ns0 and spaces around names`() throws {
    let python = """
      <?xml version='1.0' encoding='utf-8'?>
      <D:propfind xmlns:D="DAV:" xmlns:ns0="urn:ietf:params:xml:ns:caldav"><D:prop><ns0:calendar-home-set/></D:prop></D:propfind>
      """
    #expect(try PropertySelection(propfind: Self.bytes(python)) == .named([.calDAV("calendar-home-set")]))
    let vdirsyncer = """


                  <?xml version="1.0" encoding="utf-8" ?>
                  <propfind xmlns="DAV:">
                      <prop>
                          <current-user-principal/>
                      </prop>
                  </propfind>
      """
    #expect(
      try PropertySelection(propfind: Self.bytes(vdirsyncer)) == .named([.dav("current-user-principal")]))
  }

  @Test func `No body asks for all, and so does allprop; propname asks for names`() throws {
    #expect(try PropertySelection(propfind: []) == .all(including: []))
    #expect(
      try PropertySelection(propfind: Self.bytes("<propfind xmlns='DAV:'><allprop/></propfind>"))
        == .all(including: []))
    #expect(
      try PropertySelection(
        propfind: Self.bytes(
          "<D:propfind xmlns:D='DAV:'><D:allprop/><D:include><D:sync-token/></D:include></D:propfind>"))
        == .all(including: [.dav("sync-token")]))
    #expect(
      try PropertySelection(propfind: Self.bytes("<propfind xmlns='DAV:'><propname/></propfind>")) == .names)
  }

  @Test(arguments: [
    "<propfind xmlns='DAV:'/>", "<propfind xmlns='DAV:'><prop/><allprop/></propfind>", "<propfind><prop/></propfind>",
    "<D:propfind xmlns:D='DAV:'><D:prop><x:y/></D:prop></D:propfind>", "<propfind xmlns='DAV:'><prop>", "hello",
    "<propertyupdate xmlns='DAV:'/>", "<propfind xmlns='DAV:'><prop>\u{0}</prop></propfind>",
    "<propfind xmlns='DAV:'><prop/></propfind><x/>",
  ])
  func `What is no PROPFIND is malformed`(body: String) {
    #expect(throws: BodyError.malformed) { try PropertySelection(propfind: Self.bytes(body)) }
  }

  // MARK: What would cost much

  @Test func `A document type is refused, whatever it declares`() {
    let laughs = """
      <?xml version="1.0"?>
      <!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
      <propfind xmlns="DAV:"><prop><displayname>&c;</displayname></prop></propfind>
      """
    #expect(throws: BodyError.malformed) { try XMLElement(Self.bytes(laughs)) }
    let file = """
      <?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>
      """
    #expect(throws: BodyError.malformed) { try XMLElement(Self.bytes(file)) }
    #expect(throws: BodyError.malformed) { try XMLElement(Self.bytes("<!DOCTYPE x SYSTEM 'http://127.0.0.1:1/'><x/>")) }
    #expect(throws: BodyError.malformed) { try XMLElement(Self.bytes("<x>&nbsp;</x>")) }
    // In another encoding, where a search for its letters would not see it.
    let wide = "<!DOCTYPE x><x/>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(throws: BodyError.malformed) { try XMLElement([0xFF, 0xFE] + wide) }
    #expect(throws: BodyError.malformed) { try XMLElement(wide) }
    #expect(throws: BodyError.malformed) {
      try XMLElement(Self.bytes("<?xml version='1.0' encoding='UTF-7'?>+ADwAIQ-DOCTYPE x+AD4-"))
    }
  }

  @Test func `XML's own entities, references and CDATA are text`() throws {
    let element = try XMLElement(Self.bytes("<x>a&lt;&#252;&#xE9;<![CDATA[<!DOCTYPE & = = ]] ]]>&amp;</x>"))
    #expect(element.text == "a<üé<!DOCTYPE & = = ]] &")
    #expect(try XMLElement(Self.bytes("\u{FEFF}<x/>")).name == QualifiedName("", "x"))
  }

  @Test func `Text that is not UTF-8 is refused, also where Latin-1 is declared`() {
    #expect(throws: BodyError.malformed) {
      try XMLElement(Self.bytes("<?xml version='1.0' encoding='iso-8859-1'?><x>") + [0xE4] + Self.bytes("</x>"))
    }
  }

  @Test func `Depth, elements, attributes and bytes have limits`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Self.bytes(String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth))
    }
    _ = try XMLElement(nested(32))
    for body in [
      nested(33), nested(200_000), Self.bytes("<a>" + String(repeating: "<b/>", count: 20_000) + "</a>"),
      Self.bytes("<a " + (0..<65).map { "a\($0)='1'" }.joined(separator: " ") + "/>"),
      Self.bytes("<a " + (0..<100_000).map { "a\($0)=''" }.joined(separator: " ") + "/>"),
      Self.bytes("<a " + (0..<50_000).map { "xmlns:a\($0)='u'" }.joined(separator: " ") + "/>"),
      [UInt8](repeating: 60, count: XMLElement.maximumBytes + 1),
    ] {
      #expect(throws: BodyError.excessive) { try XMLElement(body) }
    }
  }

  @Test func `Any bytes are read or refused`() {
    var random = SeededRandom()
    let valid = Self.bytes(
      "<?xml version='1.0'?><D:propfind xmlns:D='DAV:'><D:prop><D:a x='1'>t&amp;<![CDATA[c]]></D:a></D:prop></D:propfind>"
    )
    for _ in 0..<2_000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? XMLElement(bytes)
      _ = try? XMLElement(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))))
    }
  }

  // MARK: PROPPATCH, MKCALENDAR, MKCOL

  @Test func `Apple changes colour and order, and Thunderbird the name`() throws {
    let apple = """
      <?xml version="1.0" encoding="UTF-8"?>
      <A:propertyupdate xmlns:A="DAV:"><A:set><A:prop><D:calendar-color xmlns:D="http://apple.com/ns/ical/" \
      symbolic-color="custom">#F64F00FF</D:calendar-color></A:prop></A:set><A:set><A:prop><D:calendar-order \
      xmlns:D="http://apple.com/ns/ical/">4</D:calendar-order></A:prop></A:set><A:remove><A:prop><A:owner/></A:prop>\
      </A:remove></A:propertyupdate>
      """
    let update = try PropertyUpdate(proppatch: Self.bytes(apple))
    #expect(update.changes.map(\.name) == [.apple("calendar-color"), .apple("calendar-order"), .dav("owner")])
    #expect(update.changes.last == .remove(.dav("owner")))
    #expect(update[.apple("calendar-color")]?.text == "#F64F00FF")
    #expect(update[.apple("calendar-color")]?.attribute("symbolic-color") == "custom")
    #expect(update[.dav("owner")] == nil)
    let name = """
      <d:propertyupdate xmlns:d='DAV:'><d:set><d:prop><d:displayname>Кухня &amp; 집</d:displayname></d:prop></d:set>\
      </d:propertyupdate>
      """
    #expect(try PropertyUpdate(proppatch: Self.bytes(name))[.dav("displayname")]?.text == "Кухня & 집")
    #expect(throws: BodyError.malformed) {
      try PropertyUpdate(proppatch: Self.bytes("<propertyupdate xmlns='DAV:'/>"))
    }
  }

  @Test func `Apple and DAVx5 make a list with MKCALENDAR, Tasks.org with MKCOL`() throws {
    let mkcalendar = """
      <?xml version="1.0" encoding="UTF-8"?>
      <B:mkcalendar xmlns:B="urn:ietf:params:xml:ns:caldav"><A:set xmlns:A="DAV:"><A:prop>\
      <B:supported-calendar-component-set><B:comp name="VTODO"/></B:supported-calendar-component-set>\
      <A:displayname>Garden</A:displayname><D:calendar-order xmlns:D="http://apple.com/ns/ical/">4</D:calendar-order>\
      </A:prop></A:set></B:mkcalendar>
      """
    let made = try PropertyUpdate(creation: Self.bytes(mkcalendar))
    #expect(made.components == ["VTODO"] && made[.dav("displayname")]?.text == "Garden")
    let mkcol = """
      <?xml version='1.0' encoding='UTF-8' ?><mkcol xmlns="DAV:"><set><prop><resourcetype><collection />\
      <CAL:calendar xmlns:CAL="urn:ietf:params:xml:ns:caldav" /></resourcetype><displayname>List</displayname>\
      <CAL:supported-calendar-component-set xmlns:CAL="urn:ietf:params:xml:ns:caldav"><CAL:comp name="vtodo" />\
      </CAL:supported-calendar-component-set><IC:calendar-color xmlns:IC="http://apple.com/ns/ical/">#0000FFFF\
      </IC:calendar-color></prop></set></mkcol>
      """
    let collection = try PropertyUpdate(creation: Self.bytes(mkcol))
    #expect(collection[.dav("resourcetype")]?[.calDAV("calendar")] != nil)
    #expect(collection.components == ["VTODO"])
    #expect(collection[.apple("calendar-color")]?.trimmedText == "#0000FFFF")
    #expect(try PropertyUpdate(creation: []).changes.isEmpty)
    #expect(throws: BodyError.malformed) { try PropertyUpdate(creation: Self.bytes("<x/>")) }
  }

  // MARK: Reports

  @Test func `Home Assistant asks for open to-dos by python-caldav's negations`() throws {
    let body = """
      <?xml version='1.0' encoding='utf-8'?>
      <C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:D="DAV:"><D:prop><C:calendar-data/></D:prop>\
      <C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"><C:prop-filter name="COMPLETED">\
      <C:is-not-defined/></C:prop-filter><C:prop-filter name="STATUS"><C:text-match negate-condition="yes" \
      collation="i;octet">COMPLETED</C:text-match></C:prop-filter></C:comp-filter></C:comp-filter></C:filter>\
      </C:calendar-query>
      """
    guard case .calendarQuery(let query) = try Report(Self.bytes(body)) else {
      Issue.record("no query")
      return
    }
    var completed = PropertyFilter("COMPLETED")
    completed.isNotDefined = true
    var status = PropertyFilter("STATUS")
    var text = TextMatch("COMPLETED")
    (text.isNegated, text.collation) = (true, .octet)
    status.text = text
    var todo = ComponentFilter("VTODO")
    todo.properties = [completed, status]
    var calendar = ComponentFilter("VCALENDAR")
    calendar.components = [todo]
    #expect(query.filter == calendar)
    #expect(query.properties == .named([.calDAV("calendar-data")]))
    #expect(query.data?.expand == nil && query.data?.component == nil && query.timezone == nil)
  }

  @Test func `Evolution asks for a range that is open at its end, and Tasks.org for tags alone`() throws {
    let evolution = """
      <C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:D="DAV:"><D:prop><D:getetag/></D:prop><C:filter>\
      <C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"><C:time-range start="20261101T000000Z"/>\
      </C:comp-filter></C:comp-filter></C:filter></C:calendar-query>
      """
    guard case .calendarQuery(let query) = try Report(Self.bytes(evolution)) else {
      Issue.record("no query")
      return
    }
    #expect(query.filter.components[0].timeRange == TimeRange(start: 1_793_491_200, end: nil))
    #expect(query.data == nil && query.properties == .named([.dav("getetag")]))
    let tasks = """
      <?xml version='1.0' encoding='UTF-8' ?><CAL:calendar-query xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav">\
      <prop><getetag /></prop><CAL:filter><CAL:comp-filter name="VCALENDAR"><CAL:comp-filter name="VTODO" />\
      </CAL:comp-filter></CAL:filter></CAL:calendar-query>
      """
    guard case .calendarQuery(let all) = try Report(Self.bytes(tasks)) else {
      Issue.record("no query")
      return
    }
    #expect(all.filter.components == [ComponentFilter("VTODO")])
  }

  @Test func `A query may ask for parts, expanded dates and parameters`() throws {
    let body = """
      <C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:D="DAV:"><D:prop><C:calendar-data \
      content-type="text/calendar" version="2.0"><C:comp name="VCALENDAR"><C:prop name="VERSION"/><C:comp name="VTODO">\
      <C:allprop/><C:allcomp/></C:comp></C:comp><C:expand start="20261101T000000Z" end="20261201T000000Z"/>\
      </C:calendar-data></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO">\
      <C:prop-filter name="attendee"><C:text-match collation="i;unicode-casemap" match-type="starts-with">mailto:ann\
      </C:text-match><C:param-filter name="PARTSTAT"><C:text-match>NEEDS-ACTION</C:text-match></C:param-filter>\
      <C:param-filter name="CN"><C:is-not-defined/></C:param-filter></C:prop-filter><C:comp-filter name="VALARM">\
      <C:is-not-defined/></C:comp-filter></C:comp-filter></C:comp-filter></C:filter><C:timezone>BEGIN:VCALENDAR\
      </C:timezone></C:calendar-query>
      """
    guard case .calendarQuery(let query) = try Report(Self.bytes(body)) else {
      Issue.record("no query")
      return
    }
    #expect(query.data?.component?.properties == ["VERSION"])
    #expect(query.data?.component?.components?.first?.name == "VTODO")
    #expect(query.data?.component?.components?.first?.properties == nil)
    #expect(query.data?.expand == TimeRange(start: 1_793_491_200, end: 1_796_083_200))
    let attendee = query.filter.components[0].properties[0]
    #expect(attendee.name == "ATTENDEE" && attendee.text?.kind == .startsWith)
    #expect(attendee.text?.collation == .unicodeCasemap)
    #expect(attendee.parameters.map(\.name) == ["PARTSTAT", "CN"] && attendee.parameters[1].isNotDefined)
    #expect(query.filter.components[0].components[0].isNotDefined)
    #expect(query.timezone == "BEGIN:VCALENDAR")
  }

  private static func query(_ filter: String) -> [UInt8] {
    bytes(
      "<C:calendar-query xmlns:C='urn:ietf:params:xml:ns:caldav' xmlns:D='DAV:'><D:prop><D:getetag/></D:prop>"
        + "<C:filter>\(filter)</C:filter></C:calendar-query>")
  }

  @Test(arguments: [
    ("<C:comp-filter name='VTODO'/>", "valid-filter"),
    ("", "valid-filter"),
    ("<C:comp-filter/>", "valid-filter"),
    (
      "<C:comp-filter name='VCALENDAR'><C:comp-filter name='VTODO'><C:time-range/></C:comp-filter></C:comp-filter>",
      "valid-filter"
    ),
    (
      "<C:comp-filter name='VCALENDAR'><C:comp-filter name='VTODO'><C:time-range start='20261101'/></C:comp-filter>"
        + "</C:comp-filter>", "valid-filter"
    ),
    (
      "<C:comp-filter name='VCALENDAR'><C:comp-filter name='VTODO'><C:time-range start='20261101T000000Z' "
        + "end='20261031T000000Z'/></C:comp-filter></C:comp-filter>", "valid-filter"
    ),
    (
      "<C:comp-filter name='VCALENDAR'><C:is-not-defined/><C:comp-filter name='VTODO'/></C:comp-filter>", "valid-filter"
    ),
    ("<C:comp-filter name='VCALENDAR'><C:rain/></C:comp-filter>", "supported-filter"),
    (
      "<C:comp-filter name='VCALENDAR'><C:prop-filter name='X'><C:text-match collation='i;klingon'>a</C:text-match>"
        + "</C:prop-filter></C:comp-filter>", "supported-collation"
    ),
  ])
  func `A filter that is not valid is refused by its precondition`(filter: String, condition: String) {
    #expect(throws: BodyError.precondition(.calDAV(condition))) { try Report(Self.query(filter)) }
  }

  @Test func `A multiget has each address once, as it was sent, and 5,000 at most`() throws {
    let body = """
      <?xml version='1.0' encoding='UTF-8' ?><CAL:calendar-multiget xmlns="DAV:" \
      xmlns:CAL="urn:ietf:params:xml:ns:caldav"><prop><getcontenttype /><getetag /><CAL:calendar-data /></prop>\
      <href>/dav/calendars/a/K%C3%BCche%20%26%20Co.ics</href><href>
        /dav/calendars/a/2.ics </href><href>/dav/calendars/a/2.ics</href></CAL:calendar-multiget>
      """
    guard case .calendarMultiget(let multiget) = try Report(Self.bytes(body)) else {
      Issue.record("no multiget")
      return
    }
    #expect(multiget.references == ["/dav/calendars/a/K%C3%BCche%20%26%20Co.ics", "/dav/calendars/a/2.ics"])
    #expect(multiget.data != nil)
    func many(_ count: Int) -> [UInt8] {
      Self.bytes(
        "<C:calendar-multiget xmlns:C='urn:ietf:params:xml:ns:caldav' xmlns:D='DAV:'><D:prop><D:getetag/></D:prop>"
          + (0..<count).map { "<D:href>/dav/\($0)</D:href>" }.joined() + "</C:calendar-multiget>")
    }
    _ = try Report(many(5_000))
    #expect(throws: BodyError.excessive) { try Report(many(5_001)) }
    #expect(throws: BodyError.excessive) { try Report(many(100_000)) }
  }

  @Test func `A synchronisation has a token, a level and perhaps a limit`() throws {
    func sync(_ inside: String) throws -> SyncCollection? {
      let body =
        "<D:sync-collection xmlns:D='DAV:'>\(inside)<D:prop><D:getetag/></D:prop></D:sync-collection>"
      guard case .syncCollection(let sync) = try Report(Self.bytes(body)) else { return nil }
      return sync
    }
    let first = try #require(try sync("<D:sync-token/><D:sync-level>1</D:sync-level>"))
    #expect(first.token.isEmpty && first.limit == nil && first.properties == .named([.dav("getetag")]))
    let later = try #require(
      try sync(
        "<D:sync-token>\n urn:foyer:sync:12 </D:sync-token><D:sync-level>infinite</D:sync-level>"
          + "<D:limit><D:nresults>100</D:nresults></D:limit>"))
    #expect(later.token == "urn:foyer:sync:12" && later.limit == 100)
    #expect(try sync("")?.token == "")
    #expect(throws: BodyError.malformed) { try sync("<D:sync-level>2</D:sync-level>") }
    #expect(throws: BodyError.malformed) { try sync("<D:limit><D:nresults>-1</D:nresults></D:limit>") }
  }

  @Test func `Apple expands properties and searches principals; other reports are not supported`() throws {
    let expand = """
      <A:expand-property xmlns:A="DAV:"><A:property name="calendar-proxy-write-for" \
      namespace="http://calendarserver.org/ns/"><A:property name="displayname" namespace="DAV:"/>\
      <A:property name="principal-URL"/></A:property></A:expand-property>
      """
    guard case .expandProperty(let properties) = try Report(Self.bytes(expand)) else {
      Issue.record("no expand-property")
      return
    }
    #expect(properties.map(\.name) == [.calendarServer("calendar-proxy-write-for")])
    #expect(properties[0].properties.map(\.name) == [.dav("displayname"), .dav("principal-URL")])
    let search = """
      <A:principal-property-search xmlns:A="DAV:" test="anyof"><A:property-search><A:prop><A:displayname/></A:prop>\
      <A:match>ann</A:match></A:property-search><A:prop><A:principal-URL/></A:prop></A:principal-property-search>
      """
    guard case .principalPropertySearch(let found) = try Report(Self.bytes(search)) else {
      Issue.record("no search")
      return
    }
    #expect(found.isAnyOf && found.conditions.first?.text == "ann" && found.properties == [.dav("principal-URL")])
    #expect(
      try Report(Self.bytes("<A:principal-search-property-set xmlns:A='DAV:'/>")) == .principalSearchPropertySet)
    #expect(
      try Report(Self.bytes("<A:principal-match xmlns:A='DAV:'><A:self/></A:principal-match>")) == .principalMatch([]))
    #expect(throws: BodyError.precondition(.dav("supported-report"))) {
      try Report(Self.bytes("<A:acl-principal-prop-set xmlns:A='DAV:'/>"))
    }
  }
}
