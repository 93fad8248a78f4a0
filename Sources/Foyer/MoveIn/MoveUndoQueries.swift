import Postgres

/// Taking back a move.
extension MoveQueries {
  /// For `isUnchanged`: whether nothing that the move has made was changed since, planned or cooked. Its rows stay locked until the end.
  static func noteUnchanged(_ id: UUID) -> [SQL] {
    let tables: [(kind: String, table: SQL)] = [
      ("item", "items"), ("recipe", "recipes"), ("meal", "meals"), ("line", "shopping_entries"), ("eater", "eaters"),
      ("listing", "listings"),
    ]
    let locks = tables.map { kind, table -> SQL in
      """
      SELECT FROM \(fragment: table) WHERE household_id = current_household() AND id = ANY (ARRAY(\(fragment: subjects(of: id, kind))))
      ORDER BY id FOR UPDATE
      """
    }
    let changed = tables.map { kind, table -> SQL in
      """
      NOT EXISTS (
        SELECT FROM \(fragment: table) WHERE household_id = current_household() AND id = ANY (ARRAY(\(fragment: subjects(of: id, kind))))
          AND version > 1)
      """
    }
    return locks + [
      """
      SELECT set_config('foyer.move_unchanged', (
        EXISTS (SELECT FROM moves WHERE household_id = current_household() AND id = \(id) AND state = 'moved')
        AND NOT EXISTS (
          SELECT FROM meals WHERE household_id = current_household() AND deleted_at IS NULL
            AND recipe_id = ANY (ARRAY(\(fragment: subjects(of: id, "recipe")))) AND id <> ALL (ARRAY(\(fragment: subjects(of: id, "meal")))))
        AND NOT EXISTS (
          SELECT FROM cookings WHERE household_id = current_household() AND taken_back_at IS NULL
            AND recipe_id = ANY (ARRAY(\(fragment: subjects(of: id, "recipe")))) AND id <> ALL (ARRAY(\(fragment: subjects(of: id, "cooking")))))
        AND \(fragment: MoveExtraQueries.areUnchanged(of: id))
        AND NOT EXISTS (
          SELECT FROM move_rows r JOIN shops s ON s.household_id = r.household_id AND s.id = r.subject_id
          WHERE r.household_id = current_household() AND s.household_id = current_household() AND r.move_id = \(id) AND r.kind = 'shop'
            AND r.state = 'stored' AND \(fragment: wordsOfShop) <> r.data)
        AND NOT EXISTS (
          SELECT FROM move_rows r JOIN ingredients_at_hand h ON h.household_id = r.household_id AND h.id = r.subject_id
          WHERE r.household_id = current_household() AND h.household_id = current_household() AND r.move_id = \(id) AND r.kind = 'hand'
            AND r.state = 'stored' AND \(fragment: wordsOfFood) <> r.data)
        AND \(fragment: changed[0]) AND \(fragment: changed[1]) AND \(fragment: changed[2]) AND \(fragment: changed[3])
        AND \(fragment: changed[4]) AND \(fragment: changed[5]))::text, true)
      """
    ]
  }

  private static let isUnchanged: SQL = "current_setting('foyer.move_unchanged') = 'true'"

  private static func subjects(of id: UUID, _ kind: String) -> SQL {
    """
    SELECT subject_id FROM move_rows
    WHERE household_id = current_household() AND move_id = \(id) AND kind = \(kind) AND state = 'stored'
    """
  }

  /// Takes back everything that the move has made, if nothing of it was changed. The returned statement changes a row then.
  static func undo(_ id: UUID, in batch: inout Batch) -> Batch.Key {
    func delete(_ table: SQL, _ column: SQL, _ kind: String) -> SQL {
      """
      DELETE FROM \(fragment: table) WHERE household_id = current_household()
        AND \(fragment: column) = ANY (ARRAY(\(fragment: subjects(of: id, kind)))) AND \(fragment: isUnchanged)
      """
    }
    func forget(_ table: SQL, unless isUsed: SQL) -> SQL {
      """
      DELETE FROM \(fragment: table) WHERE household_id = current_household()
        AND id = ANY ((SELECT made_ids FROM moves WHERE household_id = current_household() AND id = \(id))::uuid[]) AND \(fragment: isUnchanged)
        AND NOT \(fragment: isUsed)
      """
    }
    batch.add(ItemQueries.lockHousehold())
    batch.add(noteUnchanged(id))
    batch.add([
      """
      DELETE FROM series WHERE household_id = current_household() AND id = ANY (ARRAY(
        SELECT series_id FROM items WHERE household_id = current_household() AND id = ANY (ARRAY(\(fragment: subjects(of: id, "item"))))
      )) AND \(fragment: isUnchanged)
      """
    ])
    batch.add(MoveExtraQueries.undo(id, if: isUnchanged))
    batch.add([
      delete("items", "id", "item"), delete("cookings", "id", "cooking"), delete("eaters", "id", "eater"),
      delete("cooking_parameters", "person_id", "eater"), delete("shops", "id", "shop"),
      delete("listings", "id", "listing"), HostingQueries.deletePictures(), delete("favorites", "recipe_id", "recipe"),
      delete("recipe_stars", "recipe_id", "recipe"), delete("recipes", "id", "recipe"), delete("meals", "id", "meal"),
      delete("shopping_entries", "id", "line"), delete("ingredients_at_hand", "id", "hand"),
      forget(
        "categories",
        unless:
          "EXISTS (SELECT FROM items i WHERE i.household_id = current_household() AND i.category_id = categories.id)"),
      forget(
        "tags",
        unless: "EXISTS (SELECT FROM item_tags x WHERE x.household_id = current_household() AND x.tag_id = tags.id)"),
      forget(
        "named_lists",
        unless: """
          EXISTS (
            SELECT FROM shopping_entries e WHERE e.household_id = current_household() AND e.list_id = named_lists.id)
          """),
      """
      UPDATE move_rows SET state = 'undone'
      WHERE household_id = current_household() AND move_id = \(id) AND state = 'stored' AND \(fragment: isUnchanged)
      """,
    ])
    return batch.add(
      """
      UPDATE moves SET state = 'undone'
      WHERE household_id = current_household() AND id = \(id) AND state = 'moved' AND \(fragment: isUnchanged)
      """)
  }
}
