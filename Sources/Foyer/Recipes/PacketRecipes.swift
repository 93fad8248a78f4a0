import Cookery
import Postgres

/// The verdicts of recipes with a household's answers about packets, as searches compare them: `recipes.traits` is the same for all
/// households. It is derived: after an answer everything is written again, and a recipe whose own bits have changed is.
enum PacketRecipes {
  /// Recipes of one round trip.
  static let step = 100
  /// The most of one request; the rest is done beside serving.
  private static let most = 1_000

  /// A recipe that an answer may concern.
  private struct Concerned: Sendable {
    let place: Int
    let traits: Int
    let maybe: Int
    let stored: String
    let texts: [String]
    let packets: PacketAnswers

    init(_ row: Row) throws {
      (place, traits, maybe) = (try row["place"], try row["traits"], try row["maybe"])
      (stored, texts, packets) = (try row["reading"], try row["ingredients"], try PacketAnswers(row))
    }

    /// The bits of cuisine and course stay; those of allergens and diets are of the answered verdicts.
    var answered: (traits: Int, maybe: Int) {
      guard let reading = RecipeReading(stored: stored, of: texts)?.answered(packets), !reading.answers.isEmpty else {
        return (traits, maybe)
      }
      let own = traits & ~Trait.verdicts
      let found = Trait.bits(reading.facts)
      return (own | found.traits, own | found.maybe)
    }
  }

  /// Reads the first recipes of which something is missing, behind what the batch changes: `apply` takes their rows.
  static func concerned(in batch: inout Batch) -> Batch.Key { batch.add(RecipeQueries.concerned(step)) }

  /// Writes what is missing, after answers or recipes have changed.
  static func apply(_ first: Rows, _ session: some HouseholdSession) async throws {
    var rows = first
    for _ in 0..<most / step {
      if rows.isEmpty { return }
      let recipes = try rows.map { try Concerned($0) }
      let bits = try await session.offLoop { recipes.map(\.answered) }
      var batch: Batch = [store(recipes, bits)]
      let next = concerned(in: &batch)
      rows = try await session.query(batch)[next]
    }
    session.reportUnread()
  }

  /// The same beside serving; returns how many there were.
  static func apply(_ household: UUID, _ pool: Pool) async throws -> Int {
    var batch: Batch = [SessionQueries.open(household: household)]
    let found = batch.add(RecipeQueries.concerned(step))
    let recipes = try await pool.execute(batch)[found].map { try Concerned($0) }
    if recipes.isEmpty { return 0 }
    try await pool.execute([SessionQueries.open(household: household), store(recipes, recipes.map(\.answered))])
    return recipes.count
  }

  private static func store(_ recipes: [Concerned], _ bits: [(traits: Int, maybe: Int)]) -> SQL {
    """
    INSERT INTO packet_recipes (place, own_traits, own_maybe, traits, maybe)
    SELECT * FROM unnest(\(recipes.map(\.place))::bigint[], \(recipes.map(\.traits))::bigint[], \(recipes.map(\.maybe))::bigint[],
      \(bits.map(\.traits))::bigint[], \(bits.map(\.maybe))::bigint[])
    ON CONFLICT (household_id, place) DO UPDATE SET own_traits = excluded.own_traits, own_maybe = excluded.own_maybe,
      traits = excluded.traits, maybe = excluded.maybe
    """
  }
}

extension RecipeQueries {
  /// Recipes that an answer may concern, of which nothing is written or other bits were.
  static func concerned(_ count: Int) -> SQL {
    """
    SELECT r.place, r.traits, r.maybe, r.ingredients, r.reading, \(fragment: packets)
    FROM recipes r
    WHERE r.household_id IN ((SELECT current_household()), starter_household()) AND r.deleted_at IS NULL
      AND (SELECT count(*) FROM packet_answers WHERE household_id = current_household()) > 0
      AND \(fragment: isRead) AND \(fragment: isAnswered)
      AND NOT EXISTS (
        SELECT FROM packet_recipes x WHERE x.household_id = current_household() AND x.place = r.place
          AND x.own_traits = r.traits AND x.own_maybe = r.maybe)
    ORDER BY r.place LIMIT \(count)
    """
  }

  /// After a change of answers: all of it is written again.
  static let forgetPacketRecipes: SQL = "DELETE FROM packet_recipes WHERE household_id = current_household()"

  /// A column of bits of a row with `place`, with the household's answers about packets: those that are laid over the bits that it has
  /// now. The list is read once, and looked into for each row.
  static func answered(_ row: SQL, _ column: SQL) -> SQL {
    """
    CASE WHEN (\(fragment: row).place, \(fragment: row).traits, \(fragment: row).maybe) IN (
        SELECT place, own_traits, own_maybe FROM packet_recipes WHERE household_id = current_household())
      THEN (SELECT x.\(fragment: column) FROM packet_recipes x WHERE x.household_id = current_household() AND x.place = \(fragment: row).place)
      ELSE \(fragment: row).\(fragment: column) END
    """
  }
}
