-- compatible with programs from 0043 on
-- The program's reading of a text is stored beside it, with the edition of the words of cooking that it was read by: a page
-- takes it from there, and a newer program reads the text again, beside serving.

-- Of a recipe's lines: the verdicts, and each line's foods, keys and amounts (Cookery's RecipeReading). Null: not read yet.
ALTER TABLE recipes ADD reading text;

-- Of what somebody typed. The other columns of the reading were here before it had an edition.
ALTER TABLE shopping_entries ADD edition integer NOT NULL DEFAULT 0;

-- Of an amount and its food ('500 g flour'): the line that was read, its key in a shopping list and its exact amounts. If the
-- row's amount is another one by now, it has not been read.
ALTER TABLE ingredients_at_hand
  ADD read_line text,
  ADD read_key text,
  ADD read_sum text,
  ADD edition integer NOT NULL DEFAULT 0;
ALTER TABLE removed_ingredients
  ADD read_line text,
  ADD read_key text,
  ADD read_sum text,
  ADD edition integer NOT NULL DEFAULT 0;
