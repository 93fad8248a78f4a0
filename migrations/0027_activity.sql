-- What the members of a household did lately, for the page of today.

CREATE TABLE activity (
  -- Without references: checking them would lock the household and the person after the item. Triggers delete.
  household_id uuid NOT NULL DEFAULT current_household(),
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  person_id uuid NOT NULL DEFAULT current_person(),
  kind text NOT NULL CHECK (kind IN (
    'item_added', 'item_done', 'item_deleted', 'recipe_added', 'stay_asked', 'stay_accepted', 'stay_declined', 'joined')),
  -- The item, the recipe, the request or the person: only the last that happened to it is kept.
  subject_id uuid NOT NULL,
  title text NOT NULL CHECK (char_length(title) <= 100),
  PRIMARY KEY (household_id, id),
  CONSTRAINT activity_subject UNIQUE (household_id, subject_id)
);
CREATE INDEX activity_at ON activity (household_id, at, id);

ALTER TABLE activity ENABLE ROW LEVEL SECURITY;
ALTER TABLE activity FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON activity TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
-- Who joins and who leaves is written by foyer_identity, in triggers alone.
CREATE POLICY identity ON activity TO foyer_identity USING (pg_trigger_depth() > 0);
GRANT SELECT, INSERT, UPDATE, DELETE ON activity TO foyer_app, foyer_identity;

ALTER TABLE people
  -- When the person last looked at the page of today, and the last time before a pause of half an hour: what is newer is news.
  ADD looked_at timestamptz NOT NULL DEFAULT now(),
  ADD looked_before timestamptz NOT NULL DEFAULT now();
GRANT UPDATE (looked_at, looked_before) ON people TO foyer_app;

CREATE FUNCTION note_activity(household uuid, person uuid, what text, subject uuid, words text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  noted bigint;
BEGIN
  INSERT INTO activity AS a (household_id, person_id, kind, subject_id, title)
  VALUES (household, person, what, subject, left(words, 100))
  ON CONFLICT (household_id, subject_id) DO UPDATE
    SET at = now(), person_id = EXCLUDED.person_id, kind = EXCLUDED.kind, title = EXCLUDED.title
  RETURNING a.id INTO noted;
  -- Old ones go now and then: what another transaction holds is left to it.
  IF noted % 16 = 0 THEN
    DELETE FROM activity WHERE household_id = household AND id IN (
      SELECT id FROM activity
      WHERE household_id = household AND (at < now() - interval '30 days'
        OR id IN (SELECT id FROM activity WHERE household_id = household ORDER BY at DESC, id DESC OFFSET 200))
      FOR UPDATE SKIP LOCKED);
  END IF;
END $$;

-- Of what one transaction does, the first five are noted: more are an import or a selection.
CREATE FUNCTION note_change(what text, subject uuid, words text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  known integer := coalesce(nullif(current_setting('foyer.noted', true), ''), '0')::integer;
BEGIN
  IF known < 5 THEN
    PERFORM set_config('foyer.noted', (known + 1)::text, true);
    PERFORM note_activity(current_household(), current_person(), what, subject, words);
  END IF;
END $$;

CREATE FUNCTION note_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- The next one of a series comes by itself.
    IF NEW.series_id IS NULL
      OR NOT EXISTS (SELECT FROM items WHERE household_id = NEW.household_id AND series_id = NEW.series_id AND id <> NEW.id)
    THEN
      PERFORM note_change('item_added', NEW.id, NEW.title);
    END IF;
  ELSIF NEW.deleted_at IS NOT NULL THEN
    PERFORM note_change('item_deleted', NEW.id, NEW.title);
  ELSIF OLD.deleted_at IS NULL AND NEW.is_done THEN
    PERFORM note_change('item_done', NEW.id, NEW.title);
  ELSE
    -- It was taken back.
    DELETE FROM activity WHERE household_id = NEW.household_id AND subject_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER items_noted AFTER INSERT ON items FOR EACH ROW
  WHEN (current_setting('foyer.person', true) <> '' AND NOT NEW.is_sample AND NEW.done_at IS NULL AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION note_item();
CREATE TRIGGER items_noted_again AFTER UPDATE OF done_at, deleted_at ON items FOR EACH ROW
  WHEN (current_setting('foyer.person', true) <> ''
    AND (OLD.is_done, OLD.deleted_at IS NULL) <> (NEW.is_done, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION note_item();

CREATE FUNCTION note_recipe() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('recipe_added', NEW.id, NEW.name);
  RETURN NULL;
END $$;
CREATE TRIGGER recipes_noted AFTER INSERT ON recipes FOR EACH ROW
  WHEN (current_setting('foyer.person', true) <> '' AND NEW.household_id = current_household())
  EXECUTE FUNCTION note_recipe();

-- Each side's own doing, in its own household: what the other side did is the request's news.
CREATE FUNCTION note_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_change('stay_asked', NEW.id, NEW.listing_name);
  ELSIF NEW.host_household_id = current_household() THEN
    PERFORM note_change('stay_' || NEW.state, NEW.id, NEW.guest_name);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stay_requests_noted AFTER INSERT ON stay_requests FOR EACH ROW
  WHEN (current_setting('foyer.person', true) <> '') EXECUTE FUNCTION note_stay();
CREATE TRIGGER stay_requests_noted_again AFTER UPDATE OF state ON stay_requests FOR EACH ROW
  WHEN (current_setting('foyer.person', true) <> '' AND OLD.state <> NEW.state AND NEW.state IN ('accepted', 'declined'))
  EXECUTE FUNCTION note_stay();

CREATE FUNCTION note_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM people WHERE household_id = NEW.household_id AND id <> NEW.id) THEN
    PERFORM note_activity(NEW.household_id, NEW.id, 'joined', NEW.id, '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER people_noted AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION note_member();
CREATE TRIGGER people_noted_again AFTER UPDATE OF household_id ON people FOR EACH ROW
  WHEN (OLD.household_id <> NEW.household_id) EXECUTE FUNCTION note_member();

-- Nothing is said of a member who has left.
CREATE FUNCTION forget_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'households' THEN
    DELETE FROM activity WHERE household_id = OLD.id;
  ELSE
    DELETE FROM activity WHERE household_id = OLD.household_id AND person_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER activity_forgotten AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION forget_activity();
CREATE TRIGGER activity_left AFTER UPDATE OF household_id ON people FOR EACH ROW
  WHEN (OLD.household_id <> NEW.household_id) EXECUTE FUNCTION forget_activity();
CREATE TRIGGER activity_deleted AFTER DELETE ON households FOR EACH ROW EXECUTE FUNCTION forget_activity();

-- What is still to do, by its date, and whose turn it is: without what is done, which grows for ever.
CREATE INDEX items_to_do ON items (household_id, due_at, id) WHERE deleted_at IS NULL AND done_at IS NULL AND due_at IS NOT NULL;
CREATE INDEX items_turn ON items (household_id, turn_person, due_at, id)
  WHERE deleted_at IS NULL AND done_at IS NULL AND turn_person IS NOT NULL;
