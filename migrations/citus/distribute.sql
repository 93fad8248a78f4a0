-- What `foyer distribute` does to a database on a Citus coordinator, as its superuser, after placement.sql and in the same
-- transaction: the tables of tenants become shards on the workers, by the hash of their household. What is needed before the
-- household is known (households, people, accounts, sessions), what households share (listings, stays) and the jobs stay as
-- they are, on the coordinator.
--
-- The statements of the program are those of any other database, but for some names (Sources/Citus):
-- current_household(), current_person(), starter_household() and now() become planned_household() and so on, and a statement
-- with a distributed table reads mirrored_people, mirrored_households, mirrored_reminder_settings and mirrored_stay_requests.

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

GRANT SELECT ON distributed_tables TO foyer_app, foyer_identity;

-- Programs of before do not run there.
DROP VIEW item_words;

-- What a statement on a shard may need of the people and the household, whose tables are on the coordinator.
CREATE TABLE mirrored_households (LIKE households INCLUDING DEFAULTS, PRIMARY KEY (id));
CREATE TABLE mirrored_people (LIKE people INCLUDING DEFAULTS, PRIMARY KEY (household_id, id));
CREATE TABLE mirrored_reminder_settings (LIKE reminder_settings INCLUDING DEFAULTS, PRIMARY KEY (household_id, person_id));
INSERT INTO mirrored_households SELECT * FROM households;
INSERT INTO mirrored_people SELECT * FROM people;
INSERT INTO mirrored_reminder_settings SELECT * FROM reminder_settings;
DO $$
DECLARE
  mirror text;
BEGIN
  FOREACH mirror IN ARRAY ARRAY['mirrored_households', 'mirrored_people', 'mirrored_reminder_settings'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', mirror);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', mirror);
    EXECUTE format($policy$
      CREATE POLICY household ON %I TO foyer_app USING (%I = nullif(current_setting('foyer.household', true), '')::uuid)
      $policy$, mirror, CASE mirror WHEN 'mirrored_households' THEN 'id' ELSE 'household_id' END);
    EXECUTE format('CREATE POLICY identity ON %I TO foyer_identity USING (true)', mirror);
    EXECUTE format('GRANT SELECT, UPDATE ON %I TO foyer_app', mirror);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO foyer_identity', mirror);
  END LOOP;
END $$;
GRANT INSERT ON mirrored_reminder_settings TO foyer_app;

-- The starter cookbook is read with the household's own recipes: each shard has it in each language, as that of a household
-- of its own whose id has the shard's hash. foyer.starter names the one of the transaction.
CREATE TABLE starters (
  id uuid PRIMARY KEY,
  -- That of starter_households() which has the same recipes.
  origin uuid NOT NULL,
  lowest integer NOT NULL,
  highest integer NOT NULL,
  UNIQUE (origin, lowest)
);
GRANT SELECT ON starters TO foyer_app, foyer_identity;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['recipes', 'recipe_keys', 'recipe_words', 'ingredient_names'] LOOP
    EXECUTE format($policy$
      ALTER POLICY household ON %I USING (household_id = ANY (ARRAY[
        nullif(current_setting('foyer.household', true), '')::uuid, nullif(current_setting('foyer.starter', true), '')::uuid]))
      $policy$, name);
  END LOOP;
END $$;

-- A reference from a worker to the coordinator, or back, cannot be checked, and rows do not go with what they refer to: of
-- people, mirror_person sees to that.
CREATE TABLE moving_tables (name text PRIMARY KEY);
GRANT SELECT ON moving_tables TO foyer_app, foyer_identity;
INSERT INTO moving_tables SELECT DISTINCT conrelid::regclass::text FROM pg_constraint
WHERE contype = 'f' AND confrelid = 'people'::regclass AND confupdtype = 'c'
  AND conrelid::regclass::text IN (SELECT name FROM distributed_tables);
-- Of a column list in SET NULL Citus knows nothing. An image that is deleted has no references by then; of the others a
-- trigger empties them.
CREATE FUNCTION empty_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM mirrored_households WHERE id = OLD.household_id) THEN
    EXECUTE format('UPDATE %I SET %I = NULL WHERE household_id = %L AND %2$I = %4$L', TG_ARGV[0], TG_ARGV[1], OLD.household_id, OLD.id);
  END IF;
  RETURN OLD;
