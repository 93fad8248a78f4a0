-- Browsers that take push messages, and the order in which jobs are taken.

-- The key of VAPID (RFC 8292), by which push services know this installation, as the number of an EC key on P-256: any below
-- the curve's order of almost 2^256 will do. It must stay the same: a browser's subscription is bound to its public half. The
-- table's owner has no policy of its own.
ALTER TABLE signing_keys NO FORCE ROW LEVEL SECURITY;
INSERT INTO signing_keys (name, key)
SELECT 'push', set_byte(key, 0, get_byte(key, 0) & 127)
FROM (SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) AS key OFFSET 0) AS random;
ALTER TABLE signing_keys FORCE ROW LEVEL SECURITY;

-- A browser takes messages while the person is signed in there. Whose session there has ended has no session_id, and gets it
-- back by signing in there again. Of a browser, a person has one row.
CREATE TABLE push_devices (
  household_id uuid NOT NULL,
  person_id uuid NOT NULL,
  id uuid NOT NULL,
  session_id uuid UNIQUE REFERENCES sessions (id) ON DELETE SET NULL,
  -- SHA-256 of the id in the browser's device cookie.
  browser bytea NOT NULL CHECK (octet_length(browser) = 32),
  -- Where messages are posted to (RFC 8030): who knows it can send to it, so it is a secret.
  endpoint text NOT NULL UNIQUE CHECK (octet_length(endpoint) BETWEEN 1 AND 2000),
  -- The browser's public key, an uncompressed point on P-256, and its authentication secret (RFC 8291).
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 65),
  auth bytea NOT NULL CHECK (octet_length(auth) = 16),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_success_at timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  given_up_at timestamptz,
  -- 'gone': the subscription has ended. 'refused': the service takes none of our messages. 'unreachable': for two days.
  given_up_because text CHECK (given_up_because IN ('gone', 'refused', 'unreachable')),
  PRIMARY KEY (household_id, id),
  UNIQUE (person_id, browser),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE,
  CHECK ((given_up_at IS NULL) = (given_up_because IS NULL))
);
CREATE INDEX push_devices_person ON push_devices (household_id, person_id);

ALTER TABLE push_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_devices FORCE ROW LEVEL SECURITY;
CREATE POLICY person ON push_devices TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  AND person_id = nullif(current_setting('foyer.person', true), '')::uuid);
CREATE POLICY identity ON push_devices TO foyer_identity USING (true);
GRANT SELECT (household_id, person_id, id, session_id, created_at, last_success_at, given_up_at, given_up_because), DELETE
  ON push_devices TO foyer_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON push_devices TO foyer_identity;

ALTER TABLE jobs
  -- The household in whose line the job stands; null for a letter that somebody waits for.
  ADD share uuid,
  -- How many of its line went before it when it was added, and itself: the first of each line come before the second of any.
  ADD place integer NOT NULL DEFAULT 0;
DROP INDEX jobs_due;
CREATE INDEX jobs_due ON jobs (place, run_after) WHERE state = 'waiting';
CREATE INDEX jobs_line ON jobs (share, place) WHERE state = 'waiting' AND share IS NOT NULL;
