-- compatible with programs from 0043 on
-- Who has not written a reference yet is told, once, that the other side's waits.

-- As before; but the trigger of references says that there is something new.
CREATE OR REPLACE FUNCTION guard_stay_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_guest boolean := NEW.household_id = current_household();
  agrees boolean;
  takes_back boolean := false;
  changes boolean;
  turns boolean := false;
  room integer;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF current_user <> 'foyer_app' THEN
      RETURN NEW;
    END IF;
    -- A form that was sent twice makes one request. One insert of a household after the other, or the second of two at the
    -- same moment would meet the first in stay_requests_open and not in its id; and asked again what was granted, the
    -- nights would be taken, by itself.
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.household_id::text, 6));
    IF EXISTS (SELECT FROM stay_requests WHERE household_id = NEW.household_id AND id = NEW.id) THEN
      RETURN NULL;
    END IF;
    SELECT name, capacity INTO NEW.listing_name, room FROM listings
    WHERE household_id = NEW.host_household_id AND id = NEW.listing_id AND published;
    IF NOT FOUND THEN
      RAISE check_violation USING CONSTRAINT = 'stay_requests_published', MESSAGE = 'the listing is not published';
    END IF;
    IF NEW.is_question THEN
      NEW.arrival := '2000-01-01';
      NEW.departure := '2000-01-02';
      NEW.guests := 1;
      NEW.required := 0;
    ELSE
      IF NEW.arrival < current_date THEN
        RAISE check_violation USING CONSTRAINT = 'stay_requests_arrival', MESSAGE = 'the arrival is past';
      END IF;
      IF NEW.guests > room THEN
        RAISE check_violation USING CONSTRAINT = 'stay_requests_room', MESSAGE = 'more guests than there is room for';
      END IF;
      IF NOT nights_are_free(NEW.host_household_id, NEW.arrival, NEW.departure, NEW.guests) THEN
        RAISE check_violation USING CONSTRAINT = 'stay_requests_free', MESSAGE = 'some nights are taken';
      END IF;
    END IF;
    NEW.guest_name := (SELECT name FROM people WHERE household_id = NEW.household_id AND id = current_person());
    NEW.state := CASE WHEN NEW.is_question THEN 'past' ELSE 'pending' END;
    NEW.reply := '';
    NEW.proposed_arrival := NULL;
    NEW.proposed_departure := NULL;
    NEW.guest_unseen := false;
    NEW.host_unseen := true;
    NEW.version := 1;
    NEW.messages := 0;
    NEW.accepted_at := NULL;
    NEW.deleted_at := NULL;
    -- A stay that is over is not in the way of the next.
    UPDATE stay_requests SET state = 'past'
    WHERE household_id = NEW.household_id AND host_household_id = NEW.host_household_id AND listing_id = NEW.listing_id
      AND state IN ('pending', 'accepted') AND deleted_at IS NULL AND departure < current_date;
    RETURN NEW;
  END IF;

  IF current_user = 'foyer_app' THEN
    -- Its guest asks for dates, in the same thread.
    turns := OLD.is_question AND NOT NEW.is_question AND is_guest;
    IF NEW.is_question <> OLD.is_question AND NOT turns THEN
      RAISE insufficient_privilege USING MESSAGE = 'a request does not become a question';
    END IF;
    takes_back := coalesce(NEW.state <> OLD.state AND NEW.state = OLD.was_state AND OLD.was_guests = is_guest
      AND OLD.was_at > now() - interval '1 hour' AND OLD.departure >= current_date
      AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NULL
      AND (NEW.arrival, NEW.departure, NEW.guests) = (OLD.arrival, OLD.departure, OLD.guests)
      AND (OLD.state IN ('withdrawn', 'declined') OR OLD.state = 'accepted' AND NOT is_guest), false);
    IF is_guest THEN
      IF NEW.reply <> OLD.reply
        OR ((NEW.proposed_arrival, NEW.proposed_departure) IS DISTINCT FROM (OLD.proposed_arrival, OLD.proposed_departure) AND NEW.proposed_arrival IS NOT NULL)
      THEN
        RAISE insufficient_privilege USING MESSAGE = 'a guest may not change that';
      END IF;
      agrees := NEW.state = 'accepted' AND OLD.state = 'pending'
        AND (NEW.arrival, NEW.departure, NEW.guests) IS NOT DISTINCT FROM (OLD.proposed_arrival, OLD.proposed_departure, OLD.guests);
      changes := NOT agrees AND (NEW.arrival, NEW.departure, NEW.guests) <> (OLD.arrival, OLD.departure, OLD.guests);
      IF changes THEN
        IF OLD.deleted_at IS NOT NULL OR NEW.deleted_at IS NOT NULL
          OR NOT turns AND (OLD.state NOT IN ('pending', 'accepted') OR OLD.departure < current_date OR NEW.state <> OLD.state)
        THEN
          RAISE insufficient_privilege USING MESSAGE = 'a guest may not change that';
        END IF;
        IF NEW.arrival <> OLD.arrival AND NEW.arrival < current_date THEN
          RAISE check_violation USING CONSTRAINT = 'stay_requests_arrival', MESSAGE = 'the arrival is past';
        END IF;
        -- Less than what was accepted is accepted; anything else waits for the host again.
        IF OLD.state = 'pending' OR NEW.arrival < OLD.arrival OR NEW.departure > OLD.departure OR NEW.guests > OLD.guests THEN
          SELECT capacity INTO room FROM listings
          WHERE household_id = NEW.host_household_id AND id = NEW.listing_id AND published;
          IF NOT FOUND THEN
            RAISE check_violation USING CONSTRAINT = 'stay_requests_published', MESSAGE = 'the listing is not published';
          END IF;
          IF NEW.guests > room THEN
            RAISE check_violation USING CONSTRAINT = 'stay_requests_room', MESSAGE = 'more guests than there is room for';
          END IF;
          -- The nights that this request has are not in its own way.
          IF EXISTS (
            SELECT FROM stay_nights
            WHERE household_id = NEW.host_household_id AND night >= NEW.arrival AND night < NEW.departure
              AND (blocks > 0 OR capacity < NEW.guests + guests
                - CASE WHEN OLD.state = 'accepted' AND night >= OLD.arrival AND night < OLD.departure THEN OLD.guests ELSE 0 END))
          THEN
            RAISE check_violation USING CONSTRAINT = 'stay_requests_free', MESSAGE = 'some nights are taken';
          END IF;
          NEW.state := 'pending';
        END IF;
        NEW.proposed_arrival := NULL;
        NEW.proposed_departure := NULL;
      END IF;
    ELSIF (NEW.arrival, NEW.departure, NEW.guests, NEW.deleted_at) IS DISTINCT FROM (OLD.arrival, OLD.departure, OLD.guests, OLD.deleted_at) THEN
      RAISE insufficient_privilege USING MESSAGE = 'a host may not change that';
    END IF;
    IF NEW.state <> OLD.state AND (CASE
      WHEN takes_back THEN true
      WHEN NEW.state = 'past' THEN OLD.state IN ('pending', 'accepted') AND OLD.departure < current_date
      WHEN is_guest AND NEW.state = 'withdrawn' THEN OLD.state IN ('pending', 'accepted')
      -- The host has agreed to the dates that the host proposed.
      WHEN is_guest AND NEW.state = 'accepted' THEN OLD.state = 'pending' AND OLD.deleted_at IS NULL
        AND OLD.proposed_arrival >= current_date AND (NEW.arrival, NEW.departure) = (OLD.proposed_arrival, OLD.proposed_departure)
      WHEN is_guest AND NEW.state = 'pending' THEN changes
      WHEN is_guest THEN false
      WHEN NEW.state = 'accepted' THEN OLD.state = 'pending' AND OLD.deleted_at IS NULL AND OLD.departure >= current_date
      WHEN NEW.state = 'declined' THEN OLD.state IN ('pending', 'accepted') AND OLD.deleted_at IS NULL
      ELSE false END) IS NOT TRUE
    THEN
      RAISE insufficient_privilege USING MESSAGE = 'a request does not go from ' || OLD.state || ' to ' || NEW.state;
    END IF;
    IF NOT is_guest AND NEW.proposed_arrival IS DISTINCT FROM OLD.proposed_arrival AND NEW.proposed_arrival < current_date THEN
      RAISE check_violation USING CONSTRAINT = 'stay_requests_proposed_past', MESSAGE = 'the proposed arrival is past';
    END IF;
    IF is_guest AND NEW.state <> OLD.state AND NEW.state = 'accepted'
      OR NEW.arrival <> OLD.arrival
    THEN
      NEW.proposed_arrival := NULL;
      NEW.proposed_departure := NULL;
    END IF;
  END IF;

  -- Back from the bin.
  IF OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL AND NEW.state IN ('pending', 'accepted') THEN
    IF EXISTS (
      SELECT FROM stay_requests
      WHERE household_id = NEW.household_id AND host_household_id = NEW.host_household_id AND listing_id = NEW.listing_id
        AND state IN ('pending', 'accepted') AND deleted_at IS NULL)
    THEN
      -- The guest has asked again in the meantime.
      NEW.state := 'withdrawn';
    ELSIF NEW.state = 'accepted' THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(NEW.host_household_id::text, 5));
      -- The nights may have gone to somebody else.
      IF NOT nights_are_free(NEW.host_household_id, NEW.arrival, NEW.departure, NEW.guests) THEN
        NEW.state := 'pending';
      END IF;
    END IF;
  END IF;

  IF NEW.state <> OLD.state THEN
    NEW.was_state := CASE WHEN NOT takes_back AND NOT turns AND OLD.deleted_at IS NULL THEN OLD.state END;
    NEW.was_at := now();
    NEW.was_guests := is_guest;
  END IF;
  IF NEW.state = 'accepted' AND OLD.state <> 'accepted' THEN
    NEW.accepted_at := now();
  ELSIF NEW.state NOT IN ('accepted', 'past') THEN
    NEW.accepted_at := NULL;
  END IF;
  -- Messages are counted by the trigger of their table alone.
  IF pg_trigger_depth() < 2 THEN
    NEW.messages := OLD.messages;
  END IF;

  -- The other side hears of a change; looking at it changes nothing but that.
  NEW.version := OLD.version;
  IF (NEW.state, NEW.deleted_at IS NULL, NEW.arrival, NEW.departure, NEW.guests, NEW.reply, NEW.proposed_arrival, NEW.proposed_departure)
    IS DISTINCT FROM
    (OLD.state, OLD.deleted_at IS NULL, OLD.arrival, OLD.departure, OLD.guests, OLD.reply, OLD.proposed_arrival, OLD.proposed_departure)
  THEN
    NEW.version := OLD.version + 1;
    IF NOT is_guest THEN
      NEW.guest_unseen := true;
      NEW.host_unseen := false;
    ELSIF (OLD.state IN ('pending', 'accepted') OR takes_back OR turns) AND NEW.state <> 'past' THEN
      NEW.host_unseen := true;
      NEW.guest_unseen := false;
    END IF;
  ELSIF NEW.messages <> OLD.messages THEN
    -- A message is news, too, but makes no form out of date.
    NEW.host_unseen := OLD.host_unseen OR is_guest;
    NEW.guest_unseen := OLD.guest_unseen OR NOT is_guest;
  ELSIF pg_trigger_depth() > 1 AND (NEW.host_unseen, NEW.guest_unseen) <> (OLD.host_unseen, OLD.guest_unseen) THEN
    -- A reference waits for the other side's.
    NULL;
  ELSIF is_guest THEN
    NEW.host_unseen := OLD.host_unseen;
    NEW.guest_unseen := OLD.guest_unseen AND NEW.guest_unseen;
  ELSE
    NEW.guest_unseen := OLD.guest_unseen;
    NEW.host_unseen := OLD.host_unseen AND NEW.host_unseen;
  END IF;
  RETURN NEW;
