-- 2,000 households with a person, a session and 50 items each, straight into the migrated tables (as their owner).
\set ON_ERROR_STOP on
BEGIN;

INSERT INTO households (id, name)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid, 'Household ' || n
FROM generate_series(1, 2000) AS n;

INSERT INTO people (household_id, id, name, time_zone)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('01900000-0001-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid, 'Camille Durand ' || n, 'Europe/Paris'
FROM generate_series(1, 2000) AS n;

INSERT INTO accounts (person_id, household_id, email, password)
SELECT id, household_id, 'camille' || row_number() OVER (ORDER BY id) || '@example.org', '' FROM people;

-- The visitor's token number n is the SHA-256 of 'visitor n'; the program keeps the SHA-256 of the token.
INSERT INTO sessions (token_hash, household_id, person_id)
SELECT sha256(sha256(convert_to('visitor ' || n, 'UTF8'))),
  format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('01900000-0001-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid
FROM generate_series(1, 2000) AS n;

-- The same for pgbench, whose variables are numbers.
ALTER TABLE sessions DROP CONSTRAINT sessions_token_hash_check;
INSERT INTO sessions (token_hash, household_id, person_id)
SELECT convert_to((1000000000000000000 + n)::text, 'UTF8'),
  format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('01900000-0001-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid
FROM generate_series(1, 2000) AS n;

-- In the order of time, as households really fill their lists: no household's rows lie side by side.
INSERT INTO items (household_id, id, title, description, due_at, done_at, created_at)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('0190%s-0000-7000-8000-%s', lpad(to_hex(i), 4, '0'), lpad(to_hex(n), 12, '0'))::uuid,
  (ARRAY['Buy milk and bread', 'Call the plumber about the <kitchen> tap', 'Réserver le train pour Lyon',
    'Water the plants on the balcony', 'Прочитать письмо из школы', '화분에 물 주기', 'Renew the library cards'])[1 + (i + n) % 7]
    || ' (' || i || ')',
  CASE WHEN i % 2 = 0 THEN 'Ask Jo & Sam first; the receipt is in the blue folder, second shelf from the top.' ELSE '' END,
  CASE WHEN i % 3 = 0 THEN now() + (i - 25) * interval '17 hours' END,
  CASE WHEN i % 4 = 0 THEN now() - interval '1 day' END,
  now() - interval '60 days' + i * interval '1 day' + n * interval '1 second'
FROM generate_series(1, 50) AS i, generate_series(1, 2000) AS n
ORDER BY i, n;

COMMIT;
VACUUM (ANALYZE) households, people, accounts, sessions, items;
CHECKPOINT;
