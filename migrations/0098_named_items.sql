-- compatible with programs from 0043 on
-- A change of a category's or a tag's name is noted for its items. The row that is named is locked by the change itself, and so waits
-- for whoever gives it to an item (FOR SHARE); the items are locked before what is noted of them, in the order of their ids, as by
-- everything else that changes several. A stronger lock on the name, and notes without a lock on their items, made two transactions
-- wait for each other: a deadlock, of which PostgreSQL ends one after a second.
CREATE OR REPLACE FUNCTION note_items_with() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
  gone boolean[];
BEGIN
  -- Those in the trash as well, out of which another transaction may be taking one.
  IF TG_ARGV[0] = 'series' THEN
    -- Who changes the rule has locked the series and one of its items: the others are not waited for.
    SELECT array_agg(id), array_agg(deleted_at IS NOT NULL) INTO ids, gone
    FROM items WHERE household_id = NEW.household_id AND series_id = NEW.id;
  ELSIF TG_ARGV[0] = 'category' THEN
    SELECT array_agg(id), array_agg(deleted_at IS NOT NULL) INTO ids, gone
    FROM (
      SELECT id, deleted_at FROM items WHERE household_id = NEW.household_id AND category_id = NEW.id
      ORDER BY id FOR NO KEY UPDATE) AS locked;
  ELSE
    SELECT array_agg(id), array_agg(deleted_at IS NOT NULL) INTO ids, gone
    FROM (
      SELECT i.id, i.deleted_at FROM item_tags x JOIN items i ON i.household_id = NEW.household_id AND i.id = x.item_id
      WHERE x.household_id = NEW.household_id AND x.tag_id = NEW.id
      ORDER BY i.id FOR NO KEY UPDATE OF i) AS locked;
  END IF;
  INSERT INTO changes AS known (household_id, kind, id, is_deleted)
  SELECT NEW.household_id, 'items', one.id, one.is_gone FROM unnest(ids, gone) AS one (id, is_gone) ORDER BY one.id
  ON CONFLICT (household_id, kind, id) DO UPDATE SET moment = excluded.moment, changed_at = excluded.changed_at
  WHERE known.moment <> excluded.moment;
  RETURN NULL;
END $$;