END $$;
DO $$
DECLARE
  reference record;
BEGIN
  FOR reference IN
    SELECT conrelid::regclass AS id, conname, confrelid::regclass AS referred, confdeltype, pg_get_constraintdef(oid) AS definition,
      (SELECT attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = confdelsetcols[1]) AS emptied,
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
      IF reference.referred <> 'images'::regclass THEN
        EXECUTE format('CREATE TRIGGER %I BEFORE DELETE ON %s FOR EACH ROW EXECUTE FUNCTION empty_reference(%L, %L)',
          reference.id || '_emptied', reference.referred, reference.id, reference.emptied);
      END IF;
    END IF;
  END LOOP;
END $$;

-- A note that a trigger makes on a worker is not read there: `noted_changes` says it.
DO $$
DECLARE
  subjects text;
  entry record;
BEGIN
  SELECT string_agg(DISTINCT rtrim(encode(tgargs, 'escape'), '\0'), ',') INTO subjects FROM pg_trigger
  WHERE tgfoid = 'announce_change'::regproc AND tgrelid::regclass::text IN (SELECT name FROM distributed_tables);
  -- As EventQueries.changes. What was written on a worker is not known here: after any change, other pages look again.
  EXECUTE format($function$
    CREATE FUNCTION noted_changes() RETURNS text STABLE LANGUAGE sql RETURN
      coalesce(current_setting('foyer.changes', true), '') || CASE WHEN current_setting('foyer.household', true) <> '' THEN (
        SELECT string_agg(concat_ws(
          ' ', current_setting('foyer.household', true), subject, nullif(current_setting('foyer.person', true), '')) || ';', '')
        FROM unnest(%L::text[]) AS subject) ELSE '' END
    $function$, '{' || subjects || '}');
  FOR entry IN
    SELECT tgrelid::regclass AS id, tgname FROM pg_trigger
    WHERE tgfoid = 'announce_change'::regproc AND tgrelid::regclass::text IN (SELECT name FROM distributed_tables)
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', entry.tgname, entry.id);
  END LOOP;
END $$;
DROP TRIGGER counts_deleted ON households;
DROP TRIGGER activity_deleted ON households;
DROP TRIGGER households_reminded_no_more ON households;
DROP TRIGGER households_changes_deleted ON households;

-- When the transaction began, by the coordinator's clock: its rows have this time, and a worker's now() is another one.
CREATE FUNCTION transaction_now() RETURNS timestamptz STABLE LANGUAGE plpgsql AS
  $$ BEGIN RETURN coalesce(nullif(current_setting('foyer.now', true), '')::timestamptz, now()); END $$;
DO $$
DECLARE
  entry record;
BEGIN
  FOR entry IN
    SELECT adrelid::regclass AS id, attname FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
    WHERE pg_get_expr(adbin, adrelid) = 'now()' AND adrelid::regclass::text IN (SELECT name FROM distributed_tables)
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER %I SET DEFAULT transaction_now()', entry.id, entry.attname);
  END LOOP;
END $$;
-- In an UPDATE Citus gives columns to functions that are declared so alone. They are such: they depend on no setting.
ALTER FUNCTION moment_of(timestamp, text) IMMUTABLE;
ALTER FUNCTION end_of_day(date, text) IMMUTABLE;

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

