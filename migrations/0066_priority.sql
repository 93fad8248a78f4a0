-- compatible with programs from 0043 on
-- How much an item matters: 1 is high, 2 medium, 3 low; what has none, 4, comes after them.
ALTER TABLE items ADD priority smallint NOT NULL DEFAULT 4 CONSTRAINT items_priority_range CHECK (priority BETWEEN 1 AND 4);
-- Finds and counts those that have one.
CREATE INDEX items_with_priority ON items (household_id, priority) WHERE priority < 4 AND done_at IS NULL AND deleted_at IS NULL;
