-- compatible with programs from 0043 on
-- Each change of a row that programs follow, one entry a row: its last change. An entry has the number of its transaction, which no
-- two members' clicks wait for; a reader asks for numbers from the oldest transaction that ran when it read the last time, so that
-- it misses none that commits late. Entries are kept for 31 days: those of deleted rows as long as the trash keeps the rows.
CREATE TABLE changes (
  household_id uuid NOT NULL,
  -- The name of the API's part.
  kind text NOT NULL,
  id uuid NOT NULL,
  moment xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- The transaction that added the row; null for one that was there before it was noted here.
  born xid8,
  is_deleted boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, kind, id)
);
CREATE INDEX changes_order ON changes (household_id, moment, kind, id);
CREATE INDEX changes_age ON changes USING brin (changed_at);

ALTER TABLE changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE changes FORCE ROW LEVEL SECURITY;
-- Only triggers write here: a stay's request is a row of two households.
CREATE POLICY noted ON changes TO foyer_app, foyer_identity USING (pg_trigger_depth() > 0);
CREATE POLICY household ON changes FOR SELECT TO foyer_app
  USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON changes TO foyer_identity USING (true);
GRANT SELECT, INSERT, UPDATE ON changes TO foyer_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON changes TO foyer_identity;

CREATE FUNCTION note_change(household uuid, what text, row_id uuid, is_gone boolean, is_new boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes AS known (household_id, kind, id, born, is_deleted)
  VALUES (household, what, row_id, CASE WHEN is_new THEN pg_current_xact_id() END, is_gone)
  ON CONFLICT (household_id, kind, id) DO UPDATE
  SET moment = excluded.moment, is_deleted = excluded.is_deleted, changed_at = excluded.changed_at,
    born = coalesce(excluded.born, known.born)
  WHERE (known.moment, known.is_deleted) IS DISTINCT FROM (excluded.moment, excluded.is_deleted);
END $$;

-- Of tables whose rows go to the trash first: what leaves that has been noted as deleted.
CREATE FUNCTION note_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_change(NEW.household_id, TG_ARGV[0], NEW.id, NEW.deleted_at IS NOT NULL, TG_OP = 'INSERT');
  -- A row that goes with its household is not noted any more.
  ELSIF OLD.deleted_at IS NULL AND EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
    PERFORM note_change(OLD.household_id, TG_ARGV[0], OLD.id, true, false);
  END IF;
  RETURN NULL;
END $$;

-- Of tables without a trash.
CREATE FUNCTION note_plain_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND (TG_OP = 'DELETE' OR OLD.household_id <> NEW.household_id)
    AND EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
    PERFORM note_change(OLD.household_id, TG_ARGV[0], OLD.id, true, false);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_change(NEW.household_id, TG_ARGV[0], NEW.id, false, TG_OP = 'INSERT' OR OLD.household_id <> NEW.household_id);
  END IF;
  RETURN NULL;
END $$;

-- A request is one of the guest's and one of the host's.
CREATE FUNCTION note_stay_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  it stay_requests := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  is_gone boolean := TG_OP = 'DELETE' OR it.deleted_at IS NOT NULL;
BEGIN
  IF EXISTS (SELECT FROM households WHERE id = it.household_id) THEN
    PERFORM note_change(it.household_id, 'requests', it.id, is_gone, TG_OP = 'INSERT');
  END IF;
  IF TG_OP <> 'DELETE' OR EXISTS (SELECT FROM households WHERE id = it.host_household_id) THEN
    PERFORM note_change(it.host_household_id, 'hosting-requests', it.id, is_gone, TG_OP = 'INSERT');
  END IF;
  RETURN NULL;
END $$;

-- What the API's rows say, and nothing else: not the place in a list.
CREATE TRIGGER items_followed AFTER INSERT OR DELETE ON items FOR EACH ROW EXECUTE FUNCTION note_row('items');
CREATE TRIGGER items_followed_again AFTER UPDATE ON items FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at, OLD.category_id, OLD.tag_ids, OLD.people, OLD.turn_person, OLD.turn_queue, OLD.series_id)
    IS DISTINCT FROM (NEW.version, NEW.deleted_at, NEW.category_id, NEW.tag_ids, NEW.people, NEW.turn_person, NEW.turn_queue, NEW.series_id))
  EXECUTE FUNCTION note_row('items');