END $$;

-- As before; but a reference comes after every question and answer, and a message says less.
CREATE OR REPLACE FUNCTION later_stay_news(known text, news text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql RETURN CASE
  WHEN news = 'message' AND known IN ('asked', 'accepted', 'declined', 'reference') THEN known
  WHEN news = 'changed' AND known IN ('asked', 'accepted') THEN known
  ELSE news END;

-- The second of two tells nobody: it is what the first has waited for.
CREATE FUNCTION report_stay_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user = 'foyer_app' AND NOT EXISTS (
    SELECT FROM stay_references
    WHERE household_id = NEW.household_id AND request_id = NEW.request_id AND by_host <> NEW.by_host)
  THEN
    IF NEW.by_host THEN
      UPDATE stay_requests SET guest_unseen = true WHERE household_id = NEW.household_id AND id = NEW.request_id;
    ELSE
      UPDATE stay_requests SET host_unseen = true WHERE household_id = NEW.household_id AND id = NEW.request_id;
    END IF;
    PERFORM tell_of_stay(r, 'reference') FROM stay_requests r WHERE r.household_id = NEW.household_id AND r.id = NEW.request_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stay_references_reported AFTER INSERT ON stay_references FOR EACH ROW EXECUTE FUNCTION report_stay_reference();
