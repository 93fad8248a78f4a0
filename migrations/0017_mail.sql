-- Work that follows a change and may fail on the way, such as letters. A job is inserted in the transaction of the change
-- that causes it, and taken by any instance. Only foyer_identity reads jobs: they are of no household.
CREATE TABLE jobs (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- Names and texts. It is erased when the job ends.
  payload jsonb NOT NULL CHECK (jsonb_typeof(payload) = 'object' AND pg_column_size(payload) <= 100000),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'finished', 'dead')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it is due, or how long the instance that has taken it holds it.
  run_after timestamptz NOT NULL DEFAULT now(),
  -- Which attempt holds it. An instance that comes back late does not end another's.
  lease uuid,
  attempts integer NOT NULL DEFAULT 0,
  last_error text CHECK (char_length(last_error) <= 1000),
  ended_at timestamptz,
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CHECK (state = 'waiting' OR payload = '{}')
);
CREATE INDEX jobs_due ON jobs (run_after) WHERE state = 'waiting';
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE state <> 'waiting';

ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY identity ON jobs TO foyer_identity USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs TO foyer_identity;
-- A member invites by mail to the own household alone.
CREATE POLICY invitation ON jobs FOR INSERT TO foyer_app WITH CHECK (
  kind = 'invitation' AND payload->>'household' = nullif(current_setting('foyer.household', true), ''));
GRANT INSERT ON jobs TO foyer_app;

-- Links that letters carry, by the hash of their token. As sessions, they are found before it is known whose they are.
CREATE TABLE mail_links (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  -- 'password': sets a new one. 'address': confirms the e-mail address of this row, which becomes the account's.
  purpose text NOT NULL CHECK (purpose IN ('password', 'address')),
  person_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_links_person ON mail_links (person_id);
CREATE INDEX mail_links_created ON mail_links (created_at);

ALTER TABLE mail_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_links FORCE ROW LEVEL SECURITY;
CREATE POLICY identity ON mail_links TO foyer_identity USING (true);
GRANT SELECT, INSERT, DELETE ON mail_links TO foyer_identity;

-- Accounts that are made once a letter to their address was answered by its link.
CREATE TABLE sign_ups (
  -- Becomes the household's, so that one link makes one account.
  id uuid PRIMARY KEY,
  -- Of the link's token; null until the letter is sent.
  token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
  -- Of the invitation that they follow, if any.
  invitation_hash bytea CHECK (octet_length(invitation_hash) = 32),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 10000),
  email text NOT NULL CHECK (char_length(email) <= 320),
  password text NOT NULL,
  time_zone text NOT NULL CHECK (char_length(time_zone) <= 100),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_ups_created ON sign_ups (created_at);

ALTER TABLE sign_ups ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_ups FORCE ROW LEVEL SECURITY;
CREATE POLICY identity ON sign_ups TO foyer_identity USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_ups TO foyer_identity;

-- Null until a letter to the address was answered by its link.
ALTER TABLE accounts ADD verified_at timestamptz;
GRANT SELECT (verified_at) ON accounts TO foyer_app;

-- A link is void once the password or the address has changed, in whatever way.
CREATE FUNCTION void_mail_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM mail_links WHERE person_id = NEW.person_id;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_void_links AFTER UPDATE OF email, password ON accounts FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email OR OLD.password IS DISTINCT FROM NEW.password)
  EXECUTE FUNCTION void_mail_links();
