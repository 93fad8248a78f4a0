import CivilTime
import Recurrence
import SeededRandom
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  func rename(_ name: String) throws {
    try app.rows("UPDATE people SET name = \(name) WHERE household_id = \(household) AND id = \(try person)")
  }

  /// The days from now on which no turn falls to the member.
  func leave(from: Int, until: Int) throws {
    try app.rows(
      """
      UPDATE people SET away_from = current_date + \(from)::int, away_until = current_date + \(until)::int
      WHERE household_id = \(household) AND id = \(try person)
      """)
  }

  /// Whom an item is for, who has the turn, and the queue.
  func concerned(_ item: UUID) throws -> (people: [UUID], person: UUID?, queue: [UUID]) {
    let row = try app.rows("SELECT people, turn_person, turn_queue FROM items WHERE id = \(item)")[0]
    return (try row["people"], try row["turn_person"], try row["turn_queue"])
  }

  /// Makes an item for some, or with turns in this order.
  func make(_ title: String, for people: [UUID] = [], turn: [UUID] = [], date: String = "") async throws -> UUID {
    let id = UUID.v7()
    let fields =
      [("id", "\(id)"), ("title", title), ("due_date", date)] + people.map { ("people", "\($0)") }
      + turn.map { ("turn", "\($0)") }
    let answer = try await send("/items", fields)
    guard answer.status == 303 else { throw Unexpected("adding answered \(answer.status)") }
    return id
  }

  func send(_ path: String, _ fields: [(String, String)]) async throws -> Answer {
    let body = fields.map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }.joined(separator: "&")
    return try await browser.send("POST", path, [:], Array(body.utf8))
  }
}

extension FoyerTests {
  /// The order alone, without a database.
  @Suite struct TurnOrder {
    @Test func `Each member has one turn of a cycle`() throws {
      for size in 1...6 {
        var queue = (0..<size).map { _ in UUID.v7() }
        let members = queue
        for _ in 1...20 {
          var cycle: [UUID] = []
          for _ in 1...size { try cycle.append(Self.take(&queue, isAway: { _ in false })) }
          #expect(cycle == members)
        }
      }
      #expect(Turns.next(queue: [], isAway: { _ in false }) == nil)
    }

    /// The promise of `Turns`, over every stretch in which two members were there.
    @Test(arguments: 0..<10)
    func `Over 1,000 cycles, a difference comes from absences, and from turns given and taken alone`(seed: Int) throws {
      var random = SeededRandom(seed: UInt64(seed))
      let size = Int.random(in: 2...7, using: &random)
      let members = (0..<size).map { _ in UUID.v7() }
      var queue = members
      var away: Set<UUID> = []
      var steps: [(person: UUID, giver: UUID?, away: Set<UUID>)] = []
      while steps.count < 1000 * size {
        for member in members where Int.random(in: 0..<12, using: &random) == 0 {
          if away.remove(member) == nil { away.insert(member) }
        }
        let absent = away
        var person = try Self.take(&queue, isAway: { absent.contains($0) })
        #expect(!absent.contains(person) || absent.count == size)
        var giver: UUID?
        let chance = Int.random(in: 0..<10, using: &random)
        let change =
          chance == 0
          ? Turns.skip(person, queue: queue, isAway: { absent.contains($0) })
          : chance == 1 ? Turns.swap(person, with: members.randomElement(using: &random)!, queue: queue) : nil
        if let change {
          let back = try #require(Turns.swap(change.person, with: person, queue: change.queue))
          #expect(back.person == person && back.queue == queue)
          giver = person
          (person, queue) = (change.person, change.queue)
        }
        #expect(queue.last == person && Set(queue) == Set(members) && queue.count == size)
        steps.append((person, giver, absent))
      }
      for one in members {
        for other in members where other != one {
          // How many turns more the first has had since any earlier step, without those that were given and taken.
          var (lead, least, wereThere) = (0, 0, false)
          for step in steps {
            let areThere = !step.away.contains(one) && !step.away.contains(other)
            if !areThere || !wereThere { (lead, least) = (0, 0) }
            wereThere = areThere
            guard areThere else { continue }
            lead += step.person == one ? 1 : step.person == other ? -1 : 0
            if step.giver != nil && (step.person == one || step.giver == other) { lead -= 1 }
            #expect(lead - least <= 1)
            least = min(least, lead)
          }
        }
      }
    }

