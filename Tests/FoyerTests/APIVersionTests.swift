import HTTP
import StrictJSON
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Whether a version tells what a program reads, and who is told of a change.
  @Suite struct APIVersionTests {
    @Test func `An item is read again after the person's time zone has changed`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(timeZone: "Europe/Berlin")
      let program = try await ProgramClient(member)
      let item = try await program.object(
        "POST", "/items", #"{"title":"A","due_date":"2030-01-01","due_time":"00:30"}"#)
      let path = "/items/\(item["id"]?.string ?? "")"
      let same = ["if-none-match": "\"1\""]
      #expect(try await program.get(path, same).status == 304)
      func setZone(_ zone: String) throws {
        try app.rows("UPDATE people SET time_zone = \(zone) WHERE household_id = \(member.household)")
      }
      // A form that is saved with the zone that it had changes nothing.
      try setZone("Europe/Berlin")
      #expect(try await program.get(path, same).status == 304)
      try setZone("America/New_York")
      for tags in ["\"1\"", "W/\"1\"", "*"] {
        let now = try await program.get(path, ["if-none-match": tags])
        #expect(now.status == 200 && now["etag"] == "\"1\"" && now.object?["due_date"] == "2029-12-31", "\(tags)")
      }
      // A version from after that has been read in one zone alone.
      try app.rows(
        "UPDATE people SET zone_changed_at = now() - interval '1 hour' WHERE household_id = \(member.household)")
      #expect(try await program.get(path, same).status == 304)
    }
  }
}
