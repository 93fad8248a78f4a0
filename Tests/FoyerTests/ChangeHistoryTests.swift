import Cookery
import EventLoop
import HTTP
import StrictJSON
import Testing

@testable import Foyer
@testable import Postgres

/// A program that keeps a copy of everything by `/changes`.
private final class Copy {
  private let program: ProgramClient
  /// Whether the answers have the rows; else it reads each by its own path.
  private let asksForRows: Bool
  private var state = ""
  /// By part and id.
  private(set) var rows: [String: JSON] = [:]
  private(set) var pages = 0

  init(_ program: ProgramClient, asksForRows: Bool) { (self.program, self.asksForRows) = (program, asksForRows) }

  private func read() async throws -> JSONObject {
    try await program.object("GET", "/changes?since=\(state)\(asksForRows ? "&include=rows" : "")")
  }

  /// Reads a page, whose answer is lost.
  func lose() async throws { _ = try await read() }

  /// Reads a page.
  /// - Returns: whether there are more.
  func step() async throws -> Bool {
    pages += 1
    let page = try await read()
    var named: [String] = []
    for list in ["created", "changed", "deleted"] {
      for entry in (page[list]?.elements ?? []).compactMap({ $0.object }) {
        let (part, id) = (try #require(entry["part"]?.string), try #require(entry["id"]?.string))
        let key = "\(part)/\(id)"
        if list == "deleted" {
          rows[key] = nil
        } else if asksForRows {
          rows[key] = entry["row"]
          #expect(entry["row"] != nil)
        } else {
          named.append(key)
        }
      }
    }
    for start in stride(from: 0, to: named.count, by: 100) {
      let keys = named[start..<min(start + 100, named.count)]
      let operations = keys.map { "{\"method\":\"GET\",\"path\":\"/\($0)\"}" }.joined(separator: ",")
      let answers =
        try await program.object("POST", "/batch", "{\"operations\":[\(operations)]}")["results"]?.elements ?? []
      #expect(answers.count == keys.count)
      for (key, answer) in zip(keys, answers) {
        let status = answer.object?["status"]?.integer
        #expect(status == 200 || status == 404, "\(key)")
        rows[key] = status == 200 ? answer.object?["body"] : nil
      }
    }
    state = try #require(page["state"]?.string)
    return page["more"] == .bool(true)
  }

  /// What changes while several pages are read comes after the last one.
  func catchUp() async throws {
    for _ in 1...2 { while try await step() {} }
  }
}

/// What two programs and a browser do to a household, by chance.
private struct History {
  let member: Member
  let program: ProgramClient
  var random: SeededNumbers
  var steps: [String] = []
  var effects = 0

  private static let names = ["Garden", "Kitchen", "Errands", "Cellar"]
  private static let foods = ["milk", "rice", "onions", "basil", "flour"]

  private func table(_ part: String) -> (name: SQL, deleted: SQL) {
    switch part {
    case "items": ("items", "deleted_at IS NOT NULL")
    case "categories": ("categories", "deleted_at IS NOT NULL")
    case "tags": ("tags", "deleted_at IS NOT NULL")
    case "shopping-lists": ("named_lists", "deleted_at IS NOT NULL")
    case "shopping-lines": ("shopping_entries", "deleted_at IS NOT NULL")
    case "meals": ("meals", "deleted_at IS NOT NULL")
    case "recipes": ("recipes", "deleted_at IS NOT NULL")
    case "hand": ("ingredients_at_hand", "false")
    default: ("eaters", "deleted_at IS NOT NULL")
    }
  }

  private mutating func any(_ part: String, deleted: Bool = false) throws -> String? {
    let (table, isDeleted) = table(part)
    let rows = try member.app.rows(
      """
      SELECT id FROM \(fragment: table) WHERE household_id = \(member.household) AND (\(fragment: isDeleted)) = \(deleted) ORDER BY id
      """)
    guard rows.count > 0 else { return nil }
    let id: UUID = try rows[random.next(rows.count)]["id"]
    return "\(id)"
  }

  private mutating func name() -> String { random.one(of: Self.names) }
  private mutating func day() -> String { "2030-01-\(10 + random.next(15))" }

