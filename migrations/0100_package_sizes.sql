-- compatible with programs from 0043 on
-- How much is in one package, of a line that a person wrote: "500 g"; empty where the line does not say it. A tick teaches it to the
-- food, and what recipes want of that from then on has it as well, so that it is shown in as many packages.
ALTER TABLE shopping_entries ADD COLUMN package text NOT NULL DEFAULT '' CHECK (char_length(package) <= 60);
ALTER TABLE usual_foods ADD COLUMN package text NOT NULL DEFAULT '' CHECK (char_length(package) <= 60);
