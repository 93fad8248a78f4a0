import EventLoop
import Processes
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The moments of recurrence rules, beside Python's zoneinfo.
  @Suite struct RecurrenceMomentTests {
    private static let zones = [
      "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Seoul", "Africa/Casablanca", "Pacific/Apia",
    ]

    /// The dates of the rules of Tests/Recurrence/expected.py, and for each zone the moments of each.
    private static let expected = Task { await blocking { Self.read() } }

    private static func read() -> [(dates: [String], moments: [[Int]])] {
      let command = ["\(packageRoot)/.venv/bin/python", "\(packageRoot)/Tests/Recurrence/expected.py", "10000", "2026"]
      guard let run = try? ChildProcess.run(command + zones, room: 64 << 20), run.status == 0 else { return [] }
      return String(decoding: run.output, as: UTF8.self).components("\n").compactMap { line in
        let columns = line.components("\t")
        guard columns.count == 3 + zones.count else { return nil }
        return (
          columns[2].split(separator: " ").map { String($0) },
          columns[3...].map { $0.split(separator: " ").compactMap { Int($0) } }
        )
      }
    }

    @Test(arguments: zones.indices)
    func `their moments are those of Python's zoneinfo, where clocks change too`(zone: Int) async throws {
      let (app, expected) = (try await TestApp.shared(), await Self.expected.value)
      let dates = expected.flatMap(\.dates)
      #expect(dates.count > 80_000)
      let moments: [Int] = try await blocking {
        let rows = try app.rows(
          """
          SELECT extract(epoch FROM moment_of(local::timestamp, \(Self.zones[zone])))::bigint AS moment
          FROM unnest(\(dates)::text[]) WITH ORDINALITY AS every (local, place) ORDER BY place
          """)
        return try rows.map { try $0["moment"] }
      }
      #expect(moments == expected.flatMap { $0.moments[zone] })
    }
  }
}
