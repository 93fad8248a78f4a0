-- Who works on the database, and who lives in it.
--
-- The program logs in as one role (the owner of these tables, or a member of both roles below) and gives its rights up in
-- the first statement of every transaction: foyer_identity while nobody is signed in, foyer_app afterwards.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'foyer_app') THEN
    CREATE ROLE foyer_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'foyer_identity') THEN
    CREATE ROLE foyer_identity NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;  -- another database of the same cluster was migrated at the same moment
END $$;

GRANT foyer_app, foyer_identity TO CURRENT_USER;
GRANT USAGE ON SCHEMA public TO foyer_app, foyer_identity;

-- The household of the running transaction; NULL outside one. A local setting that has ended reads as '', hence nullif.
CREATE FUNCTION current_household() RETURNS uuid STABLE PARALLEL SAFE LANGUAGE sql
  RETURN nullif(current_setting('foyer.household', true), '')::uuid;

CREATE FUNCTION current_person() RETURNS uuid STABLE PARALLEL SAFE LANGUAGE sql
  RETURN nullif(current_setting('foyer.person', true), '')::uuid;

CREATE TABLE households (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 10000),
  -- Kept by a trigger on items: the progress ring and the list's counts cost no scan.
  open_items integer NOT NULL DEFAULT 0,
  done_items integer NOT NULL DEFAULT 0,
  -- A list that was emptied on purpose is never refilled by itself (R24).
  had_items boolean NOT NULL DEFAULT false,
  -- Why the first load failed the last time, as the name of a message.
  load_problem text,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE people (
  household_id uuid NOT NULL REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 10000),
  language text CHECK (language IN ('en', 'fr', 'ko', 'ru')),
  -- Every transaction of this person sets it: a zone that cannot be set raises invalid_parameter_value here already.
  time_zone text NOT NULL DEFAULT 'UTC' CHECK (set_config('TimeZone', time_zone, true) IS NOT NULL),
  theme text NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, id)
);

-- The tables from here to the end of the file know people across households; only foyer_identity reads them whole.

CREATE TABLE accounts (
  person_id uuid PRIMARY KEY,
  household_id uuid NOT NULL,
  email text NOT NULL CHECK (char_length(email) <= 320),
  password text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
CREATE INDEX accounts_person ON accounts (household_id, person_id);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  household_id uuid NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- When the password was last given: sensitive changes ask for it again after 15 minutes.
  confirmed_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX sessions_person ON sessions (household_id, person_id);
CREATE INDEX sessions_seen ON sessions (seen_at);

-- Unlogged: after a crash everybody may try again, and a guess costs no WAL.
CREATE UNLOGGED TABLE rate_limits (
  key bytea PRIMARY KEY,
  hits integer NOT NULL,
  window_ends timestamptz NOT NULL
);
CREATE INDEX rate_limits_end ON rate_limits (window_ends);

ALTER TABLE households ENABLE ROW LEVEL SECURITY;
ALTER TABLE households FORCE ROW LEVEL SECURITY;
ALTER TABLE people ENABLE ROW LEVEL SECURITY;
ALTER TABLE people FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
ALTER TABLE rate_limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_limits FORCE ROW LEVEL SECURITY;

CREATE POLICY household ON households TO foyer_app USING (id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON people TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON accounts TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY person ON sessions TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  AND person_id = nullif(current_setting('foyer.person', true), '')::uuid);

CREATE POLICY identity ON households TO foyer_identity USING (true);
CREATE POLICY identity ON people TO foyer_identity USING (true);
CREATE POLICY identity ON accounts TO foyer_identity USING (true);
CREATE POLICY identity ON sessions TO foyer_identity USING (true);
CREATE POLICY identity ON rate_limits TO foyer_identity USING (true);

GRANT SELECT, UPDATE ON households TO foyer_app;
GRANT SELECT ON people TO foyer_app;
GRANT SELECT (household_id, person_id, email) ON accounts TO foyer_app;
GRANT SELECT, UPDATE, DELETE ON sessions TO foyer_app;
GRANT SELECT, INSERT ON households, people TO foyer_identity;
GRANT SELECT, INSERT, UPDATE ON accounts TO foyer_identity;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions, rate_limits TO foyer_identity;
