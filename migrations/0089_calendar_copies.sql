-- compatible with programs from 0043 on
-- The object that a program was given before the last one, where others had changed it meanwhile: what the program moves may be a copy of
-- that. NULL once it has sent one itself.
ALTER TABLE caldav_given ADD former text CONSTRAINT caldav_given_former_check CHECK (octet_length(former) <= 2097152);
