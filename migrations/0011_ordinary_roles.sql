-- The program's login owns nothing: it still has to see whether the schema is the one it knows.
GRANT SELECT ON schema_migrations TO foyer_identity;
