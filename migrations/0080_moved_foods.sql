-- compatible with programs from 0043 on
-- Foods at hand move in as well.
ALTER TABLE move_rows DROP CONSTRAINT move_rows_kind;
ALTER TABLE move_rows ADD CONSTRAINT move_rows_kind CHECK (kind IN ('item', 'recipe', 'meal', 'line', 'hand', 'left_out'));
