-- compatible with programs from 0043 on
-- The meals at which an eater is away: of a day, one of them or all.
CREATE TABLE meal_absences (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  day date NOT NULL,
  -- As of meals; empty for the whole day.
  meal text NOT NULL CONSTRAINT meal_absences_meal_length CHECK (char_length(meal) <= 100),
  -- Of a member, or of the table eaters.
  eater_id uuid NOT NULL,
  PRIMARY KEY (household_id, day, meal, eater_id)
);
ALTER TABLE meal_absences ENABLE ROW LEVEL SECURITY;
ALTER TABLE meal_absences FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON meal_absences TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON meal_absences TO foyer_app;
CREATE TRIGGER meal_absences_announced AFTER INSERT OR DELETE ON meal_absences FOR EACH STATEMENT
WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('meals');
