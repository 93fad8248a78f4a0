-- Who eats: what members and others eat and dislike, and what the guests of a stay may not eat.

-- Of a member this is the one place: `required` is what the recipe search asks for, and everybody of the household may change it.
ALTER TABLE cooking_parameters
  -- Names of foods as typed, and the key of each.
  ADD dislikes text[] NOT NULL DEFAULT '{}' CHECK (cardinality(dislikes) <= 50),
  ADD dislike_keys text[] NOT NULL DEFAULT '{}' CHECK (cardinality(dislike_keys) = cardinality(dislikes)),
  -- Whether they eat on any day unless somebody says otherwise.
  ADD eats_here boolean NOT NULL DEFAULT true,
  ADD version integer NOT NULL DEFAULT 1,
  ADD changed_at timestamptz,
  ADD changed_by uuid;

-- Others who eat here, without an account: children, regular guests.
CREATE TABLE eaters (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  -- In the bits of recipes.traits: the allergens that a dish must be free of, and the diets that it must fit.
  required bigint NOT NULL DEFAULT 0,
  dislikes text[] NOT NULL DEFAULT '{}' CHECK (cardinality(dislikes) <= 50),
  dislike_keys text[] NOT NULL DEFAULT '{}' CHECK (cardinality(dislike_keys) = cardinality(dislikes)),
  eats_here boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz,
  changed_by uuid,
  deleted_at timestamptz,
  PRIMARY KEY (household_id, id)
);
ALTER TABLE eaters ENABLE ROW LEVEL SECURITY;
ALTER TABLE eaters FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON eaters TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON eaters TO foyer_app;

-- ---- Guests of a stay ----

-- What the guests may not eat, in the bits of recipes.traits, as the guest says it.
ALTER TABLE stay_requests ADD required bigint NOT NULL DEFAULT 0;
GRANT UPDATE (required) ON stay_requests TO foyer_app;

-- The guest alone says it, while the request is open, and the host hears of it. An accepted stay stays accepted: an allergy is no
-- reason to ask again, and has to be told in time. Runs after stay_requests_guard (triggers fire in the order of their names).
CREATE FUNCTION guard_stay_needs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.household_id <> current_household() OR OLD.deleted_at IS NOT NULL OR OLD.departure < current_date
    OR OLD.state NOT IN ('pending', 'accepted')
  THEN
    RAISE insufficient_privilege USING MESSAGE = 'only the guest of an open request may change that';
  END IF;
  NEW.version := OLD.version + 1;
  NEW.host_unseen := true;
  NEW.guest_unseen := false;
  RETURN NEW;
END $$;
CREATE TRIGGER stay_requests_needs BEFORE UPDATE OF required ON stay_requests FOR EACH ROW
  WHEN (OLD.required <> NEW.required AND current_user = 'foyer_app') EXECUTE FUNCTION guard_stay_needs();

ALTER TABLE stay_messages DROP CONSTRAINT stay_messages_kind_check;
ALTER TABLE stay_messages ADD CONSTRAINT stay_messages_kind_check
  CHECK (kind IN ('message', 'changed', 'needs', 'proposed', 'agreed', 'accepted', 'declined', 'withdrawn'));

-- As before; and that the guests' allergies or diets were changed.
CREATE OR REPLACE FUNCTION note_stay_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  from_host boolean := NEW.household_id <> current_household();
  what text := CASE
    WHEN NEW.state <> OLD.state AND NEW.state = 'accepted' AND NOT from_host THEN 'agreed'
    WHEN NEW.state <> OLD.state AND NEW.state IN ('accepted', 'declined', 'withdrawn') THEN NEW.state
    WHEN NEW.proposed_arrival IS NOT NULL
      AND (NEW.proposed_arrival, NEW.proposed_departure) IS DISTINCT FROM (OLD.proposed_arrival, OLD.proposed_departure) THEN 'proposed'
    WHEN (NEW.arrival, NEW.departure, NEW.guests) <> (OLD.arrival, OLD.departure, OLD.guests) THEN 'changed'
    WHEN NEW.required <> OLD.required THEN 'needs' END;
BEGIN
  IF what IS NOT NULL
    AND (SELECT count(*) FROM stay_messages WHERE household_id = NEW.household_id AND request_id = NEW.id) < 500
  THEN
    INSERT INTO stay_messages (household_id, request_id, id, by_host, author, kind, body, arrival, departure, guests)
    VALUES (NEW.household_id, NEW.id, gen_random_uuid(), from_host,
      coalesce((SELECT name FROM people WHERE household_id = current_household() AND id = current_person()), ''), what,
      CASE WHEN NEW.reply <> OLD.reply THEN NEW.reply ELSE '' END,
      CASE WHEN what = 'proposed' THEN NEW.proposed_arrival ELSE NEW.arrival END,
      CASE WHEN what = 'proposed' THEN NEW.proposed_departure ELSE NEW.departure END, NEW.guests);
  END IF;
  RETURN NULL;
END $$;