    @Test func `Somebody who is away is passed over and comes first after the return`() throws {
      let (a, b, c) = (UUID.v7(), UUID.v7(), UUID.v7())
      var queue = [a, b, c]
      #expect(try Self.take(&queue, isAway: { $0 == a }) == b)
      #expect(try Self.take(&queue, isAway: { $0 == a }) == c)
      #expect(try Self.take(&queue, isAway: { _ in false }) == a)
      // With all of them away, it is as if nobody were.
      #expect(try Self.take(&queue, isAway: { _ in true }) == b)
      #expect(Turns.skip(b, queue: queue, isAway: { _ in true }) == nil)
      #expect(Turns.swap(b, with: UUID.v7(), queue: queue) == nil)
      #expect(Turns.swap(b, with: b, queue: queue) == nil)
    }

    @Test func `A skipper comes first the next time`() throws {
      let (a, b, c) = (UUID.v7(), UUID.v7(), UUID.v7())
      let skipped = try #require(Turns.skip(a, queue: [b, c, a], isAway: { _ in false }))
      #expect(skipped.person == b)
      var queue = skipped.queue
      var cycle: [UUID] = []
      for _ in 1...3 { cycle.append(try Self.take(&queue, isAway: { _ in false })) }
      #expect(cycle == [a, c, b])
    }

    @Test func `A turn lasts until a date of its rule`() {
      func day(_ day: Int, hour: Int = 18) -> CivilTime { CivilTime(year: 2026, month: 11, day: day, hour: hour)! }
      let weekly = RecurrenceRule("FREQ=WEEKLY")
      // The series begins on Monday, 2 November.
      #expect(Turns.isSamePeriod(weekly, from: day(2), day(2), day(3)))
      #expect(Turns.isSamePeriod(weekly, from: day(2), day(3), day(8)))
      #expect(!Turns.isSamePeriod(weekly, from: day(2), day(8), day(9)))
      #expect(!Turns.isSamePeriod(weekly, from: day(2), day(8), day(9, hour: 7)))
      #expect(!Turns.isSamePeriod(weekly, from: day(2), day(2), day(16)))
      #expect(Turns.isSamePeriod(weekly, from: day(2), day(9, hour: 7), day(9)))
      #expect(!Turns.isSamePeriod(nil, from: day(2), day(2), day(3)))
      // The last date of a rule that ends is the last change.
      #expect(Turns.isSamePeriod(RecurrenceRule("FREQ=WEEKLY;COUNT=2"), from: day(2), day(9), day(30)))
    }

    private static func take(_ queue: inout [UUID], isAway: (UUID) -> Bool) throws -> UUID {
      guard let next = Turns.next(queue: queue, isAway: isAway) else { throw Unexpected("nobody") }
      queue = next.queue
      return next.person
    }
  }

  @Suite struct PeopleOfItems {
    @Test func `An item is for members, whose photos its row has, and strangers are left out`() async throws {
      let app = try await TestApp.shared()
      let (ada, stranger) = (try await app.member(), try await app.member())
      #expect(!(try await ada.get("/items/new")).contains("name=\"people\""))
      let ben = try await app.housemate(of: ada)
      try ben.rename("Ben & Co")
      #expect(try await ada.get("/items/new").count(of: "name=\"people\"") == 2)
      let item = try await ada.make("Water the figs", for: [try ben.person, try stranger.person])
      #expect(try ada.concerned(item).people == [try ben.person])
      let page = try await ada.get("/items")
      #expect(page.contains("class=\"item-people\""))
      #expect(page.shows("Ben & Co"))
      let form = try await ada.get("/items/\(item)/edit")
      #expect(form.contains("name=\"people\" value=\"\(try ben.person)\" checked"))
      #expect(!form.contains("value=\"\(try ada.person)\" checked"))
      // Nothing ticked is for everybody again.
      let fields = ["title": "Water the figs", "version": form.field("version") ?? ""]
      #expect(try await ada.send("/items/\(item)", fields.map { ($0.key, $0.value) }).status == 303)
      #expect(try ada.concerned(item).people == [])
      #expect(!(try await ada.get("/items")).contains("class=\"item-people\""))
    }

