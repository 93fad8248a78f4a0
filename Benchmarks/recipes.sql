-- 100,000 recipes with about a million ingredients for the large household of seed.sql: of 1,500 ingredients, the one in
-- place k is used about 1/k as often as the first. Twelve of them are at hand, often used ones and rare ones.
\set ON_ERROR_STOP on
\set household '''01900000-0000-7000-8000-0000000007d1'''
\set person '''01900000-0001-7000-8000-0000000007d1'''
BEGIN;
SELECT setseed(0.5);

INSERT INTO recipes (household_id, id, name, description, cuisine, servings, prep_minutes, cook_minutes, ingredients, steps,
  need_names, need_keys, traits, maybe)
SELECT :household, format('0193%s-0000-7000-8000-%s', lpad(to_hex(n % 65536), 4, '0'), lpad(to_hex(n), 12, '0'))::uuid,
  (ARRAY['Roast', 'Braised', 'Grandmother''s', 'Quick', 'Spicy', 'Summer', 'Winter', 'Crème de', 'Baked', 'Grilled'])[1 + n % 10]
    || ' dish ' || (hashint4(n) & 1048575),
  'A dish for the whole table.', '', 4, 15, 30, array_agg('100 g ingredient ' || k ORDER BY k),
  ARRAY['Heat the oven to 180 °C and grease a wide dish with a little of the butter.',
    'Mix everything, season it, and bake it for 40 minutes, until the top is brown.',
    'Let it rest for ten minutes before it is cut.'],
  array_agg('ingredient ' || k ORDER BY k), array_agg('ingredient ' || k ORDER BY k), max(traits), max(maybe)
FROM (SELECT DISTINCT n, least(1500, floor(exp(random() * ln(1500.0))))::int AS k
  FROM generate_series(1, 100000) AS n, generate_series(1, 11)) AS used
-- Of one of 25 cuisines, free of half of the allergens, fit for half of the diets; as much again is unknown of one half.
CROSS JOIN LATERAL (SELECT (1::bigint << (n % 25)) | ((hashint4(n)::bigint & 1023) << 32) | ((hashint4(n + 7)::bigint & 255) << 48) AS traits) AS t
CROSS JOIN LATERAL (SELECT traits | ((hashint4(n + 1)::bigint & 1023) << 32) | ((hashint4(n + 3)::bigint & 255) << 48) AS maybe) AS m
GROUP BY n;

INSERT INTO recipe_keys (household_id, ingredient, place, traits, maybe, name_bits, recipe_id)
SELECT household_id, ingredient_number(key), place, traits, maybe, name_bits, id
FROM recipes, name_bits(name_order) AS name_bits, unnest(need_keys) AS key
WHERE household_id = :household ORDER BY 1, 2, 3;

INSERT INTO ingredients_at_hand (household_id, id, name, key)
SELECT :household, gen_random_uuid(), 'ingredient ' || k, 'ingredient ' || k
FROM unnest(ARRAY[2, 5, 9, 14, 20, 30, 45, 60, 90, 150, 300, 600]) AS k;

-- An allergy and a diet.
INSERT INTO cooking_parameters (household_id, person_id, cuisines, required)
VALUES (:household, :person, 0, (1::bigint << 34) | (1::bigint << 52));

-- Three more eaters with an allergy each, who eat only when they are named: with the person above, a search for four.
INSERT INTO eaters (household_id, id, name, required, eats_here)
SELECT :household, format('01900000-0002-7000-8000-%s', lpad(n::text, 12, '0'))::uuid, 'Eater ' || n, 1::bigint << (34 + n), false
FROM generate_series(1, 3) AS n;

INSERT INTO favorites (household_id, person_id, recipe_id, name_order)
SELECT household_id, :person, id, name_order FROM recipes WHERE household_id = :household AND number % 50 = 0;

-- A shopping list of 100 lines, some of which are wanted twice.
INSERT INTO shopping_entries (household_id, id, text, food, key, amount, aisle, source, source_name, created_at)
SELECT :household, gen_random_uuid(), k || ' g food ' || k % 100, 'food ' || k % 100, 'food ' || k % 100, k || ' g', 'dry', 'recipe',
  'Dish ' || k % 7, now() + k * interval '1 second'
FROM generate_series(1, 130) AS k;

-- A planned year, three meals a day; each dish is one of the household's.
INSERT INTO meals (household_id, id, day, meal, recipe_id, text)
SELECT :household, gen_random_uuid(), current_date - 180 + k / 3, (ARRAY['breakfast', 'lunch', 'dinner'])[k % 3 + 1], r.id, r.name
FROM generate_series(0, 1094) AS k JOIN (
  SELECT id, name, row_number() OVER (ORDER BY id) AS n FROM recipes WHERE household_id = :household
) AS r ON r.n = 1 + k * 7;

COMMIT;
-- All tables: what triggers have filled, too, or autovacuum counts as a cost of the pages.
VACUUM (ANALYZE);
CHECKPOINT;
