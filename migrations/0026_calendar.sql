-- What the calendar reads: its range and no more.

-- Stays by their last day. None is longer than 366 nights, so that a range of last days has every stay of a range of days.
CREATE INDEX stay_requests_guest_days ON stay_requests (household_id, departure)
  WHERE deleted_at IS NULL AND state IN ('pending', 'accepted');
CREATE INDEX stay_requests_host_days ON stay_requests (host_household_id, departure)
  WHERE deleted_at IS NULL AND state IN ('pending', 'accepted');

-- The open item of each series.
CREATE INDEX items_series_open ON items (household_id, series_id) INCLUDE (id, occurrence)
  WHERE series_id IS NOT NULL AND done_at IS NULL AND deleted_at IS NULL;

-- Addresses by which other programs read a person's calendar (RFC 5545) without signing in. Found by the token's hash before
-- it is known whose they are. The token itself is not here: it is made of the row's seed with the key 'feed', which only
-- foyer_identity reads. So the settings can show it again, and whoever reads this table alone, or a row of it, cannot use it.
CREATE TABLE feeds (
  household_id uuid NOT NULL DEFAULT current_household(),
  id uuid NOT NULL,
  person_id uuid NOT NULL DEFAULT current_person(),
  name text NOT NULL CONSTRAINT feeds_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  content text NOT NULL CHECK (content IN ('all', 'stays', 'category')),
  category_id uuid,
  seed bytea NOT NULL CHECK (octet_length(seed) = 32),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (household_id, category_id) REFERENCES categories ON DELETE CASCADE,
  CHECK ((content = 'category') = (category_id IS NOT NULL))
);
CREATE INDEX feeds_person ON feeds (household_id, person_id);
CREATE INDEX feeds_category ON feeds (household_id, category_id) WHERE category_id IS NOT NULL;

ALTER TABLE feeds ENABLE ROW LEVEL SECURITY;
ALTER TABLE feeds FORCE ROW LEVEL SECURITY;
CREATE POLICY person ON feeds TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  AND person_id = nullif(current_setting('foyer.person', true), '')::uuid);
CREATE POLICY identity ON feeds TO foyer_identity USING (true);
GRANT SELECT, INSERT, DELETE ON feeds TO foyer_app;
GRANT SELECT, DELETE ON feeds TO foyer_identity;

-- Whoever moves to another household leaves the addresses behind: those who have them were given this household's calendar.
CREATE FUNCTION delete_feeds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM feeds WHERE household_id = OLD.household_id AND person_id = OLD.id;
  RETURN NEW;
END $$;
CREATE TRIGGER people_feeds_end BEFORE UPDATE OF household_id ON people FOR EACH ROW
  WHEN (OLD.household_id <> NEW.household_id) EXECUTE FUNCTION delete_feeds();

-- The table's owner has no policy of its own.
ALTER TABLE signing_keys NO FORCE ROW LEVEL SECURITY;
INSERT INTO signing_keys (name, key)
VALUES ('feed', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
ALTER TABLE signing_keys FORCE ROW LEVEL SECURITY;
