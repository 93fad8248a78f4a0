-- compatible with programs from 0026 on
-- The open items of series by their dates: the calendar reads those before its last day, and not each series.
DROP INDEX items_series_open;
CREATE INDEX items_occurrence ON items (household_id, occurrence)
  WHERE series_id IS NOT NULL AND done_at IS NULL AND deleted_at IS NULL;
