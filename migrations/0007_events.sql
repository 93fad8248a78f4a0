-- Who has a page open hears of what changed: the household, what changed, and who did it. The household is that of the
-- transaction: what the owner of the tables does by hand is not announced.

CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(current_setting('foyer.household')::uuid, TG_ARGV[0], current_setting('foyer.person', true));
  RETURN NULL;
END $$;

-- The numbers that triggers keep in categories and tags change with items, which say so themselves.
CREATE TRIGGER items_announced AFTER INSERT OR UPDATE OR DELETE ON items FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('items');
CREATE TRIGGER item_tags_announced AFTER INSERT OR DELETE ON item_tags FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('items');
CREATE TRIGGER categories_announced AFTER UPDATE OF name, color, icon, deleted_at ON categories FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('items');
CREATE TRIGGER tags_announced AFTER UPDATE OF name, color, deleted_at ON tags FOR EACH STATEMENT
  WHEN (current_setting('foyer.household', true) <> '') EXECUTE FUNCTION announce_change('items');

-- A stream must not outlive its session: the program looks again which sessions of the household there are. This is said
-- in the transaction itself: it is rare, and somebody may end sessions by hand.
CREATE FUNCTION announce_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('foyer_events', OLD.household_id || ' session');
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION announce_session();
-- Its person has moved to another household.
CREATE TRIGGER sessions_moved AFTER UPDATE OF household_id ON sessions FOR EACH ROW
  WHEN (OLD.household_id <> NEW.household_id) EXECUTE FUNCTION announce_session();
