-- compatible with programs from 0043 on
-- A deadline is a day or a moment. Until now 23:59 on the household's clock stood for a day, so that a member elsewhere saw another
-- one, and the household's clock could not be corrected without moving it.

-- The day of an item that is due on a day: the same one for every member, wherever they are. `due_at` is the last minute of that day
-- on the household's clock then, for what is put in order and for indexes. Null for a moment.
ALTER TABLE items ADD due_day date;
-- Whether its dates are days. They are counted by their last minute, as `starts_at` and `occurrence` have them.
ALTER TABLE series ADD is_day boolean NOT NULL DEFAULT false;

-- The last minute of a day on a zone's clock.
CREATE FUNCTION end_of_day(day date, zone text) RETURNS timestamptz STABLE STRICT PARALLEL SAFE LANGUAGE sql
RETURN moment_of(day + time '23:59', zone);

-- Days stay where they are when the household's clock is corrected.
CREATE FUNCTION keep_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE items SET due_at = end_of_day(due_day, NEW.time_zone) WHERE household_id = NEW.id AND due_day IS NOT NULL;
  RETURN NULL;
END $$;
-- Before households_clock_reminded, by its name.
CREATE TRIGGER households_clock_days AFTER UPDATE OF time_zone ON households FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION keep_days();

-- A program that knows no days moves an item by its moment alone.
CREATE FUNCTION move_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text;
  local timestamp;
BEGIN
  SELECT time_zone INTO zone FROM households WHERE id = NEW.household_id;
  IF NEW.due_at IS DISTINCT FROM end_of_day(NEW.due_day, zone) THEN
    local := NEW.due_at AT TIME ZONE zone;
    UPDATE items SET due_day = CASE WHEN local::time = '23:59' THEN local::date END
    WHERE household_id = NEW.household_id AND id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER items_day_moved AFTER UPDATE OF due_at ON items FOR EACH ROW
  WHEN (OLD.due_day = NEW.due_day AND OLD.due_at IS DISTINCT FROM NEW.due_at) EXECUTE FUNCTION move_day();

-- The one without a day stays for programs that know none.
-- When a person is reminded of a deadline: on the deadline's day as the person's clock has it, never after the deadline but for
-- quiet hours. A day counts as nine in the morning for minutes before, on the person's clock as well.
CREATE FUNCTION reminder_moments(
  due timestamptz, due_day date, codes text[], zone text, quiet_from time, quiet_to time
) RETURNS TABLE (at timestamptz) STABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT DISTINCT after_quiet(least(last, CASE
      WHEN code LIKE '-%' THEN moment_of(day - 1 + substr(code, 2)::time, zone)
      WHEN code LIKE '%:%' THEN moment_of(day + code::time, zone)
      ELSE CASE WHEN due_day IS NULL THEN due ELSE moment_of(day + time '09:00', zone) END - make_interval(mins => code::integer)
      END), zone, quiet_from, quiet_to)
  FROM unnest(codes) AS code,
    (SELECT coalesce(due_day, (due AT TIME ZONE zone)::date) AS day, coalesce(end_of_day(due_day, zone), due) AS last) AS local
$$;

-- As before, with the day of an item that has one.
DROP FUNCTION remind_of_item(uuid, uuid, timestamptz, uuid, uuid[], boolean);
CREATE FUNCTION remind_of_item(
  household uuid, item uuid, due timestamptz, due_day date, turn uuid, those uuid[], is_open boolean
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
    LEFT JOIN item_reminders o ON o.household_id = household AND o.item_id = item AND o.person_id = s.person_id
    CROSS JOIN LATERAL reminder_moments(due, due_day, coalesce(o.codes, s.codes), p.time_zone, s.quiet_from, s.quiet_to) AS m
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
CREATE OR REPLACE FUNCTION remind_person(household uuid, person uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(household::text, 7));
  WITH wanted AS MATERIALIZED (
    SELECT i.id AS item_id, m.at
    FROM reminder_settings s
    JOIN people p ON p.household_id = household AND p.id = s.person_id
    -- Quiet hours end within a day, and a day elsewhere.
    JOIN items i ON i.household_id = household AND i.deleted_at IS NULL AND i.done_at IS NULL
      AND i.due_at > now() - interval '2 days 3 hours' AND is_reminded(person, i.turn_person, i.people)
    LEFT JOIN item_reminders o ON o.household_id = household AND o.item_id = i.id AND o.person_id = person
    CROSS JOIN LATERAL reminder_moments(i.due_at, i.due_day, coalesce(o.codes, s.codes), p.time_zone, s.quiet_from, s.quiet_to) AS m
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
CREATE OR REPLACE FUNCTION keep_item_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
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
  PERFORM remind_of_item(NEW.household_id, NEW.id, NEW.due_at, NEW.due_day, NEW.turn_person, NEW.people,
    NEW.due_at IS NOT NULL AND NEW.done_at IS NULL AND NEW.deleted_at IS NULL);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION keep_own_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  choice item_reminders := coalesce(NEW, OLD);
BEGIN
  PERFORM remind_of_item(household_id, id, due_at, due_day, turn_person, people,
    due_at IS NOT NULL AND done_at IS NULL AND deleted_at IS NULL)
  FROM items WHERE household_id = choice.household_id AND id = choice.item_id;
  RETURN NULL;
END $$;
DROP TRIGGER items_reminded_again ON items;
CREATE TRIGGER items_reminded_again AFTER UPDATE OF due_at, due_day, done_at, deleted_at, people, turn_person ON items FOR EACH ROW
  WHEN ((OLD.due_at IS NOT NULL OR NEW.due_at IS NOT NULL)
    AND (OLD.due_at, OLD.due_day, OLD.done_at IS NULL, OLD.deleted_at IS NULL, OLD.people, OLD.turn_person)
      IS DISTINCT FROM (NEW.due_at, NEW.due_day, NEW.done_at IS NULL, NEW.deleted_at IS NULL, NEW.people, NEW.turn_person))
  EXECUTE FUNCTION keep_item_reminders();

-- Row level security would hide every row from an owner who is no superuser. Nobody else reads before the commit.
CREATE TEMPORARY TABLE opened ON COMMIT DROP AS
SELECT unnest(ARRAY['households', 'people', 'items', 'series', 'item_reminders', 'reminders', 'reminder_settings', 'stay_requests',
  'stay_reminders']) AS name;
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT opened.name FROM opened LOOP EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', name); END LOOP;
END $$;
UPDATE items SET due_day = (due_at AT TIME ZONE h.time_zone)::date
FROM households h WHERE h.id = household_id AND (due_at AT TIME ZONE h.time_zone)::time = '23:59';
UPDATE series SET is_day = true WHERE starts_at::time = '23:59';
-- Who is on another clock is reminded of days at other times now.
UPDATE reminder_settings s SET changed_at = now()
FROM people p JOIN households h ON h.id = p.household_id
WHERE p.household_id = s.household_id AND p.id = s.person_id AND p.time_zone <> h.time_zone;
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT opened.name FROM opened LOOP EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name); END LOOP;
END $$;
