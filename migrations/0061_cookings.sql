-- compatible with programs from 0043 on
-- What was cooked, when and by whom, and what it took of what was at hand: so that all of it can be taken back.
CREATE TABLE cookings (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  -- The household's own recipe or a starter one, so there is no reference to it.
  recipe_id uuid NOT NULL,
  person_id uuid DEFAULT current_person(),
  -- On the household's clock.
  day date NOT NULL,
  note text NOT NULL DEFAULT '' CONSTRAINT cookings_note_length CHECK (char_length(note) <= 2000),
  -- What was at hand: each with its amount before, and afterwards; null where it was used up.
  used_ids uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(used_ids) <= 1000),
  used_before text[] NOT NULL DEFAULT '{}' CHECK (cardinality(used_before) = cardinality(used_ids)),
  used_after text[] NOT NULL DEFAULT '{}' CHECK (cardinality(used_after) = cardinality(used_ids)),
  -- The meal that the leftovers are.
  meal_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  taken_back_at timestamptz,
  PRIMARY KEY (household_id, id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE SET NULL (person_id) ON UPDATE CASCADE
);
CREATE INDEX cookings_recipe ON cookings (household_id, recipe_id, day DESC) WHERE taken_back_at IS NULL;
CREATE INDEX cookings_person ON cookings (household_id, person_id);
ALTER TABLE cookings ENABLE ROW LEVEL SECURITY;
ALTER TABLE cookings FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON cookings TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON cookings TO foyer_app;
