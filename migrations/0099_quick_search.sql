-- compatible with programs from 0043 on
-- A search for a word that is in many items looks for titles that begin with it: one range of an index, where it was one in each
-- section. Of 201 sections that took a third of the search.
CREATE INDEX items_by_name ON items (household_id, is_done, title_order, id) WHERE deleted_at IS NULL;

-- A household's copy of a starter recipe has its id, which is of version 8 (RFC 9562), as few others are: each list of recipes asks
-- which starter recipes the household has copies of.
CREATE INDEX recipes_copied ON recipes (household_id, id) WHERE substr(id::text, 15, 1) = '8';

-- The household's items that have each of the words, which are folded as by searched(); so many at most. What is sought are the keys
-- of such an item: all that begin within a word, or its beginning as that of a further word. The plan of the items is made each
-- time, for it depends on how many the household has. As in 0071_item_texts.sql, with less around that statement: the keys are put
-- together without one, words are looked for in what is shown before any are read as rows, and no more than ids is kept.
CREATE OR REPLACE FUNCTION items_with(words text[], most integer) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
DECLARE
  before text := '''' || key_prefix(current_household());
  sought text := current_household();
  shows text := 'true';
  word text;
  quoted text;
BEGIN
  IF coalesce(cardinality(words), 0) = 0 OR before IS NULL THEN
    RETURN;
  END IF;
  FOR number IN 1 .. cardinality(words) LOOP
    word := words[number];
    shows := shows || ' AND strpos(shown, $1[' || number || ']) > 0';
    -- Within quotes, a quote and a backslash are doubled.
    quoted := replace(replace(left(word, 5), '\', '\\'), '''', '''''');
    IF char_length(word) < 3 THEN
      sought := sought || ' & (' || before || quoted || ''':*';
    ELSE
      FOR place IN 1 .. char_length(word) - 2 LOOP
        sought := sought || CASE place WHEN 1 THEN ' & (' ELSE ' & ' END || before
          || replace(replace(substr(word, place, 3), '\', '\\'), '''', '''''') || '''';
      END LOOP;
    END IF;
    sought := sought || ' | ' || before || ' ' || quoted || CASE WHEN char_length(word) < 5 THEN ''':*)' ELSE ''')' END;
  END LOOP;
  sought := set_config('foyer.sought', sought, true);
  -- A limit on the first part would have the planner look at all rows until some are found.
  RETURN QUERY EXECUTE '
    WITH found AS MATERIALIZED (
      SELECT item_id FROM item_texts
      WHERE household_id = current_household() AND (' || shows || '
        OR NOT EXISTS (SELECT FROM unnest($1) AS word WHERE strpos(shown, word) = 0 AND strpos(further, '' '' || word) = 0))
    )
    SELECT item_id FROM found LIMIT $2' USING words, most;
  sought := set_config('foyer.sought', '', true);
END $$;
