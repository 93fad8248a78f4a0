-- Passkeys sign in without a password (Web Authentication Level 2). As sessions, they are found before it is known whose they
-- are.
CREATE TABLE passkeys (
  household_id uuid NOT NULL,
  person_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  -- Made by the authenticator, unique everywhere: a sign-in names nothing else.
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 16 AND 1023),
  -- A COSE_Key.
  public_key bytea NOT NULL CHECK (octet_length(public_key) <= 1000),
  -- How often the authenticator has signed; 0 if it does not count.
  sign_count bigint NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  -- Whether the authenticator may copy the key to other devices, and whether it has.
  is_backup_eligible boolean NOT NULL,
  is_backed_up boolean NOT NULL,
  -- SHA-256 of the challenge of the last sign-in.
  last_challenge bytea CHECK (octet_length(last_challenge) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (household_id, id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE,
  CHECK (is_backup_eligible OR NOT is_backed_up)
);
CREATE INDEX passkeys_person ON passkeys (household_id, person_id);

ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
CREATE POLICY person ON passkeys TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  AND person_id = nullif(current_setting('foyer.person', true), '')::uuid);
CREATE POLICY identity ON passkeys TO foyer_identity USING (true);
GRANT SELECT, UPDATE (name) ON passkeys TO foyer_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO foyer_identity;

-- The challenges that were answered, so that none is answered twice, by SHA-256. A challenge itself is signed and says when
-- it ends, so that asking for one stores nothing.
CREATE TABLE answered_challenges (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX answered_challenges_expiry ON answered_challenges (expires_at);

ALTER TABLE answered_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE answered_challenges FORCE ROW LEVEL SECURITY;
CREATE POLICY identity ON answered_challenges TO foyer_identity USING (true);
-- UPDATE, because rows are locked before they are deleted.
GRANT SELECT, INSERT, UPDATE, DELETE ON answered_challenges TO foyer_identity;

-- By which authenticators know the account: 488 random bits, which tell nothing about the person.
ALTER TABLE accounts ADD user_handle bytea NOT NULL UNIQUE CHECK (octet_length(user_handle) = 64)
  DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
GRANT SELECT (user_handle) ON accounts TO foyer_app;
