-- compatible with programs from 0040 on
-- What Undo takes back of the plan.

-- Where a meal was before it was moved; null once something else of it has changed.
ALTER TABLE meals ADD was_day date, ADD was_meal text CHECK (char_length(was_meal) BETWEEN 1 AND 100);

-- What a planned recipe put on the list, and other amounts of it have replaced: the addition (addition_id) that did.
ALTER TABLE shopping_entries ADD replaced_by uuid;
CREATE INDEX shopping_entries_replaced ON shopping_entries (household_id, replaced_by) WHERE replaced_by IS NOT NULL;
