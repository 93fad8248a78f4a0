-- compatible with programs from 0043 on
-- The last change of a request's state can be taken back for an hour by the side that made it, and the address of an accepted
-- stay is shown ten seconds later: until then the host can take the acceptance back without having told it.

ALTER TABLE stay_requests
  -- The state before the last change of it, and which side made that change; null if it was taken back.
  ADD was_state text CHECK (was_state IN ('pending', 'accepted', 'declined', 'withdrawn', 'past')),
  ADD was_at timestamptz,
  ADD was_guests boolean;

ALTER TABLE stay_messages DROP CONSTRAINT stay_messages_kind_check;
ALTER TABLE stay_messages ADD CONSTRAINT stay_messages_kind_check
  CHECK (kind IN ('message', 'changed', 'needs', 'proposed', 'agreed', 'accepted', 'declined', 'withdrawn', 'taken_back'));

-- The functions of the table's triggers stay as they are but for these places.
DO $migration$
DECLARE
  change record;
  body text;
BEGIN
  FOR change IN SELECT * FROM (VALUES
    ('guard_stay_request', $$  agrees boolean;
$$, $$  agrees boolean;
  takes_back boolean := false;
$$),
    -- A guest takes a withdrawal back, a host an answer. What a guest deleted and restored is asked anew (ask_again).
    ('guard_stay_request', $$  IF current_user = 'foyer_app' THEN
    IF is_guest THEN
$$, $$  IF current_user = 'foyer_app' THEN
    takes_back := coalesce(NEW.state <> OLD.state AND NEW.state = OLD.was_state AND OLD.was_guests = is_guest
      AND OLD.was_at > now() - interval '1 hour' AND OLD.departure >= current_date
      AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NULL
      AND (NEW.arrival, NEW.departure, NEW.guests) = (OLD.arrival, OLD.departure, OLD.guests)
      AND (OLD.state IN ('withdrawn', 'declined') OR OLD.state = 'accepted' AND NOT is_guest), false);
    IF is_guest THEN
$$),
    ('guard_stay_request', $$    IF NEW.state <> OLD.state AND (CASE
$$, $$    IF NEW.state <> OLD.state AND (CASE
      WHEN takes_back THEN true
$$),
    ('guard_stay_request', $$  IF NEW.state = 'accepted' AND OLD.state <> 'accepted' THEN
    NEW.accepted_at := now();
$$, $$  IF NEW.state <> OLD.state THEN
    NEW.was_state := CASE WHEN NOT takes_back AND OLD.deleted_at IS NULL THEN OLD.state END;
    NEW.was_at := now();
    NEW.was_guests := is_guest;
  END IF;
  IF NEW.state = 'accepted' AND OLD.state <> 'accepted' THEN
    NEW.accepted_at := now();
$$),
    ('guard_stay_request', $$    ELSIF OLD.state IN ('pending', 'accepted') AND NEW.state <> 'past' THEN
$$, $$    ELSIF (OLD.state IN ('pending', 'accepted') OR takes_back) AND NEW.state <> 'past' THEN
$$),
    ('note_stay_change', $$  what text := CASE
$$, $$  what text := CASE
    WHEN OLD.was_state IS NOT NULL AND NEW.was_state IS NULL AND OLD.deleted_at IS NULL THEN 'taken_back'
$$),
    -- Within ten seconds nobody has been told of the change yet.
    ('keep_stay_news', $$    event := CASE
$$, $$    event := CASE
      WHEN OLD.was_state IS NOT NULL AND NEW.was_state IS NULL AND OLD.deleted_at IS NULL
        THEN CASE WHEN OLD.was_at < now() - interval '10 seconds' THEN 'taken_back' END
$$)) AS list (function, was, becomes)
  LOOP
    body := pg_get_functiondef(change.function::regproc);
    IF strpos(body, change.was) = 0 THEN
      RAISE EXCEPTION 'no place to change in %: %', change.function, change.was;
    END IF;
    EXECUTE replace(body, change.was, change.becomes);
  END LOOP;
END $migration$;

-- News of what can be taken back waits as long as the address: what does not hold any more then is not told.
CREATE FUNCTION delay_stay_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.run_after := greatest(NEW.run_after, now() + interval '10 seconds');
  RETURN NEW;
END $$;
CREATE TRIGGER jobs_stay_news BEFORE INSERT ON jobs FOR EACH ROW
  WHEN (NEW.kind = 'stay_news' AND NEW.payload->>'event' IN ('accepted', 'declined', 'withdrawn')) EXECUTE FUNCTION delay_stay_news();

-- The address, from ten seconds after the host's acceptance, or at once after the guest's, until the day after the departure.
ALTER POLICY accepted ON listing_addresses USING (
  EXISTS (
    SELECT FROM stay_requests r
    WHERE r.household_id = current_household() AND r.host_household_id = listing_addresses.household_id
      AND r.listing_id = listing_addresses.listing_id
      AND (r.was_guests IS TRUE OR r.accepted_at <= now() - interval '10 seconds')
      AND r.state = 'accepted' AND r.deleted_at IS NULL AND r.departure >= current_date - 1));
