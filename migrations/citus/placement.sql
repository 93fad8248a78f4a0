-- Where `foyer distribute` puts each table, and what that needs of the functions that triggers run: the first half of it,
-- without anything of Citus, so that the tests run it on any database. It refuses what distribute.sql does not know.
--
-- A table whose unique keys all name a household, the first of them at its beginning, is on the workers. The others are
-- found before the household is known, by a token or an address, and stay on the coordinator; so do those named here.
CREATE TEMPORARY TABLE coordinated (name text PRIMARY KEY) ON COMMIT DROP;
INSERT INTO coordinated VALUES
  -- What signs in, and what is known of a person without a household.
  ('people'), ('account_events'), ('second_factors'), ('recovery_codes'),
  -- What households share.
  ('listings'), ('listing_words'), ('listing_pictures'), ('listing_addresses'), ('blocked_dates'), ('stay_nights'),
  ('stay_requests'), ('stay_guests'), ('stay_messages'), ('stay_references'),
  -- What the clock reads of every household, with stays and people.
  ('reminder_settings'), ('stay_reminders'), ('stay_news'), ('webhooks'), ('webhook_deliveries'),
  -- Archives, which are not made of a distributed database.
  ('takeouts'), ('takeout_parts'),
  -- What says which starter cookbook is there.
  ('cookbooks');

-- In the order in which references allow it: what refers to something is before it. The last three are copies of what is on
-- the coordinator, for statements and triggers on the workers.
CREATE TABLE distributed_tables (position smallint PRIMARY KEY, name text NOT NULL UNIQUE);
WITH RECURSIVE placed AS (
  SELECT pg_class.oid, relname::text AS name FROM pg_class
  JOIN pg_attribute AS household ON attrelid = pg_class.oid AND attname = 'household_id' AND NOT attisdropped
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname::text NOT IN (SELECT name FROM coordinated)
    AND EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisunique AND indkey[0] = household.attnum)
    AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisunique AND household.attnum <> ALL (indkey))
), referenced AS (
  SELECT oid, name, 0 AS level FROM placed
  UNION
  SELECT confrelid, (SELECT name FROM placed WHERE placed.oid = confrelid), level + 1
  FROM referenced JOIN pg_constraint ON contype = 'f' AND conrelid = referenced.oid AND confrelid <> conrelid
  WHERE confrelid IN (SELECT oid FROM placed) AND level < 20
)
INSERT INTO distributed_tables
SELECT row_number() OVER (ORDER BY max(level), name), name FROM referenced GROUP BY name;
INSERT INTO distributed_tables
SELECT (SELECT max(position) FROM distributed_tables) + position, 'mirrored_' || name
FROM unnest(ARRAY['reminder_settings', 'people', 'households']) WITH ORDINALITY AS list (name, position);

-- The functions that run on the workers: those of triggers on their tables, and what these call.
CREATE TEMPORARY TABLE functions_on_workers (id regprocedure PRIMARY KEY) ON COMMIT DROP;
WITH RECURSIVE called AS (
  SELECT DISTINCT tgfoid AS id FROM pg_trigger
  WHERE NOT tgisinternal AND tgrelid::regclass::text IN (SELECT name FROM distributed_tables) AND tgfoid <> 'announce_change'::regproc
  UNION
  SELECT pg_proc.oid FROM called JOIN pg_proc AS caller ON caller.oid = called.id
  JOIN pg_proc ON pg_proc.pronamespace = 'public'::regnamespace AND caller.prosrc ~ ('\m' || pg_proc.proname || '\(')
)
INSERT INTO functions_on_workers SELECT id FROM called;

-- The tables that a function names.
CREATE TEMPORARY VIEW named_tables AS
SELECT pg_proc.oid AS id, proname::text AS function, lower(match[1]) AS name
FROM pg_proc, regexp_matches(prosrc, '\m(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)', 'g') AS match
WHERE pronamespace = 'public'::regnamespace AND to_regclass('public.' || lower(match[1])) IS NOT NULL;

-- The line of known_functions for a function as it is now.
CREATE TEMPORARY VIEW lines AS
SELECT proname::text AS name, format('(%L, %L)', proname, md5(prosrc)) AS line FROM pg_proc WHERE pronamespace = 'public'::regnamespace;

