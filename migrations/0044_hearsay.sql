-- compatible with programs from 0043 on
-- The labels of a recipe that the page or file of an import brought along, and that nobody has changed: no verdict follows
-- from them. Null: written before this was noted; `RecipeQueries.hearsay` says what holds then.
ALTER TABLE recipes ADD COLUMN hearsay text[] CHECK (cardinality(hearsay) <= 1000);
