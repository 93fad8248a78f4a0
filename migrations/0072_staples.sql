-- compatible with programs from 0043 on
-- The foods of which a household has decided whether they are always in its kitchen, where that is not as in the table of foods.
CREATE TABLE staple_foods (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  -- As of ingredients_at_hand.
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 400),
  ingredient bigint NOT NULL GENERATED ALWAYS AS (ingredient_number(key)) STORED,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  -- False for a staple of the table of foods that this household buys for each dish.
  is_staple boolean NOT NULL,
  -- By which the key was read; as of ingredients_at_hand.
  edition integer NOT NULL,
  PRIMARY KEY (household_id, key)
);
ALTER TABLE staple_foods ENABLE ROW LEVEL SECURITY;
ALTER TABLE staple_foods FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON staple_foods TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON staple_foods TO foyer_app;
CREATE TRIGGER staple_foods_announced AFTER INSERT OR DELETE OR UPDATE ON staple_foods FOR EACH STATEMENT
WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('shopping');
