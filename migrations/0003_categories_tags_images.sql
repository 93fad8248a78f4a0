-- Categories, tags and images; what an item has of each; sections that fold; and the order of a list.

CREATE TABLE images (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  -- WebP, both: what a page shows, and what a list does.
  picture bytea NOT NULL CHECK (octet_length(picture) <= 8388608),
  thumbnail bytea NOT NULL CHECK (octet_length(thumbnail) <= 262144),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, id)
);
-- Compressed already.
ALTER TABLE images ALTER picture SET STORAGE EXTERNAL, ALTER thumbnail SET STORAGE EXTERNAL;
CREATE INDEX images_age ON images (household_id, created_at);

CREATE TABLE categories (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT categories_name_length CHECK (char_length(name) BETWEEN 1 AND 10000),
  -- Two names are the same when these are.
  folded_name text NOT NULL GENERATED ALWAYS AS (folded(btrim(name))) STORED,
  color text NOT NULL CONSTRAINT categories_color CHECK (color ~ '^#[0-9a-f]{6}$'),
  icon text NOT NULL DEFAULT '' CHECK (char_length(icon) <= 32),
  version integer NOT NULL DEFAULT 1,
  -- Kept by triggers, as those of the household.
  open_items integer NOT NULL DEFAULT 0,
  done_items integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (household_id, id)
);
-- A name may be longer than an index entry.
CREATE UNIQUE INDEX categories_name ON categories (household_id, md5(folded_name)) WHERE deleted_at IS NULL;
CREATE INDEX categories_order ON categories (household_id, left(folded_name, 100) COLLATE "C", id) WHERE deleted_at IS NULL;
CREATE INDEX categories_trash ON categories (household_id, deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;

CREATE TABLE tags (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT tags_name_length CHECK (char_length(name) BETWEEN 1 AND 10000),
  folded_name text NOT NULL GENERATED ALWAYS AS (folded(btrim(name))) STORED,
  color text NOT NULL CONSTRAINT tags_color CHECK (color ~ '^#[0-9a-f]{6}$'),
  version integer NOT NULL DEFAULT 1,
  -- How many items that are not deleted have it; kept by triggers.
  items integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (household_id, id)
);
CREATE UNIQUE INDEX tags_name ON tags (household_id, md5(folded_name)) WHERE deleted_at IS NULL;
CREATE INDEX tags_order ON tags (household_id, left(folded_name, 100) COLLATE "C", id) WHERE deleted_at IS NULL;
CREATE INDEX tags_trash ON tags (household_id, deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;

-- The colour of what was made without choosing one.
CREATE FUNCTION color_for(name text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql RETURN
  (ARRAY['#b4532a', '#c2850c', '#7a8b1f', '#2f8f5b', '#1f8a8c', '#2f78c4', '#5b62d6', '#9250c8', '#c0448f', '#8a6a55'])
    [1 + ('x' || left(md5(folded(btrim(name))), 4))::bit(16)::integer % 10];

ALTER TABLE items
  ADD category_id uuid,
  -- The category that was deleted from under the item; it comes back with an Undo.
  ADD lost_category_id uuid,
  ADD image_id uuid,
  -- Where the item stands in its section; the lowest comes first, so that a new item is on top. Between any two numbers
  -- there is another one.
  ADD position numeric NOT NULL DEFAULT -extract(epoch FROM clock_timestamp()),
  -- The same, and never changed: the newest first.
  ADD age_order numeric NOT NULL DEFAULT -extract(epoch FROM clock_timestamp()),
  -- What the order of a list needs, without NULL: the zero id is the section of the items without a category.
  ADD section uuid NOT NULL GENERATED ALWAYS AS (coalesce(category_id, '00000000-0000-0000-0000-000000000000')) STORED,
  ADD is_done boolean NOT NULL GENERATED ALWAYS AS (done_at IS NOT NULL) STORED,
  ADD due_order timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(due_at, 'infinity')) STORED,
  ADD title_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS (left(folded(title), 100)) STORED,
  -- What a search looks through.
  ADD words text NOT NULL GENERATED ALWAYS AS (folded(title || E'\n' || description)) STORED,
  ADD FOREIGN KEY (household_id, category_id) REFERENCES categories ON DELETE SET NULL (category_id),
  ADD FOREIGN KEY (household_id, image_id) REFERENCES images ON DELETE SET NULL (image_id);
UPDATE items SET position = -extract(epoch FROM created_at), age_order = -extract(epoch FROM created_at);

-- Every list is a range of one of these: what is open in a section, then what is done.
DROP INDEX items_newest, items_open;
CREATE INDEX items_by_position ON items (household_id, section, is_done, position, id) WHERE deleted_at IS NULL;
CREATE INDEX items_by_due ON items (household_id, section, is_done, due_order, id) WHERE deleted_at IS NULL;
CREATE INDEX items_by_title ON items (household_id, section, is_done, title_order, id) WHERE deleted_at IS NULL;
CREATE INDEX items_by_age ON items (household_id, section, is_done, age_order, id) WHERE deleted_at IS NULL;
CREATE INDEX items_image ON items (household_id, image_id) WHERE image_id IS NOT NULL;
CREATE INDEX items_lost_category ON items (household_id, lost_category_id) WHERE lost_category_id IS NOT NULL;

CREATE TABLE item_tags (
  household_id uuid NOT NULL DEFAULT current_household(),
  item_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  PRIMARY KEY (household_id, item_id, tag_id),
  FOREIGN KEY (household_id, item_id) REFERENCES items ON DELETE CASCADE,
  FOREIGN KEY (household_id, tag_id) REFERENCES tags ON DELETE CASCADE
);
CREATE INDEX item_tags_tag ON item_tags (household_id, tag_id, item_id);

-- Which sections a person has folded (R16); the zero id is the section of the items without a category.
CREATE TABLE folded_sections (
  household_id uuid NOT NULL DEFAULT current_household(),
  person_id uuid NOT NULL DEFAULT current_person(),
  section uuid NOT NULL,
  PRIMARY KEY (household_id, person_id, section),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE images ENABLE ROW LEVEL SECURITY;
ALTER TABLE images FORCE ROW LEVEL SECURITY;
ALTER TABLE categories ENABLE ROW LEVEL SECURITY;
ALTER TABLE categories FORCE ROW LEVEL SECURITY;
ALTER TABLE tags ENABLE ROW LEVEL SECURITY;
ALTER TABLE tags FORCE ROW LEVEL SECURITY;
ALTER TABLE item_tags ENABLE ROW LEVEL SECURITY;
ALTER TABLE item_tags FORCE ROW LEVEL SECURITY;
ALTER TABLE folded_sections ENABLE ROW LEVEL SECURITY;
ALTER TABLE folded_sections FORCE ROW LEVEL SECURITY;

CREATE POLICY household ON images TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON categories TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON tags TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON item_tags TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON folded_sections TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON images, categories, tags, item_tags, folded_sections TO foyer_app;

-- Keeps the numbers of the household, its categories and its tags: a few updates a statement, however many rows it touched.
CREATE OR REPLACE FUNCTION count_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE households SET open_items = open_items + change.open, done_items = done_items + change.done, had_items = true
    FROM (
      SELECT household_id, count(*) FILTER (WHERE NOT is_done) AS open, count(*) FILTER (WHERE is_done) AS done
      FROM after WHERE deleted_at IS NULL GROUP BY household_id
    ) AS change
    WHERE households.id = change.household_id;
    UPDATE categories SET open_items = open_items + change.open, done_items = done_items + change.done
    FROM (
      SELECT household_id, category_id, count(*) FILTER (WHERE NOT is_done) AS open, count(*) FILTER (WHERE is_done) AS done
      FROM after WHERE deleted_at IS NULL AND category_id IS NOT NULL GROUP BY household_id, category_id
    ) AS change
    WHERE categories.household_id = change.household_id AND categories.id = change.category_id;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE households SET open_items = open_items + change.open, done_items = done_items + change.done
    FROM (
      SELECT household_id, coalesce(sum(sign) FILTER (WHERE NOT is_done), 0) AS open, coalesce(sum(sign) FILTER (WHERE is_done), 0) AS done
      FROM (
        SELECT household_id, is_done, 1 AS sign FROM after WHERE deleted_at IS NULL
        UNION ALL
        SELECT household_id, is_done, -1 FROM before WHERE deleted_at IS NULL
      ) AS rows GROUP BY household_id
    ) AS change
    WHERE households.id = change.household_id AND (change.open <> 0 OR change.done <> 0);
    UPDATE categories SET open_items = open_items + change.open, done_items = done_items + change.done
    FROM (
      SELECT household_id, category_id, coalesce(sum(sign) FILTER (WHERE NOT is_done), 0) AS open, coalesce(sum(sign) FILTER (WHERE is_done), 0) AS done
      FROM (
        SELECT household_id, category_id, is_done, 1 AS sign FROM after WHERE deleted_at IS NULL
        UNION ALL
        SELECT household_id, category_id, is_done, -1 FROM before WHERE deleted_at IS NULL
      ) AS rows WHERE category_id IS NOT NULL GROUP BY household_id, category_id
    ) AS change
    WHERE categories.household_id = change.household_id AND categories.id = change.category_id AND (change.open <> 0 OR change.done <> 0);
    UPDATE tags SET items = items + change.count
    FROM (
      SELECT t.household_id, t.tag_id, sum(sign) AS count
      FROM (
        SELECT household_id, id, CASE WHEN a.deleted_at IS NULL THEN 1 ELSE -1 END AS sign
        FROM after a JOIN before b USING (household_id, id)
        WHERE (a.deleted_at IS NULL) <> (b.deleted_at IS NULL)
      ) AS item JOIN item_tags t ON t.household_id = item.household_id AND t.item_id = item.id
      GROUP BY t.household_id, t.tag_id
    ) AS change
    WHERE tags.household_id = change.household_id AND tags.id = change.tag_id;
  ELSE
    -- Only what was deleted long ago goes for good, and that is not counted any more.
    UPDATE households SET open_items = open_items - change.open, done_items = done_items - change.done
    FROM (
      SELECT household_id, count(*) FILTER (WHERE NOT is_done) AS open, count(*) FILTER (WHERE is_done) AS done
      FROM before WHERE deleted_at IS NULL GROUP BY household_id
    ) AS change
    WHERE households.id = change.household_id;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION count_item_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE tags SET items = items + change.count
    FROM (
      SELECT t.household_id, t.tag_id, count(*) AS count
      FROM after t JOIN items i ON i.household_id = t.household_id AND i.id = t.item_id
      WHERE i.deleted_at IS NULL GROUP BY t.household_id, t.tag_id
    ) AS change
    WHERE tags.household_id = change.household_id AND tags.id = change.tag_id;
  ELSE
    UPDATE tags SET items = items - change.count
    FROM (
      SELECT t.household_id, t.tag_id, count(*) AS count
      FROM before t JOIN items i ON i.household_id = t.household_id AND i.id = t.item_id
      WHERE i.deleted_at IS NULL GROUP BY t.household_id, t.tag_id
    ) AS change
    WHERE tags.household_id = change.household_id AND tags.id = change.tag_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER item_tags_inserted AFTER INSERT ON item_tags
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_item_tags();
CREATE TRIGGER item_tags_deleted AFTER DELETE ON item_tags
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_item_tags();

-- An image goes with what showed it.
CREATE FUNCTION delete_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM images WHERE household_id = OLD.household_id AND id = OLD.image_id;
  RETURN NULL;
END $$;
CREATE TRIGGER items_image_replaced AFTER UPDATE OF image_id ON items FOR EACH ROW
  WHEN (OLD.image_id IS NOT NULL AND OLD.image_id IS DISTINCT FROM NEW.image_id) EXECUTE FUNCTION delete_image();
CREATE TRIGGER items_image_deleted AFTER DELETE ON items FOR EACH ROW
  WHEN (OLD.image_id IS NOT NULL) EXECUTE FUNCTION delete_image();
