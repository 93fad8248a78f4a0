-- compatible with programs from 0043 on
-- The words of each recipe, by which the cookbook is searched: of its name, labels and cuisine, ingredients and notes. How far two
-- words are from one another, in letters, says levenshtein().
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

CREATE TABLE recipe_words (
  household_id uuid NOT NULL DEFAULT current_household(),
  word text COLLATE "C" NOT NULL,
  recipe_id uuid NOT NULL,
  -- 0 of the name, 1 of a label or the cuisine, 2 of an ingredient, 3 of the notes.
  kind smallint NOT NULL,
  PRIMARY KEY (household_id, word, recipe_id) INCLUDE (kind),
  FOREIGN KEY (household_id, recipe_id) REFERENCES recipes ON DELETE CASCADE
);
CREATE INDEX recipe_words_recipe ON recipe_words (household_id, recipe_id);

CREATE FUNCTION words_of_recipe(recipe recipes) RETURNS TABLE (word text, kind smallint) STABLE LANGUAGE sql AS $$
  SELECT words.word, min(words.kind)::smallint
  FROM (
    SELECT left(searched(substr(part, start, 40)), 40) AS word, texts.kind
    FROM (VALUES
        (0, left(recipe.name, 500)), (1, left(array_to_string(recipe.statements, ' ') || ' ' || recipe.cuisine, 4000)),
        (2, left(array_to_string(recipe.need_names, ' ') || ' ' || array_to_string(recipe.need_keys, ' '), 10000)),
        (3, left(recipe.notes, 4000))
      ) AS texts (kind, value),
      regexp_split_to_table(folded(texts.value), '[[:space:][:punct:]«»“”„‘’…—–·，、。]+') AS part,
      -- Hangul has no spaces within a name.
      LATERAL (
        SELECT start FROM generate_series(1, CASE WHEN part ~ '[가-힣]' THEN least(char_length(part), 20) ELSE 1 END) AS start
      ) AS starts
    WHERE part <> '' LIMIT 2000
  ) AS words
  WHERE words.word <> '' GROUP BY words.word
$$;

INSERT INTO recipe_words (household_id, word, recipe_id, kind)
SELECT r.household_id, words.word, r.id, words.kind FROM recipes r, words_of_recipe(r) AS words WHERE r.deleted_at IS NULL;

CREATE FUNCTION keep_recipe_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM recipe_words WHERE household_id = NEW.household_id AND recipe_id = NEW.id;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO recipe_words (household_id, word, recipe_id, kind)
    SELECT NEW.household_id, words.word, NEW.id, words.kind FROM words_of_recipe(NEW) AS words
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER recipes_words AFTER INSERT OR UPDATE OF name, statements, cuisine, need_names, need_keys, notes, deleted_at ON recipes
  FOR EACH ROW EXECUTE FUNCTION keep_recipe_words();

ALTER TABLE recipe_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE recipe_words FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON recipe_words TO foyer_app USING (household_id = ANY (ARRAY[
  nullif(current_setting('foyer.household', true), '')::uuid,
  CASE WHEN current_setting('foyer.household', true) <> '' THEN starter_household() END]));
CREATE POLICY own_insert ON recipe_words AS RESTRICTIVE FOR INSERT TO foyer_app WITH CHECK (household_id = current_household());
CREATE POLICY own_update ON recipe_words AS RESTRICTIVE FOR UPDATE TO foyer_app USING (household_id = current_household());
CREATE POLICY own_delete ON recipe_words AS RESTRICTIVE FOR DELETE TO foyer_app USING (household_id = current_household());
GRANT SELECT, INSERT, DELETE ON recipe_words TO foyer_app;
