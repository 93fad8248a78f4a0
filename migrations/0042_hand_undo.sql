-- compatible with programs from 0041 on
-- What was taken off what is at hand, for an Undo: rows move here and back. What was removed at once has the same deleted_at.

CREATE TABLE removed_ingredients (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  key text NOT NULL,
  amount text NOT NULL,
  best_before date,
  place text NOT NULL,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, id)
);
CREATE INDEX removed_ingredients_deleted ON removed_ingredients (household_id, deleted_at);
ALTER TABLE removed_ingredients ENABLE ROW LEVEL SECURITY;
ALTER TABLE removed_ingredients FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON removed_ingredients TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON removed_ingredients TO foyer_app;
