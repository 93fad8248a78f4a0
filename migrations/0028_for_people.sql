-- compatible with programs from 0025 on
-- The items that are for some of the members, or of which one of them has the turn: few beside the others. Under row level
-- security no operator of arrays can look up one member in an index; the ones that it has are read and compared.
CREATE INDEX items_for_people ON items (household_id, is_done, section) WHERE deleted_at IS NULL AND (people <> '{}' OR turn_person IS NOT NULL);
