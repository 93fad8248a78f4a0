import Cookery
import Postgres

/// The household's own words for a typed text.
struct CaptureVocabulary {
  /// Whether it is or was on the shopping list, or is at hand.
  var isBought = false
  /// The recipe that it names: its own title, or words of one title of the household's alone; of starter recipes, where none of the
  /// household's has these words, the one whose name begins or ends with them.
  var dish: (id: UUID, name: String)?

  init() {}

  init(_ results: Results, _ query: Query) throws {
    isBought = try results[query.wares][0]["is_bought"]
    if let exact = results[query.called].first {
      dish = (try exact["id"], try exact["name"])
    } else {
      let own = try results[query.named].filter { try $0["is_own"] }
      let named = own.isEmpty ? Array(results[query.named]) : own
      if named.count == 1 { dish = (try named[0]["id"], try named[0]["name"]) }
    }
  }

  struct Query {
    fileprivate let wares, called, named: Batch.Key

    init(_ capture: Capture, in batch: inout Batch) {
      let line = FoodLine(capture.wares)
      wares = batch.add(CaptureQueries.isBought(line.key, IngredientKey.key(for: line.food)))
      called = batch.add(PlanQueries.recipe(nil, capture.dish))
      named = batch.add(CaptureQueries.recipes(withWordsOf: capture.dish))
    }
  }
}

enum CaptureQueries {
  /// Whether a food is or was on the list, or is at hand.
  static func isBought(_ key: String, _ ingredient: String) -> SQL {
    """
    SELECT EXISTS (SELECT FROM shopping_entries WHERE household_id = current_household() AND key = \(key))
      OR EXISTS (SELECT FROM food_aisles WHERE household_id = current_household() AND key = \(key))
      OR EXISTS (SELECT FROM ingredients_at_hand WHERE household_id = current_household() AND key = \(ingredient)) AS is_bought
    """
  }

  /// Two at most of the household's recipes whose names have each word of a text, and two of the starter recipes whose names begin or
  /// end with it: "dal" is Tarka Dal.
  static func recipes(withWordsOf text: String) -> SQL {
    """
    WITH word AS MATERIALIZED (
      SELECT word FROM regexp_split_to_table(folded(\(text)), '[^[:alnum:]]+') AS word WHERE word <> ''
    )
    (SELECT id, left(name, 1000) AS name, true AS is_own FROM recipes
    WHERE household_id = (SELECT current_household()) AND deleted_at IS NULL AND EXISTS (SELECT FROM word)
      AND NOT EXISTS (SELECT FROM word WHERE position(' ' || word || ' ' IN \(fragment: words(of: "name_order"))) = 0)
    ORDER BY name_order, id LIMIT 2)
    UNION ALL
    (SELECT k.id, left(k.name, 1000), false FROM recipes k, (SELECT \(fragment: words(of: "folded(\(text))")) AS words) AS typed
    WHERE k.household_id = starter_household() AND k.place IN (\(fragment: RecipeQueries.starters)) AND k.deleted_at IS NULL
      AND EXISTS (SELECT FROM word) AND (starts_with(\(fragment: words(of: "k.name_order")), typed.words)
        OR right(\(fragment: words(of: "k.name_order")), length(typed.words)) = typed.words)
    ORDER BY k.name_order, k.id LIMIT 2)
    """
  }

  /// The words of a folded text, a space around each.
  private static func words(of text: SQL) -> SQL {
    "(' ' || btrim(regexp_replace(\(fragment: text), '[^[:alnum:]]+', ' ', 'g')) || ' ')"
  }
}