  /// Fields of a row of a part; some of them for a change.
  private mutating func fields(_ part: String, isChange: Bool) throws -> [String] {
    var all: [String]
    switch part {
    case "items":
      all = ["\"title\":\"Thing \(random.next(1000))\""]
      if random.next(2) == 0 { all.append("\"category\":\"\(name())\"") }
      if random.next(2) == 0 { all.append("\"tags\":[\"\(name())\",\"urgent\"]") }
      if random.next(3) == 0 { all.append("\"priority\":\"\(random.one(of: ["high", "low", "none"]))\"") }
      if random.next(2) == 0 {
        all.append("\"due_date\":\"\(day())\"")
        if random.next(2) == 0 {
          all.append(
            "\"repeat\":\"FREQ=\(random.one(of: ["DAILY", "WEEKLY", "MONTHLY"]));INTERVAL=\(1 + random.next(3))\"")
          if random.next(2) == 0 { all.append("\"repeat_from\":\"\(random.one(of: ["due", "done"]))\"") }
        }
      }
    case "categories": all = ["\"name\":\"\(name()) \(random.next(3))\"", "\"icon\":\"\(random.one(of: ["🌱", "🍎"]))\""]
    case "tags": all = ["\"name\":\"\(name()) \(random.next(3))\"", "\"color\":\"#11223\(random.next(10))\""]
    case "shopping-lists": all = ["\"name\":\"\(name()) \(random.next(5))\""]
    case "shopping-lines":
      all = ["\"text\":\"\(1 + random.next(5)) \(random.one(of: Self.foods))\""]
      if random.next(2) == 0 { all.append("\"checked\":\(random.next(2) == 0)") }
      if !isChange, random.next(3) == 0, let list = try any("shopping-lists") { all.append("\"list\":\"\(list)\"") }
    case "meals":
      all = ["\"day\":\"\(day())\"", "\"meal\":\"\(random.one(of: ["lunch", "dinner"]))\""]
      if random.next(2) == 0, let recipe = try any("recipes") {
        all.append("\"recipe\":\"\(recipe)\"")
      } else {
        all.append("\"text\":\"Soup \(random.next(9))\"")
      }
    case "recipes":
      all = ["\"name\":\"Dish \(random.next(100))\"", "\"ingredients\":[\"2 \(random.one(of: Self.foods))\"]"]
      if random.next(2) == 0 { all.append("\"labels\":[\"\(name())\"]") }
    case "hand":
      all = ["\"name\":\"\(random.one(of: Self.foods))\"", "\"amount\":\"\(1 + random.next(9)) kg\""]
      if random.next(2) == 0 { all.append("\"place\":\"\(name())\"") }
    default:
      all = ["\"name\":\"Emil \(random.next(9))\""]
      if random.next(2) == 0 { all.append("\"diet\":[\"vegan\"]") }
    }
    return isChange ? [all[random.next(all.count)]] : all
  }

  private mutating func note(_ step: String, _ status: Int) {
    steps.append("\(step): \(status)")
    #expect(status < 500, "\(step)")
    if status < 400 { effects += 1 }
  }

  /// A change by the API; a third of the answers are lost, and the request is sent again.
  private mutating func send(_ method: String, _ path: String, _ body: String?, isOnce: Bool = false) async throws {
    var headers: [String: String?] = method == "PATCH" ? ["if-match": "*"] : [:]
    if isOnce { headers["idempotency-key"] = "\(UUID.v7())" }
    var status = try await program.send(method, path, body, headers).status
    if random.next(3) == 0 {
      steps.append("\(method) \(path) \(body ?? ""): lost")
      status = try await program.send(method, path, body, headers).status
    }
    note("\(method) \(path) \(body ?? "")", status)
  }

  private mutating func post(_ path: String, _ fields: KeyValuePairs<String, String> = [:]) async throws {
    note("page \(path) \(fields)", try await member.post(path, fields).status)
  }

  private static let parts = [
    "items", "categories", "tags", "shopping-lists", "shopping-lines", "meals", "recipes", "hand", "eaters",
  ]

  /// Something of each part.
  mutating func begin() async throws {
    for part in Self.parts {
      try await send("POST", "/\(part)", "{\(try fields(part, isChange: false).joined(separator: ","))}", isOnce: true)
    }
  }

  mutating func bySomeProgram() async throws {
    let part = random.one(of: Self.parts + ["items", "items"])
    switch random.next(8) {
    case 0...2:
      let isKeyed = part == "hand" || random.next(2) == 0
      var fields = try fields(part, isChange: false)
      if !isKeyed { fields.insert("\"id\":\"\(UUID.v7())\"", at: 0) }
      try await send("POST", "/\(part)", "{\(fields.joined(separator: ","))}", isOnce: isKeyed)
    case 3, 4:
      guard let id = try any(part) else { return }
      try await send("PATCH", "/\(part)/\(id)", "{\(try fields(part, isChange: true).joined(separator: ","))}")
    case 5:
      guard let id = try any(part) else { return }
      try await send("DELETE", "/\(part)/\(id)", nil)
    case 6:
      guard part != "hand", let id = try any(part, deleted: true) else { return }
      try await send("POST", "/\(part)/\(id)/restore", "{}")
    default:
      guard let id = try any("items") else { return }
      let verb = random.one(of: ["complete", "reopen", "skip", "snooze", "checklist"])
      let body = verb == "snooze" ? "{\"until\":\"\(day())\"}" : verb == "checklist" ? #"{"text":"Eggs"}"# : "{}"
      try await send("POST", "/items/\(id)/\(verb)", body, isOnce: true)
    }
  }

