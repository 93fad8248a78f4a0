-- compatible with programs from 0043 on
-- What archives of Foyer's own alone have moves in as well: who eats here and is away, favourites and stars, what was cooked, shops, what
-- is known of foods, and the place for guests.
ALTER TABLE move_rows DROP CONSTRAINT move_rows_kind;
ALTER TABLE move_rows ADD CONSTRAINT move_rows_kind CHECK (kind IN (
  'item', 'recipe', 'meal', 'line', 'hand', 'eater', 'mark', 'cooking', 'absence', 'shop', 'food', 'listing', 'left_out'));
