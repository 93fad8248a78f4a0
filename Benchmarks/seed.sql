-- 2,000 households with a person, a session, 50 open items and 16 done ones, 5 categories and 8 tags each, straight into the migrated
-- tables (as their owner); and one household of 10,000 items, 200 categories and 500 tags.
\set ON_ERROR_STOP on
BEGIN;

INSERT INTO households (id, name)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid, 'Household ' || n
FROM generate_series(1, 2001) AS n;

INSERT INTO people (household_id, id, name, time_zone)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('01900000-0001-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid, 'Camille Durand ' || n, 'Europe/Paris'
FROM generate_series(1, 2001) AS n;

INSERT INTO accounts (person_id, household_id, email, password)
SELECT id, household_id, 'camille' || row_number() OVER (ORDER BY id) || '@example.org', '' FROM people;

-- The visitor's token number n is the SHA-256 of 'visitor n'; the program keeps the SHA-256 of the token.
INSERT INTO sessions (token_hash, household_id, person_id)
SELECT sha256(sha256(convert_to('visitor ' || n, 'UTF8'))),
  format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('01900000-0001-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid
FROM generate_series(1, 2001) AS n;

INSERT INTO categories (household_id, id, name, color)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('0191%s-0000-7000-8000-%s', lpad(to_hex(i), 4, '0'), lpad(to_hex(n), 12, '0'))::uuid, 'Category ' || i, color_for(i::text)
FROM generate_series(1, 2001) AS n, generate_series(1, CASE WHEN n = 2001 THEN 200 ELSE 5 END) AS i;

INSERT INTO tags (household_id, id, name, color)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('0192%s-0000-7000-8000-%s', lpad(to_hex(i), 4, '0'), lpad(to_hex(n), 12, '0'))::uuid, 'Tag ' || i, color_for(i::text)
FROM generate_series(1, 2001) AS n, generate_series(1, CASE WHEN n = 2001 THEN 500 ELSE 8 END) AS i;

-- In the order of time, as households really fill their lists: no household's rows lie side by side.
INSERT INTO items (household_id, id, title, description, due_at, done_at, created_at, position, age_order, category_id)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('0190%s-0000-7000-8000-%s', lpad(to_hex(i), 4, '0'), lpad(to_hex(n), 12, '0'))::uuid,
  (ARRAY['Buy milk and bread', 'Call the plumber about the <kitchen> tap', 'Réserver le train pour Lyon',
    'Water the plants on the balcony', 'Прочитать письмо из школы', '화분에 물 주기', 'Renew the library cards'])[1 + (i + n) % 7]
    || ' (' || i || ')',
  CASE WHEN i % 2 = 0 THEN 'Ask Jo & Sam first; the receipt is in the blue folder, second shelf from the top.' ELSE '' END,
  CASE WHEN i % 3 = 0 THEN now() + (i - 25) * interval '17 hours' END,
  CASE WHEN i % 4 = 0 THEN now() - interval '1 day' END,
  now() - interval '60 days' + i * interval '1 minute' + n * interval '1 second', -i, -i,
  CASE WHEN i % 6 > 0 THEN
    format('0191%s-0000-7000-8000-%s', lpad(to_hex(1 + i % CASE WHEN n = 2001 THEN 200 ELSE 5 END), 4, '0'), lpad(to_hex(n), 12, '0'))::uuid
  END
FROM generate_series(1, 10000) AS i, generate_series(1, 2001) AS n
WHERE i <= 66 OR n = 2001
ORDER BY i, n;

-- Two tags for half of the items, of each section.
INSERT INTO item_tags (household_id, item_id, tag_id)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('0190%s-0000-7000-8000-%s', lpad(to_hex(i), 4, '0'), lpad(to_hex(n), 12, '0'))::uuid,
  format('0192%s-0000-7000-8000-%s', lpad(to_hex(1 + (i / 2 + t * 3) % CASE WHEN n = 2001 THEN 500 ELSE 8 END), 4, '0'), lpad(to_hex(n), 12, '0'))::uuid
FROM generate_series(1, 10000) AS i, generate_series(1, 2001) AS n, generate_series(0, 1) AS t
WHERE i / 12 % 2 = 0 AND (i <= 66 OR n = 2001)
ORDER BY i, n;

-- One item in twenty repeats: of 66 items four, one each week, one each month and two every six years; of 10,000 items 496 more of
-- these, whose dates are spread over five years, so that a month shows few rows more.
INSERT INTO series (household_id, id, rule, repeat_from, starts_at, title)
SELECT household_id, ('0193' || substr(id::text, 5))::uuid,
  CASE i WHEN 3 THEN 'FREQ=WEEKLY;BYDAY=MO,TH' WHEN 23 THEN 'FREQ=MONTHLY;BYMONTHDAY=-1' ELSE 'FREQ=YEARLY;INTERVAL=6' END, 'due',
  date_trunc('day', now()) + (i / 20 * 4 - 4) * interval '1 day' + interval '18 hours', title
FROM (SELECT household_id, id, title, -position AS i FROM items) AS all_items
WHERE i % 20 = 3;
UPDATE items SET series_id = s.id, occurrence = s.starts_at, due_at = s.starts_at AT TIME ZONE 'UTC'
FROM series s WHERE s.household_id = items.household_id AND s.id = ('0193' || substr(items.id::text, 5))::uuid;

-- As the program's own changes do, now and then.
SELECT count(fold_item_counts(id)), count(fold_tag_counts(id)) FROM households \g /dev/null

COMMIT;
-- All tables: what triggers have filled, too, or autovacuum counts as a cost of the pages.
VACUUM (ANALYZE);
-- Counting all items in one transaction leaves more than 90 % of these indexes empty; items added one at a time do not.
REINDEX TABLE item_counts;
REINDEX TABLE tag_counts;
CHECKPOINT;
