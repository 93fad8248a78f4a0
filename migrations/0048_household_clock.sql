-- compatible with programs from 0043 on
-- Whether somebody chose the household's clock. One that nobody chose is that of the household's first person.
ALTER TABLE households ADD zone_chosen boolean NOT NULL DEFAULT false;

-- Nobody chooses UTC by making an account without a script, or on the command line: what else differs was chosen.
UPDATE households SET time_zone = CASE WHEN households.time_zone = 'UTC' THEN first.time_zone ELSE households.time_zone END,
  zone_chosen = households.time_zone <> 'UTC'
FROM (SELECT DISTINCT ON (household_id) household_id, time_zone FROM people ORDER BY household_id, created_at, id) AS first
WHERE first.household_id = households.id AND first.time_zone <> households.time_zone;
