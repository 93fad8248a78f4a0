-- Keys that every instance of the program must know; only foyer_identity reads them. gen_random_uuid() takes its bytes from
-- the operating system (PostgreSQL's pg_strong_random), 122 random bits each.
CREATE TABLE signing_keys (
  name text PRIMARY KEY,
  key bytea NOT NULL CHECK (octet_length(key) = 32)
);
-- Signs the cookie by which a device that signed in before has its own allowance of sign-ins. Written before row level
-- security is forced: the tables' owner has no policy of its own.
INSERT INTO signing_keys (name, key)
VALUES ('device', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

ALTER TABLE signing_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE signing_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY identity ON signing_keys FOR SELECT TO foyer_identity USING (true);
GRANT SELECT ON signing_keys TO foyer_identity;

-- A deleted request is withdrawn in the host's eyes, so what the host granted or proposed has ended: restored, the request
-- is pending, without a proposal, and the address stays hidden until the host accepts again. Runs after
-- stay_requests_guard (triggers fire in the order of their names), which judges the change itself.
CREATE FUNCTION ask_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.state := 'pending';
  NEW.proposed_arrival := NULL;
  NEW.proposed_departure := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER stay_requests_restored BEFORE UPDATE OF deleted_at ON stay_requests FOR EACH ROW
  WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL AND NEW.state IN ('pending', 'accepted'))
  EXECUTE FUNCTION ask_again();
