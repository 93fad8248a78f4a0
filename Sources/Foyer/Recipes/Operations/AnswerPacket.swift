import Cookery
import Postgres

/// Stores for the household what the packet of a recipe's food says, or deletes that.
struct AnswerPacket {
  let recipe: UUID
  /// One of the recipe's lines, as it is written.
  let line: String
  /// The name of an allergen or a diet.
  let subject: String
  /// Whether the packet has the allergen, or does not fit the diet; nil deletes the answer.
  let isAgainst: Bool?

  enum Result {
    /// With the food and what was asked of it.
    case stored(food: String, PacketAnswers.Subject)
    case forgotten(food: String, PacketAnswers.Subject)
    /// The household has as many answers as it may.
    case full
  }

  /// - Returns: nil if there is no such recipe.
  func run(_ session: some HouseholdSession) async throws -> Result? {
    guard let row = try await session.query(RecipeQueries.find(recipe)).first else { return nil }
    let texts: [String] = try row["ingredients"]
    guard let subject = PacketAnswers.Subject(rawValue: subject), texts.contains(line) else {
      throw Problems("line", .unknownChoice)
    }
    let text = line
    let read = try await session.offLoop { IngredientLine(text) }
    guard read.isOpen(subject), let key = read.packetKey else { throw Problems("line", .unknownChoice) }
    let name = String((read.name.isBlank ? text : read.name).unicodeScalars.prefix(200))
    var batch: Batch = [RecipeQueries.forgetPacketRecipes]
    let changed = batch.add(
      isAgainst.map { RecipeQueries.answer(key, subject, isAgainst: $0, name: name, line: text) }
        ?? RecipeQueries.changeAnswer(key, subject, isAgainst: nil))
    let due = PacketRecipes.concerned(in: &batch)
    let results = try await session.query(batch)
    try await PacketRecipes.apply(results[due], session)
    if isAgainst == nil { return .forgotten(food: name, subject) }
    return !results[changed].isEmpty ? .stored(food: name, subject) : .full
  }
}

/// Changes an answer about a packet that the household has given, or deletes it.
struct ChangePacketAnswer {
  let key: String
  let subject: String
  /// As of `AnswerPacket`.
  let isAgainst: Bool?

  /// - Returns: the food's name; nil if there is no such answer.
  func run(_ session: some HouseholdSession) async throws -> String? {
    guard let subject = PacketAnswers.Subject(rawValue: subject), !key.isLonger(than: 400) else {
      try await session.query(Batch())
      return nil
    }
    var batch: Batch = [RecipeQueries.forgetPacketRecipes]
    let changed = batch.add(RecipeQueries.changeAnswer(key, subject, isAgainst: isAgainst))
    let due = PacketRecipes.concerned(in: &batch)
    let results = try await session.query(batch)
    try await PacketRecipes.apply(results[due], session)
    return try results[changed].first?["name"]
  }
}
