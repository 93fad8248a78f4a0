-- compatible with programs from 0043 on
-- Secrets by which a person's programs use the API. As a session, a token is found by its hash before it is known whose it is.
CREATE TABLE access_tokens (
  household_id uuid NOT NULL DEFAULT current_household(),
  id uuid NOT NULL,
  person_id uuid NOT NULL DEFAULT current_person(),
  name text NOT NULL CONSTRAINT access_tokens_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  -- Names of AccessScope, with a space between two.
  scopes text NOT NULL CHECK (char_length(scopes) BETWEEN 1 AND 400),
  -- SHA-256 of the token.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null for a token without end.
  expires_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (household_id, id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX access_tokens_person ON access_tokens (household_id, person_id);
CREATE INDEX access_tokens_expiry ON access_tokens (expires_at) WHERE expires_at IS NOT NULL;

ALTER TABLE access_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY person ON access_tokens TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  AND person_id = nullif(current_setting('foyer.person', true), '')::uuid);
CREATE POLICY identity ON access_tokens TO foyer_identity USING (true);
GRANT SELECT, INSERT, DELETE, UPDATE (token_hash, last_used_at) ON access_tokens TO foyer_app;
-- UPDATE, because rows are locked before they are deleted.
GRANT SELECT, DELETE, UPDATE (id) ON access_tokens TO foyer_identity;

-- Tokens were given for one household's rows: they do not follow a person who moves to another one.
CREATE FUNCTION delete_access_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM access_tokens WHERE household_id = OLD.household_id AND person_id = OLD.id;
  RETURN NEW;
END $$;
CREATE TRIGGER people_access_tokens_end BEFORE UPDATE OF household_id ON people FOR EACH ROW
  WHEN (OLD.household_id <> NEW.household_id) EXECUTE FUNCTION delete_access_tokens();
