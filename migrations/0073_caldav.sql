-- compatible with programs from 0043 on
-- What a calendar program has given an item besides its fields: a name, a UID, and properties that no field is for. The subject is an
-- item, or a series: its object has the open item, and the next one once that is done. Without a row both names follow from the id.
CREATE TABLE caldav_objects (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  subject_id uuid NOT NULL,
  uid text NOT NULL CHECK (octet_length(uid) BETWEEN 1 AND 1000),
  href text NOT NULL CHECK (octet_length(href) BETWEEN 1 AND 400),
  -- As a program has sent it last.
  source text CHECK (octet_length(source) <= 1048576),
  -- Of a series: those that its object had before a program carried it on under a new one.
  former_uids text[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  -- The transaction that has written it last: see the table changes.
  moment xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (household_id, subject_id)
);
CREATE UNIQUE INDEX caldav_objects_uid ON caldav_objects (household_id, uid);
CREATE INDEX caldav_objects_href ON caldav_objects (household_id, href);
CREATE INDEX caldav_objects_moment ON caldav_objects (household_id, moment);
CREATE INDEX caldav_objects_former ON caldav_objects (household_id) WHERE former_uids <> '{}';

-- What programs keep with a collection: [[namespace, name, text]]. The key is its name in addresses.
CREATE TABLE caldav_collections (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  collection text NOT NULL CHECK (char_length(collection) BETWEEN 1 AND 40),
  properties jsonb NOT NULL,
  PRIMARY KEY (household_id, collection)
);

-- An object as a token's program was given it last, or has sent it: what tells its changes from those of others. The tag is that of
-- the object then.
CREATE TABLE caldav_given (
  household_id uuid NOT NULL DEFAULT current_household(),
  token_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  tag text NOT NULL CHECK (char_length(tag) <= 40),
  object text NOT NULL CHECK (octet_length(object) <= 2097152),
  PRIMARY KEY (household_id, token_id, subject_id),
  FOREIGN KEY (household_id, token_id) REFERENCES access_tokens ON DELETE CASCADE
);

CREATE INDEX caldav_given_subject ON caldav_given (household_id, subject_id);

ALTER TABLE caldav_objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE caldav_objects FORCE ROW LEVEL SECURITY;
ALTER TABLE caldav_collections ENABLE ROW LEVEL SECURITY;
ALTER TABLE caldav_collections FORCE ROW LEVEL SECURITY;
ALTER TABLE caldav_given ENABLE ROW LEVEL SECURITY;
ALTER TABLE caldav_given FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON caldav_given TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON caldav_given TO foyer_identity USING (true);
CREATE POLICY household ON caldav_objects TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON caldav_objects TO foyer_identity USING (true);
CREATE POLICY household ON caldav_collections TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON caldav_collections TO foyer_identity USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON caldav_objects, caldav_collections, caldav_given TO foyer_app;
GRANT SELECT, DELETE ON caldav_objects, caldav_given, caldav_collections TO foyer_identity;

-- An object goes with its row, and what was kept with a collection with its category: deleted for good, not to the trash.
CREATE FUNCTION forget_calendar_object() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM caldav_objects WHERE household_id = OLD.household_id AND subject_id = OLD.id;
  DELETE FROM caldav_given WHERE household_id = OLD.household_id AND subject_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER items_calendar_objects AFTER DELETE ON items FOR EACH ROW EXECUTE FUNCTION forget_calendar_object();
CREATE TRIGGER series_calendar_objects AFTER DELETE ON series FOR EACH ROW EXECUTE FUNCTION forget_calendar_object();
CREATE TRIGGER shopping_calendar_objects AFTER DELETE ON shopping_entries FOR EACH ROW EXECUTE FUNCTION forget_calendar_object();
CREATE FUNCTION forget_calendar_collection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM caldav_collections WHERE household_id = OLD.household_id AND collection = OLD.id::text;
  RETURN NULL;
END $$;
CREATE TRIGGER categories_calendar_collections AFTER DELETE ON categories FOR EACH ROW EXECUTE FUNCTION forget_calendar_collection();
