-- Stays, easier: hosts are found by the words of their offer, a request is a thread of both sides, and the host sees who asks.

-- ---- Words of the offer ----

-- Of names and places each ending of each word, as before; of an offer its words by their beginnings, as it may be long.
CREATE FUNCTION words_of_listing(name text, place text, offer text) RETURNS SETOF text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql AS $$
  SELECT DISTINCT left(searched(part), 40)
  -- With the limits it expects few rows: without, it would compile itself (JIT) first, which takes 40 ms.
  FROM (
    (SELECT substr(word, start, 40) AS part
    FROM (SELECT word FROM regexp_split_to_table(folded(name || ' ' || place), '\s+') AS word LIMIT 100) AS words,
      LATERAL (SELECT start FROM generate_series(1, least(char_length(word), 200)) AS start LIMIT 200) AS starts)
    UNION ALL
    (SELECT left(word, 40)
    FROM regexp_split_to_table(folded(offer), '[\s.,;:!?()"]+') AS word WHERE word <> '' LIMIT 200)
  ) AS parts
$$;
CREATE OR REPLACE FUNCTION keep_listing_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listing_words WHERE household_id = NEW.household_id;
  IF NEW.published THEN
    INSERT INTO listing_words (household_id, listing_id, word)
    SELECT NEW.household_id, NEW.id, word FROM words_of_listing(NEW.name, NEW.place, NEW.offer) AS word;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER listings_words ON listings;
CREATE TRIGGER listings_words AFTER INSERT OR UPDATE OF name, place, offer, published ON listings
  FOR EACH ROW EXECUTE FUNCTION keep_listing_words();
UPDATE listings SET offer = offer WHERE published;

-- ---- Who asks ----

-- The photo of who asks, as it was then: neither side reads the other's household.
CREATE TABLE stay_guests (
  household_id uuid NOT NULL DEFAULT current_household(),
  request_id uuid NOT NULL,
  photo bytea NOT NULL CHECK (octet_length(photo) <= 262144),
  PRIMARY KEY (household_id, request_id),
  CONSTRAINT stay_guests_request FOREIGN KEY (household_id, request_id) REFERENCES stay_requests ON DELETE CASCADE
);
ALTER TABLE stay_guests ALTER photo SET STORAGE EXTERNAL;
ALTER TABLE stay_guests ENABLE ROW LEVEL SECURITY;
ALTER TABLE stay_guests FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON stay_guests TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
-- The host sees it for as long as the guest asks.
CREATE POLICY host ON stay_guests FOR SELECT TO foyer_app USING (
  EXISTS (
    SELECT FROM stay_requests r
    WHERE r.household_id = stay_guests.household_id AND r.id = stay_guests.request_id AND r.host_household_id = current_household()
      AND r.deleted_at IS NULL AND r.state <> 'withdrawn'));
GRANT SELECT, INSERT, DELETE ON stay_guests TO foyer_app;

ALTER TABLE stay_requests
  -- How many messages both sides have written.
  ADD messages integer NOT NULL DEFAULT 0,
  -- When it was accepted. 'past' alone does not tell whether there was a stay.
  ADD accepted_at timestamptz;
UPDATE stay_requests SET accepted_at = created_at WHERE state = 'accepted';
GRANT UPDATE (guests, messages) ON stay_requests TO foyer_app;
-- The earlier stays of a guest at a host.
CREATE INDEX stay_requests_stayed ON stay_requests (host_household_id, household_id, departure) WHERE accepted_at IS NOT NULL;

-- ---- The thread ----

-- What both sides have said and done after the first message. Only foyer_app's triggers write what was done.
CREATE TABLE stay_messages (
  -- The guest's, as the request's.
  household_id uuid NOT NULL,
  request_id uuid NOT NULL,
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- The form's, so that a message that is sent twice is one.
  id uuid NOT NULL,
  by_host boolean NOT NULL,
  -- The name of who it was, at that time.
  author text NOT NULL DEFAULT '',
  kind text NOT NULL CHECK (kind IN ('message', 'changed', 'proposed', 'agreed', 'accepted', 'declined', 'withdrawn')),
  body text NOT NULL DEFAULT '' CONSTRAINT stay_messages_length CHECK (char_length(body) <= 10000),
  -- Of a change: what was asked, proposed or accepted.
  arrival date,
  departure date,
  guests integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, request_id, position),
  CONSTRAINT stay_messages_once UNIQUE (household_id, request_id, id),
  CONSTRAINT stay_messages_request FOREIGN KEY (household_id, request_id) REFERENCES stay_requests ON DELETE CASCADE
);
ALTER TABLE stay_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE stay_messages FORCE ROW LEVEL SECURITY;
CREATE POLICY parties ON stay_messages TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  OR EXISTS (
    SELECT FROM stay_requests r
    WHERE r.household_id = stay_messages.household_id AND r.id = stay_messages.request_id AND r.host_household_id = current_household()));