-- As in 0052_due_days.sql, in such statements. What follows from the settings of reminders is done by their mirror, on the
-- worker, where the locks are those that the items' triggers take.
CREATE OR REPLACE FUNCTION remind_of_item(
  household uuid, item uuid, due timestamptz, due_day date, turn uuid, those uuid[], is_open boolean
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  people_then uuid[];
  moments timestamptz[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(household::text, 7));
  IF NOT EXISTS (SELECT FROM reminder_settings s WHERE s.household_id = household AND (s.by_mail OR s.by_push)) THEN
    RETURN;
  END IF;
  SELECT coalesce(array_agg(s.person_id), '{}'), coalesce(array_agg(m.at), '{}') INTO people_then, moments
  FROM reminder_settings s
  JOIN people p ON p.household_id = s.household_id AND p.id = s.person_id
  LEFT JOIN item_reminders o ON o.household_id = s.household_id AND o.item_id = item AND o.person_id = s.person_id
  CROSS JOIN LATERAL reminder_moments(due, due_day, coalesce(o.codes, s.codes), p.time_zone, s.quiet_from, s.quiet_to) AS m
  WHERE s.household_id = household AND (s.by_mail OR s.by_push) AND is_open AND is_reminded(s.person_id, turn, those);
  DELETE FROM reminders r WHERE r.household_id = household AND r.item_id = item
    AND NOT EXISTS (SELECT FROM unnest(people_then, moments) AS w (person_id, at) WHERE w.person_id = r.person_id AND w.at = r.at);
  FOR n IN 1 .. cardinality(moments) LOOP
    CONTINUE WHEN moments[n] <= now();
    INSERT INTO reminders (household_id, item_id, person_id, at) VALUES (household, item, people_then[n], moments[n])
    ON CONFLICT DO NOTHING;
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION remind_person(household uuid, person uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  those uuid[];
  moments timestamptz[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(household::text, 7));
  SELECT coalesce(array_agg(i.id), '{}'), coalesce(array_agg(m.at), '{}') INTO those, moments
  FROM reminder_settings s
  JOIN people p ON p.household_id = s.household_id AND p.id = s.person_id
  JOIN items i ON i.household_id = s.household_id AND i.deleted_at IS NULL AND i.done_at IS NULL
    AND i.due_at > now() - interval '2 days 3 hours' AND is_reminded(person, i.turn_person, i.people)
  LEFT JOIN item_reminders o ON o.household_id = s.household_id AND o.item_id = i.id AND o.person_id = person
  CROSS JOIN LATERAL reminder_moments(i.due_at, i.due_day, coalesce(o.codes, s.codes), p.time_zone, s.quiet_from, s.quiet_to) AS m
  WHERE s.household_id = household AND s.person_id = person AND (s.by_mail OR s.by_push);
  DELETE FROM reminders r WHERE r.household_id = household AND r.person_id = person
    AND NOT EXISTS (SELECT FROM unnest(those, moments) AS w (item_id, at) WHERE w.item_id = r.item_id AND w.at = r.at);
  FOR n IN 1 .. cardinality(moments) LOOP
    CONTINUE WHEN moments[n] <= now();
    INSERT INTO reminders (household_id, item_id, person_id, at) VALUES (household, those[n], person, moments[n])
    ON CONFLICT DO NOTHING;
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION keep_item_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken record;
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(OLD.household_id::text, 7));
    DELETE FROM reminders WHERE household_id = OLD.household_id AND item_id = OLD.id;
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' AND NEW.series_id IS NOT NULL THEN
    FOR taken IN
      SELECT o.person_id, o.codes
      FROM (
        SELECT household_id, id, done_at FROM items
        WHERE household_id = NEW.household_id AND series_id = NEW.series_id AND id <> NEW.id
        ORDER BY occurrence DESC LIMIT 5
      ) AS ticked
      JOIN item_reminders o ON o.household_id = NEW.household_id AND o.item_id = ticked.id
      JOIN people p ON p.household_id = NEW.household_id AND p.id = o.person_id
      WHERE ticked.done_at = now()
    LOOP
      INSERT INTO item_reminders (household_id, item_id, person_id, codes)
      VALUES (NEW.household_id, NEW.id, taken.person_id, taken.codes) ON CONFLICT DO NOTHING;
    END LOOP;
  END IF;
  PERFORM remind_of_item(NEW.household_id, NEW.id, NEW.due_at, NEW.due_day, NEW.turn_person, NEW.people,
    NEW.due_at IS NOT NULL AND NEW.done_at IS NULL AND NEW.deleted_at IS NULL);
  RETURN NULL;
END $$;
CREATE FUNCTION keep_mirrored_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM remind_person(NEW.household_id, NEW.person_id);
  RETURN NULL;
END $$;
CREATE TRIGGER mirrored_settings_kept AFTER INSERT OR UPDATE ON mirrored_reminder_settings
  FOR EACH ROW EXECUTE FUNCTION keep_mirrored_reminders();
-- A change of a member is noted where the items are, with the numbers of the transactions there.
DROP TRIGGER people_followed ON people;
DROP TRIGGER people_followed_again ON people;
CREATE TRIGGER mirrored_people_followed AFTER INSERT OR DELETE ON mirrored_people FOR EACH ROW EXECUTE FUNCTION note_plain_row('people');
CREATE TRIGGER mirrored_people_followed_again AFTER UPDATE ON mirrored_people FOR EACH ROW
  WHEN ((OLD.name, OLD.birthday, OLD.away_from, OLD.away_until) IS DISTINCT FROM (NEW.name, NEW.birthday, NEW.away_from, NEW.away_until))
  EXECUTE FUNCTION note_plain_row('people');
-- The evenings before arrivals, on the coordinator.
CREATE OR REPLACE FUNCTION keep_person_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.by_mail OR NEW.by_push THEN
    INSERT INTO stay_reminders (household_id, request_id, at)
    SELECT NEW.household_id, r.id, moment_of(r.arrival - 1 + time '18:00', h.time_zone)
    FROM stay_requests r JOIN households h ON h.id = NEW.household_id
    WHERE NEW.household_id IN (r.household_id, r.host_household_id) AND r.state = 'accepted' AND r.deleted_at IS NULL
      AND r.arrival > current_date
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- What runs on a shard knows the mirrors alone. What runs on the coordinator and writes on the workers tells them its setting.
DO $$
DECLARE
  entry record;
BEGIN
  FOR entry IN
    SELECT oid FROM pg_proc
    WHERE (oid IN (SELECT id FROM functions_on_workers) OR proname = 'remind_person')
      AND (prosrc ~ '\m(FROM|JOIN|UPDATE) (households|people|reminder_settings)\M' OR prosrc ~ '\mnow\(\)')
  LOOP
    EXECUTE regexp_replace(regexp_replace(pg_get_functiondef(entry.oid),
      '\m(FROM|JOIN|UPDATE) (households|people|reminder_settings)\M', '\1 mirrored_\2', 'g'),
      '\mnow\(\)', 'transaction_now()', 'g');
  END LOOP;
  EXECUTE regexp_replace(pg_get_functiondef('forget_person'::regproc), 'PERFORM set_config\(''foyer.left_household'', (.*?), true\);',
    'EXECUTE format(''SET LOCAL foyer.left_household = %L'', \1);', 'g');
END $$;
-- Citus takes no now() in DO UPDATE.
DO $$
BEGIN
  EXECUTE replace(pg_get_functiondef('note_activity'::regproc), 'SET at = transaction_now()', 'SET at = EXCLUDED.at');
END $$;
-- foyer_identity sees in triggers what these name (the policy `moved`, below): a worker knows nothing of the coordinator's.
CREATE OR REPLACE FUNCTION note_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM people WHERE household_id = NEW.household_id AND id <> NEW.id) THEN
    EXECUTE format('SET LOCAL foyer.moved_to = %L', NEW.household_id);
    PERFORM note_activity(NEW.household_id, NEW.id, 'joined', NEW.id, '');
    SET LOCAL foyer.moved_to = '';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION forget_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SET LOCAL foyer.left_household = %L', OLD.household_id);
  DELETE FROM item_reminders WHERE household_id = OLD.household_id AND person_id = OLD.id;
  DELETE FROM reminders WHERE household_id = OLD.household_id AND person_id = OLD.id;
  IF TG_OP = 'UPDATE' THEN
    EXECUTE format('SET LOCAL foyer.left_household = %L', NEW.household_id);
    UPDATE reminder_settings SET changed_at = now() WHERE household_id = NEW.household_id AND person_id = NEW.id;
  END IF;
  SET LOCAL foyer.left_household = '';
  RETURN NULL;
