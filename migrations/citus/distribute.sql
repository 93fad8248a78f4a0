-- What `foyer distribute` does to a database on a Citus coordinator, as its superuser, in one transaction: the tables of
-- tenants become shards on the workers, by the hash of their household. What is needed before the household is known
-- (households, people, accounts, sessions), what households share (listings, stays) and the jobs stay as they are, on the
-- coordinator.
--
-- The statements of the program are those of any other database, but for three names (Sources/Postgres/Distribution.swift):
-- current_household() and starter_household() become planned_household() and planned_starter(), and a statement with a
-- distributed table reads mirrored_people and mirrored_households.

-- A table that nothing below knows would stay on the coordinator, where statements and triggers on the workers do not find it.
DO $$
DECLARE
  unknown text;
BEGIN
  SELECT string_agg(relname, ', ' ORDER BY relname) INTO unknown
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'household_id'
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> ALL (ARRAY[
    'account_events', 'accounts', 'blocked_dates', 'categories', 'cookbooks', 'cooking_parameters', 'favorites', 'folded_sections',
    'household_storage', 'images', 'ingredient_names', 'ingredients_at_hand', 'invitations', 'item_counts', 'item_tags', 'item_words',
    'items', 'listing_addresses', 'listing_pictures', 'listing_words', 'listings', 'openid_identities', 'passkeys', 'people',
    'recipe_keys', 'recipes', 'recovery_codes', 'second_factors', 'sessions', 'shopping_additions', 'shopping_lists', 'stay_nights',
    'stay_requests', 'tag_counts', 'tags']);
  IF unknown IS NOT NULL THEN
    RAISE 'this release cannot distribute the tables %', unknown;
  END IF;
END $$;

SET LOCAL citus.enable_unsafe_triggers = on;
SET LOCAL citus.multi_shard_modify_mode = 'sequential';
SET LOCAL search_path = public;
SET LOCAL statement_timeout = 0;

-- What the program sets for a transaction, the workers hear of.
SET LOCAL citus.enable_ddl_propagation = off;
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands = local', current_database()); END $$;
SET LOCAL citus.enable_ddl_propagation = on;

-- Citus connects to the workers as the role of the transaction.
ALTER ROLE foyer_app LOGIN;
ALTER ROLE foyer_identity LOGIN;

-- In the order in which references allow it.
CREATE TABLE distributed_tables (position smallint PRIMARY KEY, name text NOT NULL UNIQUE);
INSERT INTO distributed_tables SELECT position, name FROM unnest(ARRAY['shopping_additions', 'shopping_lists', 'favorites',
  'cooking_parameters', 'folded_sections', 'ingredients_at_hand', 'recipe_keys', 'ingredient_names', 'recipes', 'item_words',
  'item_tags', 'items', 'tag_counts', 'tags', 'categories', 'images', 'household_storage', 'item_counts', 'mirrored_people',
  'mirrored_households']) WITH ORDINALITY AS list (name, position);
GRANT SELECT ON distributed_tables TO foyer_app, foyer_identity;

