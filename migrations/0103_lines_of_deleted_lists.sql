-- compatible with programs from 0043 on
-- Lines of a shopping list that is in the trash are no rows for programs: their copies lose them with the list, and have them again
-- when it is restored.

-- A line that is added to a list, or moved to it, waits for whoever deletes the list. Of any other change the list is not locked: who
-- deletes it locks its lines.
CREATE FUNCTION note_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_gone boolean := NEW.deleted_at IS NOT NULL;
BEGIN
  IF NOT is_gone AND NEW.list_id IS NOT NULL THEN
    IF TG_OP = 'INSERT' OR OLD.list_id IS DISTINCT FROM NEW.list_id THEN
      PERFORM FROM named_lists WHERE household_id = NEW.household_id AND id = NEW.list_id FOR SHARE;
    END IF;
    SELECT l.deleted_at IS NOT NULL INTO is_gone FROM named_lists l WHERE l.household_id = NEW.household_id AND l.id = NEW.list_id;
  END IF;
  PERFORM note_change(NEW.household_id, 'shopping-lines', NEW.id, is_gone, TG_OP = 'INSERT');
  RETURN NULL;
END $$;

-- The lines are locked before what is noted of them, in the order of their ids, as by everything else that changes several. Those in the
-- trash as well, out of which another transaction may be taking one.
CREATE FUNCTION note_lines_of_list() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  SELECT array_agg(id) FILTER (WHERE deleted_at IS NULL) INTO ids FROM (
    SELECT id, deleted_at FROM shopping_entries WHERE household_id = NEW.household_id AND list_id = NEW.id
    ORDER BY id FOR NO KEY UPDATE
  ) AS line;
  INSERT INTO changes AS known (household_id, kind, id, is_deleted)
  SELECT NEW.household_id, 'shopping-lines', id, NEW.deleted_at IS NOT NULL FROM unnest(ids) AS line (id) ORDER BY id
  ON CONFLICT (household_id, kind, id) DO UPDATE
  SET moment = excluded.moment, is_deleted = excluded.is_deleted, changed_at = excluded.changed_at
  WHERE (known.moment, known.is_deleted) IS DISTINCT FROM (excluded.moment, excluded.is_deleted);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER shopping_followed AFTER DELETE ON shopping_entries FOR EACH ROW EXECUTE FUNCTION note_row('shopping-lines');
CREATE TRIGGER shopping_followed_new AFTER INSERT ON shopping_entries FOR EACH ROW EXECUTE FUNCTION note_line();
CREATE OR REPLACE TRIGGER shopping_followed_again AFTER UPDATE ON shopping_entries FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at
    OR OLD.checked_at IS DISTINCT FROM NEW.checked_at OR OLD.food IS DISTINCT FROM NEW.food OR OLD.aisle IS DISTINCT FROM NEW.aisle
    OR OLD.list_id IS DISTINCT FROM NEW.list_id)
  EXECUTE FUNCTION note_line();
CREATE TRIGGER lists_followed_by_lines AFTER UPDATE ON named_lists FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION note_lines_of_list();

-- Row level security would hide every row from an owner who is no superuser. Nobody else reads before the commit.
ALTER TABLE named_lists NO FORCE ROW LEVEL SECURITY;
ALTER TABLE shopping_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE changes NO FORCE ROW LEVEL SECURITY;
INSERT INTO changes AS known (household_id, kind, id, is_deleted)
SELECT e.household_id, 'shopping-lines', e.id, true
FROM named_lists l JOIN shopping_entries e ON e.household_id = l.household_id AND e.list_id = l.id
WHERE l.deleted_at IS NOT NULL AND e.deleted_at IS NULL
ON CONFLICT (household_id, kind, id) DO UPDATE
SET moment = excluded.moment, is_deleted = excluded.is_deleted, changed_at = excluded.changed_at;
ALTER TABLE named_lists FORCE ROW LEVEL SECURITY;
ALTER TABLE shopping_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE changes FORCE ROW LEVEL SECURITY;