END $$;
-- Whoever moves a shard is the tables' owner, a member of foyer_identity: who sees what refers to an item, and not the item,
-- finds the reference broken.
ALTER POLICY identity ON item_reminders USING (household_id = nullif(current_setting('foyer.left_household', true), '')::uuid);
CREATE OR REPLACE FUNCTION forget_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SET LOCAL foyer.moved_from = %L', OLD.household_id);
  DELETE FROM activity WHERE household_id = OLD.household_id AND person_id = OLD.id;
  SET LOCAL foyer.moved_from = '';
  RETURN NULL;
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

-- A household for each shard and language, until each has one.
DO $$
DECLARE
  cookbook uuid;
  household uuid;
  hash integer;
  number integer;
BEGIN
  CREATE TEMPORARY TABLE shard ON COMMIT DROP AS
    SELECT shardminvalue::integer AS lowest, shardmaxvalue::integer AS highest, origin
    FROM pg_dist_shard, unnest(starter_households()) AS origin WHERE logicalrelid = 'recipes'::regclass;
  FOREACH cookbook IN ARRAY starter_households() LOOP
    household := cookbook;
    number := 0;
    WHILE EXISTS (SELECT FROM shard WHERE origin = cookbook) LOOP
      hash := worker_hash(household);
      WITH found AS (DELETE FROM shard WHERE origin = cookbook AND hash BETWEEN lowest AND highest RETURNING lowest, highest)
      INSERT INTO starters (id, origin, lowest, highest) SELECT household, cookbook, lowest, highest FROM found;
      number := number + 1;
      household := (left(cookbook::text, 19) || right(cookbook::text, 4) || '-' || lpad(to_hex(number), 12, '0'))::uuid;
    END LOOP;
  END LOOP;