CREATE TRIGGER categories_followed AFTER INSERT OR DELETE ON categories FOR EACH ROW EXECUTE FUNCTION note_row('categories');
CREATE TRIGGER categories_followed_again AFTER UPDATE ON categories FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at) IS DISTINCT FROM (NEW.version, NEW.deleted_at))
  EXECUTE FUNCTION note_row('categories');
CREATE TRIGGER tags_followed AFTER INSERT OR DELETE ON tags FOR EACH ROW EXECUTE FUNCTION note_row('tags');
CREATE TRIGGER tags_followed_again AFTER UPDATE ON tags FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at) IS DISTINCT FROM (NEW.version, NEW.deleted_at)) EXECUTE FUNCTION note_row('tags');
CREATE TRIGGER lists_followed AFTER INSERT OR UPDATE OR DELETE ON named_lists FOR EACH ROW EXECUTE FUNCTION note_row('shopping-lists');
CREATE TRIGGER shopping_followed AFTER INSERT OR DELETE ON shopping_entries FOR EACH ROW EXECUTE FUNCTION note_row('shopping-lines');
CREATE TRIGGER shopping_followed_again AFTER UPDATE ON shopping_entries FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at, OLD.checked_at) IS DISTINCT FROM (NEW.version, NEW.deleted_at, NEW.checked_at))
  EXECUTE FUNCTION note_row('shopping-lines');
CREATE TRIGGER meals_followed AFTER INSERT OR DELETE ON meals FOR EACH ROW EXECUTE FUNCTION note_row('meals');
CREATE TRIGGER meals_followed_again AFTER UPDATE ON meals FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at, OLD.recipe_id) IS DISTINCT FROM (NEW.version, NEW.deleted_at, NEW.recipe_id))
  EXECUTE FUNCTION note_row('meals');
CREATE TRIGGER recipes_followed AFTER INSERT OR DELETE ON recipes FOR EACH ROW EXECUTE FUNCTION note_row('recipes');
CREATE TRIGGER recipes_followed_again AFTER UPDATE ON recipes FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at) IS DISTINCT FROM (NEW.version, NEW.deleted_at)) EXECUTE FUNCTION note_row('recipes');
CREATE TRIGGER hand_followed AFTER INSERT OR DELETE ON ingredients_at_hand FOR EACH ROW EXECUTE FUNCTION note_plain_row('hand');
CREATE TRIGGER hand_followed_again AFTER UPDATE ON ingredients_at_hand FOR EACH ROW
  WHEN ((OLD.name, OLD.amount, OLD.best_before, OLD.place) IS DISTINCT FROM (NEW.name, NEW.amount, NEW.best_before, NEW.place))
  EXECUTE FUNCTION note_plain_row('hand');
CREATE TRIGGER eaters_followed AFTER INSERT OR DELETE ON eaters FOR EACH ROW EXECUTE FUNCTION note_row('eaters');
CREATE TRIGGER eaters_followed_again AFTER UPDATE ON eaters FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at) IS DISTINCT FROM (NEW.version, NEW.deleted_at)) EXECUTE FUNCTION note_row('eaters');
CREATE TRIGGER people_followed AFTER INSERT OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION note_plain_row('people');
CREATE TRIGGER people_followed_again AFTER UPDATE ON people FOR EACH ROW
  WHEN ((OLD.household_id, OLD.name, OLD.birthday, OLD.away_from, OLD.away_until)
    IS DISTINCT FROM (NEW.household_id, NEW.name, NEW.birthday, NEW.away_from, NEW.away_until))
  EXECUTE FUNCTION note_plain_row('people');
CREATE TRIGGER stay_requests_followed AFTER INSERT OR DELETE ON stay_requests FOR EACH ROW EXECUTE FUNCTION note_stay_row();
CREATE TRIGGER stay_requests_followed_again AFTER UPDATE ON stay_requests FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at, OLD.state) IS DISTINCT FROM (NEW.version, NEW.deleted_at, NEW.state))
  EXECUTE FUNCTION note_stay_row();

CREATE FUNCTION delete_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM changes WHERE household_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER households_changes_deleted AFTER DELETE ON households FOR EACH ROW EXECUTE FUNCTION delete_changes();
