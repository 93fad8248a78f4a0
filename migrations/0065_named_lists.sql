-- compatible with programs from 0043 on
-- Shopping lists besides the first one, which has no row; and what a household buys, learned from ticks.
CREATE TABLE named_lists (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT named_lists_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (household_id, id)
);
-- NULL for the first list.
ALTER TABLE shopping_entries ADD COLUMN list_id uuid;
ALTER TABLE shopping_entries ADD CONSTRAINT shopping_entries_list_fkey
  FOREIGN KEY (household_id, list_id) REFERENCES named_lists ON DELETE CASCADE;
CREATE INDEX shopping_entries_named ON shopping_entries (household_id, list_id) WHERE list_id IS NOT NULL;

CREATE TABLE usual_foods (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  -- As of shopping_entries.
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 400),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  -- On how many trips it was ticked.
  ticks smallint NOT NULL DEFAULT 1,
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, key)
);

ALTER TABLE named_lists ENABLE ROW LEVEL SECURITY;
ALTER TABLE named_lists FORCE ROW LEVEL SECURITY;
ALTER TABLE usual_foods ENABLE ROW LEVEL SECURITY;
ALTER TABLE usual_foods FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON named_lists TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON usual_foods TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON named_lists, usual_foods TO foyer_app;
CREATE TRIGGER named_lists_announced AFTER INSERT OR DELETE OR UPDATE ON named_lists FOR EACH STATEMENT
WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('shopping');
