-- compatible with programs from 0043 on
-- Correcting the household's clock with 25,000 days took 1.5 s, and 14.7 s with two members who are reminded, of which a request has
-- 4.5: each item was read again by two triggers, and all of them once more for each member. Now 0.8 s.

-- The moments of a day's reminders follow from the day and the member's clock.
DROP TRIGGER items_reminded_again ON items;
CREATE TRIGGER items_reminded_again AFTER UPDATE OF due_at, due_day, done_at, deleted_at, people, turn_person ON items FOR EACH ROW
  WHEN ((OLD.due_at IS NOT NULL OR NEW.due_at IS NOT NULL)
    AND (CASE WHEN OLD.due_day IS NULL THEN OLD.due_at END, OLD.due_day, OLD.done_at IS NULL, OLD.deleted_at IS NULL, OLD.people,
        OLD.turn_person)
      IS DISTINCT FROM (CASE WHEN NEW.due_day IS NULL THEN NEW.due_at END, NEW.due_day, NEW.done_at IS NULL, NEW.deleted_at IS NULL,
        NEW.people, NEW.turn_person))
  EXECUTE FUNCTION keep_item_reminders();

-- What `keep_days` moves keeps its day.
DROP TRIGGER items_day_moved ON items;
CREATE TRIGGER items_day_moved AFTER UPDATE OF due_at ON items FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND OLD.due_day = NEW.due_day AND OLD.due_at IS DISTINCT FROM NEW.due_at) EXECUTE FUNCTION move_day();

-- The household's clock counts for the evening before a stay, and the member's for everything else.
CREATE OR REPLACE FUNCTION keep_clock_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'people' THEN
    UPDATE reminder_settings SET changed_at = now() WHERE household_id = NEW.household_id AND person_id = NEW.id;
  ELSE
    UPDATE stay_reminders s SET at = moment_of(r.arrival - 1 + time '18:00', NEW.time_zone)
    FROM stay_requests r WHERE s.household_id = NEW.id AND r.id = s.request_id;
  END IF;
  RETURN NULL;
END $$;
