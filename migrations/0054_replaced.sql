-- compatible with programs from 0043 on
-- What the last change of several items at once replaced in this one, for its Undo: the change's id, the version that it made,
-- and a category, a tag that was added, or whether the item was done. Any later change has another version.
ALTER TABLE items ADD replaced jsonb;
