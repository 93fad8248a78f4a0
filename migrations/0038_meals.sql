-- The plan: what is eaten on which day.

-- A recipe, or plain words, at a meal of a day.
CREATE TABLE meals (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  day date NOT NULL,
  -- 'breakfast', 'lunch', 'dinner', or a name that somebody wrote.
  meal text NOT NULL CHECK (char_length(meal) BETWEEN 1 AND 100),
  -- A recipe of this household or of the starter cookbook, which is another household's: no foreign key.
  recipe_id uuid,
  -- The plain words; of a recipe, its name when it was put there, which is shown if the recipe is gone.
  text text NOT NULL CONSTRAINT meals_text_length CHECK (char_length(text) BETWEEN 1 AND 1000),
  -- Null: as many as eat that day.
  servings smallint CHECK (servings BETWEEN 1 AND 1000),
  person_id uuid DEFAULT current_person(),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL DEFAULT now(),
  changed_by uuid DEFAULT current_person(),
  PRIMARY KEY (household_id, id)
);
CREATE INDEX meals_days ON meals (household_id, day, id) WHERE deleted_at IS NULL;
CREATE INDEX meals_trash ON meals (household_id, deleted_at) WHERE deleted_at IS NOT NULL;
-- When a recipe was last on the table.
CREATE INDEX meals_recipe ON meals (household_id, recipe_id, day) WHERE recipe_id IS NOT NULL AND deleted_at IS NULL;

ALTER TABLE meals ENABLE ROW LEVEL SECURITY;
ALTER TABLE meals FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON meals TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON meals TO foyer_app;

CREATE TRIGGER meals_announced AFTER INSERT OR UPDATE OR DELETE ON meals FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('meals');

-- What a meal put on the shopping list.
CREATE INDEX shopping_entries_meal ON shopping_entries (household_id, source_id) WHERE source = 'meal';
