-- compatible with programs from 0025 on
-- The items of a series share the picture of the first: it goes with the last of them.
CREATE OR REPLACE FUNCTION delete_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM images WHERE household_id = OLD.household_id AND id = OLD.image_id
    AND NOT EXISTS (SELECT FROM items WHERE household_id = OLD.household_id AND image_id = OLD.image_id);
  RETURN NULL;
END $$;
