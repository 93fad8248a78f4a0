-- compatible with programs from 0043 on
-- What was done, the last first.
CREATE INDEX items_done ON items (household_id, done_at DESC, id DESC) WHERE done_at IS NOT NULL AND deleted_at IS NULL;
