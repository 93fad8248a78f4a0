-- Who made the last change to what has a version, and when: the page of a conflict says so. No foreign key: the person may
-- leave, and no change waits for the row of one.
ALTER TABLE items ADD changed_at timestamptz, ADD changed_by uuid;
ALTER TABLE categories ADD changed_at timestamptz, ADD changed_by uuid;
ALTER TABLE tags ADD changed_at timestamptz, ADD changed_by uuid;
ALTER TABLE recipes ADD changed_at timestamptz, ADD changed_by uuid;
ALTER TABLE listings ADD changed_at timestamptz, ADD changed_by uuid;

-- Which to-dos came with a new household and are still as they came, so that they can go at once.
ALTER TABLE items ADD is_sample boolean NOT NULL DEFAULT false;
CREATE INDEX items_samples ON items (household_id) WHERE is_sample AND deleted_at IS NULL;

-- The trash lists them by the moment they were deleted, as it does everything else.
CREATE INDEX blocked_dates_trash ON blocked_dates (household_id, deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
