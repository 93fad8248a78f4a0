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

-- A line of the shopping list tells the aisle to which the household has moved its food. The lines are locked before what is noted of
-- them, in the order of their ids, as by everything else that changes several. Where the choice is forgotten, they have a new version.
CREATE FUNCTION note_lines_of_food() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  home uuid := coalesce(NEW.household_id, OLD.household_id);
  moved text := coalesce(NEW.key, OLD.key);
  ids uuid[];
  gone boolean[];
BEGIN
  SELECT array_agg(line.id), array_agg(line.is_gone) INTO ids, gone FROM (
    SELECT e.id, e.deleted_at IS NOT NULL OR EXISTS (
      SELECT FROM named_lists l WHERE l.household_id = e.household_id AND l.id = e.list_id AND l.deleted_at IS NOT NULL) AS is_gone
    FROM shopping_entries e WHERE e.household_id = home AND e.key = moved ORDER BY e.id FOR NO KEY UPDATE OF e
  ) AS line;
  IF TG_OP = 'DELETE' THEN
    UPDATE shopping_entries SET version = version + 1 WHERE household_id = home AND id = ANY (ids);
    RETURN NULL;
  END IF;
  INSERT INTO changes AS known (household_id, kind, id, is_deleted)
  SELECT home, 'shopping-lines', one.id, false FROM unnest(ids, gone) AS one (id, is_gone) WHERE NOT one.is_gone ORDER BY one.id
  ON CONFLICT (household_id, kind, id) DO UPDATE SET moment = excluded.moment, changed_at = excluded.changed_at
  WHERE known.moment <> excluded.moment;
  RETURN NULL;
END $$;
CREATE TRIGGER food_aisles_followed AFTER INSERT OR DELETE ON food_aisles FOR EACH ROW EXECUTE FUNCTION note_lines_of_food();
CREATE TRIGGER food_aisles_followed_again AFTER UPDATE ON food_aisles FOR EACH ROW
  WHEN (OLD.aisle IS DISTINCT FROM NEW.aisle) EXECUTE FUNCTION note_lines_of_food();