END $$;

CREATE FUNCTION starter_of(household uuid, cookbook uuid) RETURNS uuid STABLE LANGUAGE sql
  RETURN (SELECT id FROM starters WHERE origin = cookbook AND worker_hash(household) BETWEEN lowest AND highest);

-- The stays of guests that statements on the shards ask for: of tonight and the next, as the transaction's settings tell.
CREATE VIEW mirrored_stay_requests AS
SELECT * FROM jsonb_to_recordset(nullif(current_setting('foyer.stays', true), '')::jsonb) AS stay_requests (
  household_id uuid, host_household_id uuid, id uuid, guest_name text, arrival date, departure date, guests integer, required bigint,
  state text, deleted_at timestamptz, version integer);
GRANT SELECT ON mirrored_stay_requests TO foyer_app, foyer_identity;

-- Citus finds the shard while it plans, and only by a constant. The program uses these in statements that are planned each
-- time they run, and never prepares one. In a function, whose plans are kept, they would be wrong: row level security on
-- the shards, by the settings of the moment, then hides every row.
CREATE FUNCTION planned_household() RETURNS uuid IMMUTABLE LANGUAGE plpgsql AS
  $$ BEGIN RETURN nullif(current_setting('foyer.household', true), '')::uuid; END $$;
CREATE FUNCTION planned_person() RETURNS uuid IMMUTABLE LANGUAGE plpgsql AS
  $$ BEGIN RETURN nullif(current_setting('foyer.person', true), '')::uuid; END $$;
CREATE FUNCTION planned_now() RETURNS timestamptz IMMUTABLE LANGUAGE plpgsql AS
  $$ BEGIN RETURN transaction_now(); END $$;
CREATE FUNCTION planned_starter() RETURNS uuid IMMUTABLE LANGUAGE plpgsql AS
  $$ BEGIN RETURN nullif(current_setting('foyer.starter', true), '')::uuid; END $$;