-- Functions that distribute.sql replaces or that write, on the coordinator, rows of the workers, by what they were when it was
-- written. Whoever changes one of them looks there, and notes the new line here, which the refusal tells.
CREATE TEMPORARY TABLE known_functions (name text PRIMARY KEY, sum text NOT NULL) ON COMMIT DROP;
INSERT INTO known_functions VALUES
  -- Replaced.
  ('count_item', 'b4e13d02777f730c05fef68c7397e930'),
  ('fold_item_counts', '5347784cccb481f519a925ab7a6f603e'),
  ('fold_tag_counts', 'f0538b907068d04907c7ba63edb9b8a6'),
  ('forget_activity', 'b5acaa99b711bf8da7fd84e43ca56d30'),
  ('forget_person', 'ee3fc5fc194fd9784d31bcf3d554c52f'),
  ('forget_reminders', 'c457a48e58954b5dad03900a3c010215'),
  ('keep_item_reminders', '94abb0341f196e09b8771f129d329697'),
  ('keep_person_reminders', 'd750e3dd3fc276dca288fa2e49e63573'),
  ('note_activity', 'bc7da1feb4af0272f7480871fb1c00ff'),
  ('note_member', 'c3b3dadef5cc6e4fe2de8d34acd7a28b'),
  ('remind_of_item', 'ea53bdc686aa9d0ac0d1c83e58912e6a'),
  ('remind_person', '383dcd61a3bd8732d7b53a6fbb4c55b8'),
  -- What they do, the mirrors' triggers do.
  ('delete_item_counts', '3745784a0edc478483641eb6ca7d4636'),
  ('delete_reminders', 'a0e72626ef647edca8032ef6640e4ab0'),
  ('delete_changes', '1a2e10bf9109ab9c592e14b1aee4f050'),
  -- As they are.
  ('count_guest_photo', 'ebd835381231b7224591019cd7bf470a'),
  ('count_image', 'ef28be4d0d7c9daa6f88534b4dea499a'),
  ('delete_photo', '476169bbb16da00ae96030b01a7b0f0b'),
  ('keep_days', '801fe0a884061f9c2a5315197c199d8d'),
  ('take_photo_along', 'b1316ca276c0d18eada5ff3eefa797ce'),
  -- Not called there: Distribution.swift has what stands for the first one, and backups are made otherwise.
  ('items_with', '6f5bdd8fcd0d7e266585a349c4c00916'),
  ('remake_item_texts', '36e07e6c2ce5825229a1f26c1b386eac');
DO $$
DECLARE
  problem text;
BEGIN
  SELECT string_agg(name || coalesce(', now ' || (SELECT min(line) FROM lines WHERE lines.name = known_functions.name), ''), '; ' ORDER BY name)
  INTO problem FROM known_functions
  WHERE NOT EXISTS (SELECT FROM pg_proc WHERE proname = name AND pronamespace = 'public'::regnamespace AND md5(prosrc) = sum);
  IF problem IS NOT NULL THEN
    RAISE 'distribute.sql knows other functions than these: %', problem;
  END IF;

  SELECT string_agg(function || ' (' || name || ')', ', ' ORDER BY function, name) INTO problem FROM named_tables
  WHERE id IN (SELECT id FROM functions_on_workers) AND function NOT IN (SELECT name FROM known_functions)
    AND name NOT IN (SELECT name FROM distributed_tables UNION ALL SELECT replace(name, 'mirrored_', '') FROM distributed_tables);
  IF problem IS NOT NULL THEN
    RAISE 'these functions run on the workers, and name tables of the coordinator: %', problem;
  END IF;

  SELECT string_agg(DISTINCT function || ': say in distribute.sql what it does there, and here ' || line, '; ') INTO problem
  FROM named_tables JOIN lines ON lines.name = function
  WHERE id NOT IN (SELECT id FROM functions_on_workers) AND function NOT IN (SELECT name FROM known_functions)
    AND named_tables.name IN (SELECT name FROM distributed_tables);
  IF problem IS NOT NULL THEN
    RAISE 'these functions run on the coordinator, and name tables of the workers: %', problem;
  END IF;

  -- Within a trigger, Citus runs none of these on a shard.
  SELECT string_agg(DISTINCT proname, ', ') INTO problem
  FROM functions_on_workers JOIN pg_proc ON pg_proc.oid = id, regexp_split_to_table(prosrc, ';') AS statement
  WHERE proname NOT IN (SELECT name FROM known_functions) AND (
    statement ~ '\mWITH\M.*\m(INSERT|UPDATE|DELETE)\M' OR statement ~ '\mDO UPDATE\M.*\mnow\(\)' OR (
      statement ~ '\mINSERT INTO\M.*\mSELECT\M' AND EXISTS (
        SELECT FROM regexp_matches(statement, '\m(?:FROM|JOIN)\s+(\w+)', 'g') AS match
        WHERE to_regclass('public.' || lower(match[1])) IS NOT NULL)));
  IF problem IS NOT NULL THEN
    RAISE 'these functions insert what they select of a table, change rows in a WITH, or have now() in DO UPDATE: %', problem;
  END IF;

  SELECT string_agg(polrelid::regclass || ' (' || polname || ')', ', ') INTO problem FROM pg_policy
  WHERE polrelid::regclass::text IN (SELECT name FROM distributed_tables)
    AND concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~ '\mSELECT\M';
  IF problem IS NOT NULL THEN
    RAISE 'these policies read other rows, which Citus does not take: %', problem;
  END IF;

  SELECT string_agg(tgrelid::regclass || ' (' || tgname || ')', ', ') INTO problem FROM pg_trigger
  WHERE tgrelid::regclass::text IN (SELECT name FROM distributed_tables) AND (tgoldtable IS NOT NULL OR tgnewtable IS NOT NULL);
  IF problem IS NOT NULL THEN
    RAISE 'these triggers have tables of old or new rows, which Citus does not take: %', problem;
  END IF;
END $$;
