-- Stays: a household offers a place, others ask to stay. The only tables that households share; who may see and change
-- what is said here, in policies and triggers, and nowhere else.

-- Pictures of listings, apart from those of items: they may be shown to everybody.
CREATE TABLE listing_pictures (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  -- WebP, both: what a page shows, and what a grid does.
  picture bytea NOT NULL CHECK (octet_length(picture) <= 8388608),
  thumbnail bytea NOT NULL CHECK (octet_length(thumbnail) <= 262144),
  PRIMARY KEY (household_id, id)
);
ALTER TABLE listing_pictures ALTER picture SET STORAGE EXTERNAL, ALTER thumbnail SET STORAGE EXTERNAL;

-- What a household offers: one listing each.
CREATE TABLE listings (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  -- UUIDv7: the newest listing comes first, everywhere.
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT listings_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  offer text NOT NULL DEFAULT '' CONSTRAINT listings_offer_length CHECK (char_length(offer) <= 10000),
  -- The town, for everybody; the address is in a table of its own.
  place text NOT NULL DEFAULT '' CONSTRAINT listings_place_length CHECK (char_length(place) <= 200),
  capacity integer NOT NULL CONSTRAINT listings_capacity CHECK (capacity BETWEEN 1 AND 50),
  photo_id uuid,
  place_photo_id uuid,
  published boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, id),
  CONSTRAINT listings_one UNIQUE (household_id),
  FOREIGN KEY (household_id, photo_id) REFERENCES listing_pictures ON DELETE SET NULL (photo_id),
  FOREIGN KEY (household_id, place_photo_id) REFERENCES listing_pictures ON DELETE SET NULL (place_photo_id)
);
CREATE INDEX listings_id ON listings (id);
CREATE INDEX listings_published ON listings (id) WHERE published;

-- The exact place: for the household, and for guests whose request is accepted.
CREATE TABLE listing_addresses (
  household_id uuid NOT NULL DEFAULT current_household(),
  listing_id uuid NOT NULL,
  address text NOT NULL CONSTRAINT listing_addresses_length CHECK (char_length(address) <= 1000),
  PRIMARY KEY (household_id, listing_id),
  FOREIGN KEY (household_id, listing_id) REFERENCES listings ON DELETE CASCADE
);

-- What a search finds published listings by: each ending of each word of name and place, so that a range of the index
-- holds what contains a text. Kept by a trigger. Hangul is in letters: a syllable is found while it is typed.
CREATE TABLE listing_words (
  household_id uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  listing_id uuid NOT NULL,
  PRIMARY KEY (household_id, word),
  FOREIGN KEY (household_id, listing_id) REFERENCES listings ON DELETE CASCADE
);
CREATE INDEX listing_words_word ON listing_words (word, listing_id, household_id);

-- Days that the host takes nobody, both days included.
CREATE TABLE blocked_dates (
  household_id uuid NOT NULL DEFAULT current_household(),
  id uuid NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (household_id, id),
  CONSTRAINT blocked_dates_listing FOREIGN KEY (household_id) REFERENCES listings (household_id) ON DELETE CASCADE,
  CONSTRAINT blocked_dates_order CHECK (last_day >= first_day),
  CONSTRAINT blocked_dates_length CHECK (last_day - first_day <= 366)
);
CREATE INDEX blocked_dates_day ON blocked_dates (household_id, last_day, id) WHERE deleted_at IS NULL;

-- Each night of a host that somebody stays or that is blocked. Two requests accepted at the same moment meet on these
-- rows, and the second finds no room. Only triggers write here.
CREATE TABLE stay_nights (
  household_id uuid NOT NULL REFERENCES households ON DELETE CASCADE,
  night date NOT NULL,
  guests integer NOT NULL DEFAULT 0 CHECK (guests >= 0),
  -- How many ranges of blocked dates have this night.
  blocks integer NOT NULL DEFAULT 0 CHECK (blocks >= 0),
  capacity integer NOT NULL,
  PRIMARY KEY (household_id, night),
  CONSTRAINT stay_nights_capacity CHECK (guests <= capacity),
  CONSTRAINT stay_nights_blocked CHECK (guests = 0 OR blocks = 0)
);

