-- How many items there are, counted without a row that those who tick items would have to share: each change adds a row
-- with the difference, and a sum is read. What was one row of households and of categories let members of one household
-- wait for one another, and locked them after the items.

CREATE TABLE item_counts (
  -- Without a reference: checking it would lock the household after the item. A trigger on households deletes.
  household_id uuid NOT NULL,
  -- The zero id is the section of the items without a category, as in items.section.
  section uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  open_items integer NOT NULL,
  done_items integer NOT NULL,
  PRIMARY KEY (household_id, section, id) INCLUDE (open_items, done_items)
);

-- The same for tags: how many items that are not deleted have it.
CREATE TABLE tag_counts (
  household_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  items integer NOT NULL,
  PRIMARY KEY (household_id, tag_id, id) INCLUDE (items),
  FOREIGN KEY (household_id, tag_id) REFERENCES tags ON DELETE CASCADE
);

-- Row level security would hide every row from an owner who is no superuser. Nobody else reads before the commit.
ALTER TABLE items NO FORCE ROW LEVEL SECURITY;
ALTER TABLE item_tags NO FORCE ROW LEVEL SECURITY;
-- The foreign key's check reads it.
ALTER TABLE tags NO FORCE ROW LEVEL SECURITY;

-- Counted anew: the numbers of tags had drifted.
INSERT INTO item_counts (household_id, section, open_items, done_items)
SELECT household_id, section, count(*) FILTER (WHERE NOT is_done), count(*) FILTER (WHERE is_done)
FROM items WHERE deleted_at IS NULL GROUP BY household_id, section ORDER BY household_id, section;

INSERT INTO tag_counts (household_id, tag_id, items)
SELECT t.household_id, t.tag_id, count(*)
FROM item_tags t JOIN items i ON i.household_id = t.household_id AND i.id = t.item_id
WHERE i.deleted_at IS NULL GROUP BY t.household_id, t.tag_id ORDER BY t.household_id, t.tag_id;

ALTER TABLE items FORCE ROW LEVEL SECURITY;
ALTER TABLE item_tags FORCE ROW LEVEL SECURITY;
ALTER TABLE tags FORCE ROW LEVEL SECURITY;

ALTER TABLE item_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE item_counts FORCE ROW LEVEL SECURITY;
ALTER TABLE tag_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE tag_counts FORCE ROW LEVEL SECURITY;

CREATE POLICY household ON item_counts TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON tag_counts TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON item_counts TO foyer_identity USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON item_counts, tag_counts TO foyer_app;
GRANT SELECT, DELETE ON item_counts TO foyer_identity;
REVOKE UPDATE ON categories, tags FROM foyer_identity;

DROP TRIGGER items_inserted ON items;
DROP TRIGGER items_updated ON items;
DROP TRIGGER items_deleted ON items;
DROP TRIGGER item_tags_inserted ON item_tags;
DROP TRIGGER item_tags_deleted ON item_tags;
DROP FUNCTION count_items, count_item_tags;
ALTER TABLE households DROP open_items, DROP done_items;
ALTER TABLE categories DROP open_items, DROP done_items;
ALTER TABLE tags DROP items;

-- An item appears in a section, leaves it, or is ticked there. Old and new are what the row really was and is, whatever
-- others did meanwhile: it is locked.
CREATE FUNCTION count_item() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_counted boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  is_counted boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
BEGIN
  IF was_counted AND is_counted AND OLD.section = NEW.section THEN
    INSERT INTO item_counts (household_id, section, open_items, done_items)
    VALUES (NEW.household_id, NEW.section, OLD.is_done::integer - NEW.is_done::integer, NEW.is_done::integer - OLD.is_done::integer);
  ELSIF was_counted AND is_counted THEN
    INSERT INTO item_counts (household_id, section, open_items, done_items) VALUES
      (OLD.household_id, OLD.section, OLD.is_done::integer - 1, -OLD.is_done::integer),
      (NEW.household_id, NEW.section, 1 - NEW.is_done::integer, NEW.is_done::integer);
  ELSIF is_counted THEN
    INSERT INTO item_counts (household_id, section, open_items, done_items)
    VALUES (NEW.household_id, NEW.section, 1 - NEW.is_done::integer, NEW.is_done::integer);
  -- An item that goes with its household is not counted any more.
  ELSIF was_counted AND (TG_OP = 'UPDATE' OR EXISTS (SELECT FROM households WHERE id = OLD.household_id)) THEN
    INSERT INTO item_counts (household_id, section, open_items, done_items)
    VALUES (OLD.household_id, OLD.section, OLD.is_done::integer - 1, -OLD.is_done::integer);
  END IF;
  IF TG_OP = 'UPDATE' AND was_counted <> is_counted THEN
    INSERT INTO tag_counts (household_id, tag_id, items)
    SELECT household_id, tag_id, CASE WHEN is_counted THEN 1 ELSE -1 END
    FROM item_tags WHERE household_id = NEW.household_id AND item_id = NEW.id;
  ELSIF TG_OP = 'INSERT' THEN
    UPDATE households SET had_items = true WHERE id = NEW.household_id AND NOT had_items;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER items_counted AFTER INSERT ON items FOR EACH ROW EXECUTE FUNCTION count_item();
