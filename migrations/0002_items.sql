CREATE EXTENSION IF NOT EXISTS unaccent;

-- A text as a search sees it: compatibility forms, case and accents folded.
CREATE FUNCTION folded(value text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFKC)));

CREATE TABLE items (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  title text NOT NULL CONSTRAINT items_title_length CHECK (char_length(title) BETWEEN 1 AND 10000),
  description text NOT NULL DEFAULT '' CONSTRAINT items_description_length CHECK (char_length(description) <= 100000),
  due_at timestamptz,
  done_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (household_id, id)
);
CREATE INDEX items_newest ON items (household_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX items_open ON items (household_id, created_at DESC, id DESC) WHERE deleted_at IS NULL AND done_at IS NULL;
CREATE INDEX items_trash ON items (household_id, deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;

ALTER TABLE items ENABLE ROW LEVEL SECURITY;
ALTER TABLE items FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON items TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON items TO foyer_app;

-- Keeps households.open_items and done_items: one update a statement, however many rows it touched.
CREATE FUNCTION count_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE households SET
      open_items = open_items + change.open, done_items = done_items + change.done, had_items = true
    FROM (
      SELECT household_id, count(*) FILTER (WHERE done_at IS NULL) AS open, count(*) FILTER (WHERE done_at IS NOT NULL) AS done
      FROM after WHERE deleted_at IS NULL GROUP BY household_id
    ) AS change
    WHERE households.id = change.household_id;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE households SET open_items = open_items + change.open, done_items = done_items + change.done
    FROM (
      SELECT household_id, sum(sign) FILTER (WHERE done_at IS NULL) AS open, sum(sign) FILTER (WHERE done_at IS NOT NULL) AS done
      FROM (
        SELECT household_id, done_at, 1 AS sign FROM after WHERE deleted_at IS NULL
        UNION ALL
        SELECT household_id, done_at, -1 FROM before WHERE deleted_at IS NULL
      ) AS rows GROUP BY household_id
    ) AS delta, LATERAL (SELECT coalesce(delta.open, 0) AS open, coalesce(delta.done, 0) AS done) AS change
    WHERE households.id = delta.household_id AND (change.open <> 0 OR change.done <> 0);
  ELSE
    UPDATE households SET open_items = open_items - change.open, done_items = done_items - change.done
    FROM (
      SELECT household_id, count(*) FILTER (WHERE done_at IS NULL) AS open, count(*) FILTER (WHERE done_at IS NOT NULL) AS done
      FROM before WHERE deleted_at IS NULL GROUP BY household_id
    ) AS change
    WHERE households.id = change.household_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER items_inserted AFTER INSERT ON items
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_items();
CREATE TRIGGER items_updated AFTER UPDATE ON items
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_items();
CREATE TRIGGER items_deleted AFTER DELETE ON items
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_items();
