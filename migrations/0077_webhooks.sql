-- compatible with programs from 0043 on
-- Addresses to which a person has the household's changes sent.
CREATE TABLE webhooks (
  household_id uuid NOT NULL DEFAULT current_household(),
  id uuid NOT NULL,
  person_id uuid NOT NULL DEFAULT current_person(),
  url text NOT NULL CONSTRAINT webhooks_url CHECK (octet_length(url) BETWEEN 1 AND 2000),
  -- Names of the API's parts whose changes are sent.
  kinds text[] NOT NULL CHECK (cardinality(kinds) BETWEEN 1 AND 40),
  -- The key that signs.
  secret bytea NOT NULL CHECK (octet_length(secret) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The name of the database whose transactions the snapshots are of: in another one they say nothing.
  database text NOT NULL,
  -- Changes that this snapshot sees are not sent any more: so none is sent twice, and none is left out that commits late.
  sent pg_snapshot NOT NULL,
  -- While there is more than a delivery holds: the snapshot up to which is read, and the last entry that was.
  reading pg_snapshot,
  last_moment xid8,
  last_kind text,
  last_id uuid,
  -- Nothing is sent before.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Attempts since the last success, and when the first of them was.
  attempts integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  ended_at timestamptz,
  -- 'person': switched off. 'failing': for a week. 'gone': the address said so.
  ended_because text CHECK (ended_because IN ('person', 'failing', 'gone')),
  PRIMARY KEY (household_id, id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE,
  CHECK ((ended_at IS NULL) = (ended_because IS NULL)),
  CHECK ((reading IS NULL) = (last_moment IS NULL) AND (reading IS NULL) = (last_kind IS NULL) AND (reading IS NULL) = (last_id IS NULL))
);
CREATE INDEX webhooks_person ON webhooks (household_id, person_id);
CREATE INDEX webhooks_due ON webhooks (due_at);

-- The last deliveries of each. At most one waits that was not sent before, so that they arrive in order.
CREATE TABLE webhook_deliveries (
  household_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  -- Names it to the receiver, at each attempt.
  id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  body text NOT NULL CHECK (octet_length(body) <= 100000),
  -- How many changes it names.
  changes integer NOT NULL,
  -- 'held': the webhook was switched off before it arrived.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'held')),
  attempts integer NOT NULL DEFAULT 0,
  tried_at timestamptz,
  -- The last answer's status, or why there was none.
  status integer,
  problem text CHECK (char_length(problem) BETWEEN 1 AND 40),
  PRIMARY KEY (household_id, webhook_id, id),
  FOREIGN KEY (household_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (household_id, webhook_id) WHERE state = 'waiting';

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY person ON webhooks TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  AND person_id = nullif(current_setting('foyer.person', true), '')::uuid);
CREATE POLICY identity ON webhooks TO foyer_identity USING (true);
CREATE POLICY household ON webhook_deliveries TO foyer_app
  USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON webhook_deliveries TO foyer_identity USING (true);
-- No page reads a key again.
GRANT SELECT (household_id, id, person_id, url, kinds, created_at, database, sent, reading, last_moment, last_kind, last_id, due_at, attempts, failing_since, ended_at, ended_because),
  INSERT, UPDATE, DELETE ON webhooks TO foyer_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks TO foyer_identity;
GRANT SELECT (household_id, webhook_id, id, created_at, changes, state, attempts, tried_at, status, problem), UPDATE (state)
  ON webhook_deliveries TO foyer_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_deliveries TO foyer_identity;

-- As access tokens, a webhook does not follow a person who moves to another household.
CREATE FUNCTION delete_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhooks WHERE household_id = OLD.household_id AND person_id = OLD.id;
  RETURN NEW;
END $$;
CREATE TRIGGER people_webhooks_end BEFORE UPDATE OF household_id ON people FOR EACH ROW
  WHEN (OLD.household_id <> NEW.household_id) EXECUTE FUNCTION delete_webhooks();

-- Requests that wait for changes hear of these as well. No page listens to the subjects.
CREATE TRIGGER recipes_announced AFTER INSERT OR DELETE OR UPDATE OF version, deleted_at ON recipes FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('recipes');
CREATE TRIGGER eaters_announced AFTER INSERT OR DELETE OR UPDATE OF version, deleted_at ON eaters FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('eaters');
CREATE TRIGGER people_announced AFTER INSERT OR DELETE OR UPDATE OF name, birthday, away_from, away_until ON people FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('people');
CREATE TRIGGER categories_announced_first AFTER INSERT OR DELETE ON categories FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('labels');
CREATE TRIGGER tags_announced_first AFTER INSERT OR DELETE ON tags FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('labels');