-- What a statement on a shard may need of the people and the household, whose tables are on the coordinator.
CREATE TABLE mirrored_households (LIKE households INCLUDING DEFAULTS, PRIMARY KEY (id));
CREATE TABLE mirrored_people (LIKE people INCLUDING DEFAULTS, PRIMARY KEY (household_id, id));
INSERT INTO mirrored_households SELECT * FROM households;
INSERT INTO mirrored_people SELECT * FROM people;
ALTER TABLE mirrored_households ENABLE ROW LEVEL SECURITY;
ALTER TABLE mirrored_households FORCE ROW LEVEL SECURITY;
ALTER TABLE mirrored_people ENABLE ROW LEVEL SECURITY;
ALTER TABLE mirrored_people FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON mirrored_households TO foyer_app USING (id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON mirrored_people TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON mirrored_households TO foyer_identity USING (true);
CREATE POLICY identity ON mirrored_people TO foyer_identity USING (true);
GRANT SELECT, UPDATE ON mirrored_households, mirrored_people TO foyer_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON mirrored_households, mirrored_people TO foyer_identity;

-- The starter cookbook is read with the household's own recipes: each shard has it, as that of a household of its own whose
-- id has the shard's hash. foyer.starter names the one of the transaction.
CREATE TABLE starters (
  id uuid PRIMARY KEY,
  lowest integer NOT NULL UNIQUE,
  highest integer NOT NULL
);
GRANT SELECT ON starters TO foyer_app, foyer_identity;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['recipes', 'recipe_keys', 'ingredient_names'] LOOP
    EXECUTE format($policy$
      ALTER POLICY household ON %I USING (household_id = ANY (ARRAY[
        nullif(current_setting('foyer.household', true), '')::uuid, nullif(current_setting('foyer.starter', true), '')::uuid]))
      $policy$, name);
  END LOOP;
END $$;

-- A reference from a worker to the coordinator, or back, cannot be checked. Of a column list in SET NULL Citus knows nothing:
-- what is deleted has no references by then, but for categories, which have a trigger below.
DO $$
DECLARE
  reference record;
BEGIN
  FOR reference IN
    SELECT conrelid::regclass AS id, conname, contype, confdeltype, pg_get_constraintdef(oid) AS definition,
      conrelid::regclass::text IN (SELECT name FROM distributed_tables)
        AND confrelid::regclass::text IN (SELECT name FROM distributed_tables) AS is_kept
    FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace
      AND (conrelid::regclass::text IN (SELECT name FROM distributed_tables)
        OR confrelid::regclass::text IN (SELECT name FROM distributed_tables))
  LOOP
    IF NOT reference.is_kept THEN
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', reference.id, reference.conname);
    ELSIF reference.confdeltype = 'n' THEN
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %2$I %s', reference.id, reference.conname,
        regexp_replace(reference.definition, ' ON DELETE SET NULL \(.*\)$', ''));
    END IF;
  END LOOP;
END $$;
CREATE FUNCTION empty_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM mirrored_households WHERE id = OLD.household_id) THEN
    UPDATE items SET category_id = NULL WHERE household_id = OLD.household_id AND category_id = OLD.id;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER categories_emptied BEFORE DELETE ON categories FOR EACH ROW EXECUTE FUNCTION empty_category();

-- A note that a trigger makes on a worker is not read there: `noted_changes` says it.
DO $$
DECLARE
  entry record;
BEGIN
  FOR entry IN
    SELECT tgrelid::regclass AS id, tgname FROM pg_trigger
    WHERE tgfoid = 'announce_change'::regproc AND tgrelid::regclass::text IN (SELECT name FROM distributed_tables)
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', entry.tgname, entry.id);
  END LOOP;
  -- What runs on a shard knows the mirrors alone.
  FOR entry IN
    SELECT DISTINCT tgfoid FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE tgrelid::regclass::text IN (SELECT name FROM distributed_tables) AND prosrc ~ '\m(households|people)\M'
  LOOP
    EXECUTE regexp_replace(pg_get_functiondef(entry.tgfoid), '\m(FROM|JOIN|UPDATE) (households|people)\M', '\1 mirrored_\2', 'g');
  END LOOP;
END $$;
DROP TRIGGER counts_deleted ON households;

