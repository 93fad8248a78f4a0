-- compatible with programs from 0042 on
-- For how many what a meal has on the shopping list was counted. Null: it is not there, or its recipe is for no number.
ALTER TABLE meals ADD COLUMN listed_for integer;
