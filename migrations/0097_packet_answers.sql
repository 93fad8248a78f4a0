-- compatible with programs from 0043 on
-- A household's answers about its packets: whether a food has an allergen, or fits a diet.
CREATE TABLE packet_answers (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  -- The key of the food, as the program reads it in a line, and behind a bar the stems of its words.
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 400),
  -- The name of an allergen or a diet, as the program has it.
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 40),
  -- The packet has the allergen, or does not fit the diet.
  is_against boolean NOT NULL,
  -- As the recipe named it.
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  -- The recipe's line, by which a newer program reads the key again.
  line text NOT NULL CHECK (char_length(line) BETWEEN 1 AND 2000),
  edition integer NOT NULL,
  person_id uuid DEFAULT current_person(),
  answered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, key, subject),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE SET NULL (person_id) ON UPDATE CASCADE
);
CREATE INDEX packet_answers_person ON packet_answers (household_id, person_id);
ALTER TABLE packet_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE packet_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON packet_answers TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON packet_answers TO foyer_app;
CREATE TRIGGER packet_answers_announced AFTER INSERT OR DELETE OR UPDATE ON packet_answers FOR EACH STATEMENT
WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('recipes');

-- The bits of recipes, the household's own and starter ones, with its answers: derived from both, for searches.
CREATE TABLE packet_recipes (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  -- As recipes.place.
  place bigint NOT NULL,
  -- The recipe's own bits when this was written.
  own_traits bigint NOT NULL,
  own_maybe bigint NOT NULL,
  traits bigint NOT NULL,
  maybe bigint NOT NULL,
  PRIMARY KEY (household_id, place)
);
ALTER TABLE packet_recipes ENABLE ROW LEVEL SECURITY;
ALTER TABLE packet_recipes FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON packet_recipes TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON packet_recipes TO foyer_app;
