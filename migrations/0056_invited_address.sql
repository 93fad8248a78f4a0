-- compatible with programs from 0043 on
-- The address that the present link of an invitation was sent to: whoever follows it has answered a letter to that address.
ALTER TABLE invitations ADD email text CHECK (char_length(email) <= 320);
-- A member knows the link of an invitation that is shown, and names no address for it.
REVOKE INSERT ON invitations FROM foyer_app;
GRANT INSERT (token_hash, household_id, id) ON invitations TO foyer_app;
