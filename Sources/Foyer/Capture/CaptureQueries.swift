import Cookery
import Postgres

/// The household's own words for a typed text.
struct CaptureVocabulary {
  /// Whether it is or was on the shopping list, or is at hand.
  var isBought = false
  /// The recipe that it names: its own title, or words of one title of the household's alone.
  var dish: (id: UUID, name: String)?

  init() {}

  init(_ results: Results, _ query: Query) throws {
    isBought = try results[query.wares][0]["is_bought"]
    if let exact = results[query.called].first {
      dish = (try exact["id"], try exact["name"])
    } else if results[query.named].count == 1, let row = results[query.named].first {
      dish = (try row["id"], try row["name"])
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

  /// Two at most of the household's recipes whose names have each word of a text.
  static func recipes(withWordsOf text: String) -> SQL {
    """
    WITH word AS MATERIALIZED (
      SELECT word FROM regexp_split_to_table(folded(\(text)), '[^[:alnum:]]+') AS word WHERE word <> ''
    )
    SELECT id, left(name, 1000) AS name FROM recipes
    WHERE household_id = (SELECT current_household()) AND deleted_at IS NULL AND EXISTS (SELECT FROM word)
      AND NOT EXISTS (
        SELECT FROM word
        WHERE position(' ' || word || ' ' IN ' ' || regexp_replace(name_order, '[^[:alnum:]]+', ' ', 'g') || ' ') = 0)
    ORDER BY name_order, id LIMIT 2
    """
  }
}
