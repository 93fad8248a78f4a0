-- A photo follows its person to another household by a trigger, and no more by a part of the statement that moves the person:
-- on a distributed database (`foyer distribute`) the two are of different servers.
CREATE FUNCTION take_photo_along() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_WHEN = 'BEFORE' THEN
    INSERT INTO images (household_id, id, picture, thumbnail, created_at)
    SELECT NEW.household_id, id, picture, thumbnail, created_at FROM images
    WHERE household_id = OLD.household_id AND id = OLD.photo_id
    ON CONFLICT DO NOTHING;
    RETURN NEW;
  END IF;
  DELETE FROM images WHERE household_id = OLD.household_id AND id = OLD.photo_id;
  RETURN NULL;
END $$;
CREATE TRIGGER people_photo_moves BEFORE UPDATE OF household_id ON people FOR EACH ROW
  WHEN (OLD.household_id <> NEW.household_id AND OLD.photo_id IS NOT NULL) EXECUTE FUNCTION take_photo_along();
CREATE TRIGGER people_photo_moved AFTER UPDATE OF household_id ON people FOR EACH ROW
  WHEN (OLD.household_id <> NEW.household_id AND OLD.photo_id IS NOT NULL) EXECUTE FUNCTION take_photo_along();

-- RETURNING columns alone, as Citus asks for.
CREATE OR REPLACE FUNCTION count_image() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used bigint;
  allowed bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- What goes with its household is counted no more.
    IF NOT EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
      RETURN NULL;
    END IF;
    UPDATE household_storage
    SET images = images - 1, image_bytes = image_bytes - octet_length(OLD.picture) - octet_length(OLD.thumbnail)
    WHERE household_id = OLD.household_id;
    RETURN NULL;
  END IF;
  INSERT INTO household_storage AS s (household_id, images, image_bytes)
  VALUES (NEW.household_id, 1, octet_length(NEW.picture) + octet_length(NEW.thumbnail))
  ON CONFLICT (household_id) DO UPDATE
    SET images = s.images + EXCLUDED.images, image_bytes = s.image_bytes + EXCLUDED.image_bytes
  RETURNING s.image_bytes, s.quota INTO used, allowed;
  allowed := coalesce(allowed, nullif(current_setting('foyer.quota', true), '')::bigint);
  -- Who moves in brings the photo along, whatever is stored there: foyer_identity moves people.
  IF used > allowed AND current_user = 'foyer_app' THEN
    RAISE EXCEPTION 'the images of a household violate constraint "household_storage_quota"'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'household_storage_quota';
  END IF;
  RETURN NULL;
END $$;

-- CASE WHEN, for the same reason: from within a trigger Citus takes the short form apart wrongly.
CREATE OR REPLACE FUNCTION count_item_tag() RETURNS trigger LANGUAGE plpgsql AS $$
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
    VALUES (tagging.household_id, tagging.tag_id, CASE WHEN TG_OP = 'DELETE' THEN -1 ELSE 1 END);
  END IF;
  RETURN NULL;
END $$;
