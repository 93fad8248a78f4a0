-- compatible with programs from 0043 on
-- The day before which an open item is hidden from lists, on the household's clock; null for none. A day that has come hides
-- nothing, so that no job has to end it.
ALTER TABLE items ADD not_before date;
-- Counts what is hidden, by section, and finds it.
CREATE INDEX items_later ON items (household_id, section, not_before)
  WHERE not_before IS NOT NULL AND done_at IS NULL AND deleted_at IS NULL;
