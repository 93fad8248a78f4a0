-- compatible with programs from 0043 on
-- What was found in a large file is stored in several transactions: until the last one, the move is being read, and no page shows it.
-- Its bytes tell how much of what nobody moved in is kept.
ALTER TABLE moves ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE moves DROP CONSTRAINT moves_state;
ALTER TABLE moves ADD CONSTRAINT moves_state CHECK (state IN ('reading', 'found', 'moving', 'moved', 'undone'));
-- Rows with pictures do not get smaller by compression.
ALTER TABLE move_rows ALTER COLUMN data SET STORAGE EXTERNAL;
