import Postgres
import Synchronization

/// The time zones that the database knows. They are asked for once: pg_timezone_names reads a file for each of 1,198, which
/// takes PostgreSQL 15 some 110 ms.
final class TimeZones: Sendable {
  private let known = Mutex<[String]>([])

  /// Their names, in order; empty until they were read.
  var names: [String] { known.withLock { $0 } }

  func take(_ rows: Rows) throws {
    let names: [String] = try rows.map { try $0["name"] }
    known.withLock { $0 = names }
  }

  /// "Factory", "localtime" and the copies below posix/ and right/ are no places.
  static func list() -> SQL {
    """
    SELECT name COLLATE "C" AS name FROM pg_timezone_names
    WHERE name !~ '^(posix|right)/' AND name NOT IN ('Factory', 'localtime', 'posixrules') ORDER BY 1
    """
  }
}

/// The zones of a part of the world, to choose from.
struct TimeZoneGroup {
  /// Nil for those that are in none.
  let region: String?
  let zones: [Choice]
}

extension SettingsForm {
  /// Grouped by region, each in alphabetical order. Names without a region (CET, EST5EDT) are kept for other programs'
  /// sake and not offered, unless one is set.
  func timeZoneGroups(_ strings: Strings) -> [TimeZoneGroup] {
    let regions = [
      ("Africa", strings.settingsRegionAfrica), ("America", strings.settingsRegionAmerica),
      ("Antarctica", strings.settingsRegionAntarctica), ("Arctic", strings.settingsRegionArctic),
      ("Asia", strings.settingsRegionAsia), ("Atlantic", strings.settingsRegionAtlantic),
      ("Australia", strings.settingsRegionAustralia), ("Europe", strings.settingsRegionEurope),
      ("Indian", strings.settingsRegionIndian), ("Pacific", strings.settingsRegionPacific),
    ]
    var places: [Substring: [Choice]] = [:]
    for zone in zones {
      guard let slash = zone.firstIndex(of: "/") else { continue }
      // America/Argentina/Buenos_Aires: Argentina, Buenos Aires.
      let parts = zone[zone.index(after: slash)...].split(separator: "/")
      let label = parts.joined(separator: ", ").map { $0 == "_" ? " " : String($0) }.joined()
      places[zone[..<slash], default: []].append(Choice(value: zone, label: label, isSelected: zone == timeZone))
    }
    let groups = regions.compactMap { name, label in
      places[name[...]].map { TimeZoneGroup(region: label, zones: $0) }
    }
    var others = ["UTC"]
    if timeZone != "UTC", !groups.contains(where: { $0.zones.contains { $0.isSelected } }) { others.append(timeZone) }
    let loose = others.map { Choice(value: $0, label: $0, isSelected: $0 == timeZone) }
    return [TimeZoneGroup(region: nil, zones: loose)] + groups
  }
}
