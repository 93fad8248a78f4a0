-- compatible with programs from 0043 on
-- What a recipe says besides, in lines, and where it is from where that is no web page, or has a name.
ALTER TABLE recipes ADD notes text NOT NULL DEFAULT '' CONSTRAINT recipes_notes_length CHECK (char_length(notes) <= 100000);
ALTER TABLE recipes ADD source_name text NOT NULL DEFAULT '' CONSTRAINT recipes_source_name_length CHECK (char_length(source_name) <= 1000);
