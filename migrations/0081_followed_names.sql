-- compatible with programs from 0043 on
-- What a row of the API says depends on other rows: an item on the name of its category and of its tags, and on the rule of its
-- series. A change of these is a change of each item of theirs.
CREATE FUNCTION note_items_with() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  -- An item that is being added has locked the row that it refers to, and is seen by the statement after this lock; one that is added
  -- later waits for it.
  IF TG_ARGV[0] = 'category' THEN
    PERFORM 1 FROM categories WHERE household_id = NEW.household_id AND id = NEW.id FOR UPDATE;
    ids := ARRAY(SELECT id FROM items WHERE household_id = NEW.household_id AND category_id = NEW.id AND deleted_at IS NULL);
  ELSIF TG_ARGV[0] = 'tag' THEN
    PERFORM 1 FROM tags WHERE household_id = NEW.household_id AND id = NEW.id FOR UPDATE;
    ids := ARRAY(
      SELECT i.id FROM item_tags x JOIN items i ON i.household_id = NEW.household_id AND i.id = x.item_id
      WHERE x.household_id = NEW.household_id AND x.tag_id = NEW.id AND i.deleted_at IS NULL);
  ELSE
    PERFORM 1 FROM series WHERE household_id = NEW.household_id AND id = NEW.id FOR UPDATE;
    ids := ARRAY(SELECT id FROM items WHERE household_id = NEW.household_id AND series_id = NEW.id AND deleted_at IS NULL);
  END IF;
  -- One that is deleted meanwhile stays noted as deleted. In the order of the ids: two such changes do not wait for one another.
  INSERT INTO changes AS known (household_id, kind, id, is_deleted)
  SELECT NEW.household_id, 'items', one.id, false FROM unnest(ids) AS one (id) ORDER BY one.id
  ON CONFLICT (household_id, kind, id) DO UPDATE SET moment = excluded.moment, changed_at = excluded.changed_at
  WHERE known.moment <> excluded.moment;
  RETURN NULL;
END $$;
CREATE TRIGGER categories_named AFTER UPDATE ON categories FOR EACH ROW
  WHEN ((OLD.name, OLD.deleted_at) IS DISTINCT FROM (NEW.name, NEW.deleted_at)) EXECUTE FUNCTION note_items_with('category');
CREATE TRIGGER tags_named AFTER UPDATE ON tags FOR EACH ROW
  WHEN ((OLD.name, OLD.deleted_at) IS DISTINCT FROM (NEW.name, NEW.deleted_at)) EXECUTE FUNCTION note_items_with('tag');
CREATE TRIGGER series_ruled AFTER UPDATE ON series FOR EACH ROW
  WHEN ((OLD.rule, OLD.repeat_from, OLD.turn_rule, OLD.ended_at) IS DISTINCT FROM (NEW.rule, NEW.repeat_from, NEW.turn_rule, NEW.ended_at))
  EXECUTE FUNCTION note_items_with('series');

-- Changes that make no new version: the household's time zone moves the end of a day, a program tells when an item was done, a later
-- edition reads a line otherwise, and a picture is gone.
CREATE OR REPLACE TRIGGER items_followed_again AFTER UPDATE ON items FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at, OLD.category_id, OLD.tag_ids, OLD.people, OLD.turn_person, OLD.turn_queue, OLD.series_id,
      OLD.due_at, OLD.due_day, OLD.done_at, OLD.image_id, OLD.created_at)
    IS DISTINCT FROM (NEW.version, NEW.deleted_at, NEW.category_id, NEW.tag_ids, NEW.people, NEW.turn_person, NEW.turn_queue, NEW.series_id,
      NEW.due_at, NEW.due_day, NEW.done_at, NEW.image_id, NEW.created_at))
  EXECUTE FUNCTION note_row('items');
CREATE OR REPLACE TRIGGER shopping_followed_again AFTER UPDATE ON shopping_entries FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at, OLD.checked_at, OLD.food, OLD.aisle, OLD.list_id)
    IS DISTINCT FROM (NEW.version, NEW.deleted_at, NEW.checked_at, NEW.food, NEW.aisle, NEW.list_id))
  EXECUTE FUNCTION note_row('shopping-lines');
CREATE OR REPLACE TRIGGER recipes_followed_again AFTER UPDATE ON recipes FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at, OLD.image_id) IS DISTINCT FROM (NEW.version, NEW.deleted_at, NEW.image_id))
  EXECUTE FUNCTION note_row('recipes');
