import Cookery
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Operations of the shopping list, whoever asks: what they refuse, and what they are made of.
  @Suite struct ShoppingOperations {
    @Test func `Each rule is refused by the name of its field`() {
      func problems(_ text: String) -> [Problem] { AddToList(text: text).problems.all }
      #expect(problems("2 kg flour") == [])
      #expect(problems(" \t") == [Problem(field: "text", kind: .blank)])
      #expect(problems(String(repeating: "й", count: 1_001)) == [Problem(field: "text", kind: .tooLong(1_000))])
      #expect(EditLine(id: .v7(), text: "", version: 1).problems.all == [Problem(field: "text", kind: .blank)])
      func changes(_ count: Int, _ operation: SyncList.Change.Operation, typed: Bool = false) -> [Problem] {
        let changes = (0..<count).map { _ in SyncList.Change(id: .v7(), operation, at: 0, isOfTypedLine: typed) }
        return SyncList(changes: changes).problems.all
      }
      let deletion = SyncList.Change.Operation.delete(DeleteLine(line: .v7()))
      #expect(changes(1_000, deletion) == [])
      #expect(changes(1_001, deletion) == [Problem(field: "changes", kind: .tooMany(1_000))])
      #expect(changes(51, deletion, typed: true) == [Problem(field: "changes", kind: .tooMany(50))])
      #expect(changes(1, .add(AddToList(text: " "))) == [Problem(field: "text", kind: .blank)])
    }

    @Test func `A line of several foods has the ids that a browser gives its parts`() {
      let adding = AddToList(text: "milk, 6 eggs; butter")
      #expect(adding.parts.map(\.text) == ["milk", "6 eggs", "butter"])
      #expect(adding.parts.map(\.id) == (0..<3).map { adding.id.part($0) })
      let change = SyncList.Change(id: .v7(), .add(adding), at: 1)
      #expect(change.parts.map(\.entry) == adding.parts.map(\.id))
      let tick = SyncList.Change(id: .v7(), .tick(TickLine(line: adding.id)), at: 1, isOfTypedLine: true)
      #expect(tick.parts.count == 20 && tick.parts.map(\.isFirst) == (0..<20).map { $0 == 0 })
      #expect(tick.parts.prefix(3).map(\.entry) == adding.parts.map(\.id))
    }

    @Test func `A program adds, ticks, edits and takes back without a request`() async throws {
      let member = try await TestApp.shared().member()
      let adding = AddToList(text: "2 kg flour, 6 eggs")
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        func now() async throws -> String {
          let entries = try await ShoppingEntry.read(try await session.query(ShoppingQueries.list()), session)
          return entries.map { $0.text + ($0.isChecked ? " ✓" : "") }.sorted().joined(separator: ", ")
        }
        func name(_ store: (inout Batch) -> ShoppingLineQuery) async throws -> String? {
          var batch = Batch()
          let query = store(&batch)
          return try query.name(try await session.query(batch))
        }
        // Twice is once.
        try await adding.run(session)
        let undo = try await adding.run(session)
        var said = [try await now()]
        #expect(try await name(TickLine(line: adding.id).store) == "flour")
        said.append(try await now())
        #expect(try await name(TickLine(line: adding.id).undo.store) == "flour")
        #expect(try await name(TickLine(line: .v7()).store) == nil)
        func edit(_ text: String, version: Int) async throws -> EditLine.Result? {
          var batch = Batch()
          let query = try await EditLine(id: adding.id, text: text, version: version).ready(session).store(in: &batch)
          return try EditLine.Result(try await session.query(batch), query)
        }
        let version = try #require(try await edit("3 kg flour", version: 0)).version
        #expect(try await edit("3 kg flour", version: version)?.isSaved == true)
        // Who has read an older version changes nothing.
        #expect(try await edit("4 kg flour", version: version)?.isSaved == false)
        said.append(try await now())
        #expect(try await name(undo.store) == "flour")
        said.append(try await now())
        #expect(try await undo.undo.run(session) == "flour")
        said.append(try await now())
        return said
      }
      #expect(
        said == [
          "2 kg flour, 6 eggs", "2 kg flour ✓, 6 eggs", "3 kg flour, 6 eggs", "", "3 kg flour, 6 eggs",
        ])
    }

    @Test func `What is ticked leaves the list or becomes at hand, and comes back`() async throws {
      let member = try await TestApp.shared().member()
      let (flour, bags) = (AddToList(text: "2 kg flour"), AddToList(text: "bin bags"))
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        func lines() async throws -> Int { try await session.query(ShoppingQueries.list()).count }
        func hand() async throws -> [String] {
          try await AmountAtHand.read(
            try await session.query(RecipeQueries.amountsAtHand(onlySaid: false)), session
          ).map(\.name)
        }
        func clear() async throws -> ClearTicked.Result {
          var batch = Batch()
          let query = ClearTicked().store(in: &batch)
          return try ClearTicked.Result(try await session.query(batch), query)
        }
        #expect(try await clear().undo == nil)
        #expect(try await AddAtHand(amounts: AmountText(language: "en")).run(session).undo == nil)
        for adding in [flour, bags] {
          try await adding.run(session)
          var batch = Batch()
          _ = TickLine(line: adding.id).store(in: &batch)
          try await session.query(batch)
        }
        let cleared = try await clear()
        #expect(cleared.count == 2)
        var said = ["\(try await lines())"]
        _ = try await cleared.undo?.run(session)
        said.append("\(try await lines())")
        let stored = try await AddAtHand(amounts: AmountText(language: "en")).run(session)
        #expect((stored.foods, stored.lines) == (1, 2))
        said += ["\(try await lines())"] + (try await hand())
        _ = try await stored.undo?.run(session)
        return said + ["\(try await lines()) \(try await hand().count)"]
      }
      #expect(said == ["0", "2", "0", "flour", "2 0"])
    }

    @Test func `A full list refuses a line`() async throws {
      let member = try await TestApp.shared().member()
      try await ProgramSession.run(as: member) { session in
        let rows = (0..<ShoppingQueries.limit).map {
          (UUID.v7(), "bread \($0)", FoodLine("bread")) as ShoppingQueries.Entry
        }
        try await session.query(ShoppingQueries.insert(rows))
        let full = try await refused { try await AddToList(text: "milk").run(session) }
        #expect(full == [Problem(field: "text", kind: .tooMany(ShoppingQueries.limit))])
        #expect(
          try await refused { try await AddToList(text: " ").run(session) } == [Problem(field: "text", kind: .blank)])
      }
    }

    @Test func `Changes made without a network count once, and say which had no effect`() async throws {
      let member = try await TestApp.shared().member()
      let adding = AddToList(text: "milk, butter")
      let gone = UUID.v7()
      let changes = [
        SyncList.Change(id: .v7(), .add(adding), at: 1),
        SyncList.Change(id: .v7(), .tick(TickLine(line: adding.id)), at: 2),
        SyncList.Change(id: gone, .tick(TickLine(line: .v7())), at: 3),
      ]
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        var said: [String] = []
        for _ in 1...2 {
          var batch = Batch()
          let query = try await SyncList(changes: changes).apply(session, in: &batch)
          let list = batch.add(ShoppingQueries.list())
          let results = try await session.query(batch)
          #expect(try SyncList.refused(results, query) == [gone])
          let entries = try await ShoppingEntry.read(results[list], session)
          said.append(entries.map { $0.food + ($0.isChecked ? " ✓" : "") }.sorted().joined(separator: ", "))
        }
        return said
      }
      #expect(said == ["butter, milk ✓", "butter, milk ✓"])
    }

    @Test func `A program adds a shop, orders its aisles, and brings it back`() async throws {
      let member = try await TestApp.shared().member()
      let adding = AddShop(name: "Market", order: [.dairy])
      #expect(AddShop(name: " ").problems.all == [Problem(field: "name", kind: .blank)])
      let long = ChangeShop(id: adding.id, name: String(repeating: "й", count: 201))
      #expect(long.problems.all == [Problem(field: "name", kind: .tooLong(200))])
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        // Twice is once.
        for _ in 1...2 { try await adding.run(session) }
        func change(_ change: ChangeShop) async throws -> String {
          try await change.run(session).map { "\($0.name) \($0.order[0])" } ?? "none"
        }
        var said = [
          "\(try await session.query(ShopQueries.list()).count)", try await change(ChangeShop(id: adding.id)),
        ]
        said.append(try await change(ChangeShop(id: adding.id, name: " Corner ", order: [.meat])))
        let deleting = DeleteNamed(kind: .shop, id: adding.id)
        said.append(try await deleting.run(session) ?? "none")
        said.append(try await change(ChangeShop(id: adding.id)))
        said.append(try await deleting.undo.run(session) ?? "none")
        let gone = try await MoveFood(entry: .v7(), aisle: .meat).run(session)
        return said + [try await change(ChangeShop(id: adding.id)), "\(gone)"]
      }
      #expect(said == ["1", "Market dairy", "Corner meat", "Corner", "none", "Corner", "Corner meat", "false"])
    }

    @Test func `A program adds a list, renames it, and brings it back`() async throws {
      let member = try await TestApp.shared().member()
      let saving = SaveList(name: "Hardware")
      #expect(SaveList(name: " ").problems.all == [Problem(field: "name", kind: .blank)])
      let long = SaveList(name: String(repeating: "й", count: 201))
      #expect(long.problems.all == [Problem(field: "name", kind: .tooLong(200))])
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        func names() async throws -> String {
          let names: [String] = try await session.query(NamedListQueries.list()).map { try $0["name"] }
          return names.joined(separator: ", ")
        }
        // Twice is once.
        for _ in 1...2 { try await saving.add(session) }
        var said = [try await names()]
        #expect(try await SaveList(id: saving.id, name: " Ironmonger ").rename(session))
        #expect(try await !SaveList(name: "None").rename(session))
        said.append(try await names())
        let deleting = DeleteNamed(kind: .list, id: saving.id)
        #expect(deleting.undo.path == "/shopping/lists/\(saving.id)/restore")
        said += [try await deleting.run(session) ?? "none", try await names()]
        said += [try await deleting.undo.run(session) ?? "none", try await names()]
        // A shop's id is no list's.
        #expect(try await DeleteNamed(kind: .shop, id: saving.id).run(session) == nil)
        return said + [try await names()]
      }
      #expect(said == ["Hardware", "Ironmonger", "Ironmonger", "", "Ironmonger", "Ironmonger", "Ironmonger"])
    }
  }
}
