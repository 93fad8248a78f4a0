-- compatible with programs from 0043 on
-- The files of other programs that a member has sent at once, and each row of them: until they are moved in as they are, and
-- afterwards with what they have become, so that the move can be taken back, and the same file sent again adds what is new.
CREATE TABLE moves (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  person_id uuid DEFAULT current_person(),
  state text NOT NULL DEFAULT 'found' CONSTRAINT moves_state CHECK (state IN ('found', 'moving', 'moved', 'undone')),
  -- The programs that have written the files.
  programs text[] NOT NULL DEFAULT '{}' CONSTRAINT moves_programs CHECK (cardinality(programs) <= 1000),
  -- The answers to what the files do not say. Of each list, whether it becomes a category, a tag or nothing.
  time_zone text CONSTRAINT moves_zone CHECK (char_length(time_zone) <= 100),
  date_order text CONSTRAINT moves_date_order CHECK (date_order IN ('day', 'month')),
  takes_done boolean NOT NULL DEFAULT true,
  list_names text[] NOT NULL DEFAULT '{}',
  list_kinds text[] NOT NULL DEFAULT '{}',
  person_names text[] NOT NULL DEFAULT '{}',
  person_ids uuid[] NOT NULL DEFAULT '{}',
  -- The categories, tags and lists that did not exist before.
  made_ids uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  moved_at timestamptz,
  PRIMARY KEY (household_id, id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE SET NULL (person_id) ON UPDATE CASCADE
);
CREATE INDEX moves_person ON moves (household_id, person_id);

CREATE TABLE move_rows (
  household_id uuid NOT NULL DEFAULT current_household(),
  move_id uuid NOT NULL,
  -- In the order of the files.
  number integer NOT NULL,
  kind text NOT NULL CONSTRAINT move_rows_kind CHECK (kind IN ('item', 'recipe', 'meal', 'line', 'left_out')),
  -- A digest of the row's name in its program: by it a row is known again.
  key uuid NOT NULL,
  title text NOT NULL CONSTRAINT move_rows_title CHECK (char_length(title) <= 200),
  list text,
  people text[] NOT NULL DEFAULT '{}',
  is_done boolean NOT NULL DEFAULT false,
  is_zoneless boolean NOT NULL DEFAULT false,
  has_open_date boolean NOT NULL DEFAULT false,
  -- The row as it was read, JSON; empty when it is no longer needed.
  data text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT move_rows_state
    CHECK (state IN ('waiting', 'stored', 'known', 'left_out', 'undone')),
  why text NOT NULL DEFAULT '' CONSTRAINT move_rows_why CHECK (char_length(why) <= 1000),
  -- The item, recipe, meal or shopping line that it has become.
  subject_id uuid,
  PRIMARY KEY (household_id, move_id, number),
  FOREIGN KEY (household_id, move_id) REFERENCES moves ON DELETE CASCADE
);
CREATE INDEX move_rows_stored ON move_rows (household_id, key) WHERE state = 'stored';
CREATE INDEX move_rows_waiting ON move_rows (household_id, move_id, number) WHERE state = 'waiting';

ALTER TABLE moves ENABLE ROW LEVEL SECURITY;
ALTER TABLE moves FORCE ROW LEVEL SECURITY;
ALTER TABLE move_rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE move_rows FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON moves TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON move_rows TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON moves, move_rows TO foyer_app;
-- A move is a job.
CREATE POLICY move_in ON jobs FOR INSERT TO foyer_app WITH CHECK (
  kind = 'move_in' AND payload->>'household' = nullif(current_setting('foyer.household', true), ''));
