-- Counts the nights of a host anew, for `foyer doctor --repair`: only triggers may write them. Saving the listing while the
-- setting is on asks for it.
CREATE FUNCTION recount_nights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.household_id::text, 5));
  WITH taken AS (
    SELECT arrival + n AS night, guests, 0 AS blocks
    FROM stay_requests, generate_series(0, departure - arrival - 1) AS n
    WHERE host_household_id = NEW.household_id AND state = 'accepted' AND deleted_at IS NULL
    UNION ALL
    SELECT first_day + n, 0, 1
    FROM blocked_dates, generate_series(0, last_day - first_day) AS n
    WHERE household_id = NEW.household_id AND deleted_at IS NULL
    UNION ALL
    -- Nights that are free.
    SELECT night, 0, 0 FROM stay_nights WHERE household_id = NEW.household_id
  )
  INSERT INTO stay_nights (household_id, night, guests, blocks, capacity)
  SELECT NEW.household_id, night, sum(guests), sum(blocks), NEW.capacity FROM taken GROUP BY night
  ON CONFLICT (household_id, night) DO UPDATE SET guests = EXCLUDED.guests, blocks = EXCLUDED.blocks
  WHERE (stay_nights.guests, stay_nights.blocks) <> (EXCLUDED.guests, EXCLUDED.blocks);
  RETURN NULL;
END $$;
CREATE TRIGGER listings_recounted AFTER UPDATE OF capacity ON listings FOR EACH ROW
  WHEN (current_setting('foyer.repair', true) = 'on') EXECUTE FUNCTION recount_nights();
