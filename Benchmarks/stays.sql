-- 20,000 hosts and 200,000 requests, after seed.sql: each host is a household with a person and a session, whom tokens
-- 10,001 to 30,000 belong to. The first of them has 2,000 requests to others, and 2,000 to itself.
\set ON_ERROR_STOP on
SET jit = off;
BEGIN;

INSERT INTO households (id, name)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid, 'Household ' || n FROM generate_series(10001, 30000) AS n;

INSERT INTO people (household_id, id, name, time_zone)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('01900000-0001-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid, 'Camille Durand ' || n, 'Europe/Paris'
FROM generate_series(10001, 30000) AS n;

INSERT INTO sessions (token_hash, household_id, person_id)
SELECT sha256(sha256(convert_to('visitor ' || n, 'UTF8'))),
  format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('01900000-0001-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid
FROM generate_series(10001, 30000) AS n;

INSERT INTO listings (household_id, id, name, offer, place, capacity, published, created_at)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid,
  format('0195%s-0000-7000-8000-%s', lpad(to_hex(n), 4, '0'), lpad(to_hex(n), 12, '0'))::uuid,
  (ARRAY['Joe', 'Stevie', 'Zoé', 'Sam', 'Alex', 'Émilie', 'Jack', 'Пётр', 'Наталья', '영희', '민준', 'Camille', 'Ada', 'Noor', 'Siân', 'Łukasz'])[1 + n % 16]
    || ' ' || (ARRAY['Hamilton', 'Bagley', 'Sug', 'Aderson', 'Abbe', 'Jackson', 'Tomshon', 'Чайковский', 'Smirnova', '김', '박', 'Durand', 'Lovelace', 'Haddad', 'Jones', 'Nowak', 'Ångström', 'O’Brien', 'Müller'])[1 + (n / 16) % 19]
    || ' ' || n,
  repeat('A bed by the window, and coffee in the morning. ', 8),
  (ARRAY['Lyon', 'Glasgow', 'Brighton', 'Oslo', 'Marseille', 'Seoul', 'Санкт-Петербург', '서울', 'Besançon', 'Kraków', 'San Francisco', 'Saint-Étienne'])[1 + (n * 7) % 12],
  1 + n % 6, true, now() - n * interval '1 minute'
FROM generate_series(10001, 30000) AS n;

-- Their triggers would count each night and tell each page: what is measured here is reading.
ALTER TABLE stay_requests DISABLE TRIGGER USER;
INSERT INTO stay_requests (household_id, id, host_household_id, listing_id, guest_name, listing_name, arrival, departure, guests, message, state, host_unseen)
SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex(guest), 12, '0'))::uuid,
  format('0196%s-0000-7000-8000-%s', lpad(to_hex(i), 4, '0'), lpad(to_hex(guest), 12, '0'))::uuid,
  format('01900000-0000-7000-8000-%s', lpad(to_hex(host), 12, '0'))::uuid,
  format('0195%s-0000-7000-8000-%s', lpad(to_hex(host), 4, '0'), lpad(to_hex(host), 12, '0'))::uuid,
  'Camille Durand ' || guest, 'Host ' || host, current_date + i * 3, current_date + i * 3 + 2, 1,
  repeat('We come by train. ', 5), (ARRAY['pending', 'accepted', 'declined', 'withdrawn'])[1 + i % 4], false
FROM (
  SELECT 10001 + k % 19999 + 1 AS guest, 1 + k / 19999 AS i, 10001 + ((k % 19999) + 1 + (k / 19999) * 13 + 7) % 20000 AS host
  FROM generate_series(0, 195999) AS k
  UNION ALL SELECT 10001, 100 + k, 10002 + k FROM generate_series(1, 2000) AS k
  UNION ALL SELECT 10002 + k, 5000, 10001 FROM generate_series(1, 2000) AS k
) AS pairs
WHERE guest <> host;
ALTER TABLE stay_requests ENABLE TRIGGER USER;

INSERT INTO stay_nights (household_id, night, guests, capacity)
SELECT household_id, current_date + n, capacity, capacity FROM listings, generate_series(1, 60, 4) AS n;

COMMIT;
-- All tables: what triggers have filled, too, or autovacuum counts as a cost of the pages.
VACUUM (ANALYZE);
CHECKPOINT;