-- household_id is the guest's.
CREATE TABLE stay_requests (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  host_household_id uuid NOT NULL,
  listing_id uuid NOT NULL,
  -- As they were when the request was made: neither side reads the other's household.
  guest_name text NOT NULL DEFAULT '',
  listing_name text NOT NULL DEFAULT '',
  arrival date NOT NULL,
  departure date NOT NULL,
  guests integer NOT NULL CONSTRAINT stay_requests_guests CHECK (guests BETWEEN 1 AND 50),
  message text NOT NULL DEFAULT '' CONSTRAINT stay_requests_message_length CHECK (char_length(message) <= 10000),
  -- The host's.
  reply text NOT NULL DEFAULT '' CONSTRAINT stay_requests_reply_length CHECK (char_length(reply) <= 10000),
  proposed_arrival date,
  proposed_departure date,
  -- 'past' is written only when the guest asks the same host again: a list computes it from the departure.
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'accepted', 'declined', 'withdrawn', 'past')),
  -- What the other side did and this side has not looked at yet.
  guest_unseen boolean NOT NULL DEFAULT false,
  host_unseen boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Out of the guest's list. An open request that is deleted is withdrawn for the host.
  deleted_at timestamptz,
  PRIMARY KEY (household_id, id),
  CONSTRAINT stay_requests_listing FOREIGN KEY (host_household_id, listing_id) REFERENCES listings ON DELETE CASCADE,
  CONSTRAINT stay_requests_not_own CHECK (household_id <> host_household_id),
  CONSTRAINT stay_requests_order CHECK (departure > arrival),
  CONSTRAINT stay_requests_length CHECK (departure - arrival <= 366),
  CONSTRAINT stay_requests_proposed_both CHECK ((proposed_arrival IS NULL) = (proposed_departure IS NULL)),
  CONSTRAINT stay_requests_proposed_order CHECK (proposed_departure > proposed_arrival),
  CONSTRAINT stay_requests_proposed_length CHECK (proposed_departure - proposed_arrival <= 366)
);
CREATE UNIQUE INDEX stay_requests_open ON stay_requests (household_id, host_household_id, listing_id)
  WHERE state IN ('pending', 'accepted') AND deleted_at IS NULL;
-- With all that the policy asks for, so that a page's ids come from the index alone, in its order.
CREATE INDEX stay_requests_list ON stay_requests (household_id, id, host_household_id) WHERE deleted_at IS NULL;
CREATE INDEX stay_requests_host ON stay_requests (host_household_id, id);
CREATE INDEX stay_requests_waiting ON stay_requests (host_household_id, id) WHERE state = 'pending' AND deleted_at IS NULL;
CREATE INDEX stay_requests_guest_news ON stay_requests (household_id) WHERE guest_unseen AND deleted_at IS NULL;
CREATE INDEX stay_requests_host_news ON stay_requests (host_household_id) WHERE host_unseen;

ALTER TABLE listing_pictures ENABLE ROW LEVEL SECURITY;
ALTER TABLE listing_pictures FORCE ROW LEVEL SECURITY;
ALTER TABLE listings ENABLE ROW LEVEL SECURITY;
ALTER TABLE listings FORCE ROW LEVEL SECURITY;
ALTER TABLE listing_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE listing_addresses FORCE ROW LEVEL SECURITY;
ALTER TABLE listing_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE listing_words FORCE ROW LEVEL SECURITY;
ALTER TABLE blocked_dates ENABLE ROW LEVEL SECURITY;
ALTER TABLE blocked_dates FORCE ROW LEVEL SECURITY;
ALTER TABLE stay_nights ENABLE ROW LEVEL SECURITY;
ALTER TABLE stay_nights FORCE ROW LEVEL SECURITY;
ALTER TABLE stay_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE stay_requests FORCE ROW LEVEL SECURITY;

CREATE POLICY household ON listing_pictures TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON listings TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON listing_addresses TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON listing_words TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON blocked_dates TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON stay_nights FOR SELECT TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);

-- The two parties of a request: who asks and who is asked, and nobody else.
CREATE POLICY parties ON stay_requests TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  OR host_household_id = nullif(current_setting('foyer.household', true), '')::uuid);
-- Only the guest makes a request, and lets it go for good.
CREATE POLICY guest_asks ON stay_requests AS RESTRICTIVE FOR INSERT TO foyer_app WITH CHECK (household_id = current_household());
CREATE POLICY guest_deletes ON stay_requests AS RESTRICTIVE FOR DELETE TO foyer_app USING (household_id = current_household());

-- What is published, everybody who is signed in may read: without a household there is nobody. As a subquery it is asked
-- once, not for each of the thousand rows that a search looks at.
CREATE POLICY published ON listings FOR SELECT TO foyer_app USING (published AND (SELECT current_household()) IS NOT NULL);
CREATE POLICY published ON listing_words FOR SELECT TO foyer_app USING ((SELECT current_household()) IS NOT NULL);
CREATE POLICY published ON listing_pictures FOR SELECT TO foyer_app USING (
  EXISTS (SELECT FROM listings l WHERE l.household_id = listing_pictures.household_id AND l.published));
CREATE POLICY published ON stay_nights FOR SELECT TO foyer_app USING (
  EXISTS (SELECT FROM listings l WHERE l.household_id = stay_nights.household_id AND l.published));