    @Test func `A turn is the first member's, and the order is edited`() async throws {
      let app = try await TestApp.shared()
      let (ada, stranger) = (try await app.member(), try await app.member())
      let (ben, cy) = (try await app.housemate(of: ada), try await app.housemate(of: ada))
      try ben.rename("Ben")
      let (a, b, c) = (try ada.person, try ben.person, try cy.person)
      let item = try await ada.make("Bins", turn: [b, try stranger.person, a, b, c])
      var turn = try ada.concerned(item)
      #expect(turn.person == b && turn.queue == [a, c, b])
      #expect(try await ben.get("/items").contains("</span>My turn</a>"))
      #expect(try await ada.get("/items").contains("<bdi>Ben</bdi>"))
      let form = try await ada.get("/items/\(item)/edit")
      #expect(form.count(of: "name=\"turn\"") == 3)
      #expect(form.count(of: " selected>Ben</option>") == 1)
      let version = form.field("version") ?? ""
      let fields = [("title", "Bins"), ("version", version)] + [c, a].map { ("turn", "\($0)") }
      #expect(try await ada.send("/items/\(item)", fields).status == 303)
      turn = try ada.concerned(item)
      #expect(turn.person == c && turn.queue == [a, c])
      // Somebody who had the old page sees both orders.
      let late = try await ben.send("/items/\(item)", [("title", "Bins"), ("version", version), ("turn", "\(b)")])
      #expect(late.status == 409)
      #expect(late.contains("name=\"theirs:turn\" value=\"\(c)\""))
    }

    @Test func `A rule that is none is refused, and what was chosen stays`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      for rule in ["FREQ=HOURLY", "weekly", String(repeating: "x", count: 100_000), "FREQ=WEEKLY;COUNT=x"] {
        let answer = try await ada.send(
          "/items", [("title", "Bins"), ("turn", "\(try ben.person)"), ("turn_every", rule)])
        #expect(answer.status == 422)
        #expect(answer.contains("aria-describedby=\"error-turn_every\""))
        #expect(answer.contains("value=\"\(try ben.person)\" selected"))
      }
      let many = (0...50).map { _ in ("people", "\(UUID.v7())") }
      #expect(try await ada.send("/items", [("title", "Bins")] + many).status == 422)
      // What is no id is dropped.
      #expect(try await ada.send("/items", [("title", "Bins"), ("people", "me"), ("turn", "x")]).status == 303)
    }

