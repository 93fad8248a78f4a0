-- compatible with programs from 0043 on
-- A word of each side of a stay for the other, once the stay is over: both are shown when both have written, or after 14 days, until
-- which they may be written.
CREATE TABLE stay_references (
  -- The guest's, as the request's. They stay when the guest deletes the request.
  household_id uuid NOT NULL REFERENCES households ON DELETE CASCADE,
  request_id uuid NOT NULL,
  -- Whether it is the host's word for the guests.
  by_host boolean NOT NULL,
  host_household_id uuid NOT NULL CONSTRAINT stay_references_host REFERENCES households ON DELETE CASCADE,
  -- The name of who wrote it, at that time.
  author text NOT NULL DEFAULT '',
  body text NOT NULL CONSTRAINT stay_references_length CHECK (char_length(body) BETWEEN 1 AND 2000),
  departure date NOT NULL,
  shown_from timestamptz NOT NULL,
  PRIMARY KEY (household_id, request_id, by_host)
);
-- The words for a host.
CREATE INDEX stay_references_of_host ON stay_references (host_household_id, departure) WHERE NOT by_host;
ALTER TABLE stay_references ENABLE ROW LEVEL SECURITY;
ALTER TABLE stay_references FORCE ROW LEVEL SECURITY;
CREATE POLICY parties ON stay_references TO foyer_app USING (
  NOT by_host AND household_id = nullif(current_setting('foyer.household', true), '')::uuid
  OR by_host AND host_household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY shown ON stay_references FOR SELECT TO foyer_app USING (shown_from <= now());
-- The second word shows the first.
CREATE POLICY answered ON stay_references TO foyer_app USING (pg_trigger_depth() > 0);
GRANT SELECT, INSERT, UPDATE (shown_from) ON stay_references TO foyer_app;

-- Who writes is who is signed in, of a stay that took place, once. Locks the request, so that of two words at once one is the second.
CREATE FUNCTION guard_stay_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stay record;
BEGIN
  IF current_user <> 'foyer_app' THEN
    RETURN NEW;
  END IF;
  SELECT host_household_id, departure, state, accepted_at INTO stay FROM stay_requests
  WHERE household_id = NEW.household_id AND id = NEW.request_id FOR NO KEY UPDATE;
  IF NOT FOUND OR stay.accepted_at IS NULL OR stay.state NOT IN ('accepted', 'past') OR stay.departure > current_date
    OR stay.departure + 14 <= current_date
  THEN
    RAISE check_violation USING CONSTRAINT = 'stay_references_closed', MESSAGE = 'no word may be written for this stay';
  END IF;
  NEW.by_host := NEW.household_id <> current_household();
  NEW.host_household_id := stay.host_household_id;
  NEW.author := coalesce((SELECT name FROM people WHERE household_id = current_household() AND id = current_person()), '');
  NEW.departure := stay.departure;
  NEW.shown_from := stay.departure + 14;
  IF EXISTS (
    SELECT FROM stay_references WHERE household_id = NEW.household_id AND request_id = NEW.request_id AND by_host <> NEW.by_host)
  THEN
    NEW.shown_from := now();
    UPDATE stay_references SET shown_from = now()
    WHERE household_id = NEW.household_id AND request_id = NEW.request_id AND by_host <> NEW.by_host;
  END IF;
  PERFORM announce(NEW.household_id, 'stays');
  PERFORM announce(stay.host_household_id, 'stays');
  RETURN NEW;
END $$;
CREATE TRIGGER stay_references_guard BEFORE INSERT ON stay_references FOR EACH ROW EXECUTE FUNCTION guard_stay_reference();