  mutating func byAPage() async throws {
    switch random.next(18) {
    case 0: try await post("/items", ["id": "\(UUID.v7())", "title": "Page \(random.next(99))", "category": name()])
    case 1:
      guard let id = try any("items") else { return }
      try await post("/items/\(id)/done", ["done": "\(random.next(2) == 0)"])
    case 2:
      guard let id = try any("items") else { return }
      try await post("/items/\(id)/delete")
    case 3, 4:
      let (part, path) = random.next(2) == 0 ? ("categories", "/categories") : ("tags", "/tags")
      guard let id = try any(part) else { return }
      let version = try await member.get("\(path)/\(id)/edit").field("version") ?? "1"
      try await post("\(path)/\(id)", ["name": "\(name()) \(random.next(9))", "version": version])
    case 5:
      guard let id = try any(random.next(2) == 0 ? "categories" : "tags") else { return }
      try await post("/categories/\(id)/delete")
      try await post("/tags/\(id)/delete")
    case 6:
      guard let one = try any("items"), let two = try any("items") else { return }
      let action = random.one(of: ["done", "tag", "category", "delete"])
      try await post("/items/several", ["item": one, "item": two, "action": action, "name": name()])
    case 7:
      guard let id = try any("items") else { return }
      try await post("/items/\(id)/\(random.one(of: ["end", "skip", "unskip"]))")
    case 8:
      try await post(
        "/shopping", ["id": "\(UUID.v7())", "text": "\(1 + random.next(3)) \(random.one(of: Self.foods))"])
    case 9:
      guard let id = try any("shopping-lines") else { return }
      try await post("/shopping/\(id)/check", ["checked": "true"])
    case 10: try await post(random.next(2) == 0 ? "/shopping/clear" : "/shopping/to-hand")
    case 11:
      guard let id = try any("shopping-lines") else { return }
      try await post("/shopping/\(id)/aisle", ["aisle": random.one(of: ["dairy", "bakery", "frozen"])])
    case 12:
      guard let id = try any("recipes") else { return }
      try await post("/recipes/\(id)/finish", ["id": "\(UUID.v7())", "stars": "4"])
    case 13:
      try await post("/settings", ["name": "Ada \(random.next(9))", "email": member.email, "time_zone": "UTC"])
    case 14:
      try await post(
        "/household", ["name": "Home", "time_zone": random.one(of: ["UTC", "Asia/Seoul", "Europe/Paris"])])
    case 15: try await post("/plan/copy", ["from": "2030-01-07", "to": "2030-01-14"])
    case 16:
      guard let id = try any("recipes") else { return }
      try await post("/recipes/\(id)/shopping")
    default: try await byAList()
    }
  }

  /// Something on a further list, which is deleted or restored.
  mutating func byAList() async throws {
    if random.next(2) == 0, let id = try any("shopping-lists", deleted: true) {
      return try await post("/shopping/lists/\(id)/restore")
    }
    guard let list = try any("shopping-lists") else { return }
    let text = "\(1 + random.next(3)) \(random.one(of: Self.foods))"
    switch random.next(4) {
    case 0: try await post("/shopping", ["id": "\(UUID.v7())", "list": list, "text": text])
    case 1: try await send("POST", "/shopping-lines", "{\"text\":\"\(text)\",\"list\":\"\(list)\"}", isOnce: true)
    case 2: try await send("DELETE", "/shopping-lists/\(list)", nil)
    default: try await post("/shopping/lists/\(list)/delete")
    }
  }

