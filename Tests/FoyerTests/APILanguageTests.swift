import HTTP
import StrictJSON
import Testing

@testable import Foyer

extension FoyerTests {
  /// Refusals are told in the language that is asked for, as `Content-Language` says.
  @Suite struct APILanguageTests {
    private static let reasons: [APIReason] = [
      .unknownField, .needed, .null, .noFlag, .notWithin(1...9), .noList, .tooManyElements(50), .noObject, .noText,
      .zero, .tooLong(10_000), .noDay, .noTime, .noID, .noneOf(["high", "low"]), .noKey(200), .twice,
      .unknownOperation(method: "PUT", path: "/items"), .ruleOfDone, .noMembers, .noState, .notOneFood, .noColor,
      .noListID, .unknownList, .fixed,
    ]

    @Test func `Each reason has words of its own in each language`() {
      for language in Language.allCases {
        let strings = Strings(language)
        let said = Self.reasons.map { strings.text($0) }
        #expect(Set(said).count == Self.reasons.count)
        let faults = JSONFault.allCases.map { strings.text($0) }
        #expect(Set(faults).count == JSONFault.allCases.count && faults.allSatisfy { $0.hasPrefix("JSON") })
        guard language != .en else { continue }
        for (one, other) in zip(
          said + faults, Self.reasons.map { Strings(.en).text($0) } + JSONFault.allCases.map { Strings(.en).text($0) })
        {
          #expect(one != other)
        }
      }
      #expect(JSONFault.allCases.allSatisfy { Strings(.en).text($0) == "JSON: \($0.rawValue)" })
      #expect(Strings(.en).text(.noDay) == "must be a date as 2026-11-25")
      #expect(Strings(.fr).text(.noneOf(["high", "low"])) == "doit être l’une de ces valeurs\u{A0}: high, low")
      #expect(Strings(.ko).text(.notWithin(1...9)) == "1부터 9까지의 정수여야 합니다")
      #expect(
        [1, 3, 5].map { Strings(.ru).text(.tooLong($0)) } == [
          "не больше 1 символа", "не больше 3 символов", "не больше 5 символов",
        ])
    }

    private typealias Case = (method: String, path: String, body: String?, field: String, reason: APIReason)

    /// Requests that are refused, with the field and the reason.
    private static func cases(done: String, line: String) -> [Case] {
      let tags = Array(repeating: "\"a\"", count: 51).joined(separator: ",")
      let long = String(repeating: "a", count: 10_001)
      return [
        ("POST", "/items", #"{"title":"A","colour":1}"#, "colour", .unknownField),
        ("GET", "/items?colour=1", nil, "colour", .unknownField),
        ("POST", "/tags", "{}", "name", .needed), ("POST", "/tags", nil, "name", .needed),
        ("POST", "/tags", #"{"name":null}"#, "name", .null),
        ("POST", "/items", #"{"done":1}"#, "done", .noFlag), ("GET", "/items?done=1", nil, "done", .noFlag),
        ("POST", "/meals", #"{"day":"2030-01-01","meal":"dinner","servings":0}"#, "servings", .notWithin(1...1_000)),
        ("GET", "/items?limit=0", nil, "limit", .notWithin(1...200)),
        ("POST", "/items", #"{"tags":"a"}"#, "tags", .noList),
        ("POST", "/items", "{\"tags\":[\(tags)]}", "tags", .tooManyElements(50)),
        ("POST", "/batch", #"{"operations":[1]}"#, "operations", .noObject),
        ("POST", "/items", #"{"title":1}"#, "title", .noText),
        ("POST", "/items", #"{"title":"a\u0000"}"#, "title", .zero),
        ("POST", "/items", "{\"title\":\"\(long)\"}", "title", .tooLong(10_000)),
        ("POST", "/items", #"{"due_date":"2026-11-31"}"#, "due_date", .noDay),
        ("POST", "/items", #"{"due_time":"25:00"}"#, "due_time", .noTime),
        ("POST", "/items", #"{"id":"1"}"#, "id", .noID),
        ("POST", "/items", #"{"priority":"A"}"#, "priority", .noneOf(["high", "medium", "low", "none"])),
        ("GET", "/items?limit=1&limit=2", nil, "limit", .twice),
        (
          "POST", "/batch", #"{"operations":[{"method":"GET","path":"/nothing"}]}"#, "operations",
          .unknownOperation(method: "GET", path: "/nothing")
        ),
        ("PATCH", "/items/\(done)", #"{"repeat":"FREQ=DAILY"}"#, "repeat", .ruleOfDone),
        ("POST", "/items", "{\"title\":\"A\",\"people\":[\"\(UUID.v7())\"]}", "people", .noMembers),
        ("GET", "/changes?since=x", nil, "since", .noState),
        ("POST", "/hand", #"{"name":"rice, milk"}"#, "name", .notOneFood),
        ("POST", "/tags", #"{"name":"A","color":"red"}"#, "color", .noColor),
        ("GET", "/shopping-lines?list=x", nil, "list", .noListID),
        ("POST", "/shopping-lines", "{\"text\":\"rice\",\"list\":\"\(UUID.v7())\"}", "list", .unknownList),
        ("PATCH", "/shopping-lines/\(line)", #"{"list":null}"#, "list", .fixed),
      ]
    }

    @Test func `Reasons are told in the language that is asked for, or else in the person's own`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      let item = try await program.object("POST", "/items", #"{"title":"A","done":true}"#)["id"]?.string ?? ""
      let line = try await program.object("POST", "/shopping-lines", #"{"text":"rice"}"#)["id"]?.string ?? ""
      let cases = Self.cases(done: item, line: line)
      _ = try await member.post(
        "/settings", ["name": "Ada", "email": member.email, "time_zone": "UTC", "language": "ko"])
      let asked: [(header: String?, language: Language)] = [(nil, .ko)] + Language.allCases.map { ($0.rawValue, $0) }
      for (header, language) in asked {
        let strings = Strings(language)
        for (method, path, body, field, reason) in cases {
          let headers: [String: String?] = ["accept-language": header, "if-match": method == "PATCH" ? "*" : nil]
          let refused = try await program.send(method, path, body, headers)
          let error = refused.object?["errors"]?.elements?.first?.object
          #expect(refused.status == 422 && error?["field"]?.string == field, "\(method) \(path): \(refused.text)")
          #expect(error?["detail"]?.string == strings.text(reason), "\(method) \(path)")
          #expect(refused.object?["detail"]?.string == strings.text(reason))
          #expect(refused["content-language"] == language.rawValue)
        }
        let key = try await program.send("POST", "/items", "{}", ["accept-language": header, "idempotency-key": ""])
        #expect(key.object?["detail"]?.string == strings.text(.noKey(200)))
        let bodies = [
          ("[]", strings.apiNoObject), ("{} x", strings.text(.trailing)), (#"{"a":1,"a":2}"#, strings.text(.nameTwice)),
        ]
        for (body, detail) in bodies {
          let refused = try await program.send("POST", "/items", body, ["accept-language": header])
          #expect(refused.status == 400 && refused.object?["detail"]?.string == detail)
          #expect(refused["content-language"] == language.rawValue)
        }
      }
    }
  }
}
