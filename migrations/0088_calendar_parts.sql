-- compatible with programs from 0043 on
-- The UID of what an object is a part of (RFC 5545 §3.8.4.5): the first RELATED-TO that names a parent. Without a type it is one.
CREATE FUNCTION parent_of_calendar_object(source text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(uid) <= 1000 THEN uid END FROM (
    SELECT substring(regexp_replace(source, E'\r?\n[ \t]', '', 'g') FROM
      E'(?in)^RELATED-TO(?:;RELTYPE="?PARENT"?)?:[ \t]*([^\r\n]*[^\r\n \t])') AS uid
  ) AS related
$$;
ALTER TABLE caldav_objects ADD parent text GENERATED ALWAYS AS (parent_of_calendar_object(source)) STORED;
CREATE INDEX caldav_objects_parent ON caldav_objects (household_id, parent) WHERE parent IS NOT NULL;