-- As in 0008_counts.sql, in statements that Citus runs on the worker itself, within a trigger: without INSERT … SELECT of a
-- table, and without DELETE in a WITH.
CREATE OR REPLACE FUNCTION fold_item_counts(household uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  several record;
  free bigint[];
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM item_counts WHERE household_id = household LIMIT 32) AS few) < 32 THEN
    RETURN;
  END IF;
  FOR several IN
    SELECT c.section AS part, count(*) AS count FROM item_counts c WHERE c.household_id = household GROUP BY c.section
  LOOP
    CONTINUE WHEN several.count = 1;
    free := ARRAY(
      SELECT c.id FROM item_counts c WHERE c.household_id = household AND c.section = several.part FOR UPDATE SKIP LOCKED);
    SELECT coalesce(sum(c.open_items), 0) AS open, coalesce(sum(c.done_items), 0) AS done, several.part AS part INTO several
    FROM item_counts c WHERE c.household_id = household AND c.section = several.part AND c.id = ANY (free);
    DELETE FROM item_counts c WHERE c.household_id = household AND c.section = several.part AND c.id = ANY (free);
    IF several.open <> 0 OR several.done <> 0 THEN
      INSERT INTO item_counts (household_id, section, open_items, done_items)
      VALUES (household, several.part, several.open, several.done);
    END IF;
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION fold_tag_counts(household uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  several record;
  free bigint[];
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM tag_counts WHERE household_id = household LIMIT 64) AS few) < 64 THEN
    RETURN;
  END IF;
  FOR several IN
    SELECT c.tag_id AS part, count(*) AS count FROM tag_counts c WHERE c.household_id = household GROUP BY c.tag_id
  LOOP
    CONTINUE WHEN several.count = 1;
    free := ARRAY(
      SELECT c.id FROM tag_counts c WHERE c.household_id = household AND c.tag_id = several.part FOR UPDATE SKIP LOCKED);
    SELECT coalesce(sum(c.items), 0) AS items, several.part AS part INTO several
    FROM tag_counts c WHERE c.household_id = household AND c.tag_id = several.part AND c.id = ANY (free);
    DELETE FROM tag_counts c WHERE c.household_id = household AND c.tag_id = several.part AND c.id = ANY (free);
    IF several.items <> 0 THEN
      INSERT INTO tag_counts (household_id, tag_id, items) VALUES (household, several.part, several.items);
    END IF;
  END LOOP;
