-- compatible with programs from 0022 on
-- A program loads a newer edition of the starter cookbook, never an older one: otherwise two versions side by side would
-- take turns.
ALTER TABLE cookbooks ADD COLUMN edition integer NOT NULL DEFAULT 0;
