-- compatible with programs from 0043 on
-- A program that reads a row again is told that it has not changed only if that is so: a row tells more than its version does.

-- Items tell their days and times on the person's clock.
ALTER TABLE people ADD COLUMN zone_changed_at timestamptz;
CREATE FUNCTION note_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.zone_changed_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER people_zone_noted BEFORE UPDATE OF time_zone ON people FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION note_zone();
