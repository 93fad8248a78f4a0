-- Recipes, what of it is at hand, and who eats what.
--
-- What a line of a recipe means is found out by the program (Cookery) when the recipe is written; here only keys and bits
-- are compared.

-- The household that owns the starter cookbook, made when that is loaded: nobody lives there, everybody reads its recipes.
-- An own copy has the same id and hides the original.
CREATE FUNCTION starter_household() RETURNS uuid IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN '00000000-0000-0000-0000-000000000001'::uuid;

ALTER TABLE households ADD hides_starter_recipes boolean NOT NULL DEFAULT false;

-- An ingredient's key as a number, which an index compares faster.
CREATE FUNCTION ingredient_number(key text) RETURNS bigint IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
  RETURN ('x' || left(md5(key), 16))::bit(64)::bigint;

CREATE SEQUENCE recipe_numbers AS bigint;
GRANT USAGE ON SEQUENCE recipe_numbers TO foyer_app;

CREATE TABLE recipes (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  -- A short name for it: what a search counts are numbers.
  number bigint NOT NULL DEFAULT nextval('recipe_numbers'),
  name text NOT NULL CONSTRAINT recipes_name_length CHECK (char_length(name) BETWEEN 1 AND 10000),
  description text NOT NULL DEFAULT '' CONSTRAINT recipes_description_length CHECK (char_length(description) <= 100000),
  -- As it was typed; one of those that are known by its name in forms.
  cuisine text NOT NULL DEFAULT '' CONSTRAINT recipes_cuisine_length CHECK (char_length(cuisine) <= 1000),
  servings smallint CHECK (servings > 0),
  prep_minutes integer CHECK (prep_minutes >= 0),
  cook_minutes integer CHECK (cook_minutes >= 0),
  -- A line each.
  ingredients text[] NOT NULL DEFAULT '{}' CHECK (cardinality(ingredients) <= 1000),
  steps text[] NOT NULL DEFAULT '{}' CHECK (cardinality(steps) <= 1000),
  source_url text NOT NULL DEFAULT '' CONSTRAINT recipes_source_length CHECK (char_length(source_url) <= 10000),
  image_id uuid,
  -- What the recipe says of itself: "vegan", "gluten-free". It counts above what its ingredients say.
  statements text[] NOT NULL DEFAULT '{}' CHECK (cardinality(statements) <= 1000),

  -- What must be at hand: the name of each ingredient, and the keys that any of it is known by, separated by '|'.
  need_names text[] NOT NULL DEFAULT '{}',
  need_keys text[] NOT NULL DEFAULT '{}',
  -- A bit for each cuisine it is of, each allergen it is known to be free of and each diet it is known to fit.
  traits bigint NOT NULL DEFAULT 0,
  -- The same, with what is unknown.
  maybe bigint NOT NULL DEFAULT 0,
  -- The edition of the words that understood it.
  edition integer NOT NULL DEFAULT 0,

  folded_name text NOT NULL GENERATED ALWAYS AS (folded(btrim(name))) STORED,
  name_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS (left(folded(btrim(name)), 500)) STORED,
  -- How many ingredients it needs, and its number: among recipes of which as much is at hand, fewer are missing first.
  place bigint NOT NULL GENERATED ALWAYS AS (least(cardinality(need_keys), 1000)::bigint << 40 | number) STORED,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (household_id, id) INCLUDE (name_order, deleted_at),
  FOREIGN KEY (household_id, image_id) REFERENCES images ON DELETE SET NULL (image_id)
);
CREATE INDEX recipes_by_name ON recipes (household_id, name_order, id) INCLUDE (traits, maybe, place) WHERE deleted_at IS NULL;
CREATE INDEX recipes_place ON recipes (household_id, place);
CREATE INDEX recipes_trash ON recipes (household_id, deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX recipes_image ON recipes (household_id, image_id) WHERE image_id IS NOT NULL;
CREATE INDEX recipes_edition ON recipes (household_id, edition);

-- Which recipes need an ingredient: all that a search looks at until it knows its fifty best.
CREATE TABLE recipe_keys (
  household_id uuid NOT NULL DEFAULT current_household(),
  ingredient bigint NOT NULL,
  place bigint NOT NULL,
  traits bigint NOT NULL,
  maybe bigint NOT NULL,
  recipe_id uuid NOT NULL,
  PRIMARY KEY (household_id, ingredient, place) INCLUDE (traits, maybe),
  FOREIGN KEY (household_id, recipe_id) REFERENCES recipes ON DELETE CASCADE
);
CREATE INDEX recipe_keys_recipe ON recipe_keys (household_id, recipe_id);

-- The names of ingredients that recipes use, to be suggested.
CREATE TABLE ingredient_names (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  ingredient bigint NOT NULL,
  name text NOT NULL CHECK (char_length(name) <= 200),
  folded_name text NOT NULL GENERATED ALWAYS AS (folded(name)) STORED,
  PRIMARY KEY (household_id, ingredient)
);

-- What there is in the house.
CREATE TABLE ingredients_at_hand (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  key text NOT NULL,
  ingredient bigint NOT NULL GENERATED ALWAYS AS (ingredient_number(key)) STORED,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (household_id, id),
  UNIQUE (household_id, ingredient)
);

-- What somebody eats, in the bits of recipes.traits.
CREATE TABLE cooking_parameters (
  household_id uuid NOT NULL DEFAULT current_household(),
  person_id uuid NOT NULL DEFAULT current_person(),
  -- Any of these,
  cuisines bigint NOT NULL,
  -- and all of these.
  required bigint NOT NULL,
  PRIMARY KEY (household_id, person_id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);

-- The recipe is the household's own or a starter one, so there is no reference to it. Its name is here, too: a search that
-- follows every letter reads nothing else.
CREATE TABLE favorites (
  household_id uuid NOT NULL DEFAULT current_household(),
  person_id uuid NOT NULL DEFAULT current_person(),
  recipe_id uuid NOT NULL,
  name_order text COLLATE "C" NOT NULL,
  is_deleted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (household_id, person_id, recipe_id),
  FOREIGN KEY (household_id, person_id) REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX favorites_by_name ON favorites (household_id, person_id, name_order, recipe_id) WHERE NOT is_deleted;
CREATE INDEX favorites_recipe ON favorites (household_id, recipe_id);

-- Missing ingredients that were written down at once: a form that is sent twice adds them once.
CREATE TABLE shopping_lists (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  lines text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT shopping_lists_once PRIMARY KEY (household_id, id)
);
CREATE INDEX shopping_lists_age ON shopping_lists (household_id, created_at);

-- What became of items thereby, so that it can be undone.
CREATE TABLE shopping_additions (
  household_id uuid NOT NULL DEFAULT current_household(),
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  -- Nil for an item that was made.
  title_before text,
  title text NOT NULL,
  PRIMARY KEY (household_id, id, item_id),
  FOREIGN KEY (household_id, id) REFERENCES shopping_lists ON DELETE CASCADE,
  FOREIGN KEY (household_id, item_id) REFERENCES items ON DELETE CASCADE
);
CREATE INDEX shopping_additions_item ON shopping_additions (household_id, item_id);

-- Which edition of the starter cookbook was loaded.
CREATE TABLE cookbooks (
  household_id uuid PRIMARY KEY REFERENCES households ON DELETE CASCADE,
  digest bytea NOT NULL
);

ALTER TABLE recipes ENABLE ROW LEVEL SECURITY;
ALTER TABLE recipes FORCE ROW LEVEL SECURITY;
ALTER TABLE recipe_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE recipe_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE ingredient_names ENABLE ROW LEVEL SECURITY;
ALTER TABLE ingredient_names FORCE ROW LEVEL SECURITY;
ALTER TABLE ingredients_at_hand ENABLE ROW LEVEL SECURITY;
ALTER TABLE ingredients_at_hand FORCE ROW LEVEL SECURITY;
ALTER TABLE cooking_parameters ENABLE ROW LEVEL SECURITY;
ALTER TABLE cooking_parameters FORCE ROW LEVEL SECURITY;
ALTER TABLE favorites ENABLE ROW LEVEL SECURITY;
ALTER TABLE favorites FORCE ROW LEVEL SECURITY;
ALTER TABLE shopping_lists ENABLE ROW LEVEL SECURITY;
ALTER TABLE shopping_lists FORCE ROW LEVEL SECURITY;
ALTER TABLE shopping_additions ENABLE ROW LEVEL SECURITY;
ALTER TABLE shopping_additions FORCE ROW LEVEL SECURITY;
ALTER TABLE cookbooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE cookbooks FORCE ROW LEVEL SECURITY;

-- Recipes are read in one's own household and in that of the starter cookbook, and written in one's own: a permissive
-- policy for what may be read, restrictive ones for what may be changed.
CREATE POLICY household ON recipes TO foyer_app USING (household_id = ANY (ARRAY[
  nullif(current_setting('foyer.household', true), '')::uuid,
  CASE WHEN current_setting('foyer.household', true) <> '' THEN '00000000-0000-0000-0000-000000000001'::uuid END]));
CREATE POLICY household ON recipe_keys TO foyer_app USING (household_id = ANY (ARRAY[
  nullif(current_setting('foyer.household', true), '')::uuid,
  CASE WHEN current_setting('foyer.household', true) <> '' THEN '00000000-0000-0000-0000-000000000001'::uuid END]));
CREATE POLICY household ON ingredient_names TO foyer_app USING (household_id = ANY (ARRAY[
  nullif(current_setting('foyer.household', true), '')::uuid,
  CASE WHEN current_setting('foyer.household', true) <> '' THEN '00000000-0000-0000-0000-000000000001'::uuid END]));
CREATE POLICY own_insert ON recipes AS RESTRICTIVE FOR INSERT TO foyer_app WITH CHECK (household_id = current_household());
CREATE POLICY own_update ON recipes AS RESTRICTIVE FOR UPDATE TO foyer_app USING (household_id = current_household());
CREATE POLICY own_delete ON recipes AS RESTRICTIVE FOR DELETE TO foyer_app USING (household_id = current_household());
CREATE POLICY own_insert ON recipe_keys AS RESTRICTIVE FOR INSERT TO foyer_app WITH CHECK (household_id = current_household());
CREATE POLICY own_update ON recipe_keys AS RESTRICTIVE FOR UPDATE TO foyer_app USING (household_id = current_household());
CREATE POLICY own_delete ON recipe_keys AS RESTRICTIVE FOR DELETE TO foyer_app USING (household_id = current_household());
CREATE POLICY own_insert ON ingredient_names AS RESTRICTIVE FOR INSERT TO foyer_app WITH CHECK (household_id = current_household());
CREATE POLICY own_update ON ingredient_names AS RESTRICTIVE FOR UPDATE TO foyer_app USING (household_id = current_household());
CREATE POLICY own_delete ON ingredient_names AS RESTRICTIVE FOR DELETE TO foyer_app USING (household_id = current_household());

CREATE POLICY household ON ingredients_at_hand TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON cooking_parameters TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON favorites TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON shopping_lists TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON shopping_additions TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON cookbooks TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON recipes, recipe_keys, ingredient_names, ingredients_at_hand, cooking_parameters,
  favorites, shopping_lists, shopping_additions, cookbooks TO foyer_app;

-- A picture goes with the recipe that showed it.
CREATE TRIGGER recipes_image_replaced AFTER UPDATE OF image_id ON recipes FOR EACH ROW
  WHEN (OLD.image_id IS NOT NULL AND OLD.image_id IS DISTINCT FROM NEW.image_id) EXECUTE FUNCTION delete_image();
CREATE TRIGGER recipes_image_deleted AFTER DELETE ON recipes FOR EACH ROW
  WHEN (OLD.image_id IS NOT NULL) EXECUTE FUNCTION delete_image();
