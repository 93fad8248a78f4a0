-- compatible with programs from 0043 on
-- The foods of a recipe that are at hand anyway, by the table of foods: a household that buys one of them misses it where it is not at
-- hand. Recipes are read again by the program that brings this.
ALTER TABLE recipes ADD COLUMN staple_keys text[] NOT NULL DEFAULT '{}';
