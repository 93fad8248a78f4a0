-- The edition of the words of cooking by which every household's recipes have been understood (in the starter household's
-- row): the program reads older ones again while it serves, and looks for none once this says that it is done.
ALTER TABLE cookbooks ADD COLUMN understood integer NOT NULL DEFAULT 0;
