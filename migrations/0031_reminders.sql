-- compatible with programs from 0025 on
-- Reminders of items and stays, the daily digest, and what is due next.

-- Times at which a person is reminded: minutes before the deadline (`60`), a time of the deadline's day (`08:00`) or of the day
-- before (`-18:00`), on the person's clock.
CREATE FUNCTION are_reminder_times(codes text[]) RETURNS boolean IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
  RETURN cardinality(codes) <= 10
    AND array_to_string(codes, ',', '?') ~ '^((\d{1,5}|-?([01]\d|2[0-3]):[0-5]\d)(,|$))*$';

-- What a member wants to be told, and how. Without a row, and without a channel, nothing is sent.
CREATE TABLE reminder_settings (
  household_id uuid NOT NULL DEFAULT current_household(),
  person_id uuid NOT NULL DEFAULT current_person(),
  -- For items that have no times of their own.
  codes text[] NOT NULL DEFAULT '{}' CHECK (are_reminder_times(codes)),
  by_mail boolean NOT NULL DEFAULT false,
  by_push boolean NOT NULL DEFAULT false,
  -- The time of the daily digest on the person's clock, and when the next one is due.
  digest_at time,
  digest_next timestamptz,
  -- What falls between the two, over midnight too, comes at their end.
  quiet_from time,
  quiet_to time,
  -- When the last attempt of a letter failed.
  mail_failed_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, person_id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE,
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);
CREATE INDEX reminder_settings_digest ON reminder_settings (digest_next) WHERE digest_next IS NOT NULL;

-- The times that a member has chosen for one item; none of them for no reminder. Without a reference to people, whose check
-- would lock the person after the item: a trigger deletes.
CREATE TABLE item_reminders (
  household_id uuid NOT NULL DEFAULT current_household(),
  item_id uuid NOT NULL,
  person_id uuid NOT NULL DEFAULT current_person(),
  codes text[] NOT NULL CHECK (are_reminder_times(codes)),
  PRIMARY KEY (household_id, item_id, person_id),
  FOREIGN KEY (household_id, item_id) REFERENCES items ON DELETE CASCADE
);
CREATE INDEX item_reminders_person ON item_reminders (household_id, person_id);

-- What is going to be due, derived by triggers from the items, the settings and the clocks: what is due now is the beginning of
-- an index. Without references, as above.
CREATE TABLE reminders (
  household_id uuid NOT NULL,
  item_id uuid NOT NULL,
  person_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (household_id, item_id, person_id, at)
);
CREATE INDEX reminders_due ON reminders (at);

-- The evening before an arrival, for each of the two households of a stay: at 18:00 on the household's clock.
CREATE TABLE stay_reminders (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  request_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (household_id, request_id)
);
CREATE INDEX stay_reminders_due ON stay_reminders (at);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['reminder_settings', 'item_reminders', 'reminders', 'stay_reminders'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format($policy$CREATE POLICY household ON %I TO foyer_app
      USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid)$policy$, name);
    -- The worker finds what is due in any household, and a letter's link names a person.
    EXECUTE format('CREATE POLICY identity ON %I TO foyer_identity USING (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO foyer_app, foyer_identity', name);
  END LOOP;
END $$;
-- Whether anybody in the other household of a stay is told of news.
CREATE POLICY told ON reminder_settings FOR SELECT TO foyer_app USING (pg_trigger_depth() > 0 AND (by_mail OR by_push));

