-- compatible with programs from 0043 on
-- Further pictures of an item, as the converter has made them, and files of any kind, which are sent as a download and never shown.
-- Items of a series share them; one without an item is an upload that waits for its form.
CREATE TABLE files (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT files_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  is_picture boolean NOT NULL DEFAULT false,
  size integer NOT NULL CONSTRAINT files_size CHECK (size <= 33554432),
  bytes bytea NOT NULL,
  thumbnail bytea CONSTRAINT files_thumbnail_size CHECK (octet_length(thumbnail) <= 262144),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, id),
  CONSTRAINT files_whole CHECK (octet_length(bytes) = size),
  CONSTRAINT files_picture CHECK (is_picture = (thumbnail IS NOT NULL))
);
-- A part of what is not compressed is read without the rest.
ALTER TABLE files ALTER COLUMN bytes SET STORAGE EXTERNAL, ALTER COLUMN thumbnail SET STORAGE EXTERNAL;
CREATE INDEX files_age ON files (household_id, created_at);

CREATE TABLE item_files (
  household_id uuid NOT NULL DEFAULT current_household(),
  item_id uuid NOT NULL,
  file_id uuid NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (household_id, item_id, file_id),
  FOREIGN KEY (household_id, item_id) REFERENCES items ON DELETE CASCADE,
  FOREIGN KEY (household_id, file_id) REFERENCES files ON DELETE CASCADE
);
CREATE INDEX item_files_file ON item_files (household_id, file_id);
CREATE INDEX item_files_trash ON item_files (household_id, deleted_at) WHERE deleted_at IS NOT NULL;

-- How many of them are not deleted: lists show it.
ALTER TABLE items ADD COLUMN files smallint NOT NULL DEFAULT 0;

ALTER TABLE files ENABLE ROW LEVEL SECURITY;
ALTER TABLE files FORCE ROW LEVEL SECURITY;
ALTER TABLE item_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE item_files FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON files TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON item_files TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON files TO foyer_identity USING (true);
CREATE POLICY identity ON item_files TO foyer_identity USING (true);
GRANT SELECT, INSERT, DELETE ON files TO foyer_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON item_files TO foyer_app;
GRANT SELECT, DELETE ON files, item_files TO foyer_identity;

-- As count_image: pictures and files have one quota.
CREATE FUNCTION count_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used bigint;
  allowed bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
      RETURN NULL;
    END IF;
    UPDATE household_storage
    SET images = images - 1, image_bytes = image_bytes - OLD.size - coalesce(octet_length(OLD.thumbnail), 0)
    WHERE household_id = OLD.household_id;
    RETURN NULL;
  END IF;
  INSERT INTO household_storage AS s (household_id, images, image_bytes)
  VALUES (NEW.household_id, 1, NEW.size + coalesce(octet_length(NEW.thumbnail), 0))
  ON CONFLICT (household_id) DO UPDATE
    SET images = s.images + EXCLUDED.images, image_bytes = s.image_bytes + EXCLUDED.image_bytes
  RETURNING s.image_bytes, s.quota INTO used, allowed;
  allowed := coalesce(allowed, nullif(current_setting('foyer.quota', true), '')::bigint);
  IF used > allowed AND current_user = 'foyer_app' THEN
    RAISE EXCEPTION 'the files of a household violate constraint "household_storage_quota"'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'household_storage_quota';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER files_counted AFTER INSERT OR DELETE ON files FOR EACH ROW EXECUTE FUNCTION count_file();

-- A file goes with the last item that has it.
CREATE FUNCTION keep_item_files() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  household uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.household_id ELSE NEW.household_id END;
  item uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.item_id ELSE NEW.item_id END;
  change smallint := 0;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    change := change - 1;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    change := change + 1;
  END IF;
  -- Who deletes a household may change none of its items, which go with it.
  IF NOT EXISTS (SELECT FROM households WHERE id = household) THEN
    RETURN NULL;
  END IF;
  IF change <> 0 THEN
    UPDATE items SET files = files + change WHERE household_id = household AND id = item;
  END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM files WHERE household_id = household AND id = OLD.file_id
      AND NOT EXISTS (SELECT FROM item_files WHERE household_id = OLD.household_id AND file_id = OLD.file_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER item_files_kept AFTER INSERT OR DELETE OR UPDATE OF deleted_at ON item_files FOR EACH ROW
  EXECUTE FUNCTION keep_item_files();

-- The search finds an item by the names of its files.
CREATE FUNCTION names_of_files(household uuid, item uuid) RETURNS text STABLE LANGUAGE sql AS $$
  SELECT coalesce(string_agg(E'\n' || f.name, '' ORDER BY f.created_at, f.id), '')
  FROM item_files x JOIN files f ON f.household_id = x.household_id AND f.id = x.file_id
  WHERE x.household_id = household AND x.item_id = item AND x.deleted_at IS NULL
$$;

CREATE OR REPLACE FUNCTION keep_item_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  text text := CASE WHEN NEW.checklist IS NULL THEN NEW.description ELSE searched_text(NEW.description, NEW.checklist) END
    || CASE WHEN NEW.files > 0 THEN names_of_files(NEW.household_id, NEW.id) ELSE '' END;
  shown text := shown_text(NEW.title, text);
  further text := CASE WHEN char_length(NEW.title) > 500 OR char_length(text) > 300 THEN further_words(NEW.title, text, shown) ELSE '' END;
BEGIN
  INSERT INTO item_texts (household_id, item_id, shown, further, keys)
  VALUES (NEW.household_id, NEW.id, shown, further, keys_of_texts(NEW.household_id, shown, further))
  ON CONFLICT (household_id, item_id) DO UPDATE SET shown = excluded.shown, further = excluded.further, keys = excluded.keys;
  RETURN NULL;
END $$;
CREATE TRIGGER items_words_of_files AFTER UPDATE OF files ON items FOR EACH ROW WHEN (OLD.files <> NEW.files)
  EXECUTE FUNCTION keep_item_words();

CREATE OR REPLACE FUNCTION remake_item_texts() RETURNS void LANGUAGE sql AS $$
  INSERT INTO item_texts (household_id, item_id, shown, further, keys)
  SELECT household_id, id, shown, further, keys_of_texts(household_id, shown, further)
  FROM (
    SELECT household_id, id, shown, CASE WHEN char_length(title) > 500 OR char_length(text) > 300 THEN further_words(title, text, shown) ELSE '' END AS further
    FROM (
      SELECT household_id, id, title, text, shown_text(title, text) AS shown
      FROM (
        SELECT household_id, id, title,
          searched_text(description, checklist) || CASE WHEN files > 0 THEN names_of_files(household_id, id) ELSE '' END AS text
        FROM items OFFSET 0
      ) AS item OFFSET 0
    ) AS item OFFSET 0
  ) AS item
$$;
