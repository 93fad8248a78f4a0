-- compatible with programs from 0043 on
-- What programs keep with a collection goes with a further shopping list, too: deleted for good, not to the trash.
CREATE TRIGGER lists_calendar_collections AFTER DELETE ON named_lists FOR EACH ROW EXECUTE FUNCTION forget_calendar_collection();

-- An object names the members that an item is for, and whose turn it is: another name of theirs is a change of it.
CREATE FUNCTION note_items_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[] := ARRAY(
    SELECT id FROM items
    WHERE household_id = NEW.household_id AND deleted_at IS NULL AND (NEW.id = ANY (people) OR turn_person = NEW.id));
BEGIN
  -- In the order of the ids: two such changes do not wait for one another.
  INSERT INTO changes AS known (household_id, kind, id, is_deleted)
  SELECT NEW.household_id, 'items', one.id, false FROM unnest(ids) AS one (id) ORDER BY one.id
  ON CONFLICT (household_id, kind, id) DO UPDATE SET moment = excluded.moment, changed_at = excluded.changed_at
  WHERE known.moment <> excluded.moment;
  RETURN NULL;
END $$;
CREATE TRIGGER people_named AFTER UPDATE ON people FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note_items_of_person();
