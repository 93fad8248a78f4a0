import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The operations of categories and tags, without a request.
  @Suite struct LabelOperations {
    @Test(arguments: [LabelKind.category, .tag])
    func `Each rule is refused by the name of its field`(kind: LabelKind) {
      func problems(_ change: (inout LabelDraft) -> Void) -> [Problem] {
        var label = LabelDraft(kind: kind, name: "Garden")
        change(&label)
        return label.problems.all
      }
      #expect(problems { _ in } == [])
      #expect(problems { $0.name = " \u{200B}" } == [Problem(field: "name", kind: .blank)])
      #expect(
        problems { $0.name = String(repeating: "ы", count: 10_001) }
          == [Problem(field: "name", kind: .tooLong(10_000))])
      #expect(problems { $0.icon = "ab" } == [Problem(field: "icon", kind: .notOneCharacter)])
      #expect(problems { $0.icon = "🏡" } == [])
    }

    @Test(arguments: [LabelKind.category, .tag])
    func `A name is one label's, and nobody's changes are lost`(kind: LabelKind) async throws {
      let member = try await TestApp.shared().member()
      try await ProgramSession.run(as: member) { session in
        let garden = LabelDraft(kind: kind, name: "Garden", color: "#112233")
        // Twice is once.
        for _ in 1...2 { try await AddLabel(label: garden).run(session) }
        let twin = LabelDraft(kind: kind, name: "gardén")
        let taken = [Problem(field: "name", kind: .taken)]
        #expect(try await refused { try await AddLabel(label: twin).run(session) } == taken)
        if kind == .category {
          let none = LabelDraft(kind: kind, name: "Uncategorised")
          let reserved = [Problem(field: "name", kind: .reserved)]
          #expect(try await refused { try await AddLabel(label: none).run(session) } == reserved)
          var renamed = garden
          renamed.name = none.name
          let renaming = EditLabel(label: renamed, version: 1)
          #expect(try await refused { _ = try await renaming.run(session) } == reserved)
        }
        let kitchen = LabelDraft(kind: kind, name: "Kitchen")
        try await AddLabel(label: kitchen).run(session)
        var same = kitchen
        same.name = "Garden"
        let same2 = same
        #expect(
          try await refused { _ = try await EditLabel(label: same2, version: 1).run(session) } == taken)
        var renamed = kitchen
        renamed.name = "Pantry"
        guard case .saved = try await EditLabel(label: renamed, version: 1).run(session) else {
          Issue.record("It was not saved.")
          return
        }
        // The same again is saved, and something else comes too late.
        guard case .saved = try await EditLabel(label: renamed, version: 1).run(session) else {
          Issue.record("The same was not saved.")
          return
        }
        guard case .changed(let now) = try await EditLabel(label: kitchen, version: 1).run(session) else {
          Issue.record("A change was lost.")
          return
        }
        #expect(now.label.name == "Pantry" && now.version == 2)
        guard case .gone = try await EditLabel(label: LabelDraft(kind: kind, name: "X"), version: 1).run(session) else {
          Issue.record("There is no such label.")
          return
        }
      }
    }

    @Test(arguments: [LabelKind.category, .tag])
    func `Undo of a deletion is an operation, and merging deletes once`(kind: LabelKind) async throws {
      let member = try await TestApp.shared().member()
      try await ProgramSession.run(as: member) { session in
        let (one, other) = (LabelDraft(kind: kind, name: "One"), LabelDraft(kind: kind, name: "Other"))
        for label in [one, other] { try await AddLabel(label: label).run(session) }
        var adding = AddItem(item: ItemDraft(title: "Mow"), untitled: "New to-do")
        if kind == .category { adding.item.category = "One" } else { adding.item.tags = ["One"] }
        let item = adding.item.id
        var batch = Batch()
        try await adding.ready(session).store(in: &batch)
        _ = try await session.query(batch)
        func labels() async throws -> [String] {
          let stored = try #require(try StoredItem(try await session.query(ItemQueries.find(item)))).item
          return stored.tags + [stored.category].compactMap { $0 }
        }
        let deleted = try #require(try await DeleteLabel(kind: kind, id: one.id).run(session))
        #expect(deleted.name == "One" && deleted.undo.path == "\(kind.path)/\(one.id)/restore")
        #expect(try await labels() == [])
        let restored = try #require(try await deleted.undo.run(session))
        #expect(restored.name == "One" && !restored.isTaken)
        #expect(try await labels() == ["One"])
        // While it is in the trash another one takes its name.
        _ = try await DeleteLabel(kind: kind, id: one.id).run(session)
        let thief = LabelDraft(kind: kind, name: "ONE")
        try await AddLabel(label: thief).run(session)
        #expect(try await deleted.undo.run(session)?.isTaken == true)
        _ = try await DeleteLabel(kind: kind, id: thief.id).run(session)
        _ = try await deleted.undo.run(session)
        #expect(try await labels() == ["One"])
        for _ in 1...2 {
          guard
            case .merged("Other") = try await MergeLabel(kind: kind, id: one.id, version: 1, other: other.id)
              .run(session)
          else {
            Issue.record("It was not merged.")
            return
          }
        }
        #expect(try await labels() == ["Other"])
        #expect(try await DeleteLabel(kind: kind, id: .v7()).run(session)?.name == nil)
        #expect(try await RestoreLabel(kind: kind, id: .v7()).run(session)?.name == nil)
      }
    }
  }
}
