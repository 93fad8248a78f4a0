-- The order in which a shop is walked, where a household finds a food, and changes that were made without a network.

-- Foods that a household finds in another aisle than the program says.
CREATE TABLE food_aisles (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  -- As of shopping_entries.
  key text NOT NULL CHECK (char_length(key) <= 400),
  aisle text NOT NULL CHECK (char_length(aisle) <= 20),
  PRIMARY KEY (household_id, key)
);

CREATE TABLE shops (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT shops_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  -- As somebody put them; the ones that are missing follow in the usual order.
  aisles text[] NOT NULL DEFAULT '{}' CHECK (cardinality(aisles) <= 20),
  -- The aisles of this trip, in the order in which something there was ticked first; a trip ends three hours after its last tick.
  trip text[] NOT NULL DEFAULT '{}' CHECK (cardinality(trip) <= 20),
  trip_at timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (household_id, id)
);

-- How many more trips had the first aisle before the second than after it; no more than five, so that a shop that moves its
-- shelves is learned again.
CREATE TABLE shop_steps (
  household_id uuid NOT NULL DEFAULT current_household(),
  shop_id uuid NOT NULL,
  first text COLLATE "C" NOT NULL,
  second text COLLATE "C" NOT NULL CHECK (first < second),
  lead smallint NOT NULL CHECK (lead BETWEEN -5 AND 5),
  PRIMARY KEY (household_id, shop_id, first, second),
  FOREIGN KEY (household_id, shop_id) REFERENCES shops ON DELETE CASCADE
);

-- Changes of the shopping list that were made without a network and have arrived: each counts once.
CREATE TABLE shopping_changes (
  household_id uuid NOT NULL DEFAULT current_household() REFERENCES households ON DELETE CASCADE,
  id uuid NOT NULL,
  arrived_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (household_id, id)
);
CREATE INDEX shopping_changes_age ON shopping_changes (household_id, arrived_at);

ALTER TABLE food_aisles ENABLE ROW LEVEL SECURITY;
ALTER TABLE food_aisles FORCE ROW LEVEL SECURITY;
ALTER TABLE shops ENABLE ROW LEVEL SECURITY;
ALTER TABLE shops FORCE ROW LEVEL SECURITY;
ALTER TABLE shop_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop_steps FORCE ROW LEVEL SECURITY;
ALTER TABLE shopping_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE shopping_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY household ON food_aisles TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON shops TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON shop_steps TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
CREATE POLICY household ON shopping_changes TO foyer_app USING (household_id = nullif(current_setting('foyer.household', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON food_aisles, shops, shop_steps, shopping_changes TO foyer_app;

CREATE TRIGGER food_aisles_announced AFTER INSERT OR UPDATE OR DELETE ON food_aisles FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('shopping');
CREATE TRIGGER shops_announced AFTER INSERT OR UPDATE OF name, aisles, deleted_at ON shops FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('shopping');
