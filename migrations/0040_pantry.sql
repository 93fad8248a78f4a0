-- compatible with programs from 0036 on
-- What expires soon, and what Undo takes back of it that was bought and put away.

-- Of what became at hand with a ticked line: the food, and its amount before and after. Null before: it was not at hand.
ALTER TABLE shopping_entries ADD hand_key text, ADD hand_before text, ADD hand_after text;

CREATE INDEX ingredients_expiring ON ingredients_at_hand (household_id, best_before) WHERE best_before IS NOT NULL;
