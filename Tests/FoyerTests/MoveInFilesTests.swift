import Foundation
import Testing

@testable import Postgres

extension FoyerTests {
  @Suite struct MoveInFilesTests {
    @Test func `foyer move-in prints a JSON object a file, without a database`() async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("move-in-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let tasks = folder.appendingPathComponent("tasks").path
      try "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:A \"b\"\nDUE;VALUE=DATE:20260302\nEND:VTODO\nEND:VCALENDAR\n"
        .write(
          toFile: tasks, atomically: true, encoding: .utf8)
      let news = folder.appendingPathComponent("news.html").path
      try "<h1>News</h1>".write(toFile: news, atomically: true, encoding: .utf8)
      let done = try await Program.run(["move-in", "--dry-run", "--json", tasks])
      #expect(done.status == 0)
      #expect(
        done.output
          == #"{"file":"\#(tasks)","program":"iCalendar","items":[{"title":"A \"b\"","description":null,"category":null,"tags":[],"#
          + #""due_date":"2026-03-02","due_time":null,"time_zone":null,"repeat":null,"repeat_from":null,"people":[],"priority":null,"#
          + #""checklist":[],"reminders":[],"not_before":null,"done":false,"done_at":null,"created_at":null,"source_id":"1"}],"#
          + #""recipes":[],"meals":[],"shopping":[],"left_out":[],"error":null}"# + "\n")
      let mixed = try await Program.run(["move-in", "--dry-run", "--json", tasks, news, "/nowhere"])
      #expect(mixed.status == 1)
      #expect(mixed.output.split(separator: "\n").count == 3)
      #expect(try await Program.run(["move-in", tasks]).status == 2)
      #expect(try await Program.run(["move-in", "--dry-run", "--json"]).status == 2)
      #expect(try await Program.run(["move-in", "--help"]).output.hasPrefix("usage: foyer move-in"))
    }

    @Test func `foyer move-in moves files into a person's household, and adds what is new`() async throws {
      let member = try await TestApp.shared().member()
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("move-in-\(UUID().uuidString).txt").path
      defer { try? FileManager.default.removeItem(atPath: file) }
      try "(A) Call the plumber +Home\nx 2026-01-02 Sweep the yard\n".write(
        toFile: file, atomically: true, encoding: .utf8)
      let environment = ["DATABASE_URL": member.app.databaseURL]
      let first = try await Program.run(["move-in", file, "--person", member.email], environment)
      #expect(first.status == 0, "\(first.errors)")
      #expect(first.output == "2 to-dos, 0 recipes, 0 meals, 0 shopping lines; 0 were there already.\n")
      let again = try await Program.run(["move-in", file, "--person", member.email], environment)
      #expect(again.output == "0 to-dos, 0 recipes, 0 meals, 0 shopping lines; 2 were there already.\n")
      let titles: [String] = try member.app.rows(
        "SELECT title FROM items WHERE household_id = \(member.household) ORDER BY title"
      ).map { try $0["title"] }
      #expect(titles == ["Call the plumber", "Sweep the yard"])
      #expect(try await Program.run(["move-in", file, "--person", "nobody@example.org"], environment).status == 1)
    }
  }
}