-- The address, from acceptance until the day after the departure.
CREATE POLICY accepted ON listing_addresses FOR SELECT TO foyer_app USING (
  EXISTS (
    SELECT FROM stay_requests r
    WHERE r.household_id = current_household() AND r.host_household_id = listing_addresses.household_id
      AND r.listing_id = listing_addresses.listing_id
      AND r.state = 'accepted' AND r.deleted_at IS NULL AND r.departure >= current_date - 1));

-- Whoever the change of a request comes from, its trigger counts the host's nights.
CREATE POLICY counted ON stay_nights TO foyer_app, foyer_identity USING (pg_trigger_depth() > 0);
-- What opens a session counts the news of both sides.
CREATE POLICY identity ON stay_requests FOR SELECT TO foyer_identity USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON listing_pictures, listings, listing_addresses, blocked_dates TO foyer_app;
GRANT SELECT, INSERT, DELETE ON listing_words TO foyer_app;
GRANT SELECT, INSERT, UPDATE ON stay_nights TO foyer_app;
GRANT SELECT, UPDATE ON stay_nights TO foyer_identity;
GRANT SELECT ON stay_requests TO foyer_identity;
GRANT SELECT, INSERT, DELETE ON stay_requests TO foyer_app;
-- Who asked whom, for how many and in which words, never changes.
GRANT UPDATE (arrival, departure, reply, proposed_arrival, proposed_departure, state, guest_unseen, host_unseen, version, deleted_at)
  ON stay_requests TO foyer_app;

-- A text as the search for hosts sees it.
CREATE FUNCTION searched(value text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
  RETURN normalize(folded(value), NFD);

CREATE FUNCTION keep_listing_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listing_words WHERE household_id = NEW.household_id;
  IF NEW.published THEN
    INSERT INTO listing_words (household_id, listing_id, word)
    SELECT DISTINCT NEW.household_id, NEW.id, left(searched(substr(word, start, 40)), 40)
    -- With the limits it expects few rows: without, it would compile itself (JIT) first, which takes 40 ms.
    FROM (SELECT word FROM regexp_split_to_table(folded(NEW.name || ' ' || NEW.place), '\s+') AS word LIMIT 100) AS words,
      LATERAL (SELECT start FROM generate_series(1, least(char_length(word), 200)) AS start LIMIT 200) AS starts;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER listings_words AFTER INSERT OR UPDATE OF name, place, published ON listings
  FOR EACH ROW EXECUTE FUNCTION keep_listing_words();

-- Adds to some nights of a host. The lock lets changes of one host's nights happen one after the other, in any order of
-- nights, without a deadlock; that nothing passes the capacity is the table's own constraint.
CREATE FUNCTION change_nights(host uuid, first_night date, day_after date, more_guests integer, more_blocks integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(host::text, 5));
  -- What is given back was counted before.
  IF more_guests > 0 OR more_blocks > 0 THEN
    INSERT INTO stay_nights (household_id, night, capacity)
    SELECT host, first_night + n, l.capacity
    FROM listings l, generate_series(0, day_after - first_night - 1) AS n WHERE l.household_id = host
    ON CONFLICT (household_id, night) DO NOTHING;
  END IF;
  UPDATE stay_nights SET guests = guests + more_guests, blocks = blocks + more_blocks
  WHERE household_id = host AND night >= first_night AND night < day_after;
END $$;

-- Whether a host has room on all nights from one day to another.
CREATE FUNCTION nights_are_free(host uuid, first_night date, day_after date, more_guests integer) RETURNS boolean
STABLE LANGUAGE sql RETURN NOT EXISTS (
  SELECT FROM stay_nights
  WHERE household_id = host AND night >= first_night AND night < day_after AND (blocks > 0 OR guests + more_guests > capacity));

CREATE FUNCTION keep_capacity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.household_id::text, 5));
  -- Nights that are over need no room any more, wherever it is still yesterday.
  UPDATE stay_nights SET capacity = NEW.capacity WHERE household_id = NEW.household_id AND night >= current_date - 1;
  RETURN NULL;
END $$;
CREATE TRIGGER listings_capacity AFTER UPDATE OF capacity ON listings
  FOR EACH ROW WHEN (OLD.capacity <> NEW.capacity) EXECUTE FUNCTION keep_capacity();

