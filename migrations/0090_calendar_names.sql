-- compatible with programs from 0043 on
-- A reader of what has changed looks for the items of a renamed member itself: the trigger missed an item that a transaction added for
-- the member before it had ended.
DROP TRIGGER people_named ON people;
DROP FUNCTION note_items_of_person();
