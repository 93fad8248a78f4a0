-- compatible with programs from 0043 on
-- The language in which somebody who has chosen none was seen last, for what is written to them: reminders, digests, feeds.
ALTER TABLE people ADD seen_language text CHECK (seen_language IN ('en', 'fr', 'ko', 'ru'));
GRANT UPDATE (seen_language) ON people TO foyer_app;
