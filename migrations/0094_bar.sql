-- compatible with programs from 0043 on
-- The places of a phone's bar, which each person chooses: one to four names of `Place`, in its order.
ALTER TABLE people ADD bar text NOT NULL DEFAULT 'today items shopping recipes'
  CHECK (bar ~ '^(today|items|shopping|recipes|plan|stays|calendar|categories|tags)( (today|items|shopping|recipes|plan|stays|calendar|categories|tags)){0,3}$');
GRANT UPDATE (bar) ON people TO foyer_app;
