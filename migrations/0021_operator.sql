-- What the operator of a server sees and decides: who may see /admin, how much each household stores, and whether people
-- may sign up. Nothing here tells what a household has written.

ALTER TABLE accounts ADD is_admin boolean NOT NULL DEFAULT false;
GRANT SELECT (is_admin) ON accounts TO foyer_app;

-- The images of a household, of items, recipes, people and its listing: how many, and their bytes. Kept by triggers on both
-- tables of images; a household without a row has none.
CREATE TABLE household_storage (
  household_id uuid PRIMARY KEY REFERENCES households ON DELETE CASCADE,
  images bigint NOT NULL DEFAULT 0,
  image_bytes bigint NOT NULL DEFAULT 0,
  -- How many bytes the operator allows; null for what FOYER_HOUSEHOLD_QUOTA says.
  quota bigint CHECK (quota > 0)
);

ALTER TABLE household_storage ENABLE ROW LEVEL SECURITY;
ALTER TABLE household_storage FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON household_storage TO foyer_app
  USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON household_storage TO foyer_identity USING (true);
-- Members count, and only the operator sets a quota.
GRANT SELECT, INSERT (household_id, images, image_bytes), UPDATE (images, image_bytes) ON household_storage TO foyer_app;
GRANT SELECT, INSERT, UPDATE ON household_storage TO foyer_identity;

-- The row is locked until the end of the transaction: of two uploads that would exceed the quota together, the second finds
-- what the first has stored. foyer.quota is the default, which only the program knows.
CREATE FUNCTION count_image() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used bigint;
  allowed bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE household_storage
    SET images = images - 1, image_bytes = image_bytes - octet_length(OLD.picture) - octet_length(OLD.thumbnail)
    WHERE household_id = OLD.household_id;
    RETURN NULL;
  END IF;
  INSERT INTO household_storage AS s (household_id, images, image_bytes)
  VALUES (NEW.household_id, 1, octet_length(NEW.picture) + octet_length(NEW.thumbnail))
  ON CONFLICT (household_id) DO UPDATE
    SET images = s.images + EXCLUDED.images, image_bytes = s.image_bytes + EXCLUDED.image_bytes
  RETURNING s.image_bytes, coalesce(s.quota, nullif(current_setting('foyer.quota', true), '')::bigint) INTO used, allowed;
  -- Who moves in brings the photo along, whatever is stored there: foyer_identity moves people.
  IF used > allowed AND current_user = 'foyer_app' THEN
    RAISE EXCEPTION 'the images of a household exceed its quota'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'household_storage_quota';
  END IF;
  RETURN NULL;
END $$;

-- They lock both tables against writing, so that the numbers below miss nothing.
CREATE TRIGGER images_counted AFTER INSERT OR DELETE ON images FOR EACH ROW EXECUTE FUNCTION count_image();
CREATE TRIGGER listing_pictures_counted AFTER INSERT OR DELETE ON listing_pictures FOR EACH ROW
  EXECUTE FUNCTION count_image();

INSERT INTO household_storage (household_id, images, image_bytes)
SELECT household_id, count(*), sum(octet_length(picture) + octet_length(thumbnail))
FROM (
  SELECT household_id, picture, thumbnail FROM images
  UNION ALL
  SELECT household_id, picture, thumbnail FROM listing_pictures
) AS image
GROUP BY household_id;

-- How many recipes there are, and in which households, but nothing of them.
CREATE POLICY counted ON recipes FOR SELECT TO foyer_identity USING (deleted_at IS NULL);
GRANT SELECT (household_id) ON recipes TO foyer_identity;

-- What the operator has decided for all instances of the program: one row.
CREATE TABLE server_settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- FOYER_REGISTRATION counts while this is true; without it nobody signs up.
  registration_open boolean NOT NULL DEFAULT true
);
INSERT INTO server_settings DEFAULT VALUES;

ALTER TABLE server_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE server_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY identity ON server_settings TO foyer_identity USING (true);
GRANT SELECT, UPDATE (registration_open) ON server_settings TO foyer_identity;

-- A job that was given up keeps what it carries for 7 days, so that the operator can have it tried again.
ALTER TABLE jobs DROP CONSTRAINT jobs_check1;
ALTER TABLE jobs ADD CONSTRAINT jobs_payload CHECK (state <> 'finished' OR payload = '{}');
