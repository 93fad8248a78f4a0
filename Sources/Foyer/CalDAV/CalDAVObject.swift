import CivilTime
import HTTP
import ICalendar
import WebDAV

/// An object with the properties that programs ask for. It is made only when one of them, or a filter, needs it.
struct CalDAVObject {
  let row: TodoRow
  private let clock: ZoneTable

  init(_ row: TodoRow, on clock: ZoneTable) { (self.row, self.clock) = (row, clock) }

  var calendar: CalendarObject { row.object(on: clock).calendar }

  private static let names: [QualifiedName] = [
    .dav("resourcetype"), .dav("getetag"), .dav("getcontenttype"), .dav("getlastmodified"),
  ]

  func groups(_ selection: PropertySelection, _ data: CalendarData?, on clock: ZoneTable) -> [Multistatus.Properties] {
    Properties.groups(selection, all: Self.names) { name in value(name, data) }
  }

  private func value(_ name: QualifiedName, _ data: CalendarData?) -> XMLElement? {
    switch name {
    case .dav("resourcetype"): XMLElement(name)
    case .dav("getetag"): XMLElement(name, text: row.tag.text)
    case .dav("getcontenttype"): XMLElement(name, text: "text/calendar; charset=utf-8; component=VTODO")
    case .dav("getlastmodified"): XMLElement(name, text: HTTPDate(seconds: Int64(row.changed)).string)
    case .dav("creationdate"): XMLElement(name, text: Timestamp(seconds: row.created).iso8601)
    case .dav("getcontentlength"): XMLElement(name, text: "\(row.object(on: clock).bytes.count)")
    case .dav("owner"), .dav("current-user-principal"): Properties.principal(name)
    case .dav("current-user-privilege-set"): Properties.privileges(["read", "write", "write-content", "unbind"])
    case .calDAV("calendar-data"):
      XMLElement(
        name,
        text: String(
          decoding: data.map { $0.selected(row.object(on: clock), on: clock).bytes } ?? row.object(on: clock).bytes,
          as: UTF8.self))
    default: nil
    }
  }
}

/// Properties as all resources answer them.
enum Properties {
  /// The answer to a selection.
  /// - Parameters:
  ///   - all: the names of those that `allprop` gives.
  ///   - value: nil for one that is not there.
  static func groups(
    _ selection: PropertySelection, all: [QualifiedName], _ value: (QualifiedName) -> XMLElement?
  ) -> [Multistatus.Properties] {
    let wanted: [QualifiedName]
    switch selection {
    case .names: return [Multistatus.Properties(200, all.map { XMLElement($0) })]
    case .all(let more): wanted = all + more.filter { !all.contains($0) }
    case .named(let names): wanted = names
    }
    var (found, missing): ([XMLElement], [XMLElement]) = ([], [])
    for name in wanted {
      if let element = value(name) { found.append(element) } else { missing.append(XMLElement(name)) }
    }
    return [Multistatus.Properties(200, found), Multistatus.Properties(404, missing)]
  }

  static func principal(_ name: QualifiedName) -> XMLElement {
    XMLElement(name, [XMLElement(.dav("href"), text: CalDAV.principal)])
  }

  static func privileges(_ names: [String]) -> XMLElement {
    XMLElement(
      .dav("current-user-privilege-set"),
      (names + ["read-current-user-privilege-set"]).map { XMLElement(.dav("privilege"), [XMLElement(.dav($0))]) })
  }
}

/// An object as a program was given it.
struct GivenObject: Sendable {
  let subject: UUID
  let tag: String
  let object: String

  init(_ row: TodoRow, _ object: String) { (subject, tag, self.object) = (row.subject, row.tag.value, object) }

  /// As a program has sent it; it is still to be given what is stored of that.
  init(sent object: String, _ row: TodoRow) { (subject, tag, self.object) = (row.subject, "", object) }
}