-- Notes that something of a household has changed, for the pages that others have open. The program reads the notes at the
-- end of a transaction that it made, and tells everybody once it is committed: NOTIFY in the transaction itself would have
-- PostgreSQL commit one such transaction after the other.
CREATE FUNCTION announce(household uuid, subject text, person text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  known text := coalesce(current_setting('foyer.changes', true), '');
  change text := concat_ws(' ', household, subject, nullif(person, '')) || ';';
BEGIN
  IF strpos(known, change) = 0 THEN
    PERFORM set_config('foyer.changes', known || change, true);
  END IF;
END $$;

CREATE FUNCTION keep_blocked_nights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    PERFORM change_nights(OLD.household_id, OLD.first_day, OLD.last_day + 1, 0, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    PERFORM change_nights(NEW.household_id, NEW.first_day, NEW.last_day + 1, 0, 1);
  END IF;
  PERFORM announce(coalesce(NEW.household_id, OLD.household_id), 'stays');
  RETURN NULL;
END $$;
CREATE TRIGGER blocked_dates_nights AFTER INSERT OR UPDATE OR DELETE ON blocked_dates
  FOR EACH ROW EXECUTE FUNCTION keep_blocked_nights();

-- What each side may do to a request. Errors have the names of constraints: the form knows a message for each.
CREATE FUNCTION guard_stay_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_guest boolean := NEW.household_id = current_household();
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
        OR ((NEW.arrival, NEW.departure) IS DISTINCT FROM (OLD.arrival, OLD.departure)
          AND (NEW.arrival, NEW.departure) IS DISTINCT FROM (OLD.proposed_arrival, OLD.proposed_departure))
      THEN
        RAISE insufficient_privilege USING MESSAGE = 'a guest may not change that';
      END IF;
    ELSIF (NEW.arrival, NEW.departure, NEW.deleted_at) IS DISTINCT FROM (OLD.arrival, OLD.departure, OLD.deleted_at) THEN
      RAISE insufficient_privilege USING MESSAGE = 'a host may not change that';
    END IF;
    IF NEW.state <> OLD.state AND (CASE
      WHEN NEW.state = 'past' THEN OLD.state IN ('pending', 'accepted') AND OLD.departure < current_date
      WHEN is_guest AND NEW.state = 'withdrawn' THEN OLD.state IN ('pending', 'accepted')
      -- The host has agreed to the dates that the host proposed.
      WHEN is_guest AND NEW.state = 'accepted' THEN OLD.state = 'pending' AND OLD.deleted_at IS NULL
        AND OLD.proposed_arrival >= current_date AND (NEW.arrival, NEW.departure) = (OLD.proposed_arrival, OLD.proposed_departure)
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

  -- The other side hears of a change; looking at it changes nothing but that.
  NEW.version := OLD.version;
  IF (NEW.state, NEW.deleted_at IS NULL, NEW.arrival, NEW.departure, NEW.reply, NEW.proposed_arrival, NEW.proposed_departure)
    IS DISTINCT FROM (OLD.state, OLD.deleted_at IS NULL, OLD.arrival, OLD.departure, OLD.reply, OLD.proposed_arrival, OLD.proposed_departure)
  THEN
    NEW.version := OLD.version + 1;
    IF NOT is_guest THEN
      NEW.guest_unseen := true;
      NEW.host_unseen := false;
    ELSIF OLD.state IN ('pending', 'accepted') AND NEW.state <> 'past' THEN
      NEW.host_unseen := true;
      NEW.guest_unseen := false;
    END IF;
  ELSIF is_guest THEN
    NEW.host_unseen := OLD.host_unseen;
    NEW.guest_unseen := OLD.guest_unseen AND NEW.guest_unseen;
  ELSE
    NEW.guest_unseen := OLD.guest_unseen;
    NEW.host_unseen := OLD.host_unseen AND NEW.host_unseen;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER stay_requests_guard BEFORE INSERT OR UPDATE ON stay_requests
  FOR EACH ROW EXECUTE FUNCTION guard_stay_request();

-- Counts the nights of what is accepted, and tells both sides' open pages.
CREATE FUNCTION follow_stay_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_counted boolean := TG_OP <> 'INSERT' AND OLD.state = 'accepted' AND OLD.deleted_at IS NULL;
  is_counted boolean := TG_OP <> 'DELETE' AND NEW.state = 'accepted' AND NEW.deleted_at IS NULL;
BEGIN
  IF was_counted AND (NOT is_counted OR (OLD.arrival, OLD.departure) <> (NEW.arrival, NEW.departure)) THEN
    PERFORM change_nights(OLD.host_household_id, OLD.arrival, OLD.departure, -OLD.guests, 0);
  END IF;
  IF is_counted AND (NOT was_counted OR (OLD.arrival, OLD.departure) <> (NEW.arrival, NEW.departure)) THEN
    PERFORM change_nights(NEW.host_household_id, NEW.arrival, NEW.departure, NEW.guests, 0);
  END IF;
  IF TG_OP <> 'UPDATE' OR OLD.version <> NEW.version THEN
    PERFORM announce(coalesce(NEW.household_id, OLD.household_id), 'stays');
    PERFORM announce(coalesce(NEW.host_household_id, OLD.host_household_id), 'stays');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stay_requests_follow AFTER INSERT OR UPDATE OR DELETE ON stay_requests
  FOR EACH ROW EXECUTE FUNCTION follow_stay_request();
