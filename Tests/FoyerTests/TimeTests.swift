import CivilTime
import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct TimeTests {
    @Test func `R18, R40: the words of each language`() {
      let remaining: [RemainingTime] = [
        .overdue, .years(1), .years(5), .months(1, days: 2), .days(3), .dayAfterTomorrow, .tomorrow,
        .hours(1, minutes: 2, seconds: 3), .minutes(4, seconds: 5), .seconds(0),
      ]
      #expect(
        remaining.map { Strings(.en).text($0) } == [
          "overdue", "1 year or more", "5 years or more", "1 month 2 days", "3 days", "day after tomorrow", "tomorrow",
          "1 h 2 min 3 s", "4 min 5 s", "0 s",
        ])
      for language in Language.allCases where language != .en {
        let texts = remaining.map { Strings(language).text($0) }
        #expect(Set(texts).count == texts.count)
        #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains("{") })
      }
      let russian = [3, 5, 11, 21, 22].map { Strings(.ru).text(RemainingTime.days($0)) }
      #expect(russian == ["3 дня", "5 дней", "11 дней", "21 день", "22 дня"])
    }

    @Test(arguments: [
      ("Asia/Seoul", "2030-01-01", "00:30", "2029-12-31T15:30:00Z"),
      ("America/New_York", "2030-07-01", "12:00", "2030-07-01T16:00:00Z"),
      ("America/New_York", "2030-12-01", "12:00", "2030-12-01T17:00:00Z"),
      ("America/New_York", "2030-11-03", "01:30", "2030-11-03T06:30:00Z"),
      ("Asia/Kathmandu", "2030-01-01", "05:45", "2030-01-01T00:00:00Z"),
      ("UTC", "2030-01-01", "", "2030-01-01T23:59:00Z"),
      ("Europe/Paris", "0002-01-01", "12:00", "0002-01-01T11:50:39Z"),
    ])
    func `R17: a deadline is on the clock of the reader's own zone`(
      zone: String, date: String, clock: String, utc: String
    )
      async throws
    {
      let member = try await TestApp.shared().member(timeZone: zone)
      let id = try await member.add("Due", date: date, time: clock)
      #expect(try await member.get("/items").contains("<time datetime=\"\(utc)\""))
      let edit = try await member.get("/items/\(id)/edit")
      #expect(edit.field("due_date") == date)
      // An item without a time has none in its form.
      #expect(edit.field("due_time") == clock)
    }

    @Test func `R17: a time that the clocks skip is the one after it`() async throws {
      let member = try await TestApp.shared().member(timeZone: "America/New_York")
      let id = try await member.add("Skipped", date: "2030-03-10", time: "02:30")
      #expect(try await member.get("/items/\(id)/edit").field("due_time") == "03:30")
    }

    @Test(arguments: ["0001-01-01", "0002-01-01", "9998-12-31", "9999-12-31"])
    func `R17: a deadline at the calendar's ends breaks no page in any zone`(date: String) async throws {
      for zones in [("America/New_York", "Asia/Seoul"), ("Asia/Seoul", "America/New_York")] {
        let member = try await TestApp.shared().member(timeZone: zones.0)
        for clock in ["00:00", "23:59"] {
          let answer = try await member.post("/items", ["title": "Far", "due_date": date, "due_time": clock])
          #expect([303, 422].contains(answer.status))
        }
        try member.app.rows(
          "UPDATE people SET time_zone = \(zones.1) WHERE household_id = \(member.household)")
        #expect(try await member.get("/items").status == 200)
      }
    }

    @Test func `R17: a deadline that was kept is marked once it is past`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Late", date: "2001-01-01")
      let list = try await member.get("/items")
      #expect(list.contains("is-overdue"))
      #expect(list.shows(">overdue<") || list.contains(">overdue<"))
      let version = try #require(try await member.get("/items/\(id)/edit").field("version"))
      _ = try await member.post("/items/\(id)", ["version": version, "title": "No deadline", "due_date": ""])
      #expect(try await !member.get("/items").contains("<time"))
    }
  }
}