  mutating func byBatch() async throws {
    guard let id = try any("items"), let line = try fields("shopping-lines", isChange: false).first else { return }
    let change = try fields("items", isChange: true)[0]
    let stored = try await program.get("/items/\(id)").object?["version"]?.integer ?? 1
    try await send(
      "POST", "/batch",
      """
      {"atomic":\(random.next(2) == 0),"operations":[{"method":"POST","path":"/shopping-lines","body":{"id":"\(UUID.v7())",\(line)}},
      {"method":"PATCH","path":"/items/\(id)","version":\(stored),"body":{\(change)}}]}
      """)
  }
}

extension FoyerTests {
  @Suite struct ChangeHistoryTests {
    @Test(arguments: seedsOfHistories(else: Array(1...40)))
    func `Copies that follow the changes are equal with the server in the end`(seed: Int) async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      var random = SeededNumbers(seed: UInt64(seed) &* 104_729)
      // A page has 500 rows: in some histories one is not enough.
      if seed % 20 == 0 {
        try member.fill(510)
        let category = try await member.add(.category, "Many")
        try app.rows("UPDATE items SET category_id = \(category) WHERE household_id = \(member.household)")
      }
      let copies = [Copy(program, asksForRows: true), Copy(program, asksForRows: false)]
      var history = History(member: member, program: program, random: SeededNumbers(seed: UInt64(seed) &* 7919))
      try await history.begin()
      for _ in 1...(20 + random.next(20)) {
        switch random.next(10) {
        case 0...2: try await history.bySomeProgram()
        case 3, 4: try await history.byAPage()
        case 5: try await history.byBatch()
        case 6: _ = try await copies[seed % 20 == 0 ? 0 : random.next(2)].step()
        case 7: try await copies[random.next(2)].lose()
        default: try await history.byAList()
        }
      }
      let whole = Copy(program, asksForRows: true)
      try await whole.catchUp()
      for copy in copies {
        try await copy.catchUp()
        for key in Set(whole.rows.keys).union(copy.rows.keys).sorted() where whole.rows[key] != copy.rows[key] {
          Issue.record(
            """
            seed \(seed): \(key) is \(whole.rows[key]?.text ?? "gone"), and in the copy \(copy.rows[key]?.text ?? "gone")
            \(history.steps.joined(separator: "\n"))
            """)
        }
      }
      #expect(history.effects > 8, "seed \(seed): \(history.steps)")
      if seed % 20 == 0 { #expect(whole.pages > 1) }
    }

    /// The order of the waiting transactions is that of the locks, not of a clock.
    @Test(arguments: [LabelKind.category, .tag])
    func `An item that is added while its label is renamed is named with the new name`(kind: LabelKind) async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      let label = try await member.add(kind, "Before")
      let copy = Copy(program, asksForRows: true)
      try await copy.catchUp()
      let draft = ItemDraft(
        title: "Late", category: kind == .category ? "Before" : nil, tags: kind == .tag ? ["Before"] : [])
      let adding = try await transaction(member, AddItem.Ready(item: draft).statements)
      let part = kind == .category ? "categories" : "tags"
      async let renamed = program.send("PATCH", "/\(part)/\(label)", #"{"name":"After"}"#, ["if-match": "*"])
      try await waiting(for: "UPDATE \(part) SET", app)
      try adding.run("COMMIT")
      #expect(try await renamed.status == 200)
      try await copy.catchUp()
      let row = try #require(copy.rows["items/\(draft.id)"]?.object)
      #expect(kind == .category ? row["category"] == "After" : row["tags"] == .array(["After"]))
    }

    /// Until a statement waits for a lock.
    private func waiting(for statement: String, _ app: TestApp) async throws {
      try await eventually {
        try app.number(
          """
          SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE \("%\(statement)%")
          """) > 0
      }
    }

    /// In both orders of the locks.
    @Test(arguments: [true, false])
    func `A line that is added while its list is deleted is in no copy`(isAddedFirst: Bool) async throws {
      let member = try await TestApp.shared().member()
      let program = try await ProgramClient(member)
      let (list, line) = (UUID.v7(), UUID.v7())
      _ = try await program.object("POST", "/shopping-lists", "{\"id\":\"\(list)\",\"name\":\"Market\"}")
      let copy = Copy(program, asksForRows: true)
      try await copy.catchUp()
      let added = ShoppingQueries.insert([(line, "rice", FoodLine("rice"))], list: list)
      let first = try await transaction(member, [isAddedFirst ? added : ShoppingKind.list.delete(list)])
      let (method, path) = isAddedFirst ? ("DELETE", "/shopping-lists/\(list)") : ("POST", "/shopping-lines")
      let body = isAddedFirst ? nil : "{\"id\":\"\(line)\",\"text\":\"rice\",\"list\":\"\(list)\"}"
      async let second = program.send(method, path, body)
      try await waiting(for: isAddedFirst ? "UPDATE named_lists" : "INSERT INTO shopping_entries", member.app)
      try first.run("COMMIT")
      #expect(try await second.status == (isAddedFirst ? 204 : 409))
      try await copy.catchUp()
      #expect(!copy.rows.keys.contains { $0.hasPrefix("shopping-") })
      #expect(try await program.send("POST", "/shopping-lists/\(list)/restore", "{}").status == 200)
      try await copy.catchUp()
      #expect(copy.rows.keys.contains("shopping-lines/\(line)"))
    }

    @Test func `In another time zone of the person a state is too old`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      let state = try #require(try await program.object("GET", "/changes")["state"]?.string)
      #expect(try await program.get("/changes?since=\(state)").status == 200)
      _ = try await member.post("/settings", ["name": "Ada", "email": member.email, "time_zone": "Asia/Seoul"])
      #expect(try await program.get("/changes?since=\(state)").status == 410)
    }
  }
}
