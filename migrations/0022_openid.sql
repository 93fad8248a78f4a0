-- Identities at an OpenID Connect provider that sign in to an account. As passkeys, they are found before it is known whose
-- they are.
CREATE TABLE openid_identities (
  household_id uuid NOT NULL,
  person_id uuid NOT NULL,
  -- Together they name one person for ever (OpenID Connect Core 1.0 §5.7); an e-mail address does not.
  issuer text NOT NULL CHECK (char_length(issuer) <= 1000),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 255),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, person_id, issuer),
  UNIQUE (issuer, subject),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE openid_identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE openid_identities FORCE ROW LEVEL SECURITY;
CREATE POLICY person ON openid_identities FOR SELECT TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  AND person_id = nullif(current_setting('foyer.person', true), '')::uuid);
CREATE POLICY identity ON openid_identities TO foyer_identity USING (true);
GRANT SELECT ON openid_identities TO foyer_app;
GRANT SELECT, INSERT, DELETE ON openid_identities TO foyer_identity;
