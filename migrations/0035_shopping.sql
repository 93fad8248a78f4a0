-- The shopping list, which is a list of its own, and how much of something is at hand.

-- What somebody or a recipe wants bought: a row each. What a page shows as one line are the rows of one key, their amounts
-- added. So taking a recipe out again leaves exactly what was there without it.
CREATE TABLE shopping_entries (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  -- As it was typed.
  text text NOT NULL CONSTRAINT shopping_entries_length CHECK (char_length(text) BETWEEN 1 AND 10000),
  -- What the program reads in it (Cookery's FoodLine); null for what it has not read yet.
  food text,
  key text CHECK (char_length(key) <= 400),
  -- Exact amounts: '3/4 kg + 2'; empty if it has none.
  amount text,
  aisle text,
  source text NOT NULL DEFAULT 'hand' CHECK (source IN ('hand', 'recipe', 'meal')),
  source_id uuid,
  source_name text NOT NULL DEFAULT '',
  -- What was put down at once, to be taken back at once.
  addition_id uuid,
  person_id uuid DEFAULT current_person(),
  created_at timestamptz NOT NULL DEFAULT now(),
  checked_at timestamptz,
  -- When it was last ticked or unticked, by the clock of who did it: the last one counts, also if it arrives late.
  decided_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL DEFAULT now(),
  changed_by uuid DEFAULT current_person(),
  PRIMARY KEY (household_id, id)
);
CREATE INDEX shopping_entries_list ON shopping_entries (household_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX shopping_entries_trash ON shopping_entries (household_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX shopping_entries_addition ON shopping_entries (household_id, addition_id) WHERE addition_id IS NOT NULL;

ALTER TABLE shopping_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE shopping_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON shopping_entries TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON shopping_entries TO foyer_app;

CREATE TRIGGER shopping_announced AFTER INSERT OR UPDATE OR DELETE ON shopping_entries FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('shopping');

-- None of these is needed.
ALTER TABLE ingredients_at_hand
  -- As typed: '500 g'.
  ADD amount text NOT NULL DEFAULT '' CHECK (char_length(amount) <= 200),
  ADD best_before date,
  ADD place text NOT NULL DEFAULT '' CHECK (char_length(place) <= 200);
CREATE TRIGGER hand_announced AFTER INSERT OR UPDATE OR DELETE ON ingredients_at_hand FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('shopping');

-- Until now, a recipe's missing ingredients became items of the category "Shopping". Where that happened, the open items of
-- that category move, also those that somebody wrote there, if their title is all there is to them. An item that has a
-- deadline, a description, a picture, tags, people or a series stays an item, as do all of them in a household that put no
-- recipe there: it uses the category for something else.
CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
SELECT i.household_id, i.id, i.title, i.created_at
FROM items i JOIN categories c ON c.household_id = i.household_id AND c.id = i.category_id
WHERE c.deleted_at IS NULL AND c.folded_name IN (folded('Shopping'), folded('Courses'), folded('장보기'), folded('Покупки'))
  AND EXISTS (
    SELECT FROM shopping_additions a JOIN items other ON other.household_id = a.household_id AND other.id = a.item_id
    WHERE a.household_id = i.household_id AND other.category_id = c.id)
  AND i.deleted_at IS NULL AND NOT i.is_done AND i.due_at IS NULL AND i.description = '' AND i.image_id IS NULL
  AND i.tag_ids = '{}' AND i.people = '{}' AND i.turn_person IS NULL AND i.series_id IS NULL;
INSERT INTO shopping_entries (household_id, id, text, person_id, created_at, decided_at, changed_by)
SELECT household_id, id, title, NULL, created_at, created_at, NULL FROM moved;
DROP TABLE shopping_additions;
DELETE FROM items USING moved WHERE items.household_id = moved.household_id AND items.id = moved.id;
