import HTTP
import Postgres

extension Resource {
  static let shoppingLists = Resource(
    name: "shopping-lists", part: .shopping, one: "a further shopping list",
    row: [.field("id", .id), .field("version", .number(0...Int.max)), .field("name", .text(ShoppingKind.longestName))],
    select: { condition, end in
      """
      SELECT t.id, \(fragment: ShoppingKind.version("t")) AS version, t.name FROM named_lists t
      WHERE t.household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: condition) \(fragment: end)
      """
    },
    writable: [.field("name", .text(ShoppingKind.longestName), required: true)],
    create: { call, id, session in try await SaveList(id: id, name: call.body.text("name") ?? "").add(session) },
    change: { call, id, version, session in
      guard version != 0 else { return .changedMeanwhile }
      if let name = call.body.text("name"), try await SaveList(id: id, name: name, version: version).rename(session) {
        return .saved
      }
      return try await session.had(call.body) ? .saved : .changedMeanwhile
    },
    delete: { call, id in try await DeleteNamed(kind: .list, id: id).run(call.context) != nil },
    restore: { call, id in try await RestoreNamed(kind: .list, id: id).run(call.context) != nil })

  static let shoppingLines: Resource = Resource(
    name: "shopping-lines", part: .shopping, one: "a line of a shopping list",
    row: [
      .field("id", .id), .field("version", .number(0...Int.max)), .field("text", .text(10_000)),
      .field("food", .text(10_000), "What it names, without the amount.", nullable: true),
      .field("aisle", .text(100), "Where the household finds the food: the one that it was moved to.", nullable: true),
      .field("list", .id, "The further list that it is on; null for the first one.", nullable: true),
      .field("checked", .flag), .field("checked_at", .moment, nullable: true),
      .field("source", .choice(["hand", "recipe", "meal"])), .field("source_name", .text(10_000)),
      .field("created_at", .moment),
    ],
    select: { condition, end in
      """
      SELECT t.id, t.version, t.text, t.food, \(fragment: ShoppingQueries.aisle(of: "t")) AS aisle, t.list_id AS list,
        t.checked_at IS NOT NULL AS checked, t.checked_at, t.source, t.source_name, t.created_at
      FROM shopping_entries t
      WHERE t.household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: ShoppingQueries.isOnList("t"))
        AND \(fragment: condition) \(fragment: end)
      """
    },
    filters: [
      .field("checked", .flag), .field("list", .text(36), "The id of a further list, or `first`."),
    ],
    condition: { query in
      var condition: SQL = "true"
      if let isChecked = query["checked"] { condition += " AND (t.checked_at IS NOT NULL) = \(isChecked == "true")" }
      if let list = query["list"] {
        if list == "first" {
          condition += " AND t.list_id IS NULL"
        } else {
          guard let id = UUID(list.utf8) else { throw APIProblem.field("list", .noListID) }
          condition += " AND t.list_id = \(id)"
        }
      }
      return condition
    },
    writable: [
      .field("text", .text(AddToList.maximumLength), "Amount, unit and food; or several foods.", required: true),
      .field("list", .id, "Of a new line.", nullable: true), .field("checked", .flag),
    ],
    create: { call, id, session in
      let list = call.body.id("list")
      do {
        try await AddToList(id: id, text: call.body.text("text") ?? "", list: list).run(session)
      } catch let problems as Problems {
        guard let list, session.hasAsked, session.before == nil,
          try await session.query(shoppingLists.find(list)).isEmpty
        else { throw problems }
        throw APIProblem.field("list", .unknownList)
      }
      if call.body.flag("checked") == true, session.before == nil { try await tick(id, true, session) }
    },
    change: { call, id, version, session in
      guard !call.body.has("list") else { throw APIProblem.field("list", .fixed) }
      guard version != 0 else { return .changedMeanwhile }
      let isChecked = call.body.flag("checked")
      var batch = Batch()
      guard let text = call.body.text("text") else {
        guard let isChecked else { return try await session.had(call.body) ? .saved : .gone }
        let ticking = TickLine(
          line: id, entries: [id], isTicked: isChecked, version: .read(version), mustBeOnList: true)
        let ticked = ticking.change(in: &batch)
        let found = batch.add(ShoppingQueries.find(id))
        let results = try await session.query(batch)
        guard let row = results[found].first else { return .gone }
        return try results[ticked].affected > 0 || row["version"] == version ? .saved : .changedMeanwhile
      }
      let ready = try await EditLine(id: id, text: text, version: version).ready(session)
      let query = ready.store(in: &batch)
      if let isChecked {
        TickLine(
          line: id, entries: [id], isTicked: isChecked, version: .changed(from: version, text: ready.text),
          mustBeOnList: true
        ).change(in: &batch)
      }
      guard let result = try EditLine.Result(try await session.query(batch), query) else { return .gone }
      let isTicked: Bool? = try session.after?["checked"]
      let isAsWanted = result.text == ready.text && (isChecked == nil || isChecked == isTicked)
      return result.isSaved || isAsWanted ? .saved : .changedMeanwhile
    },
    delete: { call, id in
      var batch = Batch()
      let query = DeleteLine(line: id, entries: [id]).store(in: &batch)
      return try query.name(try await call.context.query(batch)) != nil
    },
    restore: { call, id in
      // One whose list is in the trash stays there with it.
      try await call.context.inOneTransaction {
        guard try await RestoreLine(line: id).run(call.context) != nil else { return false }
        if try await call.context.query(shoppingLines.find(id)).isEmpty { throw APIProblem(.conflict) }
        return true
      }
    },
    isOwn: """
      NOT EXISTS (SELECT FROM food_aisles WHERE household_id = current_household() AND key = t.key)
      """,
    actions: [check("check", true, "Ticks a line."), check("uncheck", false, "Takes the tick back.")])

  private static func tick(_ id: UUID, _ isTicked: Bool, _ session: some HouseholdSession) async throws {
    var batch = Batch()
    TickLine(line: id, entries: [id], isTicked: isTicked, mustBeOnList: true).change(in: &batch)
    try await session.query(batch)
  }

  private static func check(_ name: String, _ isTicked: Bool, _ summary: String) -> Endpoint {
    Endpoint(
      method: .post, path: "/shopping-lines/{id}/\(name)", scope: AccessScope(part: .shopping, changes: true),
      summary: summary, body: [], answer: .row("shopping-lines"), isOnce: true
    ) { call in
      try await shoppingLines.act(call) { try await tick(call.id!, isTicked, $0) }
    }
  }
}
