-- compatible with programs from 0043 on
-- A cooking stays with its household when whoever cooked leaves it, or moves to another one.
ALTER TABLE cookings DROP CONSTRAINT cookings_household_id_person_id_fkey;
DROP INDEX cookings_person;
