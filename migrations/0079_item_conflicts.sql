-- compatible with programs from 0043 on
-- A member's program has changed fields of an item that others had changed meanwhile, without saying which version it knew: what it sent
-- waits for a choice on the item's page.
CREATE TABLE item_conflicts (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  item_id uuid NOT NULL,
  -- The access token of the program, which may have ended since, and its name.
  source uuid NOT NULL,
  program text NOT NULL CHECK (char_length(program) <= 1000),
  person_id uuid NOT NULL,
  -- Of the form of the item: [[name, value]].
  fields jsonb NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, item_id, source),
  FOREIGN KEY (household_id, item_id) REFERENCES items ON DELETE CASCADE
);

ALTER TABLE item_conflicts ENABLE ROW LEVEL SECURITY;
ALTER TABLE item_conflicts FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON item_conflicts TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON item_conflicts TO foyer_identity USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON item_conflicts TO foyer_app;
GRANT SELECT, DELETE ON item_conflicts TO foyer_identity;
