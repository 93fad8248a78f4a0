-- Feeds of what is planned to be eaten.
ALTER TABLE feeds DROP CONSTRAINT feeds_content_check;
ALTER TABLE feeds ADD CONSTRAINT feeds_content_check CHECK (content IN ('all', 'stays', 'meals', 'category'));
