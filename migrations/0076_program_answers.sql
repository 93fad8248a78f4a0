-- compatible with programs from 0043 on
-- Answers to programs by the key of their request, for 48 hours: a request that is sent again is answered and not done again.
CREATE TABLE program_answers (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  -- SHA-256 of the token.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 200),
  -- SHA-256 of method, path and body.
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  claimed_at timestamptz NOT NULL DEFAULT now(),
  -- Null as long as the request is being answered.
  status integer,
  body text NOT NULL DEFAULT '',
  location text,
  version text,
  PRIMARY KEY (household_id, token_hash, key)
);
CREATE INDEX program_answers_age ON program_answers (household_id, claimed_at);

ALTER TABLE program_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE program_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON program_answers TO foyer_app
  USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON program_answers TO foyer_app;
