import Cookery
import MoveIn
import Postgres

/// Shops and facts about foods that archives of Foyer's own have.
extension StoreMove.Part {
  /// A shop of a name that is here already stays, with its own order.
  mutating func prepareShops(_ rows: [StoreMove.Taken], _ session: some HouseholdSession) async throws {
    let names = rows.compactMap { MovedShop(json: $0.data)?.name.trimmed }
    var here: [String: [[String]]] = [:]
    if !names.isEmpty {
      for row in try await session.query(MoveExtraQueries.shops(named: names, besides: move.id)) {
        here[try row["asked"], default: []].append(try row["aisles"])
      }
    }
    for row in rows {
      guard let shop = MovedShop(json: row.data) else {
        leave(row, .broken)
        continue
      }
      let (id, aisles) = (subject(row), shop.aisles.compactMap { Aisle(rawValue: $0) })
      let adding = AddShop(id: id, name: shop.name, order: aisles)
      let isKnown = aisles.count == shop.aisles.count && Set(aisles).count == aisles.count
      let steps = shop.steps.filter { step in
        Aisle(rawValue: step.first) != nil && Aisle(rawValue: step.second) != nil && (-5...5).contains(step.lead)
      }
      guard isKnown, steps.count == shop.steps.count, adding.problems.isEmpty else {
        leave(row, .broken)
        continue
      }
      if let there = here[adding.name.trimmed]?.first {
        leave(row, there == aisles.map(\.rawValue) && steps.isEmpty ? .known : .kept)
        continue
      }
      pieces.append(
        StoreMove.Piece(number: row.number, subject: id) { batch in
          batch.add(ShopQueries.insert(id, adding.name.trimmed, aisles))
          if !steps.isEmpty { batch.add(MoveExtraQueries.learn(id, steps)) }
        })
    }
  }

  mutating func prepareFoods(_ rows: [StoreMove.Taken], _ session: some HouseholdSession) async throws {
    let facts = try await session.inPieces(rows.map(\.data)) { data -> (fact: MovedFoodFact, food: TypedFood?)? in
      guard let fact = MovedFoodFact(json: data) else { return nil }
      if case .staple(let name, _) = fact { return (fact, TypedFood(named: name.trimmed, amount: "")) }
      return (fact, nil)
    }
    let keys = facts.compactMap { fact -> String? in
      switch fact?.fact {
      case .aisle(let key, _), .usual(let key, _, _, _, _): key
      case .staple, nil: nil
      }
    }
    guard !rows.isEmpty else { return }
    var (there, staples): ([String: String], Int) = ([:], 0)
    for row in try await session.query(MoveExtraQueries.foods(keys)) {
      let (kind, key): (String, String) = (try row["kind"], try row["key"])
      there[MoveExtraQueries.made(kind, key)] = try row["value"]
      if kind == "staple" { staples += 1 }
    }
    for (row, fact) in zip(rows, facts) {
      guard let (fact, food) = fact, let taken = takenFact(fact, food) else {
        leave(row, .broken)
        continue
      }
      let name = MoveExtraQueries.made(taken.kind, taken.key)
      if let present = there[name] {
        leave(row, present == taken.value ? .known : .kept)
        continue
      }
      if taken.kind == "staple" {
        guard staples < RecipeQueries.maximumStaples else {
          leave(row, .full)
          continue
        }
        staples += 1
      }
      there[name] = taken.value
      let statement = taken.statement
      pieces.append(
        StoreMove.Piece(
          number: row.number, subject: subject(row), made: MoveExtraQueries.made(taken.kind, taken.key, taken.made)
        ) { $0.add(statement) })
    }
  }

  /// A fact about a food as it is stored.
  private struct TakenFact {
    let kind: String
    let key: String
    /// By which the household's own is the same one.
    let value: String
    /// By which Undo finds it.
    let made: String
    let statement: SQL
  }

  /// Nil for a fact that no household may have.
  private func takenFact(_ fact: MovedFoodFact, _ food: TypedFood?) -> TakenFact? {
    switch fact {
    case .aisle(let food, let aisle):
      guard isKey(food), Aisle(rawValue: aisle) != nil else { return nil }
      return TakenFact(
        kind: "aisle", key: food, value: aisle, made: aisle, statement: MoveExtraQueries.find(food, in: aisle))
    case .usual(let food, let name, let package, let ticks, let lastAt):
      guard isKey(food), let lastAt, MovedDraft.moments.contains(lastAt), (1...30_000).contains(ticks), !name.isBlank,
        !name.isLonger(than: TypedFood.longestName)
      else { return nil }
      return TakenFact(
        kind: "usual", key: food, value: "", made: "\(ticks)",
        statement: MoveExtraQueries.use(food, name, FoodAmount(text: package), ticks: ticks, lastAt: lastAt))
    case .staple(_, let isStaple):
      guard let food, isKey(food.key), !food.name.isLonger(than: TypedFood.longestName) else { return nil }
      return TakenFact(
        kind: "staple", key: food.key, value: "\(isStaple)", made: isStaple ? "t" : "f",
        statement: RecipeQueries.decideStaples([food], are: isStaple))
    }
  }

  /// The key of a food is that of its line by this version.
  mutating func preparePackets(
    _ rows: [(row: StoreMove.Taken, answer: MovedPacketAnswer)], _ session: some HouseholdSession
  ) async throws {
    guard !rows.isEmpty else { return }
    let lines = try await session.inPieces(rows.map(\.answer.line)) { IngredientLine($0) }
    var there: [String: Bool] = [:]
    for row in try await session.query(MoveExtraQueries.packets()) {
      there[MoveExtraQueries.made("packet", try row["key"], try row["subject"])] = try row["is_against"]
    }
    for ((row, answer), line) in zip(rows, lines) {
      guard let subject = PacketAnswers.Subject(rawValue: answer.subject), let key = line.packetKey, isKey(key),
        line.isOpen(subject), !answer.name.isBlank, !answer.name.isLonger(than: 200),
        !answer.line.isLonger(than: 2_000), let moment = answer.answeredAt, MovedDraft.moments.contains(moment)
      else {
        leave(row, .broken)
        continue
      }
      let name = MoveExtraQueries.made("packet", key, subject.rawValue)
      if let present = there[name] {
        leave(row, present == answer.isAgainst ? .known : .kept)
        continue
      }
      guard there.count < RecipeQueries.maximumPackets else {
        leave(row, .full)
        continue
      }
      there[name] = answer.isAgainst
      let person = member(row)
      pieces.append(
        StoreMove.Piece(
          number: row.number, subject: self.subject(row),
          made: MoveExtraQueries.made(name, answer.isAgainst ? "t" : "f")
        ) { batch in
          batch.add(RecipeQueries.forgetPacketRecipes)
          batch.add(
            MoveExtraQueries.answer(
              key, subject.rawValue, isAgainst: answer.isAgainst, name: answer.name, line: answer.line, by: person,
              at: moment))
        })
    }
  }

  private func isKey(_ text: String) -> Bool { !text.isEmpty && !text.isLonger(than: 400) }
}
