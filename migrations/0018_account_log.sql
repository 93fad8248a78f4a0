-- What happened to each account, for its owner. Rows are deleted after 180 days.
CREATE TABLE account_events (
  household_id uuid NOT NULL,
  person_id uuid NOT NULL,
  id uuid NOT NULL,
  -- A name of AccountEvent.Kind.
  kind text NOT NULL CHECK (char_length(kind) <= 40),
  -- What it was done to, for instance the name of a passkey.
  detail text NOT NULL DEFAULT '' CHECK (char_length(detail) <= 400),
  -- Where the request came from; both are empty for a command of the operator.
  address text NOT NULL DEFAULT '' CHECK (char_length(address) <= 100),
  user_agent text NOT NULL DEFAULT '' CHECK (char_length(user_agent) <= 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, person_id, id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX account_events_age ON account_events (created_at);

ALTER TABLE account_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_events FORCE ROW LEVEL SECURITY;
CREATE POLICY person ON account_events TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  AND person_id = nullif(current_setting('foyer.person', true), '')::uuid);
CREATE POLICY identity ON account_events TO foyer_identity USING (true);
GRANT SELECT, INSERT ON account_events TO foyer_app;
-- UPDATE, because rows are locked before they are deleted.
GRANT SELECT, INSERT, UPDATE (id), DELETE ON account_events TO foyer_identity;