CREATE TRIGGER items_counted_again AFTER UPDATE OF category_id, done_at, deleted_at ON items FOR EACH ROW
  WHEN ((OLD.section, OLD.is_done, OLD.deleted_at IS NULL) <> (NEW.section, NEW.is_done, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION count_item();
CREATE TRIGGER items_not_counted AFTER DELETE ON items FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION count_item();

-- Whether a tag counts depends on its item: that is locked first, so that nobody deletes or restores it meanwhile.
CREATE FUNCTION lock_tagged_item() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tagging item_tags;
BEGIN
  IF TG_OP = 'DELETE' THEN
    tagging := OLD;
  ELSE
    tagging := NEW;
  END IF;
  PERFORM FROM items WHERE household_id = tagging.household_id AND id = tagging.item_id FOR SHARE;
  RETURN tagging;
END $$;

-- Neither a tag nor an item that goes for good is counted any more.
CREATE FUNCTION count_item_tag() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tagging item_tags;
BEGIN
  IF TG_OP = 'DELETE' THEN
    tagging := OLD;
  ELSE
    tagging := NEW;
  END IF;
  IF EXISTS (SELECT FROM items WHERE household_id = tagging.household_id AND id = tagging.item_id AND deleted_at IS NULL)
    AND (TG_OP <> 'DELETE' OR EXISTS (SELECT FROM tags WHERE household_id = tagging.household_id AND id = tagging.tag_id))
  THEN
    INSERT INTO tag_counts (household_id, tag_id, items)
    VALUES (tagging.household_id, tagging.tag_id, CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER item_tags_lock BEFORE INSERT OR DELETE ON item_tags FOR EACH ROW EXECUTE FUNCTION lock_tagged_item();
CREATE TRIGGER item_tags_counted AFTER INSERT OR DELETE ON item_tags FOR EACH ROW EXECUTE FUNCTION count_item_tag();

-- Puts the rows of each section together, once there are many. Rows that another transaction is putting together are left
-- to it: nobody waits.
CREATE FUNCTION fold_item_counts(household uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM item_counts WHERE household_id = household LIMIT 32) AS few) < 32 THEN
    RETURN;
  END IF;
  WITH several AS (
    SELECT section FROM item_counts WHERE household_id = household GROUP BY section HAVING count(*) > 1
  ), free AS MATERIALIZED (
    SELECT section, id FROM item_counts
    WHERE household_id = household AND section IN (SELECT section FROM several) FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM item_counts c USING free
    WHERE c.household_id = household AND c.section = free.section AND c.id = free.id
    RETURNING c.section, c.open_items, c.done_items
  )
  INSERT INTO item_counts (household_id, section, open_items, done_items)
  SELECT household, section, sum(open_items), sum(done_items) FROM taken GROUP BY section
  HAVING sum(open_items) <> 0 OR sum(done_items) <> 0;
END $$;

CREATE FUNCTION fold_tag_counts(household uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM tag_counts WHERE household_id = household LIMIT 64) AS few) < 64 THEN
    RETURN;
  END IF;
  WITH several AS (
    SELECT tag_id FROM tag_counts WHERE household_id = household GROUP BY tag_id HAVING count(*) > 1
  ), free AS MATERIALIZED (
    SELECT tag_id, id FROM tag_counts
    WHERE household_id = household AND tag_id IN (SELECT tag_id FROM several) FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM tag_counts c USING free WHERE c.household_id = household AND c.tag_id = free.tag_id AND c.id = free.id
    RETURNING c.tag_id, c.items
  )
  INSERT INTO tag_counts (household_id, tag_id, items)
  SELECT household, tag_id, sum(items) FROM taken GROUP BY tag_id HAVING sum(items) <> 0;
END $$;

CREATE FUNCTION fold_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'items' THEN
    PERFORM fold_item_counts(current_household());
  ELSE
    PERFORM fold_tag_counts(current_household());
  END IF;
  RETURN NULL;
END $$;

-- After the rows' triggers, once for each statement.
CREATE TRIGGER items_folded AFTER INSERT OR UPDATE OF category_id, done_at, deleted_at ON items FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION fold_counts('items');
CREATE TRIGGER items_tags_folded AFTER UPDATE OF deleted_at ON items FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION fold_counts('tags');
CREATE TRIGGER item_tags_folded AFTER INSERT OR DELETE ON item_tags FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION fold_counts('tags');

-- After every reference's own trigger, whose names begin with RI: whoever was changing an item of the household has been
-- waited for by then.
CREATE FUNCTION delete_item_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM item_counts WHERE household_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER counts_deleted AFTER DELETE ON households FOR EACH ROW EXECUTE FUNCTION delete_item_counts();

-- What is past goes without reading what is not.
CREATE INDEX sessions_age ON sessions (created_at);
CREATE INDEX stay_requests_trash ON stay_requests (household_id, deleted_at) WHERE deleted_at IS NOT NULL;
