-- compatible with programs from 0043 on
-- Archives that a person has asked for, of the household or of themselves: kept for seven days, for them alone, in parts, so that
-- every instance can make one and every instance can send it. No backup has them.
CREATE TABLE takeouts (
  household_id uuid NOT NULL DEFAULT current_household(),
  id uuid NOT NULL,
  person_id uuid NOT NULL DEFAULT current_person(),
  kind text NOT NULL CONSTRAINT takeouts_kind CHECK (kind IN ('household', 'person')),
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT takeouts_state CHECK (state IN ('waiting', 'making', 'made', 'failed')),
  -- Of the attempt that makes it: another one begins anew.
  lease uuid,
  parts integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  -- Of its files, those that are written, and how many there will be.
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  made_at timestamptz,
  PRIMARY KEY (household_id, id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);
-- Of each kind a person has one.
CREATE UNIQUE INDEX takeouts_person ON takeouts (household_id, person_id, kind);
CREATE INDEX takeouts_age ON takeouts (created_at);

CREATE TABLE takeout_parts (
  household_id uuid NOT NULL DEFAULT current_household(),
  takeout_id uuid NOT NULL,
  number integer NOT NULL,
  bytes bytea NOT NULL CONSTRAINT takeout_parts_size CHECK (octet_length(bytes) <= 1048576),
  PRIMARY KEY (household_id, takeout_id, number),
  FOREIGN KEY (household_id, takeout_id) REFERENCES takeouts ON DELETE CASCADE ON UPDATE CASCADE
);
-- They are compressed.
ALTER TABLE takeout_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

ALTER TABLE takeouts ENABLE ROW LEVEL SECURITY;
ALTER TABLE takeouts FORCE ROW LEVEL SECURITY;
ALTER TABLE takeout_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE takeout_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON takeouts TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON takeout_parts TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON takeouts TO foyer_identity USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON takeouts TO foyer_app;
GRANT SELECT, INSERT, DELETE ON takeout_parts TO foyer_app;
GRANT SELECT, DELETE ON takeouts TO foyer_identity;
-- An archive is a job.
CREATE POLICY take_out ON jobs FOR INSERT TO foyer_app WITH CHECK (
  kind = 'take_out' AND payload->>'household' = nullif(current_setting('foyer.household', true), ''));

-- They hold what the household has: they do not follow a person who moves to another one.
CREATE FUNCTION delete_takeouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM takeouts WHERE household_id = OLD.household_id AND person_id = OLD.id;
  RETURN NEW;
END $$;
CREATE TRIGGER people_takeouts_end BEFORE UPDATE OF household_id ON people FOR EACH ROW
  WHEN (OLD.household_id <> NEW.household_id) EXECUTE FUNCTION delete_takeouts();
