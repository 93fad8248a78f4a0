import Cookery
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The operations of eaters, without a request.
  @Suite struct EaterOperations {
    private func food(_ name: String) -> TypedFood { TypedFood(name, AmountText(language: "en")) }

    @Test func `Each rule is refused by the name of its field`() {
      func problems(isMember: Bool = false, _ change: (inout EaterDraft) -> Void) -> [Problem] {
        var eater = EaterDraft(name: "Mia")
        change(&eater)
        return eater.problems(isMember: isMember).all
      }
      #expect(problems { _ in } == [])
      #expect(problems { $0.name = " " } == [Problem(field: "name", kind: .blank)])
      #expect(problems(isMember: true) { $0.name = " " } == [])
      #expect(
        problems { $0.name = String(repeating: "x", count: 201) } == [Problem(field: "name", kind: .tooLong(200))])
      let many = [Problem(field: "dislikes", kind: .tooMany(50))]
      #expect(problems { $0.dislikes = (1...51).map { _ in food("fennel") } } == many)
      #expect(problems { $0.dislikes = [food(String(repeating: "x", count: 201))] } == many)
      #expect(problems { $0.dislikes = [food("500 g")] } == [Problem(field: "dislikes", kind: .noFood("500 g"))])
    }

    @Test func `Eaters are added, changed, deleted and restored without a request`() async throws {
      let member = try await TestApp.shared().member()
      let person = try member.person
      try await ProgramSession.run(as: member) { session in
        var mia = EaterDraft(name: "Mia", dislikes: [food("fennel"), food("Fennel")])
        // Twice is once, and each food is named once.
        for _ in 1...2 { try await AddEater(eater: mia).run(session) }
        let id = mia.id
        func stored() async throws -> StoredEater? { try StoredEater(try await session.query(EaterQueries.find(id))) }
        #expect(try await stored()?.eater.dislikes == ["fennel"])
        mia.name = "Mia B."
        for _ in 1...2 {
          let result = try await EditEater(eater: mia, isMember: false, version: 1).run(session)
          guard case .saved("Mia B.") = result else {
            Issue.record("It was not saved.")
            return
          }
        }
        mia.eatsHere = false
        guard case .changed(let now) = try await EditEater(eater: mia, isMember: false, version: 1).run(session)
        else {
          Issue.record("A change was lost.")
          return
        }
        #expect(now.eater.name == "Mia B." && now.version == 2)
        let nobody = EaterDraft(name: "X")
        guard case .gone = try await EditEater(eater: nobody, isMember: false, version: 1).run(session)
        else {
          Issue.record("There is no such eater.")
          return
        }
        // A member of whom nothing is stored.
        let me = EaterDraft(id: person, dislikes: [food("liver")])
        guard case .saved("Ada Lovelace") = try await EditEater(eater: me, isMember: true, version: 0).run(session)
        else {
          Issue.record("The member was not saved.")
          return
        }

        let deleted = try #require(try await DeleteEater(id: id).run(session))
        #expect(deleted.name == "Mia B." && deleted.undo.path == "/household/eaters/\(id)/restore")
        #expect(try await stored()?.version == nil)
        #expect(try await deleted.undo.run(session)?.isFull == false)
        #expect(try await stored()?.version != nil)
        // A hundred is the most.
        _ = try await DeleteEater(id: id).run(session)
        var batch = Batch()
        for number in 1...EaterQueries.maximum { AddEater(eater: EaterDraft(name: "\(number)")).store(in: &batch) }
        _ = try await session.query(batch)
        #expect(
          try await refused { try await AddEater(eater: EaterDraft(name: "One more")).run(session) }
            == [Problem(field: "", kind: .tooMany(100))])
        #expect(try await deleted.undo.run(session)?.isFull == true)
        #expect(try await DeleteEater(id: .v7()).run(session)?.name == nil)
        #expect(try await RestoreEater(id: .v7()).run(session)?.name == nil)
      }
    }
  }
}
