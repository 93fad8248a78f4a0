-- compatible with programs from 0043 on
-- What a recipe says of its nutrition, as it says it.
ALTER TABLE recipes ADD nutrition text NOT NULL DEFAULT '' CONSTRAINT recipes_nutrition_length CHECK (char_length(nutrition) <= 10000);

-- The stars that a member gives a recipe of the household, or a starter one: so there is no reference to it.
CREATE TABLE recipe_stars (
  household_id uuid NOT NULL DEFAULT current_household(),
  person_id uuid NOT NULL DEFAULT current_person(),
  recipe_id uuid NOT NULL,
  stars smallint NOT NULL CONSTRAINT recipe_stars_number CHECK (stars BETWEEN 1 AND 5),
  PRIMARY KEY (household_id, person_id, recipe_id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX recipe_stars_recipe ON recipe_stars (household_id, recipe_id);
ALTER TABLE recipe_stars ENABLE ROW LEVEL SECURITY;
ALTER TABLE recipe_stars FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON recipe_stars TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON recipe_stars TO foyer_app;