-- Settings that workers hear of: SET LOCAL is passed on, and set_config is not.
CREATE FUNCTION tell_workers(household uuid, person uuid, zone text, language text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('foyer.language', language, true);
  EXECUTE format('SET LOCAL foyer.household = %L', coalesce(household::text, ''));
  EXECUTE format('SET LOCAL foyer.person = %L', coalesce(person::text, ''));
  EXECUTE format('SET LOCAL foyer.starter = %L', coalesce(starter_of(household, starter_household())::text, ''));
  EXECUTE format('SET LOCAL foyer.now = %L', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00'));
  EXECUTE format('SET LOCAL foyer.stays = %L', (
    SELECT coalesce(jsonb_agg(stay)::text, '') FROM (
      SELECT household_id, host_household_id, id, guest_name, arrival, departure, guests, required, state, deleted_at, version
      FROM stay_requests
      WHERE host_household_id = tell_workers.household AND state = 'accepted' AND deleted_at IS NULL AND departure >= current_date - 7
      ORDER BY departure LIMIT 100
    ) AS stay));
  EXECUTE format('SET LOCAL TimeZone = %L', coalesce(zone, 'UTC'));
  SET LOCAL DateStyle = 'ISO, YMD';
END $$;

CREATE FUNCTION tell_quota(bytes text) RETURNS void LANGUAGE plpgsql AS
  $$ BEGIN EXECUTE format('SET LOCAL foyer.quota = %L', bytes); END $$;

CREATE FUNCTION open_household(household text, person text DEFAULT '', zone text DEFAULT 'UTC') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_workers(nullif(household, '')::uuid, nullif(person, '')::uuid, zone, 'en');
  PERFORM set_config('role', 'foyer_app', true);
END $$;

-- As SessionQueries.open: one row, of NULLs without a living session. The browser's language is that of who has chosen none.
CREATE FUNCTION open_session(hash bytea, browser text) RETURNS TABLE (
  person_id uuid, household_id uuid, name text, language text, theme text, accent text, bar text, has_shortcuts boolean, photo_id uuid,
  now timestamptz, household_name text, household_icon text, description_required boolean, open_items bigint, done_items bigint,
  had_items boolean, load_problem text, request_news integer, hosting_news integer, is_stale boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  zone text;
BEGIN
  SELECT s.person_id, s.household_id, p.name, p.language, p.theme, p.accent, p.bar, p.has_shortcuts, p.photo_id, now(),
    h.name, h.icon, h.description_required, h.had_items, h.load_problem,
    cardinality(ARRAY(SELECT 1 FROM stay_requests r WHERE r.household_id = s.household_id AND r.guest_unseen AND r.deleted_at IS NULL)),
    cardinality(ARRAY(SELECT 1 FROM stay_requests r WHERE r.host_household_id = s.household_id AND r.host_unseen)),
    s.seen_at < now() - interval '1 hour' OR p.seen_language IS NULL, p.time_zone
  INTO person_id, household_id, name, language, theme, accent, bar, has_shortcuts, photo_id, now,
    household_name, household_icon, description_required, had_items, load_problem, request_news, hosting_news, is_stale, zone
  FROM (VALUES (hash)) AS token (hash)
  LEFT JOIN sessions s ON s.token_hash = token.hash
    AND s.seen_at > now() - interval '14 days' AND s.created_at > now() - interval '30 days'
  LEFT JOIN people p ON p.household_id = s.household_id AND p.id = s.person_id
  LEFT JOIN households h ON h.id = p.household_id;
  PERFORM tell_workers(household_id, person_id, zone, coalesce(language, browser));
  PERFORM set_config('role', 'foyer_app', true);
  IF household_id IS NOT NULL THEN
    SELECT coalesce(sum(c.open_items), 0), coalesce(sum(c.done_items), 0),
      had_items OR coalesce((SELECT m.had_items FROM mirrored_households m WHERE m.id = open_session.household_id), false)
    INTO open_items, done_items, had_items
    FROM item_counts c WHERE c.household_id = open_session.household_id;
  END IF;
  RETURN NEXT;
END $$;

-- As ReminderJobQueries.due, with those that are due at the same moment as the last one: takes them from every shard.
CREATE FUNCTION take_reminders(amount bigint) RETURNS TABLE (household_id uuid, item_id uuid, person_id uuid, at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  last timestamptz;
BEGIN
  IF pg_try_advisory_xact_lock(hashtextextended('reminders', 0)) THEN
    SELECT max(due.at) INTO last FROM (SELECT r.at FROM reminders r WHERE r.at <= now() ORDER BY r.at LIMIT amount) AS due;
    IF last IS NOT NULL THEN
      RETURN QUERY DELETE FROM reminders r WHERE r.at <= last RETURNING r.household_id, r.item_id, r.person_id, r.at;
    END IF;
  END IF;
END $$;

-- A starter cookbook was written to the first of its starters: the others get the same.
CREATE FUNCTION copy_starters() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  origin uuid := NEW.household_id;
  copy uuid;
  entry text;
  columns text;
BEGIN
  EXECUTE format('SET LOCAL foyer.starter = %L', origin);
  FOR copy IN SELECT id FROM starters WHERE starters.origin = NEW.household_id AND id <> NEW.household_id LOOP
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
  FOR entry IN SELECT name FROM moving_tables LOOP
    EXECUTE format('GRANT SELECT, INSERT ON %I TO foyer_identity', entry);
  END LOOP;
END $$;

-- Each column of the mirror, written below, as PostgreSQL does not check these before.
SET LOCAL check_function_bodies = off;
CREATE FUNCTION mirror_household() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- First: triggers on the shards count nothing of a household that is gone.
    DELETE FROM mirrored_households WHERE id = OLD.id;
    EXECUTE format('SET LOCAL foyer.moved_from = %L', OLD.id);
    -- The other tables' rows go with these, by references.
    FOR entry IN
      SELECT name FROM distributed_tables
      WHERE name <> 'mirrored_households'
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND conrelid = name::regclass AND confdeltype = 'c')
      ORDER BY position
    LOOP
      EXECUTE format('DELETE FROM %I WHERE household_id = %L', entry, OLD.id);
    END LOOP;
    SET LOCAL foyer.moved_from = '';
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE mirrored_households AS mirrored SET /* each column */ WHERE id = NEW.id;
  ELSE
    INSERT INTO mirrored_households (/* columns */) VALUES (/* values */);
  END IF;
  RETURN NULL;
END $$;

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
    FOR entry IN SELECT name FROM moving_tables LOOP
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
    -- That of who moves is written again by forget_reminders.
    DELETE FROM mirrored_reminder_settings WHERE household_id = OLD.household_id AND person_id = OLD.id;
    DELETE FROM mirrored_people WHERE household_id = OLD.household_id AND id = OLD.id;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.household_id = NEW.household_id THEN
    UPDATE mirrored_people AS mirrored SET /* each column */ WHERE household_id = NEW.household_id AND id = NEW.id;
  ELSIF TG_OP <> 'DELETE' THEN
    INSERT INTO mirrored_people (/* columns */) VALUES (/* values */);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION mirror_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mirrored_reminder_settings AS mirrored (/* columns */) VALUES (/* values */)
  ON CONFLICT (household_id, person_id) DO UPDATE SET /* each column */;
  RETURN NULL;
END $$;

DO $$
DECLARE
  entry record;
BEGIN
  FOR entry IN SELECT * FROM (VALUES
    ('mirror_household', 'households'), ('mirror_person', 'people'), ('mirror_settings', 'reminder_settings')) AS list (function, source)
  LOOP
    EXECUTE (
      SELECT replace(replace(replace(pg_get_functiondef(entry.function::regproc),
        '/* columns */', string_agg(quote_ident(attname), ', ')),
        '/* values */', string_agg(format('NEW.%I', attname), ', ')),
        '/* each column */', string_agg(
          CASE attname WHEN 'had_items' THEN 'had_items = mirrored.had_items OR NEW.had_items' ELSE format('%I = NEW.%1$I', attname) END,
          ', ') FILTER (WHERE attname NOT IN ('household_id', 'person_id', 'id')))
      FROM pg_attribute WHERE attrelid = entry.source::regclass AND attnum > 0 AND NOT attisdropped);
  END LOOP;
END $$;
SET LOCAL check_function_bodies = on;
-- First of their tables' triggers, by their names, as those of references were: the others find the workers up to date.
CREATE TRIGGER a_mirrored AFTER INSERT OR UPDATE OR DELETE ON households FOR EACH ROW EXECUTE FUNCTION mirror_household();
CREATE TRIGGER a_mirrored AFTER INSERT OR UPDATE OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION mirror_person();
CREATE TRIGGER a_mirrored AFTER INSERT OR UPDATE OF codes, by_mail, by_push, quiet_from, quiet_to, changed_at ON reminder_settings
  FOR EACH ROW EXECUTE FUNCTION mirror_settings();

-- What statements on shards call.
SELECT create_distributed_function(oid::regprocedure) FROM pg_proc
WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND prorettype <> 'trigger'::regtype
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  AND proname NOT IN ('open_session', 'open_household', 'tell_workers', 'tell_quota', 'starter_of', 'noted_changes', 'announce',
    'change_nights', 'nights_are_free', 'tell_of_stay', 'take_reminders', 'items_with', 'remake_item_texts');

-- The cookbook that is there already.
UPDATE cookbooks SET digest = digest;

-- The rows that are on the workers now.
SELECT truncate_local_data_after_distributing_table(name::regclass) FROM distributed_tables ORDER BY position;
-- Without statistics of the shards a search takes seconds.
DO $$
DECLARE
  entry text;
BEGIN
  FOR entry IN SELECT name FROM distributed_tables LOOP
    EXECUTE format('ANALYZE %I', entry);
  END LOOP;
END $$;
