-- Two households for each page: a small one (66 items, 20 recipes, 14 meals, 100 lines of the shopping list) and a large one (10,000
-- items, 1,000 recipes, 500 meals, 300 lines). Their items are those of two households of seed.sql. Recipes come without a reading, as
-- from elsewhere: the program reads them once, after the first page that meets them.
\set ON_ERROR_STOP on
BEGIN;

CREATE TEMPORARY TABLE copied (was uuid, household_id uuid, person_id uuid, token bytea, recipes int, meals int, lines int) ON COMMIT DROP;
INSERT INTO copied
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(was), 12, '0'))::uuid, format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('01900000-0001-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid, sha256(sha256(convert_to('visitor ' || n, 'UTF8'))), recipes, meals, lines
FROM (VALUES (1, 2002, 20, 14, 100), (2001, 2003, 1000, 500, 300)) AS size (was, n, recipes, meals, lines);

INSERT INTO households (id, name) SELECT household_id, 'Of all pages' FROM copied;
INSERT INTO people (household_id, id, name, time_zone) SELECT household_id, person_id, 'Camille Durand', 'Europe/Paris' FROM copied;
INSERT INTO accounts (person_id, household_id, email, password) SELECT person_id, household_id, person_id || '@example.org', '' FROM copied;
INSERT INTO sessions (token_hash, household_id, person_id) SELECT token, household_id, person_id FROM copied;

INSERT INTO categories (household_id, id, name, color) SELECT c.household_id, id, name, color FROM copied c JOIN categories o ON o.household_id = was;
INSERT INTO tags (household_id, id, name, color) SELECT c.household_id, id, name, color FROM copied c JOIN tags o ON o.household_id = was;
INSERT INTO series (household_id, id, rule, repeat_from, starts_at, title)
SELECT c.household_id, id, rule, repeat_from, starts_at, title FROM copied c JOIN series o ON o.household_id = was;
INSERT INTO items (household_id, id, title, description, due_at, done_at, created_at, position, age_order, category_id, series_id, occurrence)
SELECT c.household_id, id, title, description, due_at, done_at, created_at, position, age_order, category_id, series_id, occurrence
FROM copied c JOIN items o ON o.household_id = was ORDER BY created_at;
INSERT INTO item_tags (household_id, item_id, tag_id) SELECT c.household_id, item_id, tag_id FROM copied c JOIN item_tags o ON o.household_id = was;

-- Lines as recipes have them: of 40, ten each.
CREATE TEMPORARY TABLE lines (n int, line text, name text, key text) ON COMMIT DROP;
INSERT INTO lines SELECT row_number() OVER () - 1, * FROM (VALUES
  ('500 g flour', 'flour', 'flour'), ('3 eggs', 'eggs', 'egg'), ('250 ml milk', 'milk', 'milk'), ('100 g butter, melted', 'butter', 'butter'),
  ('2 onions, finely chopped', 'onions', 'onion'), ('3 cloves garlic', 'garlic', 'garlic'), ('400 g tinned tomatoes', 'tinned tomatoes', 'tomato'),
  ('2 tbsp olive oil', 'olive oil', 'olive oil'), ('1 tsp salt', 'salt', 'salt'), ('1 bunch parsley', 'parsley', 'parsley'),
  ('200 g basmati rice', 'basmati rice', 'rice'), ('2 carrots', 'carrots', 'carrot'), ('1 stick celery', 'celery', 'celery'),
  ('300 g chicken thighs', 'chicken thighs', 'chicken'), ('1 lemon', 'lemon', 'lemon'), ('2 tsp ground cumin', 'ground cumin', 'cumin'),
  ('150 g cheddar, grated', 'cheddar', 'cheddar'), ('1 tbsp soy sauce', 'soy sauce', 'soy sauce'), ('4 potatoes', 'potatoes', 'potato'),
  ('1 red pepper', 'red pepper', 'bell pepper'), ('200 g spinach', 'spinach', 'spinach'), ('400 g chickpeas', 'chickpeas', 'chickpea'),
  ('2 tbsp sugar', 'sugar', 'sugar'), ('1 tsp cinnamon', 'cinnamon', 'cinnamon'), ('250 g mushrooms', 'mushrooms', 'mushroom'),
  ('100 g parmesan', 'parmesan', 'parmesan'), ('500 g spaghetti', 'spaghetti', 'pasta'), ('1 cucumber', 'cucumber', 'cucumber'),
  ('2 tbsp vinegar', 'vinegar', 'vinegar'), ('200 g yogurt', 'yogurt', 'yogurt'), ('1 courgette', 'courgette', 'zucchini'),
  ('1 aubergine', 'aubergine', 'eggplant'), ('50 g walnuts', 'walnuts', 'walnut'), ('1 tbsp honey', 'honey', 'honey'),
  ('2 apples', 'apples', 'apple'), ('300 g salmon', 'salmon', 'salmon'), ('1 lime, juiced', 'lime', 'lime'), ('20 g ginger', 'ginger', 'ginger'),
  ('200 ml coconut milk', 'coconut milk', 'coconut milk'), ('250 g tofu', 'tofu', 'tofu')) AS those (line, name, key);

INSERT INTO recipes (household_id, id, name, description, cuisine, servings, prep_minutes, cook_minutes, ingredients, steps,
  need_names, need_keys, traits, maybe)
SELECT c.household_id, format('0194%s-0000-7000-8000-%s', lpad(to_hex(r), 4, '0'), lpad(to_hex(r), 12, '0'))::uuid, 'Dish of every day ' || r,
  'A dish for the whole table.', '', 4, 15, 30, array_agg(line ORDER BY k), ARRAY['Mix everything, season it, and bake it for 40 minutes.'],
  array_agg(name ORDER BY k), array_agg(key ORDER BY k), 0, -1
FROM copied c CROSS JOIN LATERAL generate_series(1, c.recipes) AS r CROSS JOIN generate_series(0, 9) AS k JOIN lines ON
  n = (r * 7 + k * 3) % 40
GROUP BY c.household_id, r;
INSERT INTO recipe_keys (household_id, ingredient, place, traits, maybe, name_bits, recipe_id)
SELECT r.household_id, ingredient_number(key), place, traits, maybe, name_bits, r.id
FROM copied c JOIN recipes r ON r.household_id = c.household_id, name_bits(name_order) AS name_bits, unnest(need_keys) AS key
ORDER BY 1, 2, 3;
INSERT INTO ingredients_at_hand (household_id, id, name, key) SELECT household_id, gen_random_uuid(), name, key FROM copied, lines WHERE n % 4 = 0;

-- Two meals a day around today, from Monday on.
INSERT INTO meals (household_id, id, day, meal, recipe_id, text)
SELECT c.household_id, gen_random_uuid(), date_trunc('week', current_date)::date + k / 2 - CASE WHEN meals > 14 THEN 70 ELSE 0 END,
  (ARRAY['lunch', 'dinner'])[k % 2 + 1], r.id, r.name
FROM copied c CROSS JOIN LATERAL generate_series(0, c.meals - 1) AS k CROSS JOIN LATERAL (
  SELECT id, name, row_number() OVER (ORDER BY id) AS n FROM recipes WHERE household_id = c.household_id
) AS r WHERE r.n = 1 + k % c.recipes;

-- A third of the lines is wanted twice.
INSERT INTO shopping_entries (household_id, id, text, food, key, amount, aisle, source, source_name, edition, created_at)
SELECT household_id, gen_random_uuid(), line || ' ' || place, name || ' ' || place, key || '/' || place,
  (ARRAY['500 g', '3', '2 tbsp', '1/2 l', '2 clove'])[place % 5 + 1], (ARRAY['produce', 'dry', 'dairy', 'spices'])[place % 4 + 1], 'recipe',
  'Dish ' || k % 7, 1000, now() + k * interval '1 second'
FROM (SELECT household_id, k, k % c.lines AS place FROM copied c CROSS JOIN LATERAL generate_series(1, c.lines * 4 / 3) AS k) AS those
JOIN lines ON n = place % 40;

-- The other households have something of each, or PostgreSQL would read whole tables that hold little else than these two.
INSERT INTO shopping_entries (household_id, id, text, food, key, amount, aisle, edition)
SELECT h.id, gen_random_uuid(), line, lines.name, key, '', 'dry', 1000 FROM households h CROSS JOIN lines
WHERE n % 4 = 1 AND h.id NOT IN (SELECT household_id FROM copied) AND h.id <> starter_household();
INSERT INTO ingredients_at_hand (household_id, id, name, key) SELECT h.id, gen_random_uuid(), lines.name, key FROM households h CROSS JOIN lines
WHERE n % 8 = 0 AND h.id NOT IN (SELECT household_id FROM copied) AND h.id <> starter_household();
INSERT INTO meals (household_id, id, day, meal, text)
SELECT h.id, gen_random_uuid(), date_trunc('week', current_date)::date + k, 'dinner', 'Soup' FROM households h CROSS JOIN generate_series(0, 6) AS k
WHERE h.id NOT IN (SELECT household_id FROM copied) AND h.id <> starter_household();

SELECT count(fold_item_counts(household_id)), count(fold_tag_counts(household_id)) FROM copied \g /dev/null
COMMIT;
VACUUM (ANALYZE);
CHECKPOINT;
