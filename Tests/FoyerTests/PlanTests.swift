import CivilTime
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct PlanTests {
    /// Under row level security a comparison with what a function makes of a column is asked of no index: each of the 44 days
    /// of a calendar's month then reads all items that have a date.
    @Test func `The days of a page are asked of an index`() async throws {
      let member = try await TestApp.shared().member()
      try member.app.rows(
        """
        INSERT INTO items (household_id, id, title, due_at, position)
        SELECT \(member.household), gen_random_uuid(), 'Far', now() + i * interval '1 day', i FROM generate_series(1, 1000) AS i
        """)
      let session = try await transaction(member, ["SET LOCAL enable_seqscan = off"])
      func conditions(_ statement: SQL) throws -> [String] {
        try session.run("EXPLAIN \(fragment: statement)").map { try $0["QUERY PLAN"] }.filter {
          $0.contains("Index Cond:")
        }
      }
      let day = try #require(CalendarDate("2026-11-30"))
      let days = CalendarDate(days: day.days - 30)...day
      for statement in [CalendarQueries.items(days), CalendarQueries.itemsByDay(days)] {
        #expect(try conditions(statement).contains { $0.contains("due_at >=") && $0.contains("due_at <") })
      }
      #expect(try conditions(CalendarQueries.series(until: day)).contains { $0.contains("occurrence <") })
      #expect(try conditions(TodayQueries.items()).count { $0.contains("due_at <") } >= 3)
      for week in [nil, Week(day)] {
        let meals = try conditions(PlanQueries.listWithFacts(from: PlanQueries.monday(week), days: 7))
        #expect(meals.contains { $0.contains("day >=") && $0.contains("day <") })
      }
      try session.run("ROLLBACK")
    }
  }
}
