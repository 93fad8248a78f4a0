-- compatible with programs from 0043 on
-- What a search finds items by, in a fifth of the room: one row for each item in place of one for each ending of each word. An index
-- of three letters says which items may have a text, and the text itself whether they do.
--
-- Under row level security no index answers what is not leakproof, and no operator of a GIN index is. A policy's own condition may
-- use one: what is sought stands in the setting foyer.sought, and the policy shows the rows of the household that have it. The
-- setting can only narrow what the household sees, and items_with alone sets it.
CREATE TABLE item_texts (
  household_id uuid NOT NULL DEFAULT current_household(),
  item_id uuid NOT NULL,
  -- What a list shows of the item, folded, with one space between words: a text is found anywhere in it.
  shown text COLLATE "C" NOT NULL,
  -- The beginnings of the other words, each with a space before it: a text is found behind a space.
  further text COLLATE "C" NOT NULL,
  keys tsvector NOT NULL
);

-- One letter: of the keys that begin with it, one in 64 is the household's. Keys that fewer households share would need more room in the
-- index, and each range of those that more share is longer.
CREATE FUNCTION key_prefix(household uuid) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN left(encode(decode(md5(household::text), 'hex'), 'base64'), 1);

CREATE FUNCTION shown_text(title text, description text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN normalize(regexp_replace(folded(left(title, 500) || E'\n' || left(description, 300)), '\s+', ' ', 'g'), NFD);

-- So many at most that their keys are less than the megabyte that a tsvector holds: no text has as many words.
CREATE FUNCTION further_words(title text, description text, shown text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql AS $$
  SELECT coalesce(' ' || string_agg(beginning, ' ' ORDER BY beginning), '')
  FROM (
    SELECT DISTINCT left(normalize(left(word, 40), NFD), 40) COLLATE "C" AS beginning
    FROM (VALUES (folded(title || E'\n' || description))) AS whole (text), LATERAL (
      SELECT regexp_split_to_table(text, '\s+') AS word
      UNION ALL
      SELECT regexp_split_to_table(text, '[[:space:][:punct:]]+')
    ) AS words
    WHERE word <> '' ORDER BY beginning LIMIT 30000
  ) AS beginnings
  WHERE strpos(shown, beginning) = 0
$$;

-- Each three letters that stand side by side, at the end of a word two or one with a space; of further words their first five
-- letters, behind a space. The household is a key of each of its rows.
CREATE FUNCTION keys_of_texts(household uuid, shown text, further text) RETURNS tsvector IMMUTABLE STRICT PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
  letters text[] := string_to_array(shown || ' ', NULL);
  prefix text := key_prefix(household);
  keys text[] := household::text || ARRAY(
    SELECT prefix || a || CASE WHEN b = ' ' THEN b ELSE b || c END
    FROM unnest(letters, letters[2:], letters[3:]) AS side (a, b, c) WHERE a <> ' ' AND b IS NOT NULL);
BEGIN
  IF further <> '' THEN
    keys := keys || ARRAY(SELECT prefix || ' ' || left(word, 5) FROM unnest(string_to_array(substr(further, 2), ' ')) AS word);
  END IF;
  RETURN array_to_tsvector(keys);
END $$;

-- Before it has keys and references, this takes less than half of the time.
CREATE FUNCTION remake_item_texts() RETURNS void LANGUAGE sql AS $$
  INSERT INTO item_texts (household_id, item_id, shown, further, keys)
  SELECT household_id, id, shown, further, keys_of_texts(household_id, shown, further)
  FROM (
    SELECT household_id, id, shown, CASE WHEN char_length(title) > 500 OR char_length(text) > 300 THEN further_words(title, text, shown) ELSE '' END AS further
    FROM (
      SELECT household_id, id, title, text, shown_text(title, text) AS shown
      FROM (SELECT household_id, id, title, searched_text(description, checklist) AS text FROM items OFFSET 0) AS item OFFSET 0
    ) AS item OFFSET 0
  ) AS item
$$;
SELECT remake_item_texts();

ALTER TABLE item_texts
  ADD PRIMARY KEY (household_id, item_id),
  ADD FOREIGN KEY (household_id, item_id) REFERENCES items ON DELETE CASCADE;
-- What has not been sorted in yet is read by every search: 64 kB of it.
CREATE INDEX item_texts_keys ON item_texts USING gin (keys) WITH (gin_pending_list_limit = 64);

ALTER TABLE item_texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE item_texts FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON item_texts TO foyer_app USING (
  household_id = nullif(current_setting('foyer.household', true), '')::uuid
  AND keys @@ coalesce(nullif(current_setting('foyer.sought', true), ''), nullif(current_setting('foyer.household', true), '')::uuid::text)::tsquery);
GRANT SELECT, INSERT, UPDATE, DELETE ON item_texts TO foyer_app;

-- The household's items that have each of the words, which are folded as by searched(); so many at most. What is sought are the keys
-- of such an item: all that begin within a word, or its beginning as that of a further word. The plan of the items is made each
-- time, for it depends on how many the household has.
CREATE FUNCTION items_with(words text[], most integer) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
DECLARE
  before text := '''' || key_prefix(current_household());
BEGIN
  IF coalesce(cardinality(words), 0) = 0 OR before IS NULL THEN
    RETURN;
  END IF;
  -- Within quotes, a quote and a backslash are doubled.
  PERFORM set_config('foyer.sought', current_household() || ' & ' || string_agg(
    '(' || before || CASE WHEN char_length(word) < 3 THEN quoted || ''':*' ELSE replace(
      (SELECT string_agg(replace(replace(substr(word, place, 3), '\', '\\'), '''', ''''''), ' ') FROM generate_series(1, char_length(word) - 2) AS place),
      ' ', ''' & ' || before) || '''' END
    || ' | ' || before || ' ' || quoted || CASE WHEN char_length(word) < 5 THEN ''':*)' ELSE ''')' END, ' & '), true)
  FROM (SELECT word, replace(replace(left(word, 5), '\', '\\'), '''', '''''') AS quoted FROM unnest(words) AS word) AS each;
  -- A limit on the first part would have the planner look at all rows until some are found.
  RETURN QUERY EXECUTE '
    WITH candidates AS MATERIALIZED (SELECT item_id, shown, further FROM item_texts WHERE household_id = current_household())
    SELECT item_id FROM candidates
    WHERE NOT EXISTS (SELECT FROM unnest($1) AS word WHERE strpos(shown, word) = 0 AND strpos(further, '' '' || word) = 0)
    LIMIT $2' USING words, most;
  PERFORM set_config('foyer.sought', '', true);
END $$;

CREATE OR REPLACE FUNCTION keep_item_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  text text := CASE WHEN NEW.checklist IS NULL THEN NEW.description ELSE searched_text(NEW.description, NEW.checklist) END;
  shown text := shown_text(NEW.title, text);
  further text := CASE WHEN char_length(NEW.title) > 500 OR char_length(text) > 300 THEN further_words(NEW.title, text, shown) ELSE '' END;
BEGIN
  INSERT INTO item_texts (household_id, item_id, shown, further, keys)
  VALUES (NEW.household_id, NEW.id, shown, further, keys_of_texts(NEW.household_id, shown, further))
  ON CONFLICT (household_id, item_id) DO UPDATE SET shown = excluded.shown, further = excluded.further, keys = excluded.keys;
  RETURN NULL;
END $$;

-- Programs of before read words of it, while they run beside this one. The next version drops it, and words_of_item.
DROP TABLE item_words;
CREATE VIEW item_words WITH (security_invoker = true) AS
SELECT t.household_id, t.item_id, known.word COLLATE "C" AS word
FROM item_texts t, LATERAL (
  SELECT left(normalize(substr(part, start, 40), NFD), 40)
  FROM string_to_table(normalize(t.shown, NFC), ' ') AS part, generate_series(1, least(char_length(part), 100)) AS start
  UNION
  SELECT string_to_table(substr(t.further, 2), ' ')
) AS known (word)
WHERE known.word <> '';
GRANT SELECT ON item_words TO foyer_app;
