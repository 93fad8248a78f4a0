-- compatible with programs from 0043 on
-- The lines of an item, in their order: [{"id", "text", "done", "gone"}]. They belong to the item as its description does: one row
-- is read, locked, kept and deleted. A line that was deleted stays for Undo, with the second in which it was.
ALTER TABLE items ADD checklist jsonb,
  -- How many there are, and are done: lists show that without reading them.
  ADD lines smallint NOT NULL DEFAULT 0 CONSTRAINT items_lines CHECK (lines <= 200),
  ADD lines_done smallint NOT NULL DEFAULT 0;

CREATE FUNCTION text_of_checklist(checklist jsonb) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN (SELECT coalesce(string_agg(line->>'text', E'\n' ORDER BY place), '') FROM jsonb_array_elements(checklist) WITH ORDINALITY AS all_of (line, place) WHERE NOT line ? 'gone');

-- As calendars show it, each line with its box.
CREATE FUNCTION boxes_of_checklist(checklist jsonb) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN (SELECT string_agg(CASE WHEN (line->>'done')::boolean THEN '☑ ' ELSE '☐ ' END || (line->>'text'), E'\n' ORDER BY place)
  FROM jsonb_array_elements(checklist) WITH ORDINALITY AS all_of (line, place) WHERE NOT line ? 'gone');

-- As the next one of a series begins with it.
CREATE FUNCTION unticked(checklist jsonb) RETURNS jsonb IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN (SELECT jsonb_agg(jsonb_set(line, '{done}', 'false') ORDER BY place) FROM jsonb_array_elements(checklist) WITH ORDINALITY AS all_of (line, place) WHERE NOT line ? 'gone');

CREATE FUNCTION count_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT count(*), count(*) FILTER (WHERE (line->>'done')::boolean) INTO NEW.lines, NEW.lines_done
  FROM jsonb_array_elements(NEW.checklist) AS line WHERE NOT line ? 'gone';
  RETURN NEW;
END $$;
CREATE TRIGGER items_lines_inserted BEFORE INSERT ON items FOR EACH ROW WHEN (NEW.checklist IS NOT NULL) EXECUTE FUNCTION count_lines();
CREATE TRIGGER items_lines_changed BEFORE UPDATE OF checklist ON items FOR EACH ROW
  WHEN (OLD.checklist IS DISTINCT FROM NEW.checklist) EXECUTE FUNCTION count_lines();

-- The search finds its words as those of the description, behind which they stand.
CREATE FUNCTION searched_text(description text, checklist jsonb) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN CASE WHEN checklist IS NULL THEN description ELSE text_of_checklist(checklist) || E'\n' || description END;
CREATE OR REPLACE FUNCTION keep_item_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted text[] := ARRAY(SELECT words_of_item(NEW.title, searched_text(NEW.description, NEW.checklist)));
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM item_words WHERE household_id = NEW.household_id AND item_id = NEW.id AND word <> ALL (wanted);
  END IF;
  INSERT INTO item_words (household_id, item_id, word) SELECT NEW.household_id, NEW.id, word FROM unnest(wanted) AS word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER items_words_of_lines AFTER UPDATE OF checklist ON items FOR EACH ROW
  WHEN (text_of_checklist(OLD.checklist) <> text_of_checklist(NEW.checklist)) EXECUTE FUNCTION keep_item_words();
