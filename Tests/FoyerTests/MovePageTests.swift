import MoveIn
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The pages of moving in, with the job behind them.
  @Suite struct MovePageTests {
    private static let board = """
      Title,List,Done,Assignee,Due date
      Book a table,Birthday,no,Ada,2026-04-01 18:30
      Write cards,Post,no,Grace,
      Blow up balloons,Birthday,yes,,
      ,Post,no,,

      """

    private func send(_ member: Member, _ text: String) async throws -> String {
      let answer = try await member.post("/move-in", ["text": text])
      #expect(answer.status == 303)
      return try #require(answer["location"])
    }

    /// The page of a move when it has come to its end.
    private func page(_ member: Member, _ path: String) async throws -> Answer {
      var page = try await member.get(path)
      try await eventually {
        page = try await member.get(path)
        return !page.contains("<progress")
      }
      return page
    }

    private func titles(_ member: Member) throws -> [String] {
      try member.app.rows("SELECT title FROM items WHERE household_id = \(member.household) ORDER BY position").map {
        try $0["title"]
      }
    }

    /// A session may hold 16 MiB of bodies in memory. The largest file is Tests/Browser/test_move_in.py's.
    @Test func `A file is larger than what a session may hold in memory`() async throws {
      let member = try await TestApp.shared().member()
      let unknown = try await member.upload("/move-in", name: "large.bin", [UInt8](repeating: 0, count: 40 << 20))
      #expect(unknown.status == 422 && unknown.shows("large.bin"), "\(unknown.status)")
    }

    /// By what the head announces.
    @Test func `Files beyond the limit are refused with the reason before they are sent`() async throws {
      let member = try await TestApp.shared().member()
      let cookies = await member.browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
      let head = """
        POST /move-in HTTP/1.1\r\nhost: 127.0.0.1:\(member.app.port)\r\ncookie: \(cookies)\r\n\
        origin: \(member.browser.origin)\r\ncontent-type: multipart/form-data; boundary=b\r\n\
        content-length: \(MoveIns.limits.total + 1)\r\n\r\n
        """
      let refused = try await member.browser.raw(Array(head.utf8))
      #expect(refused.status == 413 && refused.shows("larger than \(MoveIns.megabytes) MB"), "\(refused.status)")
    }

    @Test func `A file is shown, asked about, moved in and taken back`() async throws {
      let member = try await TestApp.shared().member(timeZone: "Asia/Seoul")
      #expect(try await member.get("/move-in").contains("<h1 tabindex=\"-1\">Move in</h1>"))
      let answer = try await member.upload("/move-in", name: "party.csv", Array(Self.board.utf8))
      #expect(answer.status == 303)
      let path = try #require(answer["location"])
      let found = try await member.get(path)
      #expect(found.status == 200)
      for text in ["3 to-dos, 1 of them is done", "Book a table", "Birthday (2)", "Row 4", "It has no title"] {
        #expect(found.shows(text), "\(text)")
      }
      #expect(found.contains("name=\"time_zone\""))
      #expect(found.contains("name=\"list:Birthday\""))
      #expect(try titles(member) == [])
      // Ada is the only member of that name; nobody here is Grace.
      let ada: UUID = try member.app.rows("SELECT person_id FROM accounts WHERE email = \(member.email)")[0][
        "person_id"]
      #expect(found.contains("<option value=\"\(ada)\" selected>"))
      let begun = try await member.post(
        path,
        [
          "asked": "done", "done": "true", "time_zone": "Europe/Paris", "list:Birthday": "category", "list:Post": "tag",
          "person:Ada": "\(ada)", "person:Grace": "",
        ])
      #expect(begun.status == 303)
      let moved = try await page(member, path)
      #expect(moved.shows("What came over"))
      #expect(try titles(member) == ["Book a table", "Write cards", "Blow up balloons"])
      let table = try member.app.rows(
        """
        SELECT to_char(due_at AT TIME ZONE 'UTC', 'HH24:MI') AS due, people FROM items
        WHERE household_id = \(member.household) AND title = 'Book a table'
        """)[0]
      #expect(try table["due"] == "16:30")
      #expect(try table["people"] == [ada])
      let report = try await member.get("\(path)/report.csv")
      #expect(report["content-type"] == "text/csv; charset=utf-8")
      #expect(report.contains("left_out,Row 4,,left_out,It has no title\r\n"))
      #expect(report.contains("item,Book a table,Birthday,stored,\r\n"))
      // Sending the answers again changes nothing.
      #expect(try await member.post(path, ["done": "true"]).status == 303)
      #expect(try await member.post("\(path)/undo").status == 303)
      #expect(try await member.get(path).shows("This move was taken back."))
      #expect(try titles(member) == [])
      #expect(try await member.get("/move-in").contains(path))
    }

    @Test func `The same file again says what is there, and Undo is refused after a change`() async throws {
      let member = try await TestApp.shared().member()
      let first = try await send(member, Self.board)
      _ = try await member.post(first, ["asked": "done"])
      _ = try await page(member, first)
      #expect(try titles(member) == ["Book a table", "Write cards"])
      let second = try await send(member, Self.board)
      #expect(try await member.get(second).shows("2 of these were moved in before, and stay as they are."))
      _ = try await member.post(second, ["done": "true"])
      _ = try await page(member, second)
      #expect(try titles(member) == ["Blow up balloons", "Book a table", "Write cards"])
      let id: UUID = try member.app.rows(
        "SELECT id FROM items WHERE household_id = \(member.household) AND title = 'Write cards'")[0]["id"]
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      let refused = try await member.post("\(first)/undo")
      #expect(refused.status == 409)
      #expect(refused.shows("it can no longer be taken back as a whole"))
      #expect(try await member.post("\(second)/undo").status == 303)
      #expect(try titles(member) == ["Book a table", "Write cards"])
    }

    @Test func `It is asked which number of a date is the day`() async throws {
      let member = try await TestApp.shared().member()
      let text = "Title,Due date\nBook a table,03/04/2026\n"
      for (order, day) in [("day", "2026-04-03"), ("month", "2026-03-04")] {
        let path = try await send(member, text)
        #expect(try await member.get(path).contains("name=\"date_order\""))
        _ = try await member.post(path, ["done": "true", "date_order": order])
        _ = try await page(member, path)
        let row = try member.app.rows(
          "SELECT due_day::text AS day, description FROM items WHERE household_id = \(member.household)")[0]
        #expect(try row["day"] == day)
        #expect(try row["description"] == "")
        #expect(try await member.post("\(path)/undo").status == 303)
      }
    }

    @Test func `What is no file of a known program is told, and nothing typed is lost`() async throws {
      let member = try await TestApp.shared().member()
      #expect(try await member.post("/move-in", ["text": " "]).status == 422)
      let unknown = try await member.post("/move-in", ["text": "<h1>News</h1>"])
      #expect(unknown.status == 422)
      #expect(unknown.shows("<h1>News</h1>"))
      let stranger = try await TestApp.shared().member()
      let path = try await send(member, Self.board)
      for path in [path, "\(path)/report.csv"] { #expect(try await stranger.get(path).status == 404) }
      for path in [path, "\(path)/undo"] { #expect(try await stranger.post(path).status == 404) }
      #expect(try await member.get(path).shows("Birthday (2)"))
    }

    /// In an element that a script puts into the page it would load the page again, too.
    @Test func `While it runs, the page is loaded again by browsers without scripts alone`() async throws {
      let member = try await TestApp.shared().member()
      let path = try await send(member, Self.board)
      try member.app.rows("UPDATE moves SET state = 'moving' WHERE household_id = \(member.household)")
      let page = try await member.get(path)
      let section = try #require(page.between("id=\"move\"", "</section>"))
      #expect(!section.contains("http-equiv") && page.count(of: "<noscript><meta http-equiv=\"refresh\"") == 1)
    }

    @Test func `The pages speak the visitor's language`() async throws {
      for (language, title) in [("fr", "Emménager"), ("ko", "옮겨 오기"), ("ru", "Переезд")] {
        let member = try await TestApp.shared().member(headers: ["accept-language": language])
        #expect(try await member.get("/move-in").shows(title))
        let path = try await send(member, Self.board)
        #expect(try await member.get(path).shows(title))
      }
    }

    @Test(arguments: Language.allCases)
    func `Readers' reasons are in the reader's language`(language: Language) throws {
      let strings = Strings(language)
      var seen: Set<String> = []
      for reason in MovedReason.allCases {
        // The detail is the file's own words, whatever is in them.
        let words = strings.moveReason("\(reason.rawValue): a: b")
        let end = "\(strings.formColon) a: b"
        #expect(words.hasSuffix(end), "\(reason)")
        #expect(strings.moveReason(reason.rawValue) == String(words.dropLast(end.count)), "\(reason)")
        #expect(!reason.rawValue.contains(":"), "\(reason)")
        #expect(language == .en || words != "\(reason.rawValue): a: b", "\(reason)")
        #expect(!Strings.isEnglish(reason: reason.rawValue))
        seen.insert(words)
      }
      #expect(seen.count == MovedReason.allCases.count)
      #expect(strings.formColon == (language == .fr ? "\u{A0}:" : ":"))
      // What has no name is called by its kind.
      let noTitle = MovedReason.noTitle.rawValue
      #expect(
        ["a recipe", "a meal", "a food", "row 7"].map { strings.moveTitle($0, why: noTitle) }
          == [
            .en: ["A recipe", "A meal", "A food", "Row 7"], .fr: ["Une recette", "Un repas", "Un aliment", "Ligne 7"],
            .ko: ["레시피", "식사", "재료", "7번째 행"], .ru: ["Рецепт", "Блюдо в меню", "Продукт", "Строка 7"],
          ][language])
      #expect(strings.moveReason(MoveIn.unknownFile) != MoveIn.unknownFile || language == .en)
      #expect(strings.moveReason("anything else") == "anything else")
      #expect(Strings.isEnglish(reason: "anything else"))
    }
  }
}
