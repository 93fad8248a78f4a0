-- What an account asks for besides its password: a code of an authenticator app (TOTP, RFC 6238), or a recovery code.
CREATE TABLE second_factors (
  household_id uuid NOT NULL,
  person_id uuid NOT NULL,
  -- 160 bits. Codes are computed from it, so that it cannot be a hash.
  secret bytea NOT NULL CHECK (octet_length(secret) = 20),
  -- Null until a first code has shown that the app has the secret: nothing asks for it before.
  confirmed_at timestamptz,
  -- The step of 30 seconds whose code was accepted last; only those of later steps are accepted.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, person_id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);

-- A row for each code that was not used yet.
CREATE TABLE recovery_codes (
  household_id uuid NOT NULL,
  person_id uuid NOT NULL,
  -- Codes have 80 random bits: a fast hash is enough.
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  PRIMARY KEY (household_id, person_id, code_hash),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);

-- Sign-ins that wait for the code after the right password, by the hash of their cookie's token.
CREATE TABLE half_sign_ins (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  person_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Codes that were given, of at most five.
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  -- Which request's code was right; it works for no other.
  used_by uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX half_sign_ins_person ON half_sign_ins (person_id);
CREATE INDEX half_sign_ins_created ON half_sign_ins (created_at);

ALTER TABLE second_factors ENABLE ROW LEVEL SECURITY;
ALTER TABLE second_factors FORCE ROW LEVEL SECURITY;
ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE recovery_codes FORCE ROW LEVEL SECURITY;
ALTER TABLE half_sign_ins ENABLE ROW LEVEL SECURITY;
ALTER TABLE half_sign_ins FORCE ROW LEVEL SECURITY;

CREATE POLICY identity ON second_factors TO foyer_identity USING (true);
CREATE POLICY identity ON recovery_codes TO foyer_identity USING (true);
CREATE POLICY identity ON half_sign_ins TO foyer_identity USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors, half_sign_ins TO foyer_identity;
GRANT SELECT, INSERT, DELETE ON recovery_codes TO foyer_identity;

-- A person sees whether there is one and how many codes are left, and not the secret or the hashes.
CREATE POLICY person ON second_factors FOR SELECT TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  AND person_id = nullif(current_setting('foyer.person', true), '')::uuid);
CREATE POLICY person ON recovery_codes FOR SELECT TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  AND person_id = nullif(current_setting('foyer.person', true), '')::uuid);
GRANT SELECT (household_id, person_id, confirmed_at) ON second_factors TO foyer_app;
GRANT SELECT (household_id, person_id) ON recovery_codes TO foyer_app;

-- The password that a half sign-in was begun with counts no more.
CREATE FUNCTION void_half_sign_ins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM half_sign_ins WHERE person_id = NEW.person_id;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_void_half_sign_ins AFTER UPDATE OF password ON accounts FOR EACH ROW
  WHEN (OLD.password IS DISTINCT FROM NEW.password)
  EXECUTE FUNCTION void_half_sign_ins();
