-- What a person and a household set for themselves, and how others come in.

ALTER TABLE people
  ADD photo_id uuid,
  ADD accent text NOT NULL DEFAULT 'ember' CHECK (accent IN ('ember', 'honey', 'moss', 'lagoon', 'sky', 'plum', 'rose', 'slate')),
  -- Whether single keys do something (WCAG 2.1.4).
  ADD has_shortcuts boolean NOT NULL DEFAULT true,
  ADD FOREIGN KEY (household_id, photo_id) REFERENCES images ON DELETE SET NULL (photo_id);

ALTER TABLE households
  -- An emoji, or another character.
  ADD icon text NOT NULL DEFAULT '' CHECK (char_length(icon) <= 32),
  -- Whether an item needs a description (R4).
  ADD description_required boolean NOT NULL DEFAULT false;

ALTER TABLE sessions
  -- Its name in the list of sessions, which the token's hash need not be.
  ADD id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- The browser, in its own words.
  ADD user_agent text NOT NULL DEFAULT '' CHECK (char_length(user_agent) <= 200);

-- A way into a household, for whoever has the link: valid 7 days, once. As sessions, they are found before it is known
-- which household is meant, and only by foyer_identity.
CREATE TABLE invitations (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  household_id uuid NOT NULL REFERENCES households ON DELETE CASCADE,
  -- Its name among those of the household, which the link must not be.
  id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX invitations_household ON invitations (household_id, created_at DESC);

ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON invitations TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON invitations TO foyer_identity USING (true);
GRANT SELECT, INSERT, DELETE ON invitations TO foyer_app;
GRANT SELECT, UPDATE, DELETE ON invitations TO foyer_identity;

-- Everybody sees the others of the household and changes but oneself.
CREATE POLICY own ON people AS RESTRICTIVE FOR UPDATE TO foyer_app
  USING (id = nullif(current_setting('foyer.person', true), '')::uuid);
GRANT UPDATE (name, language, time_zone, theme, accent, has_shortcuts, photo_id) ON people TO foyer_app;
GRANT DELETE ON accounts TO foyer_identity;
GRANT UPDATE, DELETE ON households, people TO foyer_identity;

-- A person who moves to another household takes the photo along.
CREATE POLICY identity ON images TO foyer_identity USING (true);
GRANT SELECT, INSERT, DELETE ON images TO foyer_identity;
-- What goes with a household fires triggers, which count: they may run, but without a policy they see no row.
GRANT SELECT ON items, item_tags TO foyer_identity;
GRANT SELECT, UPDATE ON categories, tags TO foyer_identity;

CREATE FUNCTION delete_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM images WHERE household_id = OLD.household_id AND id = OLD.photo_id;
  RETURN NULL;
END $$;
CREATE TRIGGER people_photo_replaced AFTER UPDATE OF photo_id ON people FOR EACH ROW
  WHEN (OLD.photo_id IS NOT NULL AND OLD.photo_id IS DISTINCT FROM NEW.photo_id) EXECUTE FUNCTION delete_photo();
CREATE TRIGGER people_photo_deleted AFTER DELETE ON people FOR EACH ROW
  WHEN (OLD.photo_id IS NOT NULL) EXECUTE FUNCTION delete_photo();
