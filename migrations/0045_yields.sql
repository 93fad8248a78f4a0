-- compatible with programs from 0043 on
-- What a recipe makes, in words: "20 buns". Its servings are people, and null where nothing says for how many it is.
ALTER TABLE recipes ADD makes text NOT NULL DEFAULT '' CONSTRAINT recipes_makes_length CHECK (char_length(makes) <= 1000);