-- The links in letters are made with it.
ALTER TABLE signing_keys NO FORCE ROW LEVEL SECURITY;
INSERT INTO signing_keys (name, key)
VALUES ('unsubscribe', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
ALTER TABLE signing_keys FORCE ROW LEVEL SECURITY;

-- The end of the quiet hours that a moment falls into, or else the moment.
CREATE FUNCTION after_quiet(moment timestamptz, zone text, quiet_from time, quiet_to time) RETURNS timestamptz
STABLE PARALLEL SAFE LANGUAGE sql RETURN (
  SELECT CASE
    WHEN quiet_from < quiet_to AND clock >= quiet_from AND clock < quiet_to
      THEN greatest(moment, moment_of(day + quiet_to, zone))
    WHEN quiet_from > quiet_to AND clock >= quiet_from THEN greatest(moment, moment_of(day + 1 + quiet_to, zone))
    WHEN quiet_from > quiet_to AND clock < quiet_to THEN greatest(moment, moment_of(day + quiet_to, zone))
    ELSE moment END
  FROM (SELECT (moment AT TIME ZONE zone)::date AS day, (moment AT TIME ZONE zone)::time AS clock) AS local);

-- When a person is reminded of a deadline: on the deadline's day as the person's clock has it, never after the deadline but for
-- quiet hours. A day without a time (23:59 on the household's clock) counts as nine in the morning for minutes before.
CREATE FUNCTION reminder_moments(
  due timestamptz, codes text[], zone text, household_zone text, quiet_from time, quiet_to time
) RETURNS TABLE (at timestamptz) STABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT DISTINCT after_quiet(least(due, CASE
      WHEN code LIKE '-%' THEN moment_of(day - 1 + substr(code, 2)::time, zone)
      WHEN code LIKE '%:%' THEN moment_of(day + code::time, zone)
      ELSE CASE WHEN (due AT TIME ZONE household_zone)::time = '23:59' THEN least(due, moment_of(day + time '09:00', zone))
        ELSE due END - make_interval(mins => code::integer)
      END), zone, quiet_from, quiet_to)
  FROM unnest(codes) AS code, (SELECT (due AT TIME ZONE zone)::date AS day) AS local
$$;

-- Whose turn it is, or those whom it is for, or everybody.
CREATE FUNCTION is_reminded(person uuid, turn_person uuid, people uuid[]) RETURNS boolean IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN CASE WHEN turn_person IS NOT NULL THEN turn_person = person ELSE people = '{}' OR person = ANY (people) END;

-- The next moment at which a zone's clock shows a time, once a day: at the first of two, and later where it is left out.
CREATE FUNCTION next_time(shown time, zone text, after timestamptz) RETURNS timestamptz STABLE PARALLEL SAFE LANGUAGE sql RETURN (
  SELECT min(moment) FROM (
    SELECT moment_of((after AT TIME ZONE zone)::date + n + shown, zone) AS moment FROM generate_series(0, 2) AS n) AS days
  WHERE moment > after);

-- Derives the reminders of one item. Items lock the household's reminders shared, and settings alone (remind_person), so that
-- neither misses what the other is about to commit. Where nobody is reminded, this is all that happens.
CREATE FUNCTION remind_of_item(
  household uuid, item uuid, due timestamptz, turn uuid, those uuid[], is_open boolean
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(household::text, 7));
  IF NOT EXISTS (SELECT FROM reminder_settings WHERE household_id = household AND (by_mail OR by_push)) THEN
    RETURN;
  END IF;
  WITH wanted AS MATERIALIZED (
    SELECT s.person_id, m.at
    FROM reminder_settings s
    JOIN people p ON p.household_id = household AND p.id = s.person_id
    JOIN households h ON h.id = household
    LEFT JOIN item_reminders o ON o.household_id = household AND o.item_id = item AND o.person_id = s.person_id
    CROSS JOIN LATERAL reminder_moments(due, coalesce(o.codes, s.codes), p.time_zone, h.time_zone, s.quiet_from, s.quiet_to) AS m
    WHERE s.household_id = household AND (s.by_mail OR s.by_push) AND is_open AND is_reminded(s.person_id, turn, those)
  ), gone AS (
    DELETE FROM reminders r
    WHERE r.household_id = household AND r.item_id = item
      AND NOT EXISTS (SELECT FROM wanted w WHERE w.person_id = r.person_id AND w.at = r.at)
  )
  -- What is past already is not said; what is due at this moment stays, if it still holds.
  INSERT INTO reminders (household_id, item_id, person_id, at)
  SELECT household, item, person_id, at FROM wanted WHERE at > now() ON CONFLICT DO NOTHING;
END $$;

-- Derives the reminders of one person.
CREATE FUNCTION remind_person(household uuid, person uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(household::text, 7));
  WITH wanted AS MATERIALIZED (
    SELECT i.id AS item_id, m.at
    FROM reminder_settings s
    JOIN people p ON p.household_id = household AND p.id = s.person_id
    JOIN households h ON h.id = household
    -- Quiet hours end within a day.
    JOIN items i ON i.household_id = household AND i.deleted_at IS NULL AND i.done_at IS NULL
      AND i.due_at > now() - interval '1 day' AND is_reminded(person, i.turn_person, i.people)
    LEFT JOIN item_reminders o ON o.household_id = household AND o.item_id = i.id AND o.person_id = person
    CROSS JOIN LATERAL reminder_moments(i.due_at, coalesce(o.codes, s.codes), p.time_zone, h.time_zone, s.quiet_from, s.quiet_to) AS m
    WHERE s.household_id = household AND s.person_id = person AND (s.by_mail OR s.by_push)
  ), gone AS (
    DELETE FROM reminders
    WHERE household_id = household AND person_id = person AND (item_id, at) IN (
      SELECT item_id, at FROM reminders WHERE household_id = household AND person_id = person
      EXCEPT SELECT item_id, at FROM wanted)
  )
  INSERT INTO reminders (household_id, item_id, person_id, at)
  SELECT household, item_id, person, at FROM wanted WHERE at > now() ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION keep_item_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(OLD.household_id::text, 7));
    DELETE FROM reminders WHERE household_id = OLD.household_id AND item_id = OLD.id;
    RETURN NULL;
  END IF;
  -- The next one of a series takes over the times of the one whose tick makes it: one of the last.
  IF TG_OP = 'INSERT' AND NEW.series_id IS NOT NULL THEN
    INSERT INTO item_reminders (household_id, item_id, person_id, codes)
    SELECT o.household_id, NEW.id, o.person_id, o.codes
    FROM (
      SELECT id, done_at FROM items
      WHERE household_id = NEW.household_id AND series_id = NEW.series_id AND id <> NEW.id
      ORDER BY occurrence DESC LIMIT 5
    ) AS ticked
    JOIN item_reminders o ON o.household_id = NEW.household_id AND o.item_id = ticked.id
    JOIN people p ON p.household_id = NEW.household_id AND p.id = o.person_id
    WHERE ticked.done_at = now()
    ON CONFLICT DO NOTHING;
  END IF;
  PERFORM remind_of_item(NEW.household_id, NEW.id, NEW.due_at, NEW.turn_person, NEW.people,
    NEW.due_at IS NOT NULL AND NEW.done_at IS NULL AND NEW.deleted_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER items_reminded AFTER INSERT ON items FOR EACH ROW
  WHEN (NEW.due_at IS NOT NULL AND NEW.done_at IS NULL AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION keep_item_reminders();
CREATE TRIGGER items_reminded_again AFTER UPDATE OF due_at, done_at, deleted_at, people, turn_person ON items FOR EACH ROW
  WHEN ((OLD.due_at IS NOT NULL OR NEW.due_at IS NOT NULL)
    AND (OLD.due_at, OLD.done_at IS NULL, OLD.deleted_at IS NULL, OLD.people, OLD.turn_person)
      IS DISTINCT FROM (NEW.due_at, NEW.done_at IS NULL, NEW.deleted_at IS NULL, NEW.people, NEW.turn_person))
  EXECUTE FUNCTION keep_item_reminders();
CREATE TRIGGER items_reminded_no_more AFTER DELETE ON items FOR EACH ROW WHEN (OLD.due_at IS NOT NULL)
  EXECUTE FUNCTION keep_item_reminders();

CREATE FUNCTION keep_own_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  choice item_reminders := coalesce(NEW, OLD);
BEGIN
  PERFORM remind_of_item(household_id, id, due_at, turn_person, people,
    due_at IS NOT NULL AND done_at IS NULL AND deleted_at IS NULL)
  FROM items WHERE household_id = choice.household_id AND id = choice.item_id;
  RETURN NULL;
END $$;
CREATE TRIGGER item_reminders_kept AFTER INSERT OR UPDATE OR DELETE ON item_reminders FOR EACH ROW
  EXECUTE FUNCTION keep_own_reminders();

CREATE FUNCTION set_next_digest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One that is due at this moment is sent.
  IF TG_OP = 'UPDATE' AND OLD.digest_at = NEW.digest_at AND OLD.digest_next <= now() AND (NEW.by_mail OR NEW.by_push) THEN
    RETURN NEW;
  END IF;
  NEW.digest_next := CASE WHEN NEW.by_mail OR NEW.by_push THEN next_time(NEW.digest_at, (
    SELECT time_zone FROM people WHERE household_id = NEW.household_id AND id = NEW.person_id), now()) END;
  RETURN NEW;
END $$;
CREATE TRIGGER reminder_settings_digest BEFORE INSERT OR UPDATE OF changed_at ON reminder_settings FOR EACH ROW
  EXECUTE FUNCTION set_next_digest();

CREATE FUNCTION keep_person_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM remind_person(NEW.household_id, NEW.person_id);
  IF NEW.by_mail OR NEW.by_push THEN
    INSERT INTO stay_reminders (household_id, request_id, at)
    SELECT NEW.household_id, r.id, moment_of(r.arrival - 1 + time '18:00', h.time_zone)
    FROM stay_requests r JOIN households h ON h.id = NEW.household_id
    WHERE NEW.household_id IN (r.household_id, r.host_household_id) AND r.state = 'accepted' AND r.deleted_at IS NULL
      AND r.arrival > current_date
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reminder_settings_kept AFTER INSERT OR UPDATE OF changed_at ON reminder_settings FOR EACH ROW
  EXECUTE FUNCTION keep_person_reminders();

-- Another clock means other moments.
CREATE FUNCTION keep_clock_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'people' THEN
    UPDATE reminder_settings SET changed_at = now() WHERE household_id = NEW.household_id AND person_id = NEW.id;
  ELSE
    UPDATE reminder_settings SET changed_at = now() WHERE household_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER people_clock_reminded AFTER UPDATE OF time_zone ON people FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone AND OLD.household_id = NEW.household_id) EXECUTE FUNCTION keep_clock_reminders();
CREATE TRIGGER households_clock_reminded AFTER UPDATE OF time_zone ON households FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION keep_clock_reminders();

-- Nothing stays for a member who has left. Whoever moves takes the settings along: the new household's items are read as
-- forget_person reads those of the old one.
CREATE FUNCTION forget_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM item_reminders WHERE household_id = OLD.household_id AND person_id = OLD.id;
  DELETE FROM reminders WHERE household_id = OLD.household_id AND person_id = OLD.id;
  IF TG_OP = 'UPDATE' THEN
    PERFORM set_config('foyer.left_household', NEW.household_id::text, true);
    UPDATE reminder_settings SET changed_at = now() WHERE household_id = NEW.household_id AND person_id = NEW.id;
    PERFORM set_config('foyer.left_household', '', true);
  END IF;
  RETURN NULL;
END $$;
-- After people_forgotten and people_moved_out, which lock the items first.
CREATE TRIGGER people_reminded_no_more AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION forget_reminders();
CREATE TRIGGER people_reminded_elsewhere AFTER UPDATE OF household_id ON people FOR EACH ROW
  WHEN (OLD.household_id <> NEW.household_id) EXECUTE FUNCTION forget_reminders();
CREATE FUNCTION delete_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reminders WHERE household_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER households_reminded_no_more AFTER DELETE ON households FOR EACH ROW EXECUTE FUNCTION delete_reminders();

-- News of a stay for the other household: a job that finds out who of it is told.
CREATE POLICY stay_news ON jobs FOR INSERT TO foyer_app WITH CHECK (
  kind = 'stay_news' AND payload->>'from' = nullif(current_setting('foyer.household', true), ''));

CREATE FUNCTION tell_of_stay(request stay_requests, event text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF request.household_id <> request.host_household_id AND EXISTS (
    SELECT FROM reminder_settings s
    WHERE s.household_id IN (request.household_id, request.host_household_id) AND (s.by_mail OR s.by_push))
  THEN
    INSERT INTO jobs (id, kind, payload) VALUES (gen_random_uuid(), 'stay_news', jsonb_build_object(
      'from', current_household(), 'request', request.id, 'event', event, 'to', CASE
        WHEN request.household_id = current_household() THEN request.host_household_id ELSE request.household_id END));
  END IF;
END $$;
CREATE FUNCTION keep_stay_news() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event text := 'asked';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    event := CASE
      WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL THEN CASE WHEN NEW.state = 'pending' THEN 'asked' END
      WHEN NEW.deleted_at IS NOT NULL THEN CASE WHEN OLD.deleted_at IS NULL AND OLD.state IN ('pending', 'accepted') THEN 'withdrawn' END
      WHEN NEW.state <> OLD.state THEN CASE WHEN NEW.state IN ('accepted', 'declined', 'withdrawn') THEN NEW.state
        -- An accepted stay whose guest wants other dates waits again.
        WHEN NEW.state = 'pending' AND NEW.proposed_arrival IS NULL THEN 'asked' END
      WHEN NEW.proposed_arrival IS NOT NULL
        AND (NEW.proposed_arrival, NEW.proposed_departure) IS DISTINCT FROM (OLD.proposed_arrival, OLD.proposed_departure) THEN 'proposed'
      WHEN (NEW.arrival, NEW.departure) <> (OLD.arrival, OLD.departure) THEN 'changed' END;
  END IF;
  IF event IS NOT NULL THEN
    PERFORM tell_of_stay(NEW, event);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stay_requests_reported AFTER INSERT ON stay_requests FOR EACH ROW
  WHEN (current_setting('foyer.person', true) <> '') EXECUTE FUNCTION keep_stay_news();
CREATE TRIGGER stay_requests_reported_again AFTER UPDATE OF state, deleted_at, arrival, departure, proposed_arrival, proposed_departure
  ON stay_requests FOR EACH ROW WHEN (current_setting('foyer.person', true) <> '') EXECUTE FUNCTION keep_stay_news();