    @Test func `A turn passes over whoever is away on the item's day`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      let (a, b) = (try ada.person, try ben.person)
      try ada.leave(from: 0, until: 3)
      #expect(try ada.concerned(try await ada.make("Bins", turn: [a, b])).person == b)
      let later: String = try app.rows("SELECT (current_date + 4)::text AS day")[0]["day"]
      #expect(try ada.concerned(try await ada.make("Bins", turn: [a, b], date: later)).person == a)
    }

    @Test func `Turns are swapped and skipped, and Undo gives them back`() async throws {
      let app = try await TestApp.shared()
      let (ada, stranger) = (try await app.member(), try await app.member())
      let (ben, cy) = (try await app.housemate(of: ada), try await app.housemate(of: ada))
      for (member, name) in [(ben, "Ben"), (cy, "Cy")] { try member.rename(name) }
      let (a, b, c) = (try ada.person, try ben.person, try cy.person)
      let item = try await ada.make("Bins", turn: [a, b, c])
      #expect(try await ada.post("/items/\(item)/swap", ["person": "\(c)"]).status == 303)
      #expect(try ada.concerned(item).queue == [b, a, c])
      let page = try await ada.get("/items")
      #expect(page.notice == "The turn goes to Cy.")
      let undo = try #require(page.between("<form method=\"post\" action=\"/items/\(item)/swap", "\""))
      #expect(try await ada.post("/items/\(item)/swap\(undo)").status == 303)
      #expect(try ada.concerned(item).queue == [b, c, a])
      // Ben is away: the next one who is there takes it.
      try ben.leave(from: -1, until: 1)
      #expect(try await ada.post("/items/\(item)/swap").status == 303)
      #expect(try ada.concerned(item).person == c)
      #expect(try ada.concerned(item).queue == [b, a, c])
      try ada.leave(from: -1, until: 1)
      #expect(try await cy.post("/items/\(item)/swap", ["person": ""]).status == 303)
      #expect(try await cy.get("/items").notice == "Nobody else can take this turn.")
      #expect(try ada.concerned(item).person == c)
      for person in ["\(try stranger.person)", "\(UUID.v7())", "nobody"] {
        #expect(try await ada.post("/items/\(item)/swap", ["person": person]).status == 404)
      }
      #expect(try await stranger.post("/items/\(item)/swap", ["person": "\(try stranger.person)"]).status == 404)
      #expect(try await ada.post("/items/\(try await ada.add("Plain"))/swap").status == 303)
      #expect(try ada.concerned(item).queue == [b, a, c])
    }

    @Test func `Two who skip one turn at once leave the queue whole`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      let (a, b) = (try ada.person, try ben.person)
      let item = try await ada.make("Bins", turn: [a, b])
      let answers = try await ada.atOnce(8) { window, _ in try await window.post("/items/\(item)/swap").status }
      #expect(answers.allSatisfy { $0 == 303 })
      #expect(Set(try ada.concerned(item).queue) == [a, b])
      #expect(try ada.concerned(item).queue.last == ada.concerned(item).person)
    }
  }

  @Suite struct ItemsForMembers {
    @Test func `The list shows what is for me, or for another`() async throws {
      let app = try await TestApp.shared()
      let (ada, stranger) = (try await app.member(), try await app.member())
      #expect(!(try await ada.get("/items")).contains("?for=me"))
      let ben = try await app.housemate(of: ada)
      try ben.rename("Ben")
      let (a, b) = (try ada.person, try ben.person)
      let mine = try await ada.make("Mine", for: [a])
      let turn = try await ada.make("My bins", turn: [a, b])
      let his = try await ada.make("His", for: [b], date: "2030-01-01")
      let both = try await ada.make("Ours", for: [a, b])
      try await ada.add("Anybody’s")
      #expect(try await ada.get("/items").contains("href=\"/items?for=me\""))
      func ids(_ query: String, _ member: Member = ada) async throws -> Set<String> {
        Set(try await member.get("/items?\(query)").itemIDs)
      }
      #expect(try await ids("for=me") == Set([mine, turn, both].map(\.description)))
      #expect(try await ids("for=me", ben) == Set([his, both].map(\.description)))
      #expect(try await ids("for=\(b)") == Set([his, both].map(\.description)))
      #expect(try await ids("for=\(b)&q=his") == ["\(his)"])
      #expect(try await ids("for=me&category=none&status=open&sort=due") == Set([mine, turn, both].map(\.description)))
      #expect(try await ids("for=me&status=done") == [])
      let page = try await ada.get("/items?for=\(b)&status=open")
      #expect(page.contains("<span dir=\"auto\">For Ben</span>"))
      #expect(page.contains("<input type=\"hidden\" name=\"for\" value=\"\(b)\">"))
      for unknown in ["\(try stranger.person)", "\(UUID.v7())", "nobody", "%22%3E"] {
        let page = try await ada.get("/items?for=\(unknown)")
        #expect(page.status == 200 && page.itemIDs == [])
        #expect(page.contains("<span dir=\"auto\">no longer there</span>"))
      }
    }

    @Test func `What is for me is paged`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      try ada.fill(120)
      try app.rows("UPDATE items SET people = ARRAY[\(try ben.person)::uuid] WHERE household_id = \(ada.household)")
      var (found, path): ([String], String?) = ([], "/items?for=me")
      while let next = path {
        let page = try await ben.get(next)
        found += page.itemIDs
        path = page.next
      }
      #expect(found.count == 120 && Set(found).count == 120)
    }

    @Test func `Each member's items are counted on the household's page`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      let (a, b) = (try ada.person, try ben.person)
      // For her and her turn: one item, counted once.
      let item = try await ada.send(
        "/items", [("title", "Bins"), ("people", "\(a)"), ("people", "\(b)"), ("turn", "\(a)"), ("turn", "\(b)")])
      #expect(item.status == 303)
      let done = try await ada.make("Figs", for: [a])
      _ = try await ada.post("/items/\(done)/done", ["done": "true"])
      _ = try await ada.post("/items/\(try await ada.make("Gone", for: [a]))/delete")
      let page = try await ada.get("/household")
      #expect(page.contains("href=\"/items?for=\(a)\">1 of 2 done"))
      #expect(page.contains("href=\"/items?for=\(b)\">0 of 1 done"))
      #expect(page.contains("stroke-dasharray=\"50 100\""))
    }

    @Test func `Quick add assigns a member`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      try ben.rename("Ben Okoro")
      let preview = try await ada.get("/items/quick?text=\(percentEncoded("Milk +ben #Food"))", fragment())
      #expect(preview.contains("</svg>Ben Okoro<"))
      #expect(try await ada.post("/items/quick", ["text": "Milk +ben #Food"]).status == 303)
      #expect(try await ada.post("/items/quick", ["text": "Learn C++ +Zoe +1"]).status == 303)
      let rows = try app.rows("SELECT title, people FROM items WHERE household_id = \(ada.household) ORDER BY id")
      #expect(try rows.map { try $0["title"] as String } == ["Milk", "Learn C++ +Zoe +1"])
      #expect(try rows.map { try $0["people"] as [UUID] } == [[try ben.person], []])
    }
  }

  @Suite struct MembersWhoLeave {
    @Test(arguments: ["moving out", "another household", "deleting the account"])
    func `Nothing stays for a member who leaves, and the turn goes to the next`(way: String) async throws {
      let app = try await TestApp.shared()
      let (ada, other) = (try await app.member(), try await app.member())
      let (ben, cy) = (try await app.housemate(of: ada), try await app.housemate(of: ada))
      let (a, b, c) = (try ada.person, try ben.person, try cy.person)
      let his = try await ada.make("His", for: [a, b])
      let turn = try await ada.make("Bins", turn: [b, c, a])
      let waits = try await ada.make("Dishes", turn: [a, b, c])
      let alone = try await ada.make("Cat", turn: [b])
      let kept = try await other.make("Kept", for: [try other.person], turn: [try other.person])
      let before = try app.rows("SELECT items::text AS row FROM items WHERE id = \(kept)")[0]["row"] as String
      switch way {
      case "moving out": #expect(try await ben.post("/household/leave", ["confirm": "true"]).status == 303)
      case "another household":
        #expect(try await ben.post(try await other.invite(), ["confirm": "true"]).status == 303)
      default: #expect(try await ben.post("/account/delete", ["password": ben.password]).status == 303)
      }
      #expect(try ada.concerned(his).people == [a])
      #expect(try ada.concerned(turn) == ([], c, [c, a]))
      #expect(try ada.concerned(waits) == ([], a, [c, a]))
      #expect(try ada.concerned(alone) == ([], nil, []))
      #expect(try app.rows("SELECT items::text AS row FROM items WHERE id = \(kept)")[0]["row"] as String == before)
      let page = try await ada.get("/items")
      #expect(page.status == 200 && page.count(of: "class=\"item-turn") == 2)
      #expect(try await ada.get("/items/\(turn)/edit").status == 200)
      // The one who has it now swaps it as ever.
      #expect(try await cy.post("/items/\(turn)/swap").status == 303)
      #expect(try ada.concerned(turn) == ([], a, [c, a]))
      #expect(try await ben.get("/items").status == (way == "deleting the account" ? 303 : 200))
    }
  }

  @Suite struct AwayAndBirthday {
    @Test func `Away and a birthday are settings, and others see the absence`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      let days: KeyValuePairs = ["away_from": "2031-12-05", "away_until": "2031-12-08", "birthday": "1984-02-29"]
      #expect(try await ada.post("/settings", days).status == 303)
      let page = try await ada.get("/settings")
      for (name, day) in days { #expect(page.field(name) == day) }
      #expect(try await ben.get("/household").shows("Away 5–8 December 2031"))
      // Settings that are sent without them leave them as they are.
      #expect(try await ada.post("/settings", ["theme": "dark"]).status == 303)
      #expect(try await ada.get("/settings").field("birthday") == "1984-02-29")
      let wrong: [(KeyValuePairs<String, String>, String)] = [
        (["away_from": "2031-12-09"], "away_until"), (["away_from": ""], "away_from"),
        (["away_until": "2031-02-30"], "away_until"), (["birthday": "yesterday"], "birthday"),
        (["birthday": "99999-01-01"], "birthday"),
      ]
      for (fields, name) in wrong {
        let answer = try await ada.post("/settings", fields)
        #expect(answer.status == 422 && answer.contains("aria-describedby=\"error-\(name)\""), "\(fields)")
        #expect(answer.field(fields[0].key) == fields[0].value)
      }
      #expect(try await ada.post("/settings", ["away_from": "", "away_until": "", "birthday": ""]).status == 303)
      #expect(!(try await ben.get("/household")).shows("Away"))
    }
  }
}
