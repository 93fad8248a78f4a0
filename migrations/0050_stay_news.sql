-- compatible with programs from 0043 on
-- News of a stay waits in a row of its own until it is told, so that many changes of one request within minutes are one letter;
-- letters that somebody waits for have lines, too; and the photo that a request carries counts as an image.

-- What one side of a stay is going to be told of the other, and what it was told lately.
CREATE TABLE stay_news (
  -- Who is told, and who has done it.
  household_id uuid NOT NULL REFERENCES households ON DELETE CASCADE,
  request_id uuid NOT NULL,
  from_household_id uuid NOT NULL,
  -- What is told at `at`; null once it is.
  event text,
  at timestamptz NOT NULL,
  -- How often it was told since the first time within ten minutes, and when these end.
  told integer NOT NULL DEFAULT 0,
  window_ends timestamptz NOT NULL,
  PRIMARY KEY (household_id, request_id)
);
CREATE INDEX stay_news_due ON stay_news (at) WHERE event IS NOT NULL;

ALTER TABLE stay_news ENABLE ROW LEVEL SECURITY;
ALTER TABLE stay_news FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON stay_news FOR SELECT TO foyer_app
  USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
-- The one side writes what the other is told, by the triggers of requests and messages alone.
CREATE POLICY other ON stay_news TO foyer_app USING (pg_trigger_depth() > 0)
  WITH CHECK (pg_trigger_depth() > 0 AND from_household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY identity ON stay_news TO foyer_identity USING (true);
GRANT SELECT, INSERT, UPDATE ON stay_news TO foyer_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON stay_news TO foyer_identity;

-- Of two that were not told yet, which one is: a message or other dates say less than a question or an answer.
CREATE FUNCTION later_stay_news(known text, news text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql RETURN CASE
  WHEN news = 'message' AND known IN ('asked', 'accepted', 'declined') THEN known
  WHEN news = 'changed' AND known IN ('asked', 'accepted') THEN known
  ELSE news END;

-- A question or an answer is told at once, three times in ten minutes; everything else once, and what comes after it at their end.
CREATE OR REPLACE FUNCTION tell_of_stay(request stay_requests, event text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_urgent boolean := event NOT IN ('changed', 'message');
BEGIN
  IF request.household_id <> request.host_household_id AND EXISTS (
    SELECT FROM reminder_settings s
    WHERE s.household_id IN (request.household_id, request.host_household_id) AND (s.by_mail OR s.by_push))
  THEN
    INSERT INTO stay_news AS n (household_id, request_id, from_household_id, event, at, window_ends)
    VALUES (CASE WHEN request.household_id = current_household() THEN request.host_household_id ELSE request.household_id END,
      request.id, current_household(), tell_of_stay.event, now(), now())
    ON CONFLICT (household_id, request_id) DO UPDATE SET
      from_household_id = EXCLUDED.from_household_id,
      event = later_stay_news(n.event, EXCLUDED.event),
      at = CASE
        WHEN n.event IS NOT NULL AND n.at <= now() THEN n.at
        WHEN n.window_ends <= now() OR is_urgent AND n.told < 3 THEN now()
        ELSE n.window_ends END;
  END IF;
END $$;
-- The worker makes these jobs now.
DROP POLICY stay_news ON jobs;

-- Letters that somebody waits for: those of one line (`share`), of a household or of a network, before one another.
CREATE INDEX jobs_awaited ON jobs (share, created_at) WHERE place <= 0 AND share IS NOT NULL;

-- As count_image, for the photo of who asks.
CREATE FUNCTION count_guest_photo() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used bigint;
  allowed bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
      RETURN NULL;
    END IF;
    UPDATE household_storage SET images = images - 1, image_bytes = image_bytes - octet_length(OLD.photo)
    WHERE household_id = OLD.household_id;
    RETURN NULL;
  END IF;
  INSERT INTO household_storage AS s (household_id, images, image_bytes)
  VALUES (NEW.household_id, 1, octet_length(NEW.photo))
  ON CONFLICT (household_id) DO UPDATE
    SET images = s.images + EXCLUDED.images, image_bytes = s.image_bytes + EXCLUDED.image_bytes
  RETURNING s.image_bytes, s.quota INTO used, allowed;
  allowed := coalesce(allowed, nullif(current_setting('foyer.quota', true), '')::bigint);
  IF used > allowed AND current_user = 'foyer_app' THEN
    RAISE EXCEPTION 'the images of a household violate constraint "household_storage_quota"'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'household_storage_quota';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stay_guests_counted AFTER INSERT OR DELETE ON stay_guests FOR EACH ROW EXECUTE FUNCTION count_guest_photo();
INSERT INTO household_storage AS s (household_id, images, image_bytes)
SELECT household_id, count(*), sum(octet_length(photo)) FROM stay_guests GROUP BY household_id
ON CONFLICT (household_id) DO UPDATE
  SET images = s.images + EXCLUDED.images, image_bytes = s.image_bytes + EXCLUDED.image_bytes;
