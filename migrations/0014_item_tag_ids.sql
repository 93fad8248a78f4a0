-- The tags of an item, in its row: a list reads them with it. Looked up in item_tags for a page, they cost a fifth of the
-- page; and the plan made on a small household, which a connection then uses for all, read every tagging of a large one.
ALTER TABLE items ADD tag_ids uuid[] NOT NULL DEFAULT '{}';

-- Row level security would hide every row from an owner who is no superuser. Nobody else reads before the commit.
ALTER TABLE items NO FORCE ROW LEVEL SECURITY;
ALTER TABLE item_tags NO FORCE ROW LEVEL SECURITY;
UPDATE items SET tag_ids = tagging.ids
FROM (
  SELECT household_id, item_id, array_agg(tag_id ORDER BY tag_id) AS ids FROM item_tags GROUP BY household_id, item_id
) AS tagging
WHERE items.household_id = tagging.household_id AND items.id = tagging.item_id;
ALTER TABLE items FORCE ROW LEVEL SECURITY;
ALTER TABLE item_tags FORCE ROW LEVEL SECURITY;

-- With a share of the row, two that tag one item would wait for one another: each changes the row now.
CREATE OR REPLACE FUNCTION lock_tagged_item() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tagging item_tags;
BEGIN
  IF TG_OP = 'DELETE' THEN
    tagging := OLD;
  ELSE
    tagging := NEW;
  END IF;
  PERFORM FROM items WHERE household_id = tagging.household_id AND id = tagging.item_id FOR NO KEY UPDATE;
  RETURN tagging;
END $$;

CREATE FUNCTION keep_tag_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Who deletes a household may change none of its items, which go with it.
    IF EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
      UPDATE items SET tag_ids = array_remove(tag_ids, OLD.tag_id) WHERE household_id = OLD.household_id AND id = OLD.item_id;
    END IF;
  ELSE
    UPDATE items SET tag_ids = tag_ids || NEW.tag_id WHERE household_id = NEW.household_id AND id = NEW.item_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER item_tags_kept AFTER INSERT OR DELETE ON item_tags FOR EACH ROW EXECUTE FUNCTION keep_tag_ids();
