import EventLoop
import Postgres

/// The database's time zones, queried once: pg_timezone_names reads a file for each of 1,198, which takes PostgreSQL 15
/// about 110 ms.
final class TimeZones: Sendable {
  private let known = Lock<[String]>([])

  /// Their names, sorted; empty until they are loaded.
  var names: [String] { known.withLock { $0 } }

  func take(_ rows: Rows) throws {
    let names: [String] = try rows.map { try $0["name"] }
    known.withLock { $0 = names }
  }

  /// Excludes "Factory", "localtime" and the copies below posix/ and right/.
  static func list() -> SQL {
    """
    SELECT name COLLATE "C" AS name FROM pg_timezone_names
    WHERE name !~ '^(posix|right)/' AND name NOT IN ('Factory', 'localtime', 'posixrules') ORDER BY 1
    """
  }
}

/// The zones of a region, as options.
struct TimeZoneGroup {
  /// Nil for zones without a region.
  let region: String?
  let zones: [Choice]
}

extension TimeZoneGroup {
  /// Grouped by region, alphabetically. Names without a region (CET, EST5EDT) exist for compatibility and are offered
  /// only if one of them is set.
  static func all(_ zones: [String], chosen timeZone: String, _ strings: Strings) -> [TimeZoneGroup] {
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