GRANT SELECT, INSERT ON stay_messages TO foyer_app;

-- Who writes is who is signed in, and only while the request is there. Locks the request: messages are counted.
CREATE FUNCTION guard_stay_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asked record;
BEGIN
  IF current_user <> 'foyer_app' OR pg_trigger_depth() > 1 THEN
    RETURN NEW;
  END IF;
  SELECT state, deleted_at INTO asked FROM stay_requests
  WHERE household_id = NEW.household_id AND id = NEW.request_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING CONSTRAINT = 'stay_messages_request', MESSAGE = 'there is no such request';
  END IF;
  IF EXISTS (SELECT FROM stay_messages WHERE household_id = NEW.household_id AND request_id = NEW.request_id AND id = NEW.id) THEN
    RETURN NULL;
  END IF;
  NEW.by_host := NEW.household_id <> current_household();
  NEW.author := coalesce((SELECT name FROM people WHERE household_id = current_household() AND id = current_person()), '');
  NEW.kind := 'message';
  NEW.arrival := NULL;
  NEW.departure := NULL;
  NEW.guests := NULL;
  NEW.created_at := now();
  IF asked.deleted_at IS NOT NULL OR asked.state = 'withdrawn' THEN
    RAISE check_violation USING CONSTRAINT = 'stay_messages_closed', MESSAGE = 'the request was withdrawn';
  END IF;
  IF (SELECT count(*) FROM stay_messages WHERE household_id = NEW.household_id AND request_id = NEW.request_id) >= 500
    OR (SELECT count(*) FROM stay_messages
      WHERE household_id = NEW.household_id AND request_id = NEW.request_id AND by_host = NEW.by_host
        AND kind = 'message' AND created_at > now() - interval '10 minutes') >= 20
  THEN
    RAISE check_violation USING CONSTRAINT = 'stay_messages_many', MESSAGE = 'too many messages';
  END IF;
  UPDATE stay_requests SET messages = messages + 1 WHERE household_id = NEW.household_id AND id = NEW.request_id;
  RETURN NEW;
END $$;
CREATE TRIGGER stay_messages_guard BEFORE INSERT ON stay_messages FOR EACH ROW EXECUTE FUNCTION guard_stay_message();

CREATE FUNCTION report_stay_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_stay(r, 'message') FROM stay_requests r WHERE r.household_id = NEW.household_id AND r.id = NEW.request_id;
  RETURN NULL;
END $$;
CREATE TRIGGER stay_messages_reported AFTER INSERT ON stay_messages FOR EACH ROW
  WHEN (NEW.kind = 'message' AND current_setting('foyer.person', true) <> '') EXECUTE FUNCTION report_stay_message();

-- What was done, as an entry of the thread; its words are the host's reply. A thread of 500 entries says no more.
CREATE FUNCTION note_stay_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  from_host boolean := NEW.household_id <> current_household();
  what text := CASE
    WHEN NEW.state <> OLD.state AND NEW.state = 'accepted' AND NOT from_host THEN 'agreed'
    WHEN NEW.state <> OLD.state AND NEW.state IN ('accepted', 'declined', 'withdrawn') THEN NEW.state
    WHEN NEW.proposed_arrival IS NOT NULL
      AND (NEW.proposed_arrival, NEW.proposed_departure) IS DISTINCT FROM (OLD.proposed_arrival, OLD.proposed_departure) THEN 'proposed'
    WHEN (NEW.arrival, NEW.departure, NEW.guests) <> (OLD.arrival, OLD.departure, OLD.guests) THEN 'changed' END;
BEGIN
  IF what IS NOT NULL
    AND (SELECT count(*) FROM stay_messages WHERE household_id = NEW.household_id AND request_id = NEW.id) < 500
  THEN
    INSERT INTO stay_messages (household_id, request_id, id, by_host, author, kind, body, arrival, departure, guests)
    VALUES (NEW.household_id, NEW.id, gen_random_uuid(), from_host,
      coalesce((SELECT name FROM people WHERE household_id = current_household() AND id = current_person()), ''), what,
      CASE WHEN NEW.reply <> OLD.reply THEN NEW.reply ELSE '' END,
      CASE WHEN what = 'proposed' THEN NEW.proposed_arrival ELSE NEW.arrival END,
      CASE WHEN what = 'proposed' THEN NEW.proposed_departure ELSE NEW.departure END, NEW.guests);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stay_requests_told AFTER UPDATE ON stay_requests FOR EACH ROW
  WHEN (OLD.version <> NEW.version AND current_user = 'foyer_app') EXECUTE FUNCTION note_stay_change();

