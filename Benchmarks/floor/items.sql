-- What one items page asks of PostgreSQL, word for word, in one pipeline with one Sync. A test compares it with the program. $1 is the
-- SHA-256 of the token of the session.
SELECT s.person_id, s.household_id, p.name, p.language, p.theme, p.accent, p.bar, p.has_shortcuts, p.photo_id, now() AS now,
  h.name AS household_name, h.icon AS household_icon, h.description_required, n.open_items, n.done_items, h.had_items, h.load_problem,
  cardinality(ARRAY(SELECT 1 FROM stay_requests r WHERE r.household_id = s.household_id AND r.guest_unseen AND r.deleted_at IS NULL)) AS request_news,
  cardinality(ARRAY(SELECT 1 FROM stay_requests r WHERE r.host_household_id = s.household_id AND r.host_unseen)) AS hosting_news,
  s.seen_at < now() - interval '1 hour' OR p.seen_language IS NULL AS is_stale,
  set_config('DateStyle', 'ISO, YMD', true), set_config('TimeZone', coalesce(p.time_zone, 'UTC'), true),
  set_config('foyer.person', coalesce(s.person_id::text, ''), true),
  set_config('foyer.household', coalesce(s.household_id::text, ''), true),
  set_config('foyer.language', coalesce(p.language, 'en'), true),
  set_config('role', 'foyer_app', true)
FROM (VALUES ($1)) AS token (hash)
LEFT JOIN sessions s ON s.token_hash = token.hash
  AND s.seen_at > now() - interval '14 days' AND s.created_at > now() - interval '30 days'
LEFT JOIN people p ON p.household_id = s.household_id AND p.id = s.person_id
LEFT JOIN households h ON h.id = p.household_id
LEFT JOIN LATERAL (
  SELECT coalesce(sum(open_items), 0) AS open_items, coalesce(sum(done_items), 0) AS done_items
  FROM item_counts WHERE household_id = h.id
) AS n ON true;
WITH page AS MATERIALIZED (
  SELECT s.section, i.*
FROM (
  SELECT every.section, every.section = ANY (ARRAY(
  SELECT section FROM folded_sections WHERE household_id = current_household() AND person_id = current_person()
)) AS is_folded
  FROM (
    SELECT '00000000-0000-0000-0000-000000000000'::uuid AS section, '' COLLATE "C" AS section_order
    UNION ALL
    (SELECT id, left(folded_name, 100) COLLATE "C" FROM categories
    WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY left(folded_name, 100) COLLATE "C", id)
  ) AS every
  WHERE true
  OFFSET 0
) AS s
LEFT JOIN LATERAL (
  SELECT id, title, CASE WHEN octet_length(description) <= 280 THEN description ELSE left(description, 280) END AS description, is_done, coalesce((due_day + time '23:59')::timestamptz, due_at) AS due_at, CASE WHEN due_day IS NOT NULL THEN true END AS is_day, image_id, tag_ids, CASE WHEN turn_person IS NOT NULL OR cardinality(people) > 0 THEN coalesce(turn_person, '00000000-0000-0000-0000-000000000000') || people END AS concerned, CASE WHEN series_id IS NOT NULL AND NOT is_done THEN (
      SELECT repeat_from || ' ' || rule FROM series
      WHERE household_id = current_household() AND series.id = series_id AND ended_at IS NULL) END AS repeats,
    CASE WHEN not_before IS NOT NULL AND done_at IS NULL AND not_before > (SELECT (now() AT TIME ZONE time_zone)::date FROM households WHERE id = current_household()) THEN not_before - date '1970-01-01' END AS later,
  CASE WHEN priority < 4 THEN priority END AS priority, CASE WHEN lines > 0 OR files > 0 THEN lines_done || ' ' || lines || CASE WHEN files > 0 THEN ' ' || files ELSE '' END END AS lines
  FROM items
WHERE household_id = current_household() AND items.section = s.section AND deleted_at IS NULL AND NOT is_done AND (not_before IS NULL OR not_before <= (SELECT (now() AT TIME ZONE time_zone)::date FROM households WHERE id = current_household())) AND NOT s.is_folded
  ORDER BY is_done, position, id LIMIT 51
) AS i ON true
WHERE i.id IS NOT NULL OR s.is_folded AND (
  SELECT true FROM items
  WHERE household_id = current_household() AND items.section = s.section AND deleted_at IS NULL AND (is_done OR (not_before IS NULL OR not_before <= (SELECT (now() AT TIME ZONE time_zone)::date FROM households WHERE id = current_household()))) LIMIT 1
)
LIMIT 51
)
(SELECT NULL::uuid AS section, id, name AS title, '' AS description, id = current_person() AS is_done, NULL::timestamptz AS due_at,
    NULL::boolean AS is_day, photo_id AS image_id, CASE WHEN id = current_person() THEN ARRAY(SELECT item_id FROM item_conflicts WHERE household_id = current_household() ORDER BY item_id LIMIT 1000) END AS tag_ids, NULL::uuid[] AS concerned, NULL::text AS repeats,
    (SELECT count(*)::int FROM items WHERE household_id = current_household() AND done_at IS NULL AND deleted_at IS NULL AND not_before > (SELECT (now() AT TIME ZONE time_zone)::date FROM households WHERE id = current_household())) AS later, NULL::smallint AS priority, NULL::text AS lines
  FROM people WHERE household_id = current_household() LIMIT 1000)
UNION ALL
(SELECT NULL AS section, id, name AS title, color AS description, NULL AS is_done, NULL AS due_at, NULL AS is_day, NULL AS image_id,
  NULL AS tag_ids, NULL AS concerned, NULL AS repeats, NULL AS later, NULL AS priority, NULL AS lines
FROM tags
WHERE household_id = current_household() AND deleted_at IS NULL AND id = ANY (ARRAY(SELECT unnest(tag_ids) FROM page))
ORDER BY folded_name LIMIT 2550)
UNION ALL
SELECT section, id, title, description, is_done, due_at, is_day, image_id, tag_ids, concerned, repeats, later, priority, lines FROM page;
WITH hidden AS MATERIALIZED (
  SELECT section AS label, count(*) AS items FROM items
  WHERE household_id = current_household() AND done_at IS NULL AND deleted_at IS NULL AND not_before > (SELECT (now() AT TIME ZONE time_zone)::date FROM households WHERE id = current_household()) GROUP BY section
)
SELECT section, name AS section_name, color AS section_color, icon AS section_icon, open_items, done_items,
  (SELECT EXISTS (SELECT FROM items WHERE household_id = current_household() AND is_sample AND deleted_at IS NULL)) AS has_samples
FROM (
  SELECT '00000000-0000-0000-0000-000000000000'::uuid AS section, '' COLLATE "C" AS section_order, '' AS name, '' AS color, '' AS icon
  UNION ALL
  (SELECT id, left(folded_name, 100) COLLATE "C", name, color, icon FROM categories
  WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY left(folded_name, 100) COLLATE "C", id)
) AS every CROSS JOIN LATERAL (
  SELECT sum(open_items) - coalesce((SELECT items FROM hidden WHERE label = every.section), 0) AS open_items, sum(done_items) AS done_items FROM item_counts
  WHERE household_id = current_household() AND item_counts.section = every.section
) AS n
WHERE open_items + done_items > 0
LIMIT 51;
