-- Items that repeat, whom they are for and whose turn they are.

-- The clock that repeats and the calendar of a household are counted on.
ALTER TABLE households ADD time_zone text NOT NULL DEFAULT 'UTC'
  CHECK (now() AT TIME ZONE time_zone IS NOT NULL);
UPDATE households SET time_zone = first.time_zone
FROM (SELECT DISTINCT ON (household_id) household_id, time_zone FROM people ORDER BY household_id, created_at, id) AS first
WHERE first.household_id = households.id;

-- The moment of a time on a zone's clock. Of a time that happens twice PostgreSQL takes the second moment, and RFC 5545 (§3.3.5)
-- the first: the one with the offset of three hours before, if that shows the same time. A time that a change of the clocks
-- leaves out is read with the offset before it by both.
CREATE FUNCTION moment_of(local timestamp, zone text) RETURNS timestamptz STABLE STRICT PARALLEL SAFE LANGUAGE sql
RETURN CASE
  WHEN ((local - (((local AT TIME ZONE zone) - interval '3 hours') AT TIME ZONE zone
      - ((local AT TIME ZONE zone) - interval '3 hours') AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC') AT TIME ZONE zone = local
    THEN (local - (((local AT TIME ZONE zone) - interval '3 hours') AT TIME ZONE zone
      - ((local AT TIME ZONE zone) - interval '3 hours') AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC'
  ELSE local AT TIME ZONE zone
END;

-- What an item that repeats makes its next one from. Of a series one item at most is open and not deleted.
CREATE TABLE series (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  -- An RRULE value of RFC 5545, as RecurrenceRule writes it; UNTIL is on the household's clock.
  rule text NOT NULL CHECK (char_length(rule) BETWEEN 1 AND 500),
  -- Whether the next is counted from the date of the one before, or from the day when that was done.
  repeat_from text NOT NULL CHECK (repeat_from IN ('due', 'done')),
  -- The first date (DTSTART), on the household's clock. 23:59 is a day without a time, as in items.due_at.
  starts_at timestamp NOT NULL,
  -- Dates of the rule that were skipped (EXDATE).
  skipped timestamp[] NOT NULL DEFAULT '{}',
  -- When somebody ended the series: its last item stays.
  ended_at timestamptz,
  -- How often the turn changes, an RRULE value; null for with each item.
  turn_rule text CHECK (char_length(turn_rule) BETWEEN 1 AND 500),
  title text NOT NULL CONSTRAINT series_title_length CHECK (char_length(title) BETWEEN 1 AND 10000),
  description text NOT NULL DEFAULT '' CONSTRAINT series_description_length CHECK (char_length(description) <= 100000),
  category_id uuid,
  tag_ids uuid[] NOT NULL DEFAULT '{}',
  people uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, id),
  FOREIGN KEY (household_id, category_id) REFERENCES categories ON DELETE SET NULL (category_id)
);
CREATE INDEX series_category ON series (household_id, category_id) WHERE category_id IS NOT NULL;

ALTER TABLE series ENABLE ROW LEVEL SECURITY;
ALTER TABLE series FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON series TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON series TO foyer_app;

ALTER TABLE items
  ADD series_id uuid,
  -- The date of the rule that this item stands for (RECURRENCE-ID), on the household's clock; due_at may differ.
  ADD occurrence timestamp,
  -- The members it is for; none means everybody.
  ADD people uuid[] NOT NULL DEFAULT '{}',
  -- Whose turn it is, and who comes next, first the next one; this member is last, if each had a turn in order.
  ADD turn_person uuid,
  ADD turn_queue uuid[] NOT NULL DEFAULT '{}',
  ADD FOREIGN KEY (household_id, series_id) REFERENCES series ON DELETE SET NULL (series_id);
CREATE INDEX items_series ON items (household_id, series_id, occurrence) WHERE series_id IS NOT NULL;
-- What is due in a range of days, whatever its section.
CREATE INDEX items_due ON items (household_id, due_at, id) WHERE deleted_at IS NULL AND due_at IS NOT NULL;

ALTER TABLE people
  -- Days on which no turn falls to the member, the first and the last one.
  ADD away_from date,
  ADD away_until date,
  ADD birthday date,
  ADD CONSTRAINT people_away CHECK (away_until >= away_from AND (away_from IS NULL) = (away_until IS NULL));
GRANT UPDATE (away_from, away_until, birthday) ON people TO foyer_app;

-- Nothing stays for a member who has left. Accounts are deleted and moved by foyer_identity, which for this alone sees the items
-- of the household that is left.
CREATE POLICY left_household ON items TO foyer_identity
  USING (household_id = nullif(current_setting('foyer.left_household', true), '')::uuid);
CREATE POLICY left_household ON series TO foyer_identity
  USING (household_id = nullif(current_setting('foyer.left_household', true), '')::uuid);
GRANT UPDATE (people, turn_person, turn_queue) ON items TO foyer_identity;
GRANT SELECT (household_id, people), UPDATE (people) ON series TO foyer_identity;

CREATE FUNCTION forget_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What goes with its household need not be changed.
  IF NOT EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('foyer.left_household', OLD.household_id::text, true);
  UPDATE items SET people = array_remove(people, OLD.id), turn_queue = array_remove(turn_queue, OLD.id),
    turn_person = CASE WHEN turn_person = OLD.id THEN (array_remove(turn_queue, OLD.id))[1] ELSE turn_person END
  WHERE household_id = OLD.household_id
    AND (people @> ARRAY[OLD.id] OR turn_queue @> ARRAY[OLD.id] OR turn_person = OLD.id);
  UPDATE series SET people = array_remove(people, OLD.id)
  WHERE household_id = OLD.household_id AND people @> ARRAY[OLD.id];
  PERFORM set_config('foyer.left_household', '', true);
  RETURN NULL;
END $$;
CREATE TRIGGER people_forgotten AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION forget_person();
CREATE TRIGGER people_moved_out AFTER UPDATE OF household_id ON people FOR EACH ROW
  WHEN (OLD.household_id <> NEW.household_id) EXECUTE FUNCTION forget_person();

CREATE TRIGGER series_announced AFTER UPDATE ON series FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('items');