END $$;
CREATE FUNCTION count_tags(household uuid, item uuid, difference integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  tag uuid;
BEGIN
  FOREACH tag IN ARRAY ARRAY(SELECT tag_id FROM item_tags WHERE household_id = household AND item_id = item) LOOP
    INSERT INTO tag_counts (household_id, tag_id, items) VALUES (household, tag, difference);
  END LOOP;
END $$;
DO $$
DECLARE
  old_text text := pg_get_functiondef('count_item'::regproc);
  new_text text := regexp_replace(old_text, 'INSERT INTO tag_counts[^;]*FROM item_tags[^;]*;',
    'PERFORM count_tags(NEW.household_id, NEW.id, CASE WHEN is_counted THEN 1 ELSE -1 END);');
BEGIN
  IF new_text = old_text THEN
    RAISE 'count_item is not the function that this file knows';
  END IF;
  EXECUTE new_text;
END $$;

-- Rows that are moved to the workers are no new ones: no trigger runs.
CREATE TEMPORARY TABLE triggers ON COMMIT DROP AS
  SELECT tgrelid::regclass AS id, tgname AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger
  WHERE NOT tgisinternal AND tgrelid::regclass::text IN (SELECT name FROM distributed_tables);
DO $$
DECLARE
  entry record;
BEGIN
  FOR entry IN SELECT * FROM triggers LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', entry.name, entry.id);
  END LOOP;
END $$;
SELECT create_distributed_table('mirrored_households', 'id', colocate_with => 'none');
SELECT create_distributed_table(name, 'household_id', colocate_with => 'mirrored_households')
FROM (SELECT name FROM distributed_tables WHERE name <> 'mirrored_households' ORDER BY position DESC OFFSET 0) AS list;
DO $$
DECLARE
  entry record;
BEGIN
  FOR entry IN SELECT * FROM triggers LOOP
    EXECUTE entry.definition;
  END LOOP;
END $$;

-- A household for each shard, until each has one.
DO $$
DECLARE
  household uuid;
  hash integer;
  number integer := 0;
BEGIN
  CREATE TEMPORARY TABLE shard ON COMMIT DROP AS
    SELECT shardminvalue::integer AS lowest, shardmaxvalue::integer AS highest FROM pg_dist_shard
    WHERE logicalrelid = 'recipes'::regclass;
  WHILE EXISTS (SELECT FROM shard) LOOP
    number := number + 1;
    household := ('00000000-0000-0000-0000-' || lpad(to_hex(number), 12, '0'))::uuid;
    hash := worker_hash(household);
    WITH found AS (DELETE FROM shard WHERE hash BETWEEN lowest AND highest RETURNING lowest, highest)
    INSERT INTO starters (id, lowest, highest) SELECT household, lowest, highest FROM found;
  END LOOP;
END $$;

CREATE FUNCTION starter_of(household uuid) RETURNS uuid STABLE LANGUAGE sql
  RETURN (SELECT id FROM starters WHERE worker_hash(household) BETWEEN lowest AND highest);

-- Citus finds the shard while it plans, and only by a constant. The program uses these in statements that are planned each
-- time they run, and never prepares one. In a function, whose plans are kept, they would be wrong: row level security on
-- the shards, by the settings of the moment, then hides every row.
CREATE FUNCTION planned_household() RETURNS uuid IMMUTABLE LANGUAGE plpgsql AS
  $$ BEGIN RETURN nullif(current_setting('foyer.household', true), '')::uuid; END $$;
CREATE FUNCTION planned_starter() RETURNS uuid IMMUTABLE LANGUAGE plpgsql AS
  $$ BEGIN RETURN nullif(current_setting('foyer.starter', true), '')::uuid; END $$;

-- Settings that workers hear of: SET LOCAL is passed on, and set_config is not.
CREATE FUNCTION tell_workers(household uuid, person uuid, zone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SET LOCAL foyer.household = %L', coalesce(household::text, ''));
  EXECUTE format('SET LOCAL foyer.person = %L', coalesce(person::text, ''));
  EXECUTE format('SET LOCAL foyer.starter = %L', coalesce(starter_of(household)::text, ''));
  EXECUTE format('SET LOCAL TimeZone = %L', coalesce(zone, 'UTC'));
  SET LOCAL DateStyle = 'ISO, YMD';
END $$;

CREATE FUNCTION tell_quota(bytes text) RETURNS void LANGUAGE plpgsql AS
  $$ BEGIN EXECUTE format('SET LOCAL foyer.quota = %L', bytes); END $$;

CREATE FUNCTION open_household(household text, person text DEFAULT '', zone text DEFAULT 'UTC') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_workers(nullif(household, '')::uuid, nullif(person, '')::uuid, zone);
  PERFORM set_config('role', 'foyer_app', true);
END $$;

-- As SessionQueries.open: one row, of NULLs without a living session.
CREATE FUNCTION open_session(hash bytea) RETURNS TABLE (
  person_id uuid, household_id uuid, name text, language text, theme text, accent text, has_shortcuts boolean, photo_id uuid,
  now timestamptz, household_name text, household_icon text, description_required boolean, open_items bigint, done_items bigint,
  had_items boolean, load_problem text, request_news integer, hosting_news integer, is_stale boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  zone text;
BEGIN
  SELECT s.person_id, s.household_id, p.name, p.language, p.theme, p.accent, p.has_shortcuts, p.photo_id, now(),
    h.name, h.icon, h.description_required, h.had_items, h.load_problem,
    cardinality(ARRAY(SELECT 1 FROM stay_requests r WHERE r.household_id = s.household_id AND r.guest_unseen AND r.deleted_at IS NULL)),
    cardinality(ARRAY(SELECT 1 FROM stay_requests r WHERE r.host_household_id = s.household_id AND r.host_unseen)),
    s.seen_at < now() - interval '1 hour', p.time_zone
  INTO person_id, household_id, name, language, theme, accent, has_shortcuts, photo_id, now,
    household_name, household_icon, description_required, had_items, load_problem, request_news, hosting_news, is_stale, zone
  FROM (VALUES (hash)) AS token (hash)
  LEFT JOIN sessions s ON s.token_hash = token.hash
    AND s.seen_at > now() - interval '14 days' AND s.created_at > now() - interval '30 days'
  LEFT JOIN people p ON p.household_id = s.household_id AND p.id = s.person_id
  LEFT JOIN households h ON h.id = p.household_id;
  PERFORM tell_workers(household_id, person_id, zone);
  PERFORM set_config('role', 'foyer_app', true);
  IF household_id IS NOT NULL THEN
    SELECT coalesce(sum(c.open_items), 0), coalesce(sum(c.done_items), 0),
      had_items OR coalesce((SELECT m.had_items FROM mirrored_households m WHERE m.id = open_session.household_id), false)
    INTO open_items, done_items, had_items
    FROM item_counts c WHERE c.household_id = open_session.household_id;
  END IF;
  RETURN NEXT;
END $$;

-- As EventQueries.changes. What was written on a worker is not known here: after any change, other pages look again.
CREATE FUNCTION noted_changes() RETURNS text STABLE LANGUAGE sql AS $$
  SELECT coalesce(current_setting('foyer.changes', true), '') || CASE WHEN current_setting('foyer.household', true) <> ''
    THEN concat_ws(' ', current_setting('foyer.household', true), 'items', nullif(current_setting('foyer.person', true), '')) || ';'
    ELSE '' END
$$;

-- The starter cookbook was written to the first of the starters: the others get the same.
CREATE FUNCTION copy_starters() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  origin uuid := NEW.household_id;
  copy uuid;
  entry text;
  columns text;
BEGIN
  EXECUTE format('SET LOCAL foyer.starter = %L', origin);
  FOR copy IN SELECT id FROM starters WHERE id <> origin LOOP
    EXECUTE format('SET LOCAL foyer.household = %L', copy);
    FOREACH entry IN ARRAY ARRAY['recipes', 'ingredient_names', 'recipe_keys'] LOOP
      SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
      WHERE attrelid = entry::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> 'household_id';
      EXECUTE format('DELETE FROM %I WHERE household_id = %L', entry, copy);
      EXECUTE format(
        'INSERT INTO %I (household_id, %s) SELECT %L::uuid, %2$s FROM %1$I WHERE household_id = %4$L ON CONFLICT DO NOTHING',
        entry, columns, copy, origin);
    END LOOP;
  END LOOP;
  EXECUTE format('SET LOCAL foyer.household = %L', origin);
  RETURN NULL;
END $$;
CREATE TRIGGER cookbooks_copied AFTER INSERT OR UPDATE OF digest ON cookbooks FOR EACH ROW EXECUTE FUNCTION copy_starters();

-- What references did. Citus keeps a connection to a worker for each role, and lets a transaction write a shard as one role
-- alone, so these have the rights of the role that changes the person or the household: foyer_identity, which may for that see
-- and delete the rows of the households that it names.
DO $$
DECLARE
  entry text;
BEGIN
  FOR entry IN SELECT name FROM distributed_tables WHERE name NOT LIKE 'mirrored%' LOOP
    EXECUTE format($policy$
      CREATE POLICY moved ON %I TO foyer_identity USING (household_id = ANY (ARRAY[
        nullif(current_setting('foyer.moved_from', true), '')::uuid, nullif(current_setting('foyer.moved_to', true), '')::uuid]))
      $policy$, entry);
    EXECUTE format('GRANT SELECT (household_id), DELETE ON %I TO foyer_identity', entry);
  END LOOP;
END $$;
GRANT SELECT, INSERT ON favorites, cooking_parameters, folded_sections TO foyer_identity;

CREATE FUNCTION mirror_household() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- First: triggers on the shards count nothing of a household that is gone.
    DELETE FROM mirrored_households WHERE id = OLD.id;
    EXECUTE format('SET LOCAL foyer.moved_from = %L', OLD.id);
    -- The other tables' rows go with these, by references.
    FOREACH entry IN ARRAY ARRAY['shopping_lists', 'favorites', 'cooking_parameters', 'folded_sections', 'ingredients_at_hand',
      'recipes', 'ingredient_names', 'items', 'tags', 'categories', 'images', 'household_storage', 'item_counts', 'mirrored_people']
    LOOP
      EXECUTE format('DELETE FROM %I WHERE household_id = %L', entry, OLD.id);
    END LOOP;
    SET LOCAL foyer.moved_from = '';
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE mirrored_households SET name = NEW.name, icon = NEW.icon, description_required = NEW.description_required,
      hides_starter_recipes = NEW.hides_starter_recipes, load_problem = NEW.load_problem, had_items = had_items OR NEW.had_items
    WHERE id = NEW.id;
  ELSE
    INSERT INTO mirrored_households (id, name) VALUES (NEW.id, NEW.name);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER households_mirrored AFTER INSERT OR UPDATE OR DELETE ON households FOR EACH ROW EXECUTE FUNCTION mirror_household();

-- The rows of a person who moves to another household are inserted there and deleted here: Citus moves no row.
CREATE FUNCTION mirror_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry text;
  columns text;
BEGIN
  IF TG_OP <> 'INSERT' AND (TG_OP = 'DELETE' OR OLD.household_id <> NEW.household_id) THEN
    EXECUTE format('SET LOCAL foyer.moved_from = %L', OLD.household_id);
    IF TG_OP = 'UPDATE' THEN
      EXECUTE format('SET LOCAL foyer.moved_to = %L', NEW.household_id);
    END IF;
    FOREACH entry IN ARRAY ARRAY['favorites', 'cooking_parameters', 'folded_sections'] LOOP
      IF TG_OP = 'UPDATE' THEN
        SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
        WHERE attrelid = entry::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'household_id';
        EXECUTE format(
          'INSERT INTO %I (household_id, %s) SELECT %L::uuid, %2$s FROM %1$I WHERE household_id = %4$L AND person_id = %5$L '
            || 'ON CONFLICT DO NOTHING',
          entry, columns, NEW.household_id, OLD.household_id, OLD.id);
      END IF;
      EXECUTE format('DELETE FROM %I WHERE household_id = %L AND person_id = %L', entry, OLD.household_id, OLD.id);
    END LOOP;
    SET LOCAL foyer.moved_from = '';
    SET LOCAL foyer.moved_to = '';
    DELETE FROM mirrored_people WHERE household_id = OLD.household_id AND id = OLD.id;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.household_id = NEW.household_id THEN
    UPDATE mirrored_people SET name = NEW.name, photo_id = NEW.photo_id WHERE household_id = NEW.household_id AND id = NEW.id;
  ELSIF TG_OP <> 'DELETE' THEN
    INSERT INTO mirrored_people (household_id, id, name, photo_id) VALUES (NEW.household_id, NEW.id, NEW.name, NEW.photo_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER people_mirrored AFTER INSERT OR UPDATE OF household_id, name, photo_id OR DELETE ON people
  FOR EACH ROW EXECUTE FUNCTION mirror_person();

-- What statements on shards call.
SELECT create_distributed_function(oid::regprocedure) FROM pg_proc
WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND prorettype <> 'trigger'::regtype
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  AND proname NOT IN ('open_session', 'open_household', 'tell_workers', 'tell_quota', 'starter_of', 'noted_changes', 'announce', 'change_nights', 'nights_are_free');

-- The cookbook that is there already.
UPDATE cookbooks SET digest = digest;

-- The rows that are on the workers now.
SELECT truncate_local_data_after_distributing_table(name::regclass) FROM distributed_tables;
