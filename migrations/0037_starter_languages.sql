-- compatible with programs from 0022 on
-- The starter cookbook in each language: a household for each, of which a reader sees one. All have the same recipes' ids, so
-- that a favourite stays one when its reader takes another language.
CREATE FUNCTION starter_households() RETURNS uuid[] IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN ARRAY['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000002',
    '00000000-0000-0000-0000-000000000003', '00000000-0000-0000-0000-000000000004']::uuid[];

-- The one of the reader's language, which the session's statement has set.
CREATE OR REPLACE FUNCTION starter_household() RETURNS uuid STABLE PARALLEL SAFE LANGUAGE sql
  RETURN CASE current_setting('foyer.language', true)
    WHEN 'fr' THEN '00000000-0000-0000-0000-000000000002'::uuid
    WHEN 'ko' THEN '00000000-0000-0000-0000-000000000003'::uuid
    WHEN 'ru' THEN '00000000-0000-0000-0000-000000000004'::uuid
    ELSE '00000000-0000-0000-0000-000000000001'::uuid END;

ALTER POLICY household ON recipes USING (household_id = ANY (ARRAY[
  nullif(current_setting('foyer.household', true), '')::uuid,
  CASE WHEN current_setting('foyer.household', true) <> '' THEN starter_household() END]));
ALTER POLICY household ON recipe_keys USING (household_id = ANY (ARRAY[
  nullif(current_setting('foyer.household', true), '')::uuid,
  CASE WHEN current_setting('foyer.household', true) <> '' THEN starter_household() END]));
ALTER POLICY household ON ingredient_names USING (household_id = ANY (ARRAY[
  nullif(current_setting('foyer.household', true), '')::uuid,
  CASE WHEN current_setting('foyer.household', true) <> '' THEN starter_household() END]));
