-- What a search finds items by. Row level security lets no index of similar texts be used (LIKE and its like are not
-- leakproof), so that a search looked through every text of the household: here it reads short ranges of an index.
--
-- Each ending of each word of what a list shows of an item, so that a range holds what contains a text; and the words of
-- the rest of a long description, which are found by their beginnings. Hangul is in letters (as in listing_words): a
-- syllable is found while it is typed.
CREATE TABLE item_words (
  household_id uuid NOT NULL DEFAULT current_household(),
  item_id uuid NOT NULL,
  word text COLLATE "C" NOT NULL
);

CREATE FUNCTION words_of_item(title text, description text) RETURNS SETOF text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql AS $$
  SELECT left(normalize(substr(word, start, 40), NFD), 40)
  FROM (
    SELECT DISTINCT word FROM regexp_split_to_table(folded(left(title, 500) || E'\n' || left(description, 300)), '\s+') AS word
  ) AS shown, generate_series(1, least(char_length(word), 100)) AS start
  UNION
  SELECT left(normalize(left(word, 40), NFD), 40)
  FROM (
    SELECT regexp_split_to_table(text, '\s+') AS word FROM (VALUES (folded(title || E'\n' || description))) AS whole (text)
    UNION
    SELECT regexp_split_to_table(text, '[[:space:][:punct:]]+') FROM (VALUES (folded(title || E'\n' || description))) AS whole (text)
  ) AS words
  WHERE word <> ''
$$;

-- The migrator lifts row level security for the tables' owner meanwhile.
INSERT INTO item_words (household_id, item_id, word)
SELECT household_id, id, word FROM items, words_of_item(title, description) AS word;

ALTER TABLE item_words
  ADD PRIMARY KEY (household_id, item_id, word),
  ADD FOREIGN KEY (household_id, item_id) REFERENCES items ON DELETE CASCADE;
-- Without the item: the same word of many items is then one entry of the index, a tenth of the size.
CREATE INDEX item_words_word ON item_words (household_id, word);
-- It was made anew whenever an item was ticked.
ALTER TABLE items DROP words;

ALTER TABLE item_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE item_words FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON item_words TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON item_words TO foyer_app;

CREATE FUNCTION keep_item_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted text[] := ARRAY(SELECT words_of_item(NEW.title, NEW.description));
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM item_words WHERE household_id = NEW.household_id AND item_id = NEW.id AND word <> ALL (wanted);
  END IF;
  INSERT INTO item_words (household_id, item_id, word) SELECT NEW.household_id, NEW.id, word FROM unnest(wanted) AS word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER items_words_inserted AFTER INSERT ON items FOR EACH ROW EXECUTE FUNCTION keep_item_words();
CREATE TRIGGER items_words_updated AFTER UPDATE OF title, description ON items FOR EACH ROW
  WHEN (OLD.title <> NEW.title OR OLD.description <> NEW.description) EXECUTE FUNCTION keep_item_words();
