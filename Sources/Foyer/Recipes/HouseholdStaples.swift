import Cookery
import Postgres

/// Which foods a household always has in its kitchen: the staples of the table of foods, but for those it has decided otherwise.
struct HouseholdStaples: Sendable {
  /// A food of which the household has decided what the table of foods does not say.
  struct Food: Sendable, Equatable {
    let key: String
    /// As it was typed.
    let name: String
    let isStaple: Bool
  }

  /// The most that there is of what the household has added, in grams or millilitres: a large package.
  private static let package = 1000.0

  let foods: [Food]
  private let decided: [String: Bool]

  init(_ foods: [Food] = []) {
    self.foods = foods
    decided = Dictionary(foods.map { ($0.key, $0.isStaple) }) { $1 }
  }

  /// Of the rows of `RecipeQueries.staples`.
  init(_ rows: Rows) throws {
    self.init(try rows.map { Food(key: try $0["key"], name: try $0["name"], isStaple: try $0["is_staple"]) })
  }

  /// Of a row with the column `RecipeQueries.boughtStaples`.
  init(bought row: Row) throws {
    let foods: [String] = try row["bought_foods"]
    self.init(
      foods.compactMap { food in
        let parts = food.split(separator: "|", maxSplits: 1).map(String.init)
        return parts.count == 2 ? Food(key: parts[0], name: parts[1], isStaple: false) : nil
      })
  }

  /// Of a row with `RecipeQueries.decidedStaples`.
  init(_ row: Row) throws {
    let (staples, bought): ([String], [String]) = (try row["staples"], try row["bought_staples"])
    self.init(
      staples.map { Food(key: $0, name: $0, isStaple: true) } + bought.map { Food(key: $0, name: $0, isStaple: false) })
  }

  /// Of what it has added.
  var keys: [String] { foods.filter(\.isStaple).map(\.key) }

  /// Whether a line need not be bought: a staple, in such an amount as a kitchen has. For fewer servings no less has to be there: what
  /// is fried swims in as much oil.
  ///
  /// A line that accepts several foods ("butter or oil") is there with the first of them that is a staple, as with any that is at hand.
  func isAtHandAnyway(_ line: IngredientLine, factor: Double = 1) -> Bool {
    if line.key.isEmpty { return false }
    let factor = max(1, factor)
    if !decided.isEmpty, !line.isMuch(factor: factor, most: Self.package),
      line.accepted.contains(where: { decided[$0] == true })
    {
      return true
    }
    return line.isStaple && decided[line.key] != false && !line.isMuch(factor: factor)
  }

  /// The needs of a recipe with these staples of the table of foods, of which this household buys some.
  /// - Parameter keys: `Understanding.staples`.
  func needs(among keys: [String]) -> [Understanding.Need] {
    if foods.isEmpty || keys.isEmpty { return [] }
    return foods.filter { !$0.isStaple && keys.contains($0.key) }.map {
      Understanding.Need(name: $0.name, stored: $0.key)
    }
  }

  /// Nil for a line that need not be bought by this household.
  func need(_ line: IngredientLine, factor: Double = 1) -> Understanding.Need? {
    if line.isOptional || line.key.isEmpty || isAtHandAnyway(line, factor: factor) { return nil }
    return Understanding.Need(name: line.name.isBlank ? line.text : line.name, keys: line.accepted)
  }
}

extension RecipeQueries {
  /// The most that a household may decide on, so that each page reads little.
  static let maximumStaples = 200

  static func staples() -> SQL {
    """
    SELECT key, name, is_staple FROM staple_foods WHERE household_id = current_household()
    ORDER BY name COLLATE "C", key LIMIT \(maximumStaples)
    """
  }

  /// The numbers of what no recipe lacks; none where nothing is at hand.
  static let kept: SQL = """
    ARRAY(
      SELECT ingredient FROM ingredients_at_hand WHERE household_id = current_household()
      UNION ALL
      SELECT ingredient FROM staple_foods WHERE household_id = current_household() AND is_staple
        AND EXISTS (SELECT FROM ingredients_at_hand WHERE household_id = current_household()))
    """

  /// Those of our staples that a household buys, in one column: the key, a bar, which no key has, and the name.
  static let boughtStaples: SQL = """
    ARRAY(SELECT key || '|' || name FROM staple_foods WHERE household_id = current_household() AND NOT is_staple) AS bought_foods
    """

  /// The keys of both kinds, in the row of a recipe whose lines are read for a household.
  static let decidedStaples: SQL = """
    ARRAY(SELECT key FROM staple_foods WHERE household_id = current_household() AND is_staple) AS staples,
      ARRAY(SELECT key FROM staple_foods WHERE household_id = current_household() AND NOT is_staple) AS bought_staples
    """

  /// Decides on foods otherwise than the table of foods does, as far as there is room.
  static func decideStaples(_ foods: [TypedFood], are isStaple: Bool) -> SQL {
    """
    INSERT INTO staple_foods (key, name, is_staple, edition)
    SELECT new.key, new.name, \(isStaple)::boolean, \(Understanding.edition)::integer
    FROM unnest(\(foods.map(\.key))::text[], \(foods.map(\.name))::text[]) AS new (key, name)
    LIMIT (SELECT greatest(0, \(maximumStaples) - count(*)) FROM staple_foods WHERE household_id = current_household())
    ON CONFLICT (household_id, key) DO UPDATE SET is_staple = excluded.is_staple, edition = excluded.edition
    """
  }

  /// Leaves foods to the table of foods.
  static func forgetStaples(_ foods: [TypedFood]) -> SQL {
    """
    DELETE FROM staple_foods
    WHERE household_id = current_household() AND (key = ANY (\(foods.map(\.key))::text[]) OR name = ANY (\(foods.map(\.name))::text[]))
    """
  }

  /// A few decisions whose keys another edition has written.
  static func unreadStaples(_ count: Int) -> SQL {
    """
    SELECT key, name FROM staple_foods
    WHERE household_id = current_household() AND edition < \(Understanding.edition) ORDER BY key LIMIT \(count)
    """
  }

  /// Gives decisions the keys that their foods have now; one whose name has no food any more is forgotten.
  static func renameStaples(_ old: [String], to new: [String]) -> [SQL] {
    [
      """
      INSERT INTO staple_foods (key, name, is_staple, edition)
      SELECT DISTINCT ON (new.key) new.key, there.name, there.is_staple, \(Understanding.edition)::integer
      FROM unnest(\(old)::text[], \(new)::text[]) AS new (old, key)
      JOIN staple_foods there ON there.household_id = current_household() AND there.key = new.old
      WHERE new.key <> '' ORDER BY new.key, there.name
      ON CONFLICT (household_id, key) DO UPDATE
      SET name = excluded.name, is_staple = excluded.is_staple, edition = excluded.edition
      """,
      """
      DELETE FROM staple_foods
      WHERE household_id = current_household() AND key = ANY (\(old)::text[]) AND edition < \(Understanding.edition)
      """,
    ]
  }
}