-- As before; but the guest may change dates and guests of an open request, and a message is news.
CREATE OR REPLACE FUNCTION guard_stay_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_guest boolean := NEW.household_id = current_household();
  agrees boolean;
  changes boolean;
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
    IF NEW.arrival < current_date THEN
      RAISE check_violation USING CONSTRAINT = 'stay_requests_arrival', MESSAGE = 'the arrival is past';
    END IF;
    IF NEW.guests > room THEN
      RAISE check_violation USING CONSTRAINT = 'stay_requests_room', MESSAGE = 'more guests than there is room for';
    END IF;
    IF NOT nights_are_free(NEW.host_household_id, NEW.arrival, NEW.departure, NEW.guests) THEN
      RAISE check_violation USING CONSTRAINT = 'stay_requests_free', MESSAGE = 'some nights are taken';
    END IF;
    NEW.guest_name := (SELECT name FROM people WHERE household_id = NEW.household_id AND id = current_person());
    NEW.state := 'pending';
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
        IF OLD.state NOT IN ('pending', 'accepted') OR OLD.deleted_at IS NOT NULL OR NEW.deleted_at IS NOT NULL
          OR OLD.departure < current_date OR NEW.state <> OLD.state
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
    ELSIF OLD.state IN ('pending', 'accepted') AND NEW.state <> 'past' THEN
      NEW.host_unseen := true;
      NEW.guest_unseen := false;
    END IF;
  ELSIF NEW.messages <> OLD.messages THEN
    -- A message is news, too, but makes no form out of date.
    NEW.host_unseen := OLD.host_unseen OR is_guest;
    NEW.guest_unseen := OLD.guest_unseen OR NOT is_guest;
  ELSIF is_guest THEN
    NEW.host_unseen := OLD.host_unseen;
    NEW.guest_unseen := OLD.guest_unseen AND NEW.guest_unseen;
  ELSE
    NEW.guest_unseen := OLD.guest_unseen;
    NEW.host_unseen := OLD.host_unseen AND NEW.host_unseen;
  END IF;
  RETURN NEW;
END $$;

-- As before; but the guests of an accepted stay may become fewer.
CREATE OR REPLACE FUNCTION follow_stay_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_counted boolean := TG_OP <> 'INSERT' AND OLD.state = 'accepted' AND OLD.deleted_at IS NULL;
  is_counted boolean := TG_OP <> 'DELETE' AND NEW.state = 'accepted' AND NEW.deleted_at IS NULL;
BEGIN
  IF was_counted AND (NOT is_counted OR (OLD.arrival, OLD.departure, OLD.guests) <> (NEW.arrival, NEW.departure, NEW.guests)) THEN
    PERFORM change_nights(OLD.host_household_id, OLD.arrival, OLD.departure, -OLD.guests, 0);
  END IF;
  IF is_counted AND (NOT was_counted OR (OLD.arrival, OLD.departure, OLD.guests) <> (NEW.arrival, NEW.departure, NEW.guests)) THEN
    PERFORM change_nights(NEW.host_household_id, NEW.arrival, NEW.departure, NEW.guests, 0);
  END IF;
  IF TG_OP <> 'UPDATE' OR OLD.version <> NEW.version OR OLD.messages <> NEW.messages THEN
    PERFORM announce(coalesce(NEW.household_id, OLD.household_id), 'stays');
    PERFORM announce(coalesce(NEW.host_household_id, OLD.host_household_id), 'stays');
  END IF;
  RETURN NULL;
END $$;

-- As before; and a request that is restored was not accepted.
CREATE OR REPLACE FUNCTION ask_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.state := 'pending';
  NEW.proposed_arrival := NULL;
  NEW.proposed_departure := NULL;
  NEW.accepted_at := NULL;
  RETURN NEW;
END $$;

-- ---- What to prepare ----

-- What a household does before guests come; none means what the program suggests.
CREATE TABLE stay_tasks (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  position smallint NOT NULL,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  days_before smallint NOT NULL CHECK (days_before BETWEEN 0 AND 60),
  PRIMARY KEY (household_id, position)
);
ALTER TABLE stay_tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE stay_tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON stay_tasks TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON stay_tasks TO foyer_app;
