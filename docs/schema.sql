-- The schema of Foyer's database, as migrations/ make it. bin/schema writes this file, and a test compares it.
--
-- It is for reading: the migrations make the database. Tables come first, by name, each with its keys, indexes, triggers, row
-- level security and grants; then the functions. A comment is that of the migration it names.
--
-- Every statement of the program runs as one of two roles, which row level security holds: foyer_app within one household,
-- current_household(), and foyer_identity for what is found before the household is known (sessions, links, jobs).

CREATE EXTENSION IF NOT EXISTS fuzzystrmatch WITH SCHEMA public;

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;

GRANT USAGE ON SCHEMA public TO foyer_app;
GRANT USAGE ON SCHEMA public TO foyer_identity;

-- access_tokens (0068_access_tokens.sql)
-- Secrets by which a person's programs use the API. As a session, a token is found by its hash before it is known whose it is.
CREATE TABLE access_tokens (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    person_id uuid DEFAULT current_person() NOT NULL,
    name text NOT NULL,
    scopes text NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT access_tokens_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
    CONSTRAINT access_tokens_scopes_check CHECK (((char_length(scopes) >= 1) AND (char_length(scopes) <= 400))),
    CONSTRAINT access_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
ALTER TABLE access_tokens FORCE ROW LEVEL SECURITY;

ALTER TABLE access_tokens ADD CONSTRAINT access_tokens_pkey PRIMARY KEY (household_id, id);
ALTER TABLE access_tokens ADD CONSTRAINT access_tokens_token_hash_key UNIQUE (token_hash);

ALTER TABLE access_tokens ADD CONSTRAINT access_tokens_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE INDEX access_tokens_expiry ON access_tokens (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX access_tokens_person ON access_tokens (household_id, person_id);

ALTER TABLE access_tokens ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON access_tokens TO foyer_identity USING (true);
CREATE POLICY person ON access_tokens TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) AND (person_id = (NULLIF(current_setting('foyer.person', true), ''))::uuid)));

GRANT UPDATE(id) ON TABLE access_tokens TO foyer_identity;
GRANT UPDATE(last_used_at) ON TABLE access_tokens TO foyer_app;
GRANT UPDATE(token_hash) ON TABLE access_tokens TO foyer_app;
GRANT SELECT,INSERT,DELETE ON TABLE access_tokens TO foyer_app;
GRANT SELECT,DELETE ON TABLE access_tokens TO foyer_identity;

-- account_events (0018_account_log.sql)
-- What happened to each account, for its owner. Rows are deleted after 180 days.
CREATE TABLE account_events (
    household_id uuid NOT NULL,
    person_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    detail text DEFAULT '' NOT NULL,
    address text DEFAULT '' NOT NULL,
    user_agent text DEFAULT '' NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT account_events_address_check CHECK ((char_length(address) <= 100)),
    CONSTRAINT account_events_detail_check CHECK ((char_length(detail) <= 400)),
    CONSTRAINT account_events_kind_check CHECK ((char_length(kind) <= 40)),
    CONSTRAINT account_events_user_agent_check CHECK ((char_length(user_agent) <= 200))
);
ALTER TABLE account_events FORCE ROW LEVEL SECURITY;

ALTER TABLE account_events ADD CONSTRAINT account_events_pkey PRIMARY KEY (household_id, person_id, id);

ALTER TABLE account_events ADD CONSTRAINT account_events_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE INDEX account_events_age ON account_events (created_at);

ALTER TABLE account_events ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON account_events TO foyer_identity USING (true);
CREATE POLICY person ON account_events TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) AND (person_id = (NULLIF(current_setting('foyer.person', true), ''))::uuid)));

GRANT UPDATE(id) ON TABLE account_events TO foyer_identity;
GRANT SELECT,INSERT ON TABLE account_events TO foyer_app;
GRANT SELECT,INSERT,DELETE ON TABLE account_events TO foyer_identity;

-- accounts (0001_accounts.sql)
CREATE TABLE accounts (
    person_id uuid NOT NULL,
    household_id uuid NOT NULL,
    email text NOT NULL,
    password text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    verified_at timestamp with time zone,
    user_handle bytea DEFAULT (((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) || uuid_send(gen_random_uuid())) || uuid_send(gen_random_uuid())) NOT NULL,
    is_admin boolean DEFAULT false NOT NULL,
    CONSTRAINT accounts_email_check CHECK ((char_length(email) <= 320)),
    CONSTRAINT accounts_user_handle_check CHECK ((octet_length(user_handle) = 64))
);
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;

ALTER TABLE accounts ADD CONSTRAINT accounts_pkey PRIMARY KEY (person_id);
ALTER TABLE accounts ADD CONSTRAINT accounts_user_handle_key UNIQUE (user_handle);

ALTER TABLE accounts ADD CONSTRAINT accounts_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
CREATE INDEX accounts_person ON accounts (household_id, person_id);

CREATE TRIGGER accounts_void_half_sign_ins AFTER UPDATE OF password ON accounts FOR EACH ROW WHEN ((old.password IS DISTINCT FROM new.password)) EXECUTE FUNCTION void_half_sign_ins();
CREATE TRIGGER accounts_void_links AFTER UPDATE OF email, password ON accounts FOR EACH ROW WHEN (((old.email IS DISTINCT FROM new.email) OR (old.password IS DISTINCT FROM new.password))) EXECUTE FUNCTION void_mail_links();

ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON accounts TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON accounts TO foyer_identity USING (true);

GRANT SELECT(email) ON TABLE accounts TO foyer_app;
GRANT SELECT(household_id) ON TABLE accounts TO foyer_app;
GRANT SELECT(is_admin) ON TABLE accounts TO foyer_app;
GRANT SELECT(person_id) ON TABLE accounts TO foyer_app;
GRANT SELECT(user_handle) ON TABLE accounts TO foyer_app;
GRANT SELECT(verified_at) ON TABLE accounts TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE accounts TO foyer_identity;

-- activity (0027_activity.sql)
CREATE TABLE activity (
    household_id uuid DEFAULT current_household() NOT NULL,
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    person_id uuid DEFAULT current_person() NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    title text NOT NULL,
    CONSTRAINT activity_kind_check CHECK ((kind = ANY (ARRAY['item_added', 'item_done', 'item_deleted', 'recipe_added', 'stay_asked', 'stay_accepted', 'stay_declined', 'joined']))),
    CONSTRAINT activity_title_check CHECK ((char_length(title) <= 100))
);
ALTER TABLE activity FORCE ROW LEVEL SECURITY;

ALTER TABLE activity ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME activity_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE activity ADD CONSTRAINT activity_pkey PRIMARY KEY (household_id, id);
ALTER TABLE activity ADD CONSTRAINT activity_subject UNIQUE (household_id, subject_id);

CREATE INDEX activity_at ON activity (household_id, at, id);

ALTER TABLE activity ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON activity TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON activity TO foyer_identity USING ((pg_trigger_depth() > 0));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE activity TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE activity TO foyer_identity;

-- answered_challenges (0020_passkeys.sql)
-- The challenges that were answered, so that none is answered twice, by SHA-256. A challenge itself is signed and says when
-- it ends, so that asking for one stores nothing.
CREATE TABLE answered_challenges (
    hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT answered_challenges_hash_check CHECK ((octet_length(hash) = 32))
);
ALTER TABLE answered_challenges FORCE ROW LEVEL SECURITY;

ALTER TABLE answered_challenges ADD CONSTRAINT answered_challenges_pkey PRIMARY KEY (hash);

CREATE INDEX answered_challenges_expiry ON answered_challenges (expires_at);

ALTER TABLE answered_challenges ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON answered_challenges TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE answered_challenges TO foyer_identity;

-- blocked_dates (0005_stays.sql)
-- Days that the host takes nobody, both days included.
CREATE TABLE blocked_dates (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    first_day date NOT NULL,
    last_day date NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT blocked_dates_length CHECK (((last_day - first_day) <= 366)),
    CONSTRAINT blocked_dates_order CHECK ((last_day >= first_day))
);
ALTER TABLE blocked_dates FORCE ROW LEVEL SECURITY;

ALTER TABLE blocked_dates ADD CONSTRAINT blocked_dates_pkey PRIMARY KEY (household_id, id);

ALTER TABLE blocked_dates ADD CONSTRAINT blocked_dates_listing FOREIGN KEY (household_id) REFERENCES listings(household_id) ON DELETE CASCADE;

CREATE INDEX blocked_dates_day ON blocked_dates (household_id, last_day, id) WHERE (deleted_at IS NULL);
CREATE INDEX blocked_dates_trash ON blocked_dates (household_id, deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);

CREATE TRIGGER blocked_dates_nights AFTER INSERT OR DELETE OR UPDATE ON blocked_dates FOR EACH ROW EXECUTE FUNCTION keep_blocked_nights();

ALTER TABLE blocked_dates ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON blocked_dates TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE blocked_dates TO foyer_app;

-- caldav_collections (0073_caldav.sql)
-- What programs keep with a collection: [[namespace, name, text]]. The key is its name in addresses.
CREATE TABLE caldav_collections (
    household_id uuid DEFAULT current_household() NOT NULL,
    collection text NOT NULL,
    properties jsonb NOT NULL,
    CONSTRAINT caldav_collections_collection_check CHECK (((char_length(collection) >= 1) AND (char_length(collection) <= 40)))
);
ALTER TABLE caldav_collections FORCE ROW LEVEL SECURITY;

ALTER TABLE caldav_collections ADD CONSTRAINT caldav_collections_pkey PRIMARY KEY (household_id, collection);

ALTER TABLE caldav_collections ADD CONSTRAINT caldav_collections_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE caldav_collections ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON caldav_collections TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON caldav_collections TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE caldav_collections TO foyer_app;
GRANT SELECT,DELETE ON TABLE caldav_collections TO foyer_identity;

-- caldav_given (0073_caldav.sql)
-- An object as a token's program was given it last, or has sent it: what tells its changes from those of others. The tag is that of
-- the object then.
CREATE TABLE caldav_given (
    household_id uuid DEFAULT current_household() NOT NULL,
    token_id uuid NOT NULL,
    subject_id uuid NOT NULL,
    tag text NOT NULL,
    object text NOT NULL,
    former text,
    CONSTRAINT caldav_given_former_check CHECK ((octet_length(former) <= 2097152)),
    CONSTRAINT caldav_given_object_check CHECK ((octet_length(object) <= 2097152)),
    CONSTRAINT caldav_given_tag_check CHECK ((char_length(tag) <= 40))
);
ALTER TABLE caldav_given FORCE ROW LEVEL SECURITY;

ALTER TABLE caldav_given ADD CONSTRAINT caldav_given_pkey PRIMARY KEY (household_id, token_id, subject_id);

ALTER TABLE caldav_given ADD CONSTRAINT caldav_given_household_id_token_id_fkey FOREIGN KEY (household_id, token_id) REFERENCES access_tokens(household_id, id) ON DELETE CASCADE;

CREATE INDEX caldav_given_subject ON caldav_given (household_id, subject_id);

ALTER TABLE caldav_given ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON caldav_given TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON caldav_given TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE caldav_given TO foyer_app;
GRANT SELECT,DELETE ON TABLE caldav_given TO foyer_identity;

-- caldav_objects (0073_caldav.sql)
-- What a calendar program has given an item besides its fields: a name, a UID, and properties that no field is for. The subject is an
-- item, or a series: its object has the open item, and the next one once that is done. Without a row both names follow from the id.
CREATE TABLE caldav_objects (
    household_id uuid DEFAULT current_household() NOT NULL,
    subject_id uuid NOT NULL,
    uid text NOT NULL,
    href text NOT NULL,
    source text,
    former_uids text[] DEFAULT '{}'::text[] NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    moment xid8 DEFAULT pg_current_xact_id() NOT NULL,
    parent text GENERATED ALWAYS AS (parent_of_calendar_object(source)) STORED,
    CONSTRAINT caldav_objects_href_check CHECK (((octet_length(href) >= 1) AND (octet_length(href) <= 400))),
    CONSTRAINT caldav_objects_source_check CHECK ((octet_length(source) <= 1048576)),
    CONSTRAINT caldav_objects_uid_check CHECK (((octet_length(uid) >= 1) AND (octet_length(uid) <= 1000)))
);
ALTER TABLE caldav_objects FORCE ROW LEVEL SECURITY;

ALTER TABLE caldav_objects ADD CONSTRAINT caldav_objects_pkey PRIMARY KEY (household_id, subject_id);

ALTER TABLE caldav_objects ADD CONSTRAINT caldav_objects_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX caldav_objects_former ON caldav_objects (household_id) WHERE (former_uids <> '{}'::text[]);
CREATE INDEX caldav_objects_href ON caldav_objects (household_id, href);
CREATE INDEX caldav_objects_moment ON caldav_objects (household_id, moment);
CREATE INDEX caldav_objects_parent ON caldav_objects (household_id, parent) WHERE (parent IS NOT NULL);
CREATE UNIQUE INDEX caldav_objects_uid ON caldav_objects (household_id, uid);

ALTER TABLE caldav_objects ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON caldav_objects TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON caldav_objects TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE caldav_objects TO foyer_app;
GRANT SELECT,DELETE ON TABLE caldav_objects TO foyer_identity;

-- categories (0003_categories_tags_images.sql)
CREATE TABLE categories (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    folded_name text GENERATED ALWAYS AS (folded(btrim(name))) STORED NOT NULL,
    color text NOT NULL,
    icon text DEFAULT '' NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    changed_at timestamp with time zone,
    changed_by uuid,
    CONSTRAINT categories_color CHECK ((color ~ '^#[0-9a-f]{6}$')),
    CONSTRAINT categories_icon_check CHECK ((char_length(icon) <= 32)),
    CONSTRAINT categories_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 10000)))
);
ALTER TABLE categories FORCE ROW LEVEL SECURITY;

ALTER TABLE categories ADD CONSTRAINT categories_pkey PRIMARY KEY (household_id, id);

ALTER TABLE categories ADD CONSTRAINT categories_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX categories_name ON categories (household_id, md5(folded_name)) WHERE (deleted_at IS NULL);
CREATE INDEX categories_order ON categories (household_id, "left"(folded_name, 100) COLLATE "C", id) WHERE (deleted_at IS NULL);
CREATE INDEX categories_trash ON categories (household_id, deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);

CREATE TRIGGER categories_announced AFTER UPDATE OF name, color, icon, deleted_at ON categories FOR EACH ROW WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('items');
CREATE TRIGGER categories_announced_first AFTER INSERT OR DELETE ON categories FOR EACH ROW WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('labels');
CREATE TRIGGER categories_calendar_collections AFTER DELETE ON categories FOR EACH ROW EXECUTE FUNCTION forget_calendar_collection();
CREATE TRIGGER categories_followed AFTER INSERT OR DELETE ON categories FOR EACH ROW EXECUTE FUNCTION note_row('categories');
CREATE TRIGGER categories_followed_again AFTER UPDATE ON categories FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION note_row('categories');
CREATE TRIGGER categories_named AFTER UPDATE ON categories FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION note_items_with('category');

ALTER TABLE categories ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON categories TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE categories TO foyer_app;
GRANT SELECT ON TABLE categories TO foyer_identity;

-- changes (0075_changes.sql)
-- Each change of a row that programs follow, one entry a row: its last change. An entry has the number of its transaction, which no
-- two members' clicks wait for; a reader asks for numbers from the oldest transaction that ran when it read the last time, so that
-- it misses none that commits late. Entries are kept for 31 days: those of deleted rows as long as the trash keeps the rows.
CREATE TABLE changes (
    household_id uuid NOT NULL,
    kind text NOT NULL,
    id uuid NOT NULL,
    moment xid8 DEFAULT pg_current_xact_id() NOT NULL,
    born xid8,
    is_deleted boolean NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE changes FORCE ROW LEVEL SECURITY;

ALTER TABLE changes ADD CONSTRAINT changes_pkey PRIMARY KEY (household_id, kind, id);

CREATE INDEX changes_age ON changes USING brin (changed_at);
CREATE INDEX changes_order ON changes (household_id, moment, kind, id);

ALTER TABLE changes ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON changes FOR SELECT TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON changes TO foyer_identity USING (true);
CREATE POLICY noted ON changes TO foyer_app, foyer_identity USING ((pg_trigger_depth() > 0));

GRANT SELECT,INSERT,UPDATE ON TABLE changes TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE changes TO foyer_identity;

-- cookbooks (0006_recipes.sql)
-- Which edition of the starter cookbook was loaded.
CREATE TABLE cookbooks (
    household_id uuid NOT NULL,
    digest bytea NOT NULL,
    understood integer DEFAULT 0 NOT NULL,
    edition integer DEFAULT 0 NOT NULL
);
ALTER TABLE cookbooks FORCE ROW LEVEL SECURITY;

ALTER TABLE cookbooks ADD CONSTRAINT cookbooks_pkey PRIMARY KEY (household_id);

ALTER TABLE cookbooks ADD CONSTRAINT cookbooks_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE cookbooks ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON cookbooks TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cookbooks TO foyer_app;

-- cooking_parameters (0006_recipes.sql)
-- What somebody eats, in the bits of recipes.traits.
CREATE TABLE cooking_parameters (
    household_id uuid DEFAULT current_household() NOT NULL,
    person_id uuid DEFAULT current_person() NOT NULL,
    cuisines bigint NOT NULL,
    required bigint NOT NULL,
    dislikes text[] DEFAULT '{}'::text[] NOT NULL,
    dislike_keys text[] DEFAULT '{}'::text[] NOT NULL,
    eats_here boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    changed_at timestamp with time zone,
    changed_by uuid,
    CONSTRAINT cooking_parameters_check CHECK ((cardinality(dislike_keys) = cardinality(dislikes))),
    CONSTRAINT cooking_parameters_dislikes_check CHECK ((cardinality(dislikes) <= 50))
);
ALTER TABLE cooking_parameters FORCE ROW LEVEL SECURITY;

ALTER TABLE cooking_parameters ADD CONSTRAINT cooking_parameters_pkey PRIMARY KEY (household_id, person_id);

ALTER TABLE cooking_parameters ADD CONSTRAINT cooking_parameters_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE cooking_parameters ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON cooking_parameters TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cooking_parameters TO foyer_app;

-- cookings (0061_cookings.sql)
-- What was cooked, when and by whom, and what it took of what was at hand: so that all of it can be taken back.
CREATE TABLE cookings (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    recipe_id uuid NOT NULL,
    person_id uuid DEFAULT current_person(),
    day date NOT NULL,
    note text DEFAULT '' NOT NULL,
    used_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    used_before text[] DEFAULT '{}'::text[] NOT NULL,
    used_after text[] DEFAULT '{}'::text[] NOT NULL,
    meal_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    taken_back_at timestamp with time zone,
    CONSTRAINT cookings_check CHECK ((cardinality(used_before) = cardinality(used_ids))),
    CONSTRAINT cookings_check1 CHECK ((cardinality(used_after) = cardinality(used_ids))),
    CONSTRAINT cookings_note_length CHECK ((char_length(note) <= 2000)),
    CONSTRAINT cookings_used_ids_check CHECK ((cardinality(used_ids) <= 1000))
);
ALTER TABLE cookings FORCE ROW LEVEL SECURITY;

ALTER TABLE cookings ADD CONSTRAINT cookings_pkey PRIMARY KEY (household_id, id);

ALTER TABLE cookings ADD CONSTRAINT cookings_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX cookings_recipe ON cookings (household_id, recipe_id, day DESC) WHERE (taken_back_at IS NULL);

ALTER TABLE cookings ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON cookings TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cookings TO foyer_app;

-- eaters (0034_eaters.sql)
-- Others who eat here, without an account: children, regular guests.
CREATE TABLE eaters (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    required bigint DEFAULT 0 NOT NULL,
    dislikes text[] DEFAULT '{}'::text[] NOT NULL,
    dislike_keys text[] DEFAULT '{}'::text[] NOT NULL,
    eats_here boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone,
    changed_by uuid,
    deleted_at timestamp with time zone,
    CONSTRAINT eaters_check CHECK ((cardinality(dislike_keys) = cardinality(dislikes))),
    CONSTRAINT eaters_dislikes_check CHECK ((cardinality(dislikes) <= 50)),
    CONSTRAINT eaters_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);
ALTER TABLE eaters FORCE ROW LEVEL SECURITY;

ALTER TABLE eaters ADD CONSTRAINT eaters_pkey PRIMARY KEY (household_id, id);

ALTER TABLE eaters ADD CONSTRAINT eaters_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE TRIGGER eaters_announced AFTER INSERT OR DELETE OR UPDATE OF version, deleted_at ON eaters FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('eaters');
CREATE TRIGGER eaters_followed AFTER INSERT OR DELETE ON eaters FOR EACH ROW EXECUTE FUNCTION note_row('eaters');
CREATE TRIGGER eaters_followed_again AFTER UPDATE ON eaters FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION note_row('eaters');

ALTER TABLE eaters ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON eaters TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE eaters TO foyer_app;

-- favorites (0006_recipes.sql)
-- The recipe is the household's own or a starter one, so there is no reference to it. Its name is here, too: a search that
-- follows every letter reads nothing else.
CREATE TABLE favorites (
    household_id uuid DEFAULT current_household() NOT NULL,
    person_id uuid DEFAULT current_person() NOT NULL,
    recipe_id uuid NOT NULL,
    name_order text NOT NULL COLLATE pg_catalog."C",
    is_deleted boolean DEFAULT false NOT NULL
);
ALTER TABLE favorites FORCE ROW LEVEL SECURITY;

ALTER TABLE favorites ADD CONSTRAINT favorites_pkey PRIMARY KEY (household_id, person_id, recipe_id);

ALTER TABLE favorites ADD CONSTRAINT favorites_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE INDEX favorites_by_name ON favorites (household_id, person_id, name_order, recipe_id) WHERE (NOT is_deleted);
CREATE INDEX favorites_recipe ON favorites (household_id, recipe_id);

ALTER TABLE favorites ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON favorites TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE favorites TO foyer_app;

-- feeds (0026_calendar.sql)
-- Addresses by which other programs read a person's calendar (RFC 5545) without signing in. Found by the token's hash before
-- it is known whose they are. The token itself is not here: it is made of the row's seed with the key 'feed', which only
-- foyer_identity reads. So the settings can show it again, and whoever reads this table alone, or a row of it, cannot use it.
CREATE TABLE feeds (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    person_id uuid DEFAULT current_person() NOT NULL,
    name text NOT NULL,
    content text NOT NULL,
    category_id uuid,
    seed bytea NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT feeds_check CHECK (((content = 'category') = (category_id IS NOT NULL))),
    CONSTRAINT feeds_content_check CHECK ((content = ANY (ARRAY['all', 'stays', 'meals', 'category']))),
    CONSTRAINT feeds_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT feeds_seed_check CHECK ((octet_length(seed) = 32)),
    CONSTRAINT feeds_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
ALTER TABLE feeds FORCE ROW LEVEL SECURITY;

ALTER TABLE feeds ADD CONSTRAINT feeds_pkey PRIMARY KEY (household_id, id);
ALTER TABLE feeds ADD CONSTRAINT feeds_token_hash_key UNIQUE (token_hash);

ALTER TABLE feeds ADD CONSTRAINT feeds_household_id_category_id_fkey FOREIGN KEY (household_id, category_id) REFERENCES categories(household_id, id) ON DELETE CASCADE;
ALTER TABLE feeds ADD CONSTRAINT feeds_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE INDEX feeds_category ON feeds (household_id, category_id) WHERE (category_id IS NOT NULL);
CREATE INDEX feeds_person ON feeds (household_id, person_id);

ALTER TABLE feeds ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON feeds TO foyer_identity USING (true);
CREATE POLICY person ON feeds TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) AND (person_id = (NULLIF(current_setting('foyer.person', true), ''))::uuid)));

GRANT SELECT,INSERT,DELETE ON TABLE feeds TO foyer_app;
GRANT SELECT,DELETE ON TABLE feeds TO foyer_identity;

-- files (0084_item_files.sql)
-- Further pictures of an item, as the converter has made them, and files of any kind, which are sent as a download and never shown.
-- Items of a series share them; one without an item is an upload that waits for its form.
CREATE TABLE files (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    is_picture boolean DEFAULT false NOT NULL,
    size integer NOT NULL,
    bytes bytea NOT NULL,
    thumbnail bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT files_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT files_picture CHECK ((is_picture = (thumbnail IS NOT NULL))),
    CONSTRAINT files_size CHECK ((size <= 33554432)),
    CONSTRAINT files_thumbnail_size CHECK ((octet_length(thumbnail) <= 262144)),
    CONSTRAINT files_whole CHECK ((octet_length(bytes) = size))
);
ALTER TABLE files ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE files ALTER COLUMN thumbnail SET STORAGE EXTERNAL;
ALTER TABLE files FORCE ROW LEVEL SECURITY;

ALTER TABLE files ADD CONSTRAINT files_pkey PRIMARY KEY (household_id, id);

ALTER TABLE files ADD CONSTRAINT files_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX files_age ON files (household_id, created_at);

CREATE TRIGGER files_counted AFTER INSERT OR DELETE ON files FOR EACH ROW EXECUTE FUNCTION count_file();

ALTER TABLE files ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON files TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON files TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE ON TABLE files TO foyer_app;
GRANT SELECT,DELETE ON TABLE files TO foyer_identity;

-- folded_sections (0003_categories_tags_images.sql)
-- Which sections a person has folded (R16); the zero id is the section of the items without a category.
CREATE TABLE folded_sections (
    household_id uuid DEFAULT current_household() NOT NULL,
    person_id uuid DEFAULT current_person() NOT NULL,
    section uuid NOT NULL
);
ALTER TABLE folded_sections FORCE ROW LEVEL SECURITY;

ALTER TABLE folded_sections ADD CONSTRAINT folded_sections_pkey PRIMARY KEY (household_id, person_id, section);

ALTER TABLE folded_sections ADD CONSTRAINT folded_sections_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE folded_sections ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON folded_sections TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE folded_sections TO foyer_app;

-- food_aisles (0036_shops.sql)
-- Foods that a household finds in another aisle than the program says.
CREATE TABLE food_aisles (
    household_id uuid DEFAULT current_household() NOT NULL,
    key text NOT NULL,
    aisle text NOT NULL,
    CONSTRAINT food_aisles_aisle_check CHECK ((char_length(aisle) <= 20)),
    CONSTRAINT food_aisles_key_check CHECK ((char_length(key) <= 400))
);
ALTER TABLE food_aisles FORCE ROW LEVEL SECURITY;

ALTER TABLE food_aisles ADD CONSTRAINT food_aisles_pkey PRIMARY KEY (household_id, key);

ALTER TABLE food_aisles ADD CONSTRAINT food_aisles_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE TRIGGER food_aisles_announced AFTER INSERT OR DELETE OR UPDATE ON food_aisles FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('shopping');
CREATE TRIGGER food_aisles_followed AFTER INSERT OR DELETE ON food_aisles FOR EACH ROW EXECUTE FUNCTION note_lines_of_food();
CREATE TRIGGER food_aisles_followed_again AFTER UPDATE ON food_aisles FOR EACH ROW WHEN ((old.aisle IS DISTINCT FROM new.aisle)) EXECUTE FUNCTION note_lines_of_food();

ALTER TABLE food_aisles ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON food_aisles TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE food_aisles TO foyer_app;

-- half_sign_ins (0019_second_factors.sql)
-- Sign-ins that wait for the code after the right password, by the hash of their cookie's token.
CREATE TABLE half_sign_ins (
    token_hash bytea NOT NULL,
    person_id uuid NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    used_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT half_sign_ins_token_hash_check CHECK ((octet_length(token_hash) = 32)),
    CONSTRAINT half_sign_ins_tries_check CHECK (((tries >= 0) AND (tries <= 5)))
);
ALTER TABLE half_sign_ins FORCE ROW LEVEL SECURITY;

ALTER TABLE half_sign_ins ADD CONSTRAINT half_sign_ins_pkey PRIMARY KEY (token_hash);

ALTER TABLE half_sign_ins ADD CONSTRAINT half_sign_ins_person_id_fkey FOREIGN KEY (person_id) REFERENCES accounts(person_id) ON DELETE CASCADE;

CREATE INDEX half_sign_ins_created ON half_sign_ins (created_at);
CREATE INDEX half_sign_ins_person ON half_sign_ins (person_id);

ALTER TABLE half_sign_ins ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON half_sign_ins TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE half_sign_ins TO foyer_identity;

-- household_storage (0021_operator.sql)
-- The images of a household, of items, recipes, people and its listing: how many, and their bytes. Kept by triggers on both
-- tables of images; a household without a row has none.
CREATE TABLE household_storage (
    household_id uuid NOT NULL,
    images bigint DEFAULT 0 NOT NULL,
    image_bytes bigint DEFAULT 0 NOT NULL,
    quota bigint,
    CONSTRAINT household_storage_quota_check CHECK ((quota > 0))
);
ALTER TABLE household_storage FORCE ROW LEVEL SECURITY;

ALTER TABLE household_storage ADD CONSTRAINT household_storage_pkey PRIMARY KEY (household_id);

ALTER TABLE household_storage ADD CONSTRAINT household_storage_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE household_storage ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON household_storage TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON household_storage TO foyer_identity USING (true);

GRANT INSERT(household_id) ON TABLE household_storage TO foyer_app;
GRANT INSERT(image_bytes),UPDATE(image_bytes) ON TABLE household_storage TO foyer_app;
GRANT INSERT(images),UPDATE(images) ON TABLE household_storage TO foyer_app;
GRANT SELECT ON TABLE household_storage TO foyer_app;
GRANT SELECT,INSERT,UPDATE ON TABLE household_storage TO foyer_identity;

-- households (0001_accounts.sql)
CREATE TABLE households (
    id uuid NOT NULL,
    name text NOT NULL,
    had_items boolean DEFAULT false NOT NULL,
    load_problem text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    icon text DEFAULT '' NOT NULL,
    description_required boolean DEFAULT false NOT NULL,
    hides_starter_recipes boolean DEFAULT false NOT NULL,
    time_zone text DEFAULT 'UTC' NOT NULL,
    zone_chosen boolean DEFAULT false NOT NULL,
    CONSTRAINT households_icon_check CHECK ((char_length(icon) <= 32)),
    CONSTRAINT households_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 10000))),
    CONSTRAINT households_time_zone_check CHECK (((now() AT TIME ZONE time_zone) IS NOT NULL))
);
ALTER TABLE households FORCE ROW LEVEL SECURITY;

ALTER TABLE households ADD CONSTRAINT households_pkey PRIMARY KEY (id);

CREATE TRIGGER activity_deleted AFTER DELETE ON households FOR EACH ROW EXECUTE FUNCTION forget_activity();
CREATE TRIGGER counts_deleted AFTER DELETE ON households FOR EACH ROW EXECUTE FUNCTION delete_item_counts();
CREATE TRIGGER households_changes_deleted AFTER DELETE ON households FOR EACH ROW EXECUTE FUNCTION delete_changes();
CREATE TRIGGER households_clock_days AFTER UPDATE OF time_zone ON households FOR EACH ROW WHEN ((old.time_zone <> new.time_zone)) EXECUTE FUNCTION keep_days();
CREATE TRIGGER households_clock_reminded AFTER UPDATE OF time_zone ON households FOR EACH ROW WHEN ((old.time_zone <> new.time_zone)) EXECUTE FUNCTION keep_clock_reminders();
CREATE TRIGGER households_reminded_no_more AFTER DELETE ON households FOR EACH ROW EXECUTE FUNCTION delete_reminders();

ALTER TABLE households ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON households TO foyer_app USING ((id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON households TO foyer_identity USING (true);

GRANT SELECT,UPDATE ON TABLE households TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE households TO foyer_identity;

-- images (0003_categories_tags_images.sql)
CREATE TABLE images (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    picture bytea NOT NULL,
    thumbnail bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT images_picture_check CHECK ((octet_length(picture) <= 8388608)),
    CONSTRAINT images_thumbnail_check CHECK ((octet_length(thumbnail) <= 262144))
);
ALTER TABLE images ALTER COLUMN picture SET STORAGE EXTERNAL;
ALTER TABLE images ALTER COLUMN thumbnail SET STORAGE EXTERNAL;
ALTER TABLE images FORCE ROW LEVEL SECURITY;

ALTER TABLE images ADD CONSTRAINT images_pkey PRIMARY KEY (household_id, id);

ALTER TABLE images ADD CONSTRAINT images_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX images_age ON images (household_id, created_at);

CREATE TRIGGER images_counted AFTER INSERT OR DELETE ON images FOR EACH ROW EXECUTE FUNCTION count_image();

ALTER TABLE images ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON images TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON images TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE images TO foyer_app;
GRANT SELECT,INSERT,DELETE ON TABLE images TO foyer_identity;

-- ingredient_names (0006_recipes.sql)
-- The names of ingredients that recipes use, to be suggested.
CREATE TABLE ingredient_names (
    household_id uuid DEFAULT current_household() NOT NULL,
    ingredient bigint NOT NULL,
    name text NOT NULL,
    folded_name text GENERATED ALWAYS AS (folded(name)) STORED NOT NULL,
    CONSTRAINT ingredient_names_name_check CHECK ((char_length(name) <= 200))
);
ALTER TABLE ingredient_names FORCE ROW LEVEL SECURITY;

ALTER TABLE ingredient_names ADD CONSTRAINT ingredient_names_pkey PRIMARY KEY (household_id, ingredient);

ALTER TABLE ingredient_names ADD CONSTRAINT ingredient_names_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE ingredient_names ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON ingredient_names TO foyer_app USING ((household_id = ANY (ARRAY[(NULLIF(current_setting('foyer.household', true), ''))::uuid,
CASE
    WHEN (current_setting('foyer.household', true) <> '') THEN starter_household()
    ELSE NULL::uuid
END])));
CREATE POLICY own_delete ON ingredient_names AS RESTRICTIVE FOR DELETE TO foyer_app USING ((household_id = current_household()));
CREATE POLICY own_insert ON ingredient_names AS RESTRICTIVE FOR INSERT TO foyer_app WITH CHECK ((household_id = current_household()));
CREATE POLICY own_update ON ingredient_names AS RESTRICTIVE FOR UPDATE TO foyer_app USING ((household_id = current_household()));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ingredient_names TO foyer_app;

-- ingredients_at_hand (0006_recipes.sql)
-- What there is in the house.
CREATE TABLE ingredients_at_hand (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    key text NOT NULL,
    ingredient bigint GENERATED ALWAYS AS (ingredient_number(key)) STORED NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    amount text DEFAULT '' NOT NULL,
    best_before date,
    place text DEFAULT '' NOT NULL,
    read_line text,
    read_key text,
    read_sum text,
    edition integer DEFAULT 0 NOT NULL,
    CONSTRAINT ingredients_at_hand_amount_check CHECK ((char_length(amount) <= 200)),
    CONSTRAINT ingredients_at_hand_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT ingredients_at_hand_place_check CHECK ((char_length(place) <= 200))
);
ALTER TABLE ingredients_at_hand FORCE ROW LEVEL SECURITY;

ALTER TABLE ingredients_at_hand ADD CONSTRAINT ingredients_at_hand_household_id_ingredient_key UNIQUE (household_id, ingredient);
ALTER TABLE ingredients_at_hand ADD CONSTRAINT ingredients_at_hand_pkey PRIMARY KEY (household_id, id);

ALTER TABLE ingredients_at_hand ADD CONSTRAINT ingredients_at_hand_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX ingredients_expiring ON ingredients_at_hand (household_id, best_before) WHERE (best_before IS NOT NULL);

CREATE TRIGGER hand_announced AFTER INSERT OR DELETE OR UPDATE ON ingredients_at_hand FOR EACH ROW WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('shopping');
CREATE TRIGGER hand_followed AFTER INSERT OR DELETE ON ingredients_at_hand FOR EACH ROW EXECUTE FUNCTION note_plain_row('hand');
CREATE TRIGGER hand_followed_again AFTER UPDATE ON ingredients_at_hand FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.best_before IS DISTINCT FROM new.best_before)) OR (old.place IS DISTINCT FROM new.place))) EXECUTE FUNCTION note_plain_row('hand');

ALTER TABLE ingredients_at_hand ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON ingredients_at_hand TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ingredients_at_hand TO foyer_app;

-- invitations (0004_settings.sql)
-- A way into a household, for whoever has the link: valid 7 days, once. As sessions, they are found before it is known
-- which household is meant, and only by foyer_identity.
CREATE TABLE invitations (
    token_hash bytea NOT NULL,
    household_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone,
    email text,
    CONSTRAINT invitations_email_check CHECK ((char_length(email) <= 320)),
    CONSTRAINT invitations_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;

ALTER TABLE invitations ADD CONSTRAINT invitations_pkey PRIMARY KEY (token_hash);

ALTER TABLE invitations ADD CONSTRAINT invitations_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX invitations_household ON invitations (household_id, created_at DESC);

ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON invitations TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON invitations TO foyer_identity USING (true);

GRANT INSERT(household_id) ON TABLE invitations TO foyer_app;
GRANT INSERT(id) ON TABLE invitations TO foyer_app;
GRANT INSERT(token_hash) ON TABLE invitations TO foyer_app;
GRANT SELECT,DELETE ON TABLE invitations TO foyer_app;
GRANT SELECT,DELETE,UPDATE ON TABLE invitations TO foyer_identity;

-- item_conflicts (0079_item_conflicts.sql)
-- A member's program has changed fields of an item that others had changed meanwhile, without saying which version it knew: what it sent
-- waits for a choice on the item's page.
CREATE TABLE item_conflicts (
    household_id uuid DEFAULT current_household() NOT NULL,
    item_id uuid NOT NULL,
    source uuid NOT NULL,
    program text NOT NULL,
    person_id uuid NOT NULL,
    fields jsonb NOT NULL,
    sent_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT item_conflicts_program_check CHECK ((char_length(program) <= 1000))
);
ALTER TABLE item_conflicts FORCE ROW LEVEL SECURITY;

ALTER TABLE item_conflicts ADD CONSTRAINT item_conflicts_pkey PRIMARY KEY (household_id, item_id, source);

ALTER TABLE item_conflicts ADD CONSTRAINT item_conflicts_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;
ALTER TABLE item_conflicts ADD CONSTRAINT item_conflicts_household_id_item_id_fkey FOREIGN KEY (household_id, item_id) REFERENCES items(household_id, id) ON DELETE CASCADE;

ALTER TABLE item_conflicts ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON item_conflicts TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON item_conflicts TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE item_conflicts TO foyer_app;
GRANT SELECT,DELETE ON TABLE item_conflicts TO foyer_identity;

-- item_counts (0008_counts.sql)
CREATE TABLE item_counts (
    household_id uuid NOT NULL,
    section uuid NOT NULL,
    id bigint NOT NULL,
    open_items integer NOT NULL,
    done_items integer NOT NULL
);
ALTER TABLE item_counts FORCE ROW LEVEL SECURITY;

ALTER TABLE item_counts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME item_counts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE item_counts ADD CONSTRAINT item_counts_pkey PRIMARY KEY (household_id, section, id) INCLUDE (open_items, done_items);

ALTER TABLE item_counts ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON item_counts TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON item_counts TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE item_counts TO foyer_app;
GRANT SELECT,DELETE ON TABLE item_counts TO foyer_identity;

-- item_files (0084_item_files.sql)
CREATE TABLE item_files (
    household_id uuid DEFAULT current_household() NOT NULL,
    item_id uuid NOT NULL,
    file_id uuid NOT NULL,
    deleted_at timestamp with time zone
);
ALTER TABLE item_files FORCE ROW LEVEL SECURITY;

ALTER TABLE item_files ADD CONSTRAINT item_files_pkey PRIMARY KEY (household_id, item_id, file_id);

ALTER TABLE item_files ADD CONSTRAINT item_files_household_id_file_id_fkey FOREIGN KEY (household_id, file_id) REFERENCES files(household_id, id) ON DELETE CASCADE;
ALTER TABLE item_files ADD CONSTRAINT item_files_household_id_item_id_fkey FOREIGN KEY (household_id, item_id) REFERENCES items(household_id, id) ON DELETE CASCADE;

CREATE INDEX item_files_file ON item_files (household_id, file_id);
CREATE INDEX item_files_trash ON item_files (household_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE TRIGGER item_files_kept AFTER INSERT OR DELETE OR UPDATE OF deleted_at ON item_files FOR EACH ROW EXECUTE FUNCTION keep_item_files();

ALTER TABLE item_files ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON item_files TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON item_files TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE item_files TO foyer_app;
GRANT SELECT,DELETE ON TABLE item_files TO foyer_identity;

-- item_reminders (0031_reminders.sql)
-- The times that a member has chosen for one item; none of them for no reminder. Without a reference to people, whose check
-- would lock the person after the item: a trigger deletes.
CREATE TABLE item_reminders (
    household_id uuid DEFAULT current_household() NOT NULL,
    item_id uuid NOT NULL,
    person_id uuid DEFAULT current_person() NOT NULL,
    codes text[] NOT NULL,
    CONSTRAINT item_reminders_codes_check CHECK (are_reminder_times(codes))
);
ALTER TABLE item_reminders FORCE ROW LEVEL SECURITY;

ALTER TABLE item_reminders ADD CONSTRAINT item_reminders_pkey PRIMARY KEY (household_id, item_id, person_id);

ALTER TABLE item_reminders ADD CONSTRAINT item_reminders_household_id_item_id_fkey FOREIGN KEY (household_id, item_id) REFERENCES items(household_id, id) ON DELETE CASCADE;

CREATE INDEX item_reminders_person ON item_reminders (household_id, person_id);

CREATE TRIGGER item_reminders_kept AFTER INSERT OR DELETE OR UPDATE ON item_reminders FOR EACH ROW EXECUTE FUNCTION keep_own_reminders();

ALTER TABLE item_reminders ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON item_reminders TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON item_reminders TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE item_reminders TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE item_reminders TO foyer_identity;

-- item_tags (0003_categories_tags_images.sql)
CREATE TABLE item_tags (
    household_id uuid DEFAULT current_household() NOT NULL,
    item_id uuid NOT NULL,
    tag_id uuid NOT NULL
);
ALTER TABLE item_tags FORCE ROW LEVEL SECURITY;

ALTER TABLE item_tags ADD CONSTRAINT item_tags_pkey PRIMARY KEY (household_id, item_id, tag_id);

ALTER TABLE item_tags ADD CONSTRAINT item_tags_household_id_item_id_fkey FOREIGN KEY (household_id, item_id) REFERENCES items(household_id, id) ON DELETE CASCADE;
ALTER TABLE item_tags ADD CONSTRAINT item_tags_household_id_tag_id_fkey FOREIGN KEY (household_id, tag_id) REFERENCES tags(household_id, id) ON DELETE CASCADE;

CREATE INDEX item_tags_tag ON item_tags (household_id, tag_id, item_id);

CREATE TRIGGER item_tags_announced AFTER INSERT OR DELETE ON item_tags FOR EACH ROW WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('items');
CREATE TRIGGER item_tags_counted AFTER INSERT OR DELETE ON item_tags FOR EACH ROW EXECUTE FUNCTION count_item_tag();
CREATE TRIGGER item_tags_folded AFTER INSERT OR DELETE ON item_tags FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION fold_counts('tags');
CREATE TRIGGER item_tags_kept AFTER INSERT OR DELETE ON item_tags FOR EACH ROW EXECUTE FUNCTION keep_tag_ids();
CREATE TRIGGER item_tags_lock BEFORE INSERT OR DELETE ON item_tags FOR EACH ROW EXECUTE FUNCTION lock_tagged_item();

ALTER TABLE item_tags ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON item_tags TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE item_tags TO foyer_app;
GRANT SELECT ON TABLE item_tags TO foyer_identity;

-- item_texts (0071_item_texts.sql)
-- What a search finds items by, in a fifth of the room: one row for each item in place of one for each ending of each word. An index
-- of three letters says which items may have a text, and the text itself whether they do.
--
-- Under row level security no index answers what is not leakproof, and no operator of a GIN index is. A policy's own condition may
-- use one: what is sought stands in the setting foyer.sought, and the policy shows the rows of the household that have it. The
-- setting can only narrow what the household sees, and items_with alone sets it.
CREATE TABLE item_texts (
    household_id uuid DEFAULT current_household() NOT NULL,
    item_id uuid NOT NULL,
    shown text NOT NULL COLLATE pg_catalog."C",
    further text NOT NULL COLLATE pg_catalog."C",
    keys tsvector NOT NULL
);
ALTER TABLE item_texts FORCE ROW LEVEL SECURITY;

ALTER TABLE item_texts ADD CONSTRAINT item_texts_pkey PRIMARY KEY (household_id, item_id);

ALTER TABLE item_texts ADD CONSTRAINT item_texts_household_id_item_id_fkey FOREIGN KEY (household_id, item_id) REFERENCES items(household_id, id) ON DELETE CASCADE;

CREATE INDEX item_texts_keys ON item_texts USING gin (keys) WITH (gin_pending_list_limit='64');

ALTER TABLE item_texts ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON item_texts TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) AND (keys @@ (COALESCE(NULLIF(current_setting('foyer.sought', true), ''), ((NULLIF(current_setting('foyer.household', true), ''))::uuid)::text))::tsquery)));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE item_texts TO foyer_app;

-- item_words (0071_item_texts.sql)
CREATE VIEW item_words WITH (security_invoker='true') AS
 SELECT t.household_id,
    t.item_id,
    (known.word COLLATE "C") AS word
   FROM item_texts t,
    LATERAL ( SELECT "left"(NORMALIZE(substr(part.part, start.start, 40), NFD), 40) AS "left"
           FROM string_to_table(NORMALIZE(t.shown, NFC), ' ') part(part),
            LATERAL generate_series(1, LEAST(char_length(part.part), 100)) start(start)
        UNION
         SELECT string_to_table(substr(t.further, 2), ' ') AS string_to_table) known(word)
  WHERE (known.word <> '');

GRANT SELECT ON TABLE item_words TO foyer_app;

-- items (0002_items.sql)
CREATE TABLE items (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    description text DEFAULT '' NOT NULL,
    due_at timestamp with time zone,
    done_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    category_id uuid,
    lost_category_id uuid,
    image_id uuid,
    "position" numeric DEFAULT (- EXTRACT(epoch FROM clock_timestamp())) NOT NULL,
    age_order numeric DEFAULT (- EXTRACT(epoch FROM clock_timestamp())) NOT NULL,
    section uuid GENERATED ALWAYS AS (COALESCE(category_id, '00000000-0000-0000-0000-000000000000'::uuid)) STORED NOT NULL,
    is_done boolean GENERATED ALWAYS AS ((done_at IS NOT NULL)) STORED NOT NULL,
    due_order timestamp with time zone GENERATED ALWAYS AS (COALESCE(due_at, 'infinity'::timestamp with time zone)) STORED NOT NULL,
    title_order text GENERATED ALWAYS AS ("left"(folded(title), 100)) STORED NOT NULL COLLATE pg_catalog."C",
    changed_at timestamp with time zone,
    changed_by uuid,
    is_sample boolean DEFAULT false NOT NULL,
    tag_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    series_id uuid,
    occurrence timestamp without time zone,
    people uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    turn_person uuid,
    turn_queue uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    not_before date,
    due_day date,
    replaced jsonb,
    priority smallint DEFAULT 4 NOT NULL,
    checklist jsonb,
    lines smallint DEFAULT 0 NOT NULL,
    lines_done smallint DEFAULT 0 NOT NULL,
    files smallint DEFAULT 0 NOT NULL,
    CONSTRAINT items_description_length CHECK ((char_length(description) <= 100000)),
    CONSTRAINT items_lines CHECK ((lines <= 200)),
    CONSTRAINT items_priority_range CHECK (((priority >= 1) AND (priority <= 4))),
    CONSTRAINT items_title_length CHECK (((char_length(title) >= 1) AND (char_length(title) <= 10000)))
);
ALTER TABLE items FORCE ROW LEVEL SECURITY;

ALTER TABLE items ADD CONSTRAINT items_pkey PRIMARY KEY (household_id, id);

ALTER TABLE items ADD CONSTRAINT items_household_id_category_id_fkey FOREIGN KEY (household_id, category_id) REFERENCES categories(household_id, id) ON DELETE SET NULL (category_id);
ALTER TABLE items ADD CONSTRAINT items_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;
ALTER TABLE items ADD CONSTRAINT items_household_id_image_id_fkey FOREIGN KEY (household_id, image_id) REFERENCES images(household_id, id) ON DELETE SET NULL (image_id);
ALTER TABLE items ADD CONSTRAINT items_household_id_series_id_fkey FOREIGN KEY (household_id, series_id) REFERENCES series(household_id, id) ON DELETE SET NULL (series_id);

CREATE INDEX items_by_age ON items (household_id, section, is_done, age_order, id) WHERE (deleted_at IS NULL);
CREATE INDEX items_by_due ON items (household_id, section, is_done, due_order, id) WHERE (deleted_at IS NULL);
CREATE INDEX items_by_name ON items (household_id, is_done, title_order, id) WHERE (deleted_at IS NULL);
CREATE INDEX items_by_position ON items (household_id, section, is_done, "position", id) WHERE (deleted_at IS NULL);
CREATE INDEX items_by_title ON items (household_id, section, is_done, title_order, id) WHERE (deleted_at IS NULL);
CREATE INDEX items_done ON items (household_id, done_at DESC, id DESC) WHERE ((done_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX items_due ON items (household_id, due_at, id) WHERE ((deleted_at IS NULL) AND (due_at IS NOT NULL));
CREATE INDEX items_for_people ON items (household_id, is_done, section) WHERE ((deleted_at IS NULL) AND ((people <> '{}'::uuid[]) OR (turn_person IS NOT NULL)));
CREATE INDEX items_image ON items (household_id, image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX items_later ON items (household_id, section, not_before) WHERE ((not_before IS NOT NULL) AND (done_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX items_lost_category ON items (household_id, lost_category_id) WHERE (lost_category_id IS NOT NULL);
CREATE INDEX items_occurrence ON items (household_id, occurrence) WHERE ((series_id IS NOT NULL) AND (done_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX items_samples ON items (household_id) WHERE (is_sample AND (deleted_at IS NULL));
CREATE INDEX items_series ON items (household_id, series_id, occurrence) WHERE (series_id IS NOT NULL);
CREATE INDEX items_to_do ON items (household_id, due_at, id) WHERE ((deleted_at IS NULL) AND (done_at IS NULL) AND (due_at IS NOT NULL));
CREATE INDEX items_trash ON items (household_id, deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);
CREATE INDEX items_turn ON items (household_id, turn_person, due_at, id) WHERE ((deleted_at IS NULL) AND (done_at IS NULL) AND (turn_person IS NOT NULL));
CREATE INDEX items_with_priority ON items (household_id, priority) WHERE ((priority < 4) AND (done_at IS NULL) AND (deleted_at IS NULL));

CREATE TRIGGER items_announced AFTER INSERT OR DELETE ON items FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('items');
CREATE TRIGGER items_calendar_objects AFTER DELETE ON items FOR EACH ROW EXECUTE FUNCTION forget_calendar_object();
CREATE TRIGGER items_counted AFTER INSERT ON items FOR EACH ROW EXECUTE FUNCTION count_item();
CREATE TRIGGER items_counted_again AFTER UPDATE OF category_id, done_at, deleted_at ON items FOR EACH ROW WHEN (((old.section <> new.section) OR (old.is_done <> new.is_done) OR ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)))) EXECUTE FUNCTION count_item();
CREATE TRIGGER items_day_moved AFTER UPDATE OF due_at ON items FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND (old.due_day = new.due_day) AND (old.due_at IS DISTINCT FROM new.due_at))) EXECUTE FUNCTION move_day();
CREATE TRIGGER items_folded AFTER INSERT OR UPDATE OF category_id, done_at, deleted_at ON items FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION fold_counts('items');
CREATE TRIGGER items_followed AFTER INSERT OR DELETE ON items FOR EACH ROW EXECUTE FUNCTION note_row('items');
CREATE TRIGGER items_followed_again AFTER UPDATE ON items FOR EACH ROW EXECUTE FUNCTION note_changed_item();
CREATE TRIGGER items_image_deleted AFTER DELETE ON items FOR EACH ROW WHEN ((old.image_id IS NOT NULL)) EXECUTE FUNCTION delete_image();
CREATE TRIGGER items_image_replaced AFTER UPDATE OF image_id ON items FOR EACH ROW WHEN (((old.image_id IS NOT NULL) AND (old.image_id IS DISTINCT FROM new.image_id))) EXECUTE FUNCTION delete_image();
CREATE TRIGGER items_lines_changed BEFORE UPDATE OF checklist ON items FOR EACH ROW WHEN ((old.checklist IS DISTINCT FROM new.checklist)) EXECUTE FUNCTION count_lines();
CREATE TRIGGER items_lines_inserted BEFORE INSERT ON items FOR EACH ROW WHEN ((new.checklist IS NOT NULL)) EXECUTE FUNCTION count_lines();
CREATE TRIGGER items_not_counted AFTER DELETE ON items FOR EACH ROW WHEN ((old.deleted_at IS NULL)) EXECUTE FUNCTION count_item();
CREATE TRIGGER items_noted AFTER INSERT ON items FOR EACH ROW WHEN (((current_setting('foyer.person', true) <> '') AND (NOT new.is_sample) AND (new.done_at IS NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION note_item();
CREATE TRIGGER items_noted_again AFTER UPDATE OF done_at, deleted_at ON items FOR EACH ROW WHEN (((current_setting('foyer.person', true) <> '') AND ((old.is_done <> new.is_done) OR ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))))) EXECUTE FUNCTION note_item();
CREATE TRIGGER items_reminded AFTER INSERT ON items FOR EACH ROW WHEN (((new.due_at IS NOT NULL) AND (new.done_at IS NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION keep_item_reminders();
CREATE TRIGGER items_reminded_again AFTER UPDATE OF due_at, due_day, done_at, deleted_at, people, turn_person ON items FOR EACH ROW WHEN ((((old.due_at IS NOT NULL) OR (new.due_at IS NOT NULL)) AND ((((((
        CASE
            WHEN (old.due_day IS NULL) THEN old.due_at
            ELSE NULL::timestamp with time zone
        END IS DISTINCT FROM
        CASE
            WHEN (new.due_day IS NULL) THEN new.due_at
            ELSE NULL::timestamp with time zone
        END) OR (old.due_day IS DISTINCT FROM new.due_day)) OR ((old.done_at IS NULL) IS DISTINCT FROM (new.done_at IS NULL))) OR ((old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL))) OR (old.people IS DISTINCT FROM new.people)) OR (old.turn_person IS DISTINCT FROM new.turn_person)))) EXECUTE FUNCTION keep_item_reminders();
CREATE TRIGGER items_reminded_no_more AFTER DELETE ON items FOR EACH ROW WHEN ((old.due_at IS NOT NULL)) EXECUTE FUNCTION keep_item_reminders();
CREATE TRIGGER items_tags_folded AFTER UPDATE OF deleted_at ON items FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION fold_counts('tags');
CREATE TRIGGER items_words_inserted AFTER INSERT ON items FOR EACH ROW EXECUTE FUNCTION keep_item_words();
CREATE TRIGGER items_words_of_files AFTER UPDATE OF files ON items FOR EACH ROW WHEN ((old.files <> new.files)) EXECUTE FUNCTION keep_item_words();
CREATE TRIGGER items_words_of_lines AFTER UPDATE OF checklist ON items FOR EACH ROW WHEN ((text_of_checklist(old.checklist) <> text_of_checklist(new.checklist))) EXECUTE FUNCTION keep_item_words();
CREATE TRIGGER items_words_updated AFTER UPDATE OF title, description ON items FOR EACH ROW WHEN (((old.title <> new.title) OR (old.description <> new.description))) EXECUTE FUNCTION keep_item_words();

ALTER TABLE items ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON items TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY left_household ON items TO foyer_identity USING ((household_id = (NULLIF(current_setting('foyer.left_household', true), ''))::uuid));

GRANT UPDATE(people) ON TABLE items TO foyer_identity;
GRANT UPDATE(turn_person) ON TABLE items TO foyer_identity;
GRANT UPDATE(turn_queue) ON TABLE items TO foyer_identity;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE items TO foyer_app;
GRANT SELECT ON TABLE items TO foyer_identity;

-- jobs (0017_mail.sql)
-- Work that follows a change and may fail on the way, such as letters. A job is inserted in the transaction of the change
-- that causes it, and taken by any instance. Only foyer_identity reads jobs: they are of no household.
CREATE TABLE jobs (
    id uuid NOT NULL,
    kind text NOT NULL,
    payload jsonb NOT NULL,
    state text DEFAULT 'waiting' NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_after timestamp with time zone DEFAULT now() NOT NULL,
    lease uuid,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    ended_at timestamp with time zone,
    share uuid,
    place integer DEFAULT 0 NOT NULL,
    CONSTRAINT jobs_check CHECK (((state = 'waiting') = (ended_at IS NULL))),
    CONSTRAINT jobs_last_error_check CHECK ((char_length(last_error) <= 1000)),
    CONSTRAINT jobs_payload CHECK (((state <> 'finished') OR (payload = '{}'::jsonb))),
    CONSTRAINT jobs_payload_check CHECK (((jsonb_typeof(payload) = 'object') AND (pg_column_size(payload) <= 100000))),
    CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['waiting', 'finished', 'dead'])))
);
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;

ALTER TABLE jobs ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);

CREATE INDEX jobs_awaited ON jobs (share, created_at) WHERE ((place <= 0) AND (share IS NOT NULL));
CREATE INDEX jobs_due ON jobs (place, run_after) WHERE (state = 'waiting');
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE (state <> 'waiting');
CREATE INDEX jobs_line ON jobs (share, place) WHERE ((state = 'waiting') AND (share IS NOT NULL));

CREATE TRIGGER jobs_stay_news BEFORE INSERT ON jobs FOR EACH ROW WHEN (((new.kind = 'stay_news') AND ((new.payload ->> 'event') = ANY (ARRAY['accepted', 'declined', 'withdrawn'])))) EXECUTE FUNCTION delay_stay_news();

ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON jobs TO foyer_identity USING (true);
CREATE POLICY invitation ON jobs FOR INSERT TO foyer_app WITH CHECK (((kind = 'invitation') AND ((payload ->> 'household') = NULLIF(current_setting('foyer.household', true), ''))));
CREATE POLICY move_in ON jobs FOR INSERT TO foyer_app WITH CHECK (((kind = 'move_in') AND ((payload ->> 'household') = NULLIF(current_setting('foyer.household', true), ''))));
CREATE POLICY take_out ON jobs FOR INSERT TO foyer_app WITH CHECK (((kind = 'take_out') AND ((payload ->> 'household') = NULLIF(current_setting('foyer.household', true), ''))));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs TO foyer_identity;
GRANT INSERT ON TABLE jobs TO foyer_app;

-- listing_addresses (0005_stays.sql)
-- The exact place: for the household, and for guests whose request is accepted.
CREATE TABLE listing_addresses (
    household_id uuid DEFAULT current_household() NOT NULL,
    listing_id uuid NOT NULL,
    address text NOT NULL,
    CONSTRAINT listing_addresses_length CHECK ((char_length(address) <= 1000))
);
ALTER TABLE listing_addresses FORCE ROW LEVEL SECURITY;

ALTER TABLE listing_addresses ADD CONSTRAINT listing_addresses_pkey PRIMARY KEY (household_id, listing_id);

ALTER TABLE listing_addresses ADD CONSTRAINT listing_addresses_household_id_listing_id_fkey FOREIGN KEY (household_id, listing_id) REFERENCES listings(household_id, id) ON DELETE CASCADE;

ALTER TABLE listing_addresses ENABLE ROW LEVEL SECURITY;

CREATE POLICY accepted ON listing_addresses FOR SELECT TO foyer_app USING ((EXISTS ( SELECT
   FROM stay_requests r
  WHERE ((r.household_id = current_household()) AND (r.host_household_id = listing_addresses.household_id) AND (r.listing_id = listing_addresses.listing_id) AND ((r.was_guests IS TRUE) OR (r.accepted_at <= (now() - '00:00:10'::interval))) AND (r.state = 'accepted') AND (r.deleted_at IS NULL) AND (r.departure >= (CURRENT_DATE - 1))))));
CREATE POLICY household ON listing_addresses TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE listing_addresses TO foyer_app;

-- listing_pictures (0005_stays.sql)
-- Pictures of listings, apart from those of items: they may be shown to everybody.
CREATE TABLE listing_pictures (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    picture bytea NOT NULL,
    thumbnail bytea NOT NULL,
    CONSTRAINT listing_pictures_picture_check CHECK ((octet_length(picture) <= 8388608)),
    CONSTRAINT listing_pictures_thumbnail_check CHECK ((octet_length(thumbnail) <= 262144))
);
ALTER TABLE listing_pictures ALTER COLUMN picture SET STORAGE EXTERNAL;
ALTER TABLE listing_pictures ALTER COLUMN thumbnail SET STORAGE EXTERNAL;
ALTER TABLE listing_pictures FORCE ROW LEVEL SECURITY;

ALTER TABLE listing_pictures ADD CONSTRAINT listing_pictures_pkey PRIMARY KEY (household_id, id);

ALTER TABLE listing_pictures ADD CONSTRAINT listing_pictures_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE TRIGGER listing_pictures_counted AFTER INSERT OR DELETE ON listing_pictures FOR EACH ROW EXECUTE FUNCTION count_image();

ALTER TABLE listing_pictures ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON listing_pictures TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY published ON listing_pictures FOR SELECT TO foyer_app USING ((EXISTS ( SELECT
   FROM listings l
  WHERE ((l.household_id = listing_pictures.household_id) AND l.published))));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE listing_pictures TO foyer_app;

-- listing_words (0005_stays.sql)
-- What a search finds published listings by: each ending of each word of name and place, so that a range of the index
-- holds what contains a text. Kept by a trigger. Hangul is in letters: a syllable is found while it is typed.
CREATE TABLE listing_words (
    household_id uuid NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    listing_id uuid NOT NULL
);
ALTER TABLE listing_words FORCE ROW LEVEL SECURITY;

ALTER TABLE listing_words ADD CONSTRAINT listing_words_pkey PRIMARY KEY (household_id, word);

ALTER TABLE listing_words ADD CONSTRAINT listing_words_household_id_listing_id_fkey FOREIGN KEY (household_id, listing_id) REFERENCES listings(household_id, id) ON DELETE CASCADE;

CREATE INDEX listing_words_word ON listing_words (word, listing_id, household_id);

ALTER TABLE listing_words ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON listing_words TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY published ON listing_words FOR SELECT TO foyer_app USING ((( SELECT current_household() AS current_household) IS NOT NULL));

GRANT SELECT,INSERT,DELETE ON TABLE listing_words TO foyer_app;

-- listings (0005_stays.sql)
-- What a household offers: one listing each.
CREATE TABLE listings (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    offer text DEFAULT '' NOT NULL,
    place text DEFAULT '' NOT NULL,
    capacity integer NOT NULL,
    photo_id uuid,
    place_photo_id uuid,
    published boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone,
    changed_by uuid,
    CONSTRAINT listings_capacity CHECK (((capacity >= 1) AND (capacity <= 50))),
    CONSTRAINT listings_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT listings_offer_length CHECK ((char_length(offer) <= 10000)),
    CONSTRAINT listings_place_length CHECK ((char_length(place) <= 200))
);
ALTER TABLE listings FORCE ROW LEVEL SECURITY;

ALTER TABLE listings ADD CONSTRAINT listings_one UNIQUE (household_id);
ALTER TABLE listings ADD CONSTRAINT listings_pkey PRIMARY KEY (household_id, id);

ALTER TABLE listings ADD CONSTRAINT listings_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;
ALTER TABLE listings ADD CONSTRAINT listings_household_id_photo_id_fkey FOREIGN KEY (household_id, photo_id) REFERENCES listing_pictures(household_id, id) ON DELETE SET NULL (photo_id);
ALTER TABLE listings ADD CONSTRAINT listings_household_id_place_photo_id_fkey FOREIGN KEY (household_id, place_photo_id) REFERENCES listing_pictures(household_id, id) ON DELETE SET NULL (place_photo_id);

CREATE INDEX listings_id ON listings (id);
CREATE INDEX listings_published ON listings (id) WHERE published;

CREATE TRIGGER listings_capacity AFTER UPDATE OF capacity ON listings FOR EACH ROW WHEN ((old.capacity <> new.capacity)) EXECUTE FUNCTION keep_capacity();
CREATE TRIGGER listings_recounted AFTER UPDATE OF capacity ON listings FOR EACH ROW WHEN ((current_setting('foyer.repair', true) = 'on')) EXECUTE FUNCTION recount_nights();
CREATE TRIGGER listings_words AFTER INSERT OR UPDATE OF name, place, offer, published ON listings FOR EACH ROW EXECUTE FUNCTION keep_listing_words();

ALTER TABLE listings ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON listings TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY published ON listings FOR SELECT TO foyer_app USING ((published AND (( SELECT current_household() AS current_household) IS NOT NULL)));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE listings TO foyer_app;

-- mail_links (0017_mail.sql)
-- Links that letters carry, by the hash of their token. As sessions, they are found before it is known whose they are.
CREATE TABLE mail_links (
    token_hash bytea NOT NULL,
    purpose text NOT NULL,
    person_id uuid NOT NULL,
    email text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT mail_links_purpose_check CHECK ((purpose = ANY (ARRAY['password', 'address']))),
    CONSTRAINT mail_links_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
ALTER TABLE mail_links FORCE ROW LEVEL SECURITY;

ALTER TABLE mail_links ADD CONSTRAINT mail_links_pkey PRIMARY KEY (token_hash);

ALTER TABLE mail_links ADD CONSTRAINT mail_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES accounts(person_id) ON DELETE CASCADE;

CREATE INDEX mail_links_created ON mail_links (created_at);
CREATE INDEX mail_links_person ON mail_links (person_id);

ALTER TABLE mail_links ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON mail_links TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE ON TABLE mail_links TO foyer_identity;

-- meal_absences (0064_absences.sql)
-- The meals at which an eater is away: of a day, one of them or all.
CREATE TABLE meal_absences (
    household_id uuid DEFAULT current_household() NOT NULL,
    day date NOT NULL,
    meal text NOT NULL,
    eater_id uuid NOT NULL,
    CONSTRAINT meal_absences_meal_length CHECK ((char_length(meal) <= 100))
);
ALTER TABLE meal_absences FORCE ROW LEVEL SECURITY;

ALTER TABLE meal_absences ADD CONSTRAINT meal_absences_pkey PRIMARY KEY (household_id, day, meal, eater_id);

ALTER TABLE meal_absences ADD CONSTRAINT meal_absences_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE TRIGGER meal_absences_announced AFTER INSERT OR DELETE ON meal_absences FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('meals');

ALTER TABLE meal_absences ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON meal_absences TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE ON TABLE meal_absences TO foyer_app;

-- meals (0038_meals.sql)
-- A recipe, or plain words, at a meal of a day.
CREATE TABLE meals (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    day date NOT NULL,
    meal text NOT NULL,
    recipe_id uuid,
    text text NOT NULL,
    servings smallint,
    person_id uuid DEFAULT current_person(),
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_by uuid DEFAULT current_person(),
    was_day date,
    was_meal text,
    listed_for integer,
    CONSTRAINT meals_meal_check CHECK (((char_length(meal) >= 1) AND (char_length(meal) <= 100))),
    CONSTRAINT meals_servings_check CHECK (((servings >= 1) AND (servings <= 1000))),
    CONSTRAINT meals_text_length CHECK (((char_length(text) >= 1) AND (char_length(text) <= 1000))),
    CONSTRAINT meals_was_meal_check CHECK (((char_length(was_meal) >= 1) AND (char_length(was_meal) <= 100)))
);
ALTER TABLE meals FORCE ROW LEVEL SECURITY;

ALTER TABLE meals ADD CONSTRAINT meals_pkey PRIMARY KEY (household_id, id);

ALTER TABLE meals ADD CONSTRAINT meals_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX meals_days ON meals (household_id, day, id) WHERE (deleted_at IS NULL);
CREATE INDEX meals_recipe ON meals (household_id, recipe_id, day) WHERE ((recipe_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX meals_trash ON meals (household_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE TRIGGER meals_announced AFTER INSERT OR DELETE OR UPDATE ON meals FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('meals');
CREATE TRIGGER meals_followed AFTER INSERT OR DELETE ON meals FOR EACH ROW EXECUTE FUNCTION note_row('meals');
CREATE TRIGGER meals_followed_again AFTER UPDATE ON meals FOR EACH ROW WHEN ((((old.version IS DISTINCT FROM new.version) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.recipe_id IS DISTINCT FROM new.recipe_id))) EXECUTE FUNCTION note_row('meals');

ALTER TABLE meals ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON meals TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE meals TO foyer_app;

-- move_rows (0074_moves.sql)
CREATE TABLE move_rows (
    household_id uuid DEFAULT current_household() NOT NULL,
    move_id uuid NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    key uuid NOT NULL,
    title text NOT NULL,
    list text,
    people text[] DEFAULT '{}'::text[] NOT NULL,
    is_done boolean DEFAULT false NOT NULL,
    is_zoneless boolean DEFAULT false NOT NULL,
    has_open_date boolean DEFAULT false NOT NULL,
    data text DEFAULT '' NOT NULL,
    state text DEFAULT 'waiting' NOT NULL,
    why text DEFAULT '' NOT NULL,
    subject_id uuid,
    CONSTRAINT move_rows_kind CHECK ((kind = ANY (ARRAY['item', 'recipe', 'meal', 'line', 'hand', 'eater', 'mark', 'cooking', 'absence', 'shop', 'food', 'listing', 'left_out']))),
    CONSTRAINT move_rows_state CHECK ((state = ANY (ARRAY['waiting', 'stored', 'known', 'left_out', 'undone']))),
    CONSTRAINT move_rows_title CHECK ((char_length(title) <= 200)),
    CONSTRAINT move_rows_why CHECK ((char_length(why) <= 1000))
);
ALTER TABLE move_rows ALTER COLUMN data SET STORAGE EXTERNAL;
ALTER TABLE move_rows FORCE ROW LEVEL SECURITY;

ALTER TABLE move_rows ADD CONSTRAINT move_rows_pkey PRIMARY KEY (household_id, move_id, number);

ALTER TABLE move_rows ADD CONSTRAINT move_rows_household_id_move_id_fkey FOREIGN KEY (household_id, move_id) REFERENCES moves(household_id, id) ON DELETE CASCADE;

CREATE INDEX move_rows_stored ON move_rows (household_id, key) WHERE (state = 'stored');
CREATE INDEX move_rows_waiting ON move_rows (household_id, move_id, number) WHERE (state = 'waiting');

ALTER TABLE move_rows ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON move_rows TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE move_rows TO foyer_app;

-- moves (0074_moves.sql)
-- The files of other programs that a member has sent at once, and each row of them: until they are moved in as they are, and
-- afterwards with what they have become, so that the move can be taken back, and the same file sent again adds what is new.
CREATE TABLE moves (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    person_id uuid DEFAULT current_person(),
    state text DEFAULT 'found' NOT NULL,
    programs text[] DEFAULT '{}'::text[] NOT NULL,
    time_zone text,
    date_order text,
    takes_done boolean DEFAULT true NOT NULL,
    list_names text[] DEFAULT '{}'::text[] NOT NULL,
    list_kinds text[] DEFAULT '{}'::text[] NOT NULL,
    person_names text[] DEFAULT '{}'::text[] NOT NULL,
    person_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    made_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    moved_at timestamp with time zone,
    bytes bigint DEFAULT 0 NOT NULL,
    CONSTRAINT moves_date_order CHECK ((date_order = ANY (ARRAY['day', 'month']))),
    CONSTRAINT moves_programs CHECK ((cardinality(programs) <= 1000)),
    CONSTRAINT moves_state CHECK ((state = ANY (ARRAY['reading', 'found', 'moving', 'moved', 'undone']))),
    CONSTRAINT moves_zone CHECK ((char_length(time_zone) <= 100))
);
ALTER TABLE moves FORCE ROW LEVEL SECURITY;

ALTER TABLE moves ADD CONSTRAINT moves_pkey PRIMARY KEY (household_id, id);

ALTER TABLE moves ADD CONSTRAINT moves_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;
ALTER TABLE moves ADD CONSTRAINT moves_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE SET NULL (person_id);

CREATE INDEX moves_person ON moves (household_id, person_id);

ALTER TABLE moves ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON moves TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE moves TO foyer_app;

-- named_lists (0065_named_lists.sql)
-- Shopping lists besides the first one, which has no row; and what a household buys, learned from ticks.
CREATE TABLE named_lists (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT named_lists_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);
ALTER TABLE named_lists FORCE ROW LEVEL SECURITY;

ALTER TABLE named_lists ADD CONSTRAINT named_lists_pkey PRIMARY KEY (household_id, id);

ALTER TABLE named_lists ADD CONSTRAINT named_lists_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE TRIGGER lists_calendar_collections AFTER DELETE ON named_lists FOR EACH ROW EXECUTE FUNCTION forget_calendar_collection();
CREATE TRIGGER lists_followed AFTER INSERT OR DELETE OR UPDATE ON named_lists FOR EACH ROW EXECUTE FUNCTION note_row('shopping-lists');
CREATE TRIGGER lists_followed_by_lines AFTER UPDATE ON named_lists FOR EACH ROW WHEN (((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))) EXECUTE FUNCTION note_lines_of_list();
CREATE TRIGGER named_lists_announced AFTER INSERT OR DELETE OR UPDATE ON named_lists FOR EACH ROW WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('shopping');

ALTER TABLE named_lists ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON named_lists TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE named_lists TO foyer_app;

-- openid_identities (0022_openid.sql)
-- Identities at an OpenID Connect provider that sign in to an account. As passkeys, they are found before it is known whose
-- they are.
CREATE TABLE openid_identities (
    household_id uuid NOT NULL,
    person_id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT openid_identities_issuer_check CHECK ((char_length(issuer) <= 1000)),
    CONSTRAINT openid_identities_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 255)))
);
ALTER TABLE openid_identities FORCE ROW LEVEL SECURITY;

ALTER TABLE openid_identities ADD CONSTRAINT openid_identities_issuer_subject_key UNIQUE (issuer, subject);
ALTER TABLE openid_identities ADD CONSTRAINT openid_identities_pkey PRIMARY KEY (household_id, person_id, issuer);

ALTER TABLE openid_identities ADD CONSTRAINT openid_identities_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE openid_identities ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON openid_identities TO foyer_identity USING (true);
CREATE POLICY person ON openid_identities FOR SELECT TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) AND (person_id = (NULLIF(current_setting('foyer.person', true), ''))::uuid)));

GRANT SELECT ON TABLE openid_identities TO foyer_app;
GRANT SELECT,INSERT,DELETE ON TABLE openid_identities TO foyer_identity;

-- packet_answers (0097_packet_answers.sql)
-- A household's answers about its packets: whether a food has an allergen, or fits a diet.
CREATE TABLE packet_answers (
    household_id uuid DEFAULT current_household() NOT NULL,
    key text NOT NULL,
    subject text NOT NULL,
    is_against boolean NOT NULL,
    name text NOT NULL,
    line text NOT NULL,
    edition integer NOT NULL,
    person_id uuid DEFAULT current_person(),
    answered_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT packet_answers_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 400))),
    CONSTRAINT packet_answers_line_check CHECK (((char_length(line) >= 1) AND (char_length(line) <= 2000))),
    CONSTRAINT packet_answers_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT packet_answers_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 40)))
);
ALTER TABLE packet_answers FORCE ROW LEVEL SECURITY;

ALTER TABLE packet_answers ADD CONSTRAINT packet_answers_pkey PRIMARY KEY (household_id, key, subject);

ALTER TABLE packet_answers ADD CONSTRAINT packet_answers_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;
ALTER TABLE packet_answers ADD CONSTRAINT packet_answers_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE SET NULL (person_id);

CREATE INDEX packet_answers_person ON packet_answers (household_id, person_id);

CREATE TRIGGER packet_answers_announced AFTER INSERT OR DELETE OR UPDATE ON packet_answers FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('recipes');

ALTER TABLE packet_answers ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON packet_answers TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE packet_answers TO foyer_app;

-- packet_recipes (0097_packet_answers.sql)
-- The bits of recipes, the household's own and starter ones, with its answers: derived from both, for searches.
CREATE TABLE packet_recipes (
    household_id uuid DEFAULT current_household() NOT NULL,
    place bigint NOT NULL,
    own_traits bigint NOT NULL,
    own_maybe bigint NOT NULL,
    traits bigint NOT NULL,
    maybe bigint NOT NULL
);
ALTER TABLE packet_recipes FORCE ROW LEVEL SECURITY;

ALTER TABLE packet_recipes ADD CONSTRAINT packet_recipes_pkey PRIMARY KEY (household_id, place);

ALTER TABLE packet_recipes ADD CONSTRAINT packet_recipes_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE packet_recipes ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON packet_recipes TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE packet_recipes TO foyer_app;

-- passkeys (0020_passkeys.sql)
-- Passkeys sign in without a password (Web Authentication Level 2). As sessions, they are found before it is known whose they
-- are.
CREATE TABLE passkeys (
    household_id uuid NOT NULL,
    person_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    is_backup_eligible boolean NOT NULL,
    is_backed_up boolean NOT NULL,
    last_challenge bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT passkeys_check CHECK ((is_backup_eligible OR (NOT is_backed_up))),
    CONSTRAINT passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 16) AND (octet_length(credential_id) <= 1023))),
    CONSTRAINT passkeys_last_challenge_check CHECK ((octet_length(last_challenge) = 32)),
    CONSTRAINT passkeys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
    CONSTRAINT passkeys_public_key_check CHECK ((octet_length(public_key) <= 1000)),
    CONSTRAINT passkeys_sign_count_check CHECK (((sign_count >= 0) AND (sign_count <= '4294967295'::bigint)))
);
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;

ALTER TABLE passkeys ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);
ALTER TABLE passkeys ADD CONSTRAINT passkeys_pkey PRIMARY KEY (household_id, id);

ALTER TABLE passkeys ADD CONSTRAINT passkeys_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE INDEX passkeys_person ON passkeys (household_id, person_id);

ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON passkeys TO foyer_identity USING (true);
CREATE POLICY person ON passkeys TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) AND (person_id = (NULLIF(current_setting('foyer.person', true), ''))::uuid)));

GRANT UPDATE(name) ON TABLE passkeys TO foyer_app;
GRANT SELECT ON TABLE passkeys TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE passkeys TO foyer_identity;

-- people (0001_accounts.sql)
CREATE TABLE people (
    household_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    language text,
    time_zone text DEFAULT 'UTC' NOT NULL,
    theme text DEFAULT 'system' NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    photo_id uuid,
    accent text DEFAULT 'ember' NOT NULL,
    has_shortcuts boolean DEFAULT true NOT NULL,
    away_from date,
    away_until date,
    birthday date,
    looked_at timestamp with time zone DEFAULT now() NOT NULL,
    looked_before timestamp with time zone DEFAULT now() NOT NULL,
    seen_language text,
    bar text DEFAULT 'today items shopping recipes' NOT NULL,
    zone_changed_at timestamp with time zone,
    CONSTRAINT people_accent_check CHECK ((accent = ANY (ARRAY['ember', 'honey', 'moss', 'lagoon', 'sky', 'plum', 'rose', 'slate']))),
    CONSTRAINT people_away CHECK (((away_until >= away_from) AND ((away_from IS NULL) = (away_until IS NULL)))),
    CONSTRAINT people_bar_check CHECK ((bar ~ '^(today|items|shopping|recipes|plan|stays|calendar|categories|tags)( (today|items|shopping|recipes|plan|stays|calendar|categories|tags)){0,3}$')),
    CONSTRAINT people_language_check CHECK ((language = ANY (ARRAY['en', 'fr', 'ko', 'ru']))),
    CONSTRAINT people_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 10000))),
    CONSTRAINT people_seen_language_check CHECK ((seen_language = ANY (ARRAY['en', 'fr', 'ko', 'ru']))),
    CONSTRAINT people_theme_check CHECK ((theme = ANY (ARRAY['system', 'light', 'dark']))),
    CONSTRAINT people_time_zone_check CHECK ((set_config('TimeZone', time_zone, true) IS NOT NULL))
);
ALTER TABLE people FORCE ROW LEVEL SECURITY;

ALTER TABLE people ADD CONSTRAINT people_pkey PRIMARY KEY (household_id, id);

ALTER TABLE people ADD CONSTRAINT people_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;
ALTER TABLE people ADD CONSTRAINT people_household_id_photo_id_fkey FOREIGN KEY (household_id, photo_id) REFERENCES images(household_id, id) ON DELETE SET NULL (photo_id);

CREATE TRIGGER activity_forgotten AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION forget_activity();
CREATE TRIGGER activity_left AFTER UPDATE OF household_id ON people FOR EACH ROW WHEN ((old.household_id <> new.household_id)) EXECUTE FUNCTION forget_activity();
CREATE TRIGGER people_access_tokens_end BEFORE UPDATE OF household_id ON people FOR EACH ROW WHEN ((old.household_id <> new.household_id)) EXECUTE FUNCTION delete_access_tokens();
CREATE TRIGGER people_announced AFTER INSERT OR DELETE OR UPDATE OF name, birthday, away_from, away_until ON people FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('people');
CREATE TRIGGER people_clock_reminded AFTER UPDATE OF time_zone ON people FOR EACH ROW WHEN (((old.time_zone <> new.time_zone) AND (old.household_id = new.household_id))) EXECUTE FUNCTION keep_clock_reminders();
CREATE TRIGGER people_feeds_end BEFORE UPDATE OF household_id ON people FOR EACH ROW WHEN ((old.household_id <> new.household_id)) EXECUTE FUNCTION delete_feeds();
CREATE TRIGGER people_followed AFTER INSERT OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION note_plain_row('people');
CREATE TRIGGER people_followed_again AFTER UPDATE ON people FOR EACH ROW WHEN ((((((old.household_id IS DISTINCT FROM new.household_id) OR (old.name IS DISTINCT FROM new.name)) OR (old.birthday IS DISTINCT FROM new.birthday)) OR (old.away_from IS DISTINCT FROM new.away_from)) OR (old.away_until IS DISTINCT FROM new.away_until))) EXECUTE FUNCTION note_plain_row('people');
CREATE TRIGGER people_forgotten AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION forget_person();
CREATE TRIGGER people_moved_out AFTER UPDATE OF household_id ON people FOR EACH ROW WHEN ((old.household_id <> new.household_id)) EXECUTE FUNCTION forget_person();
CREATE TRIGGER people_noted AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION note_member();
CREATE TRIGGER people_noted_again AFTER UPDATE OF household_id ON people FOR EACH ROW WHEN ((old.household_id <> new.household_id)) EXECUTE FUNCTION note_member();
CREATE TRIGGER people_photo_deleted AFTER DELETE ON people FOR EACH ROW WHEN ((old.photo_id IS NOT NULL)) EXECUTE FUNCTION delete_photo();
CREATE TRIGGER people_photo_moved AFTER UPDATE OF household_id ON people FOR EACH ROW WHEN (((old.household_id <> new.household_id) AND (old.photo_id IS NOT NULL))) EXECUTE FUNCTION take_photo_along();
CREATE TRIGGER people_photo_moves BEFORE UPDATE OF household_id ON people FOR EACH ROW WHEN (((old.household_id <> new.household_id) AND (old.photo_id IS NOT NULL))) EXECUTE FUNCTION take_photo_along();
CREATE TRIGGER people_photo_replaced AFTER UPDATE OF photo_id ON people FOR EACH ROW WHEN (((old.photo_id IS NOT NULL) AND (old.photo_id IS DISTINCT FROM new.photo_id))) EXECUTE FUNCTION delete_photo();
CREATE TRIGGER people_reminded_elsewhere AFTER UPDATE OF household_id ON people FOR EACH ROW WHEN ((old.household_id <> new.household_id)) EXECUTE FUNCTION forget_reminders();
CREATE TRIGGER people_reminded_no_more AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION forget_reminders();
CREATE TRIGGER people_takeouts_end BEFORE UPDATE OF household_id ON people FOR EACH ROW WHEN ((old.household_id <> new.household_id)) EXECUTE FUNCTION delete_takeouts();
CREATE TRIGGER people_webhooks_end BEFORE UPDATE OF household_id ON people FOR EACH ROW WHEN ((old.household_id <> new.household_id)) EXECUTE FUNCTION delete_webhooks();
CREATE TRIGGER people_zone_noted BEFORE UPDATE OF time_zone ON people FOR EACH ROW WHEN ((old.time_zone <> new.time_zone)) EXECUTE FUNCTION note_zone();

ALTER TABLE people ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON people TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON people TO foyer_identity USING (true);
CREATE POLICY own ON people AS RESTRICTIVE FOR UPDATE TO foyer_app USING ((id = (NULLIF(current_setting('foyer.person', true), ''))::uuid));

GRANT UPDATE(accent) ON TABLE people TO foyer_app;
GRANT UPDATE(away_from) ON TABLE people TO foyer_app;
GRANT UPDATE(away_until) ON TABLE people TO foyer_app;
GRANT UPDATE(bar) ON TABLE people TO foyer_app;
GRANT UPDATE(birthday) ON TABLE people TO foyer_app;
GRANT UPDATE(has_shortcuts) ON TABLE people TO foyer_app;
GRANT UPDATE(language) ON TABLE people TO foyer_app;
GRANT UPDATE(looked_at) ON TABLE people TO foyer_app;
GRANT UPDATE(looked_before) ON TABLE people TO foyer_app;
GRANT UPDATE(name) ON TABLE people TO foyer_app;
GRANT UPDATE(photo_id) ON TABLE people TO foyer_app;
GRANT UPDATE(seen_language) ON TABLE people TO foyer_app;
GRANT UPDATE(theme) ON TABLE people TO foyer_app;
GRANT UPDATE(time_zone) ON TABLE people TO foyer_app;
GRANT SELECT ON TABLE people TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE people TO foyer_identity;

-- program_answers (0076_program_answers.sql)
-- Answers to programs by the key of their request, for 48 hours: a request that is sent again is answered and not done again.
CREATE TABLE program_answers (
    household_id uuid DEFAULT current_household() NOT NULL,
    token_hash bytea NOT NULL,
    key text NOT NULL,
    digest bytea NOT NULL,
    claimed_at timestamp with time zone DEFAULT now() NOT NULL,
    status integer,
    body text DEFAULT '' NOT NULL,
    location text,
    version text,
    CONSTRAINT program_answers_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT program_answers_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 200))),
    CONSTRAINT program_answers_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
ALTER TABLE program_answers FORCE ROW LEVEL SECURITY;

ALTER TABLE program_answers ADD CONSTRAINT program_answers_pkey PRIMARY KEY (household_id, token_hash, key);

ALTER TABLE program_answers ADD CONSTRAINT program_answers_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX program_answers_age ON program_answers (household_id, claimed_at);

ALTER TABLE program_answers ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON program_answers TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE program_answers TO foyer_app;

-- push_devices (0030_push.sql)
-- A browser takes messages while the person is signed in there. Whose session there has ended has no session_id, and gets it
-- back by signing in there again. Of a browser, a person has one row.
CREATE TABLE push_devices (
    household_id uuid NOT NULL,
    person_id uuid NOT NULL,
    id uuid NOT NULL,
    session_id uuid,
    browser bytea NOT NULL,
    endpoint text NOT NULL,
    public_key bytea NOT NULL,
    auth bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_success_at timestamp with time zone,
    failing_since timestamp with time zone,
    given_up_at timestamp with time zone,
    given_up_because text,
    CONSTRAINT push_devices_auth_check CHECK ((octet_length(auth) = 16)),
    CONSTRAINT push_devices_browser_check CHECK ((octet_length(browser) = 32)),
    CONSTRAINT push_devices_check CHECK (((given_up_at IS NULL) = (given_up_because IS NULL))),
    CONSTRAINT push_devices_endpoint_check CHECK (((octet_length(endpoint) >= 1) AND (octet_length(endpoint) <= 2000))),
    CONSTRAINT push_devices_given_up_because_check CHECK ((given_up_because = ANY (ARRAY['gone', 'refused', 'unreachable']))),
    CONSTRAINT push_devices_public_key_check CHECK ((octet_length(public_key) = 65))
);
ALTER TABLE push_devices FORCE ROW LEVEL SECURITY;

ALTER TABLE push_devices ADD CONSTRAINT push_devices_endpoint_key UNIQUE (endpoint);
ALTER TABLE push_devices ADD CONSTRAINT push_devices_person_id_browser_key UNIQUE (person_id, browser);
ALTER TABLE push_devices ADD CONSTRAINT push_devices_pkey PRIMARY KEY (household_id, id);
ALTER TABLE push_devices ADD CONSTRAINT push_devices_session_id_key UNIQUE (session_id);

ALTER TABLE push_devices ADD CONSTRAINT push_devices_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE push_devices ADD CONSTRAINT push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE SET NULL;

CREATE INDEX push_devices_person ON push_devices (household_id, person_id);

ALTER TABLE push_devices ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON push_devices TO foyer_identity USING (true);
CREATE POLICY person ON push_devices TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) AND (person_id = (NULLIF(current_setting('foyer.person', true), ''))::uuid)));

GRANT SELECT(created_at) ON TABLE push_devices TO foyer_app;
GRANT SELECT(given_up_at) ON TABLE push_devices TO foyer_app;
GRANT SELECT(given_up_because) ON TABLE push_devices TO foyer_app;
GRANT SELECT(household_id) ON TABLE push_devices TO foyer_app;
GRANT SELECT(id) ON TABLE push_devices TO foyer_app;
GRANT SELECT(last_success_at) ON TABLE push_devices TO foyer_app;
GRANT SELECT(person_id) ON TABLE push_devices TO foyer_app;
GRANT SELECT(session_id) ON TABLE push_devices TO foyer_app;
GRANT DELETE ON TABLE push_devices TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE push_devices TO foyer_identity;

-- rate_limits (0001_accounts.sql)
-- Unlogged: after a crash everybody may try again, and a guess costs no WAL.
CREATE UNLOGGED TABLE rate_limits (
    key bytea NOT NULL,
    hits integer NOT NULL,
    window_ends timestamp with time zone NOT NULL
);
ALTER TABLE rate_limits FORCE ROW LEVEL SECURITY;

ALTER TABLE rate_limits ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);

CREATE INDEX rate_limits_end ON rate_limits (window_ends);

ALTER TABLE rate_limits ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON rate_limits TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE rate_limits TO foyer_identity;

-- recipe_keys (0006_recipes.sql)
-- Which recipes need an ingredient: all that a search looks at until it knows its fifty best.
CREATE TABLE recipe_keys (
    household_id uuid DEFAULT current_household() NOT NULL,
    ingredient bigint NOT NULL,
    place bigint NOT NULL,
    traits bigint NOT NULL,
    maybe bigint NOT NULL,
    recipe_id uuid NOT NULL,
    name_bits bigint DEFAULT '-1'::integer NOT NULL
);
ALTER TABLE recipe_keys FORCE ROW LEVEL SECURITY;

ALTER TABLE recipe_keys ADD CONSTRAINT recipe_keys_pkey PRIMARY KEY (household_id, ingredient, place) INCLUDE (traits, maybe, name_bits);

ALTER TABLE recipe_keys ADD CONSTRAINT recipe_keys_household_id_recipe_id_fkey FOREIGN KEY (household_id, recipe_id) REFERENCES recipes(household_id, id) ON DELETE CASCADE;

CREATE INDEX recipe_keys_recipe ON recipe_keys (household_id, recipe_id);

ALTER TABLE recipe_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON recipe_keys TO foyer_app USING ((household_id = ANY (ARRAY[(NULLIF(current_setting('foyer.household', true), ''))::uuid,
CASE
    WHEN (current_setting('foyer.household', true) <> '') THEN starter_household()
    ELSE NULL::uuid
END])));
CREATE POLICY own_delete ON recipe_keys AS RESTRICTIVE FOR DELETE TO foyer_app USING ((household_id = current_household()));
CREATE POLICY own_insert ON recipe_keys AS RESTRICTIVE FOR INSERT TO foyer_app WITH CHECK ((household_id = current_household()));
CREATE POLICY own_update ON recipe_keys AS RESTRICTIVE FOR UPDATE TO foyer_app USING ((household_id = current_household()));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE recipe_keys TO foyer_app;

-- recipe_numbers (0006_recipes.sql)
CREATE SEQUENCE recipe_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

GRANT USAGE ON SEQUENCE recipe_numbers TO foyer_app;

-- recipe_stars (0060_recipe_stars.sql)
-- The stars that a member gives a recipe of the household, or a starter one: so there is no reference to it.
CREATE TABLE recipe_stars (
    household_id uuid DEFAULT current_household() NOT NULL,
    person_id uuid DEFAULT current_person() NOT NULL,
    recipe_id uuid NOT NULL,
    stars smallint NOT NULL,
    CONSTRAINT recipe_stars_number CHECK (((stars >= 1) AND (stars <= 5)))
);
ALTER TABLE recipe_stars FORCE ROW LEVEL SECURITY;

ALTER TABLE recipe_stars ADD CONSTRAINT recipe_stars_pkey PRIMARY KEY (household_id, person_id, recipe_id);

ALTER TABLE recipe_stars ADD CONSTRAINT recipe_stars_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE INDEX recipe_stars_recipe ON recipe_stars (household_id, recipe_id);

ALTER TABLE recipe_stars ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON recipe_stars TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE recipe_stars TO foyer_app;

-- recipe_words (0062_recipe_words.sql)
CREATE TABLE recipe_words (
    household_id uuid DEFAULT current_household() NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    recipe_id uuid NOT NULL,
    kind smallint NOT NULL
);
ALTER TABLE recipe_words FORCE ROW LEVEL SECURITY;

ALTER TABLE recipe_words ADD CONSTRAINT recipe_words_pkey PRIMARY KEY (household_id, word, recipe_id) INCLUDE (kind);

ALTER TABLE recipe_words ADD CONSTRAINT recipe_words_household_id_recipe_id_fkey FOREIGN KEY (household_id, recipe_id) REFERENCES recipes(household_id, id) ON DELETE CASCADE;

CREATE INDEX recipe_words_recipe ON recipe_words (household_id, recipe_id);

ALTER TABLE recipe_words ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON recipe_words TO foyer_app USING ((household_id = ANY (ARRAY[(NULLIF(current_setting('foyer.household', true), ''))::uuid,
CASE
    WHEN (current_setting('foyer.household', true) <> '') THEN starter_household()
    ELSE NULL::uuid
END])));
CREATE POLICY own_delete ON recipe_words AS RESTRICTIVE FOR DELETE TO foyer_app USING ((household_id = current_household()));
CREATE POLICY own_insert ON recipe_words AS RESTRICTIVE FOR INSERT TO foyer_app WITH CHECK ((household_id = current_household()));
CREATE POLICY own_update ON recipe_words AS RESTRICTIVE FOR UPDATE TO foyer_app USING ((household_id = current_household()));

GRANT SELECT,INSERT,DELETE ON TABLE recipe_words TO foyer_app;

-- recipes (0006_recipes.sql)
CREATE TABLE recipes (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    number bigint DEFAULT nextval('public.recipe_numbers'::regclass) NOT NULL,
    name text NOT NULL,
    description text DEFAULT '' NOT NULL,
    cuisine text DEFAULT '' NOT NULL,
    servings smallint,
    prep_minutes integer,
    cook_minutes integer,
    ingredients text[] DEFAULT '{}'::text[] NOT NULL,
    steps text[] DEFAULT '{}'::text[] NOT NULL,
    source_url text DEFAULT '' NOT NULL,
    image_id uuid,
    statements text[] DEFAULT '{}'::text[] NOT NULL,
    need_names text[] DEFAULT '{}'::text[] NOT NULL,
    need_keys text[] DEFAULT '{}'::text[] NOT NULL,
    traits bigint DEFAULT 0 NOT NULL,
    maybe bigint DEFAULT 0 NOT NULL,
    edition integer DEFAULT 0 NOT NULL,
    folded_name text GENERATED ALWAYS AS (folded(btrim(name))) STORED NOT NULL,
    name_order text GENERATED ALWAYS AS ("left"(folded(btrim(name)), 500)) STORED NOT NULL COLLATE pg_catalog."C",
    place bigint GENERATED ALWAYS AS ((((LEAST(cardinality(need_keys), 1000))::bigint << 40) | number)) STORED NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    changed_at timestamp with time zone,
    changed_by uuid,
    hearsay text[],
    makes text DEFAULT '' NOT NULL,
    notes text DEFAULT '' NOT NULL,
    source_name text DEFAULT '' NOT NULL,
    reading text,
    nutrition text DEFAULT '' NOT NULL,
    staple_keys text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT recipes_cook_minutes_check CHECK ((cook_minutes >= 0)),
    CONSTRAINT recipes_cuisine_length CHECK ((char_length(cuisine) <= 1000)),
    CONSTRAINT recipes_description_length CHECK ((char_length(description) <= 100000)),
    CONSTRAINT recipes_hearsay_check CHECK ((cardinality(hearsay) <= 1000)),
    CONSTRAINT recipes_ingredients_check CHECK ((cardinality(ingredients) <= 1000)),
    CONSTRAINT recipes_makes_length CHECK ((char_length(makes) <= 1000)),
    CONSTRAINT recipes_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 10000))),
    CONSTRAINT recipes_notes_length CHECK ((char_length(notes) <= 100000)),
    CONSTRAINT recipes_nutrition_length CHECK ((char_length(nutrition) <= 10000)),
    CONSTRAINT recipes_prep_minutes_check CHECK ((prep_minutes >= 0)),
    CONSTRAINT recipes_servings_check CHECK ((servings > 0)),
    CONSTRAINT recipes_source_length CHECK ((char_length(source_url) <= 10000)),
    CONSTRAINT recipes_source_name_length CHECK ((char_length(source_name) <= 1000)),
    CONSTRAINT recipes_statements_check CHECK ((cardinality(statements) <= 1000)),
    CONSTRAINT recipes_steps_check CHECK ((cardinality(steps) <= 1000))
);
ALTER TABLE recipes FORCE ROW LEVEL SECURITY;

ALTER TABLE recipes ADD CONSTRAINT recipes_pkey PRIMARY KEY (household_id, id) INCLUDE (name_order, deleted_at);

ALTER TABLE recipes ADD CONSTRAINT recipes_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;
ALTER TABLE recipes ADD CONSTRAINT recipes_household_id_image_id_fkey FOREIGN KEY (household_id, image_id) REFERENCES images(household_id, id) ON DELETE SET NULL (image_id);

CREATE INDEX recipes_by_name ON recipes (household_id, name_order, id) INCLUDE (traits, maybe, place) WHERE (deleted_at IS NULL);
CREATE INDEX recipes_copied ON recipes (household_id, id) WHERE (substr((id)::text, 15, 1) = '8');
CREATE INDEX recipes_edition ON recipes (household_id, edition);
CREATE INDEX recipes_image ON recipes (household_id, image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX recipes_place ON recipes (household_id, place) INCLUDE (name_order) WHERE (deleted_at IS NULL);
CREATE INDEX recipes_trash ON recipes (household_id, deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);

CREATE TRIGGER recipes_announced AFTER INSERT OR DELETE OR UPDATE OF version, deleted_at ON recipes FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('recipes');
CREATE TRIGGER recipes_followed AFTER INSERT OR DELETE ON recipes FOR EACH ROW EXECUTE FUNCTION note_row('recipes');
CREATE TRIGGER recipes_followed_again AFTER UPDATE ON recipes FOR EACH ROW WHEN ((((old.version IS DISTINCT FROM new.version) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.image_id IS DISTINCT FROM new.image_id))) EXECUTE FUNCTION note_row('recipes');
CREATE TRIGGER recipes_image_deleted AFTER DELETE ON recipes FOR EACH ROW WHEN ((old.image_id IS NOT NULL)) EXECUTE FUNCTION delete_image();
CREATE TRIGGER recipes_image_replaced AFTER UPDATE OF image_id ON recipes FOR EACH ROW WHEN (((old.image_id IS NOT NULL) AND (old.image_id IS DISTINCT FROM new.image_id))) EXECUTE FUNCTION delete_image();
CREATE TRIGGER recipes_noted AFTER INSERT ON recipes FOR EACH ROW WHEN (((current_setting('foyer.person', true) <> '') AND (new.household_id = current_household()))) EXECUTE FUNCTION note_recipe();
CREATE TRIGGER recipes_words AFTER INSERT OR UPDATE OF name, statements, cuisine, need_names, need_keys, notes, deleted_at ON recipes FOR EACH ROW EXECUTE FUNCTION keep_recipe_words();

ALTER TABLE recipes ENABLE ROW LEVEL SECURITY;

CREATE POLICY counted ON recipes FOR SELECT TO foyer_identity USING ((deleted_at IS NULL));
CREATE POLICY household ON recipes TO foyer_app USING ((household_id = ANY (ARRAY[(NULLIF(current_setting('foyer.household', true), ''))::uuid,
CASE
    WHEN (current_setting('foyer.household', true) <> '') THEN starter_household()
    ELSE NULL::uuid
END])));
CREATE POLICY own_delete ON recipes AS RESTRICTIVE FOR DELETE TO foyer_app USING ((household_id = current_household()));
CREATE POLICY own_insert ON recipes AS RESTRICTIVE FOR INSERT TO foyer_app WITH CHECK ((household_id = current_household()));
CREATE POLICY own_update ON recipes AS RESTRICTIVE FOR UPDATE TO foyer_app USING ((household_id = current_household()));

GRANT SELECT(household_id) ON TABLE recipes TO foyer_identity;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE recipes TO foyer_app;

-- recovery_codes (0019_second_factors.sql)
-- A row for each code that was not used yet.
CREATE TABLE recovery_codes (
    household_id uuid NOT NULL,
    person_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    CONSTRAINT recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32))
);
ALTER TABLE recovery_codes FORCE ROW LEVEL SECURITY;

ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (household_id, person_id, code_hash);

ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON recovery_codes TO foyer_identity USING (true);
CREATE POLICY person ON recovery_codes FOR SELECT TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) AND (person_id = (NULLIF(current_setting('foyer.person', true), ''))::uuid)));

GRANT SELECT(household_id) ON TABLE recovery_codes TO foyer_app;
GRANT SELECT(person_id) ON TABLE recovery_codes TO foyer_app;
GRANT SELECT,INSERT,DELETE ON TABLE recovery_codes TO foyer_identity;

-- reminder_settings (0031_reminders.sql)
-- What a member wants to be told, and how. Without a row, and without a channel, nothing is sent.
CREATE TABLE reminder_settings (
    household_id uuid DEFAULT current_household() NOT NULL,
    person_id uuid DEFAULT current_person() NOT NULL,
    codes text[] DEFAULT '{}'::text[] NOT NULL,
    by_mail boolean DEFAULT false NOT NULL,
    by_push boolean DEFAULT false NOT NULL,
    digest_at time without time zone,
    digest_next timestamp with time zone,
    quiet_from time without time zone,
    quiet_to time without time zone,
    mail_failed_at timestamp with time zone,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT reminder_settings_check CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))),
    CONSTRAINT reminder_settings_codes_check CHECK (are_reminder_times(codes))
);
ALTER TABLE reminder_settings FORCE ROW LEVEL SECURITY;

ALTER TABLE reminder_settings ADD CONSTRAINT reminder_settings_pkey PRIMARY KEY (household_id, person_id);

ALTER TABLE reminder_settings ADD CONSTRAINT reminder_settings_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE INDEX reminder_settings_digest ON reminder_settings (digest_next) WHERE (digest_next IS NOT NULL);

CREATE TRIGGER reminder_settings_digest BEFORE INSERT OR UPDATE OF changed_at ON reminder_settings FOR EACH ROW EXECUTE FUNCTION set_next_digest();
CREATE TRIGGER reminder_settings_kept AFTER INSERT OR UPDATE OF changed_at ON reminder_settings FOR EACH ROW EXECUTE FUNCTION keep_person_reminders();

ALTER TABLE reminder_settings ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON reminder_settings TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON reminder_settings TO foyer_identity USING (true);
CREATE POLICY told ON reminder_settings FOR SELECT TO foyer_app USING (((pg_trigger_depth() > 0) AND (by_mail OR by_push)));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE reminder_settings TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE reminder_settings TO foyer_identity;

-- reminders (0031_reminders.sql)
-- What is going to be due, derived by triggers from the items, the settings and the clocks: what is due now is the beginning of
-- an index. Without references, as above.
CREATE TABLE reminders (
    household_id uuid NOT NULL,
    item_id uuid NOT NULL,
    person_id uuid NOT NULL,
    at timestamp with time zone NOT NULL
);
ALTER TABLE reminders FORCE ROW LEVEL SECURITY;

ALTER TABLE reminders ADD CONSTRAINT reminders_pkey PRIMARY KEY (household_id, item_id, person_id, at);

CREATE INDEX reminders_due ON reminders (at);

ALTER TABLE reminders ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON reminders TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON reminders TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE reminders TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE reminders TO foyer_identity;

-- removed_ingredients (0042_hand_undo.sql)
CREATE TABLE removed_ingredients (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    key text NOT NULL,
    amount text NOT NULL,
    best_before date,
    place text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone DEFAULT now() NOT NULL,
    read_line text,
    read_key text,
    read_sum text,
    edition integer DEFAULT 0 NOT NULL
);
ALTER TABLE removed_ingredients FORCE ROW LEVEL SECURITY;

ALTER TABLE removed_ingredients ADD CONSTRAINT removed_ingredients_pkey PRIMARY KEY (household_id, id);

ALTER TABLE removed_ingredients ADD CONSTRAINT removed_ingredients_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX removed_ingredients_deleted ON removed_ingredients (household_id, deleted_at);

ALTER TABLE removed_ingredients ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON removed_ingredients TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE removed_ingredients TO foyer_app;

-- schema_migrations (Sources/Postgres/Migrator.swift)
-- The migrations that were applied.
CREATE TABLE schema_migrations (
    version integer NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    compatible_from integer
);

ALTER TABLE schema_migrations ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);

GRANT SELECT ON TABLE schema_migrations TO foyer_identity;

-- second_factors (0019_second_factors.sql)
-- What an account asks for besides its password: a code of an authenticator app (TOTP, RFC 6238), or a recovery code.
CREATE TABLE second_factors (
    household_id uuid NOT NULL,
    person_id uuid NOT NULL,
    secret bytea NOT NULL,
    confirmed_at timestamp with time zone,
    last_step bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT second_factors_secret_check CHECK ((octet_length(secret) = 20))
);
ALTER TABLE second_factors FORCE ROW LEVEL SECURITY;

ALTER TABLE second_factors ADD CONSTRAINT second_factors_pkey PRIMARY KEY (household_id, person_id);

ALTER TABLE second_factors ADD CONSTRAINT second_factors_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE second_factors ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON second_factors TO foyer_identity USING (true);
CREATE POLICY person ON second_factors FOR SELECT TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) AND (person_id = (NULLIF(current_setting('foyer.person', true), ''))::uuid)));

GRANT SELECT(confirmed_at) ON TABLE second_factors TO foyer_app;
GRANT SELECT(household_id) ON TABLE second_factors TO foyer_app;
GRANT SELECT(person_id) ON TABLE second_factors TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE second_factors TO foyer_identity;

-- series (0025_series.sql)
-- What an item that repeats makes its next one from. Of a series one item at most is open and not deleted.
CREATE TABLE series (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    rule text NOT NULL,
    repeat_from text NOT NULL,
    starts_at timestamp without time zone NOT NULL,
    skipped timestamp without time zone[] DEFAULT '{}'::timestamp without time zone[] NOT NULL,
    ended_at timestamp with time zone,
    turn_rule text,
    title text NOT NULL,
    description text DEFAULT '' NOT NULL,
    category_id uuid,
    tag_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    people uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    is_day boolean DEFAULT false NOT NULL,
    CONSTRAINT series_description_length CHECK ((char_length(description) <= 100000)),
    CONSTRAINT series_repeat_from_check CHECK ((repeat_from = ANY (ARRAY['due', 'done']))),
    CONSTRAINT series_rule_check CHECK (((char_length(rule) >= 1) AND (char_length(rule) <= 500))),
    CONSTRAINT series_title_length CHECK (((char_length(title) >= 1) AND (char_length(title) <= 10000))),
    CONSTRAINT series_turn_rule_check CHECK (((char_length(turn_rule) >= 1) AND (char_length(turn_rule) <= 500)))
);
ALTER TABLE series FORCE ROW LEVEL SECURITY;

ALTER TABLE series ADD CONSTRAINT series_pkey PRIMARY KEY (household_id, id);

ALTER TABLE series ADD CONSTRAINT series_household_id_category_id_fkey FOREIGN KEY (household_id, category_id) REFERENCES categories(household_id, id) ON DELETE SET NULL (category_id);
ALTER TABLE series ADD CONSTRAINT series_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX series_category ON series (household_id, category_id) WHERE (category_id IS NOT NULL);

CREATE TRIGGER series_announced AFTER UPDATE ON series FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('items');
CREATE TRIGGER series_calendar_objects AFTER DELETE ON series FOR EACH ROW EXECUTE FUNCTION forget_calendar_object();
CREATE TRIGGER series_ruled AFTER UPDATE ON series FOR EACH ROW WHEN (((((old.rule IS DISTINCT FROM new.rule) OR (old.repeat_from IS DISTINCT FROM new.repeat_from)) OR (old.turn_rule IS DISTINCT FROM new.turn_rule)) OR (old.ended_at IS DISTINCT FROM new.ended_at))) EXECUTE FUNCTION note_items_with('series');

ALTER TABLE series ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON series TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY left_household ON series TO foyer_identity USING ((household_id = (NULLIF(current_setting('foyer.left_household', true), ''))::uuid));

GRANT SELECT(household_id) ON TABLE series TO foyer_identity;
GRANT SELECT(people),UPDATE(people) ON TABLE series TO foyer_identity;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE series TO foyer_app;

-- server_settings (0021_operator.sql)
-- What the operator has decided for all instances of the program: one row.
CREATE TABLE server_settings (
    is_only boolean DEFAULT true NOT NULL,
    registration_open boolean DEFAULT true NOT NULL,
    CONSTRAINT server_settings_is_only_check CHECK (is_only)
);
ALTER TABLE server_settings FORCE ROW LEVEL SECURITY;

ALTER TABLE server_settings ADD CONSTRAINT server_settings_pkey PRIMARY KEY (is_only);

ALTER TABLE server_settings ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON server_settings TO foyer_identity USING (true);

GRANT UPDATE(registration_open) ON TABLE server_settings TO foyer_identity;
GRANT SELECT ON TABLE server_settings TO foyer_identity;

-- sessions (0001_accounts.sql)
CREATE TABLE sessions (
    token_hash bytea NOT NULL,
    household_id uuid NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp with time zone DEFAULT now() NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_agent text DEFAULT '' NOT NULL,
    CONSTRAINT sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
    CONSTRAINT sessions_user_agent_check CHECK ((char_length(user_agent) <= 200))
);
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;

ALTER TABLE sessions ADD CONSTRAINT sessions_id_key UNIQUE (id);
ALTER TABLE sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);

ALTER TABLE sessions ADD CONSTRAINT sessions_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE INDEX sessions_age ON sessions (created_at);
CREATE INDEX sessions_person ON sessions (household_id, person_id);
CREATE INDEX sessions_seen ON sessions (seen_at);

CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION announce_session();
CREATE TRIGGER sessions_moved AFTER UPDATE OF household_id ON sessions FOR EACH ROW WHEN ((old.household_id <> new.household_id)) EXECUTE FUNCTION announce_session();

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON sessions TO foyer_identity USING (true);
CREATE POLICY person ON sessions TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) AND (person_id = (NULLIF(current_setting('foyer.person', true), ''))::uuid)));

GRANT SELECT,DELETE,UPDATE ON TABLE sessions TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE sessions TO foyer_identity;

-- shop_steps (0036_shops.sql)
-- How many more trips had the first aisle before the second than after it; no more than five, so that a shop that moves its
-- shelves is learned again.
CREATE TABLE shop_steps (
    household_id uuid DEFAULT current_household() NOT NULL,
    shop_id uuid NOT NULL,
    first text NOT NULL COLLATE pg_catalog."C",
    second text NOT NULL COLLATE pg_catalog."C",
    lead smallint NOT NULL,
    CONSTRAINT shop_steps_check CHECK ((first < second)),
    CONSTRAINT shop_steps_lead_check CHECK (((lead >= '-5'::integer) AND (lead <= 5)))
);
ALTER TABLE shop_steps FORCE ROW LEVEL SECURITY;

ALTER TABLE shop_steps ADD CONSTRAINT shop_steps_pkey PRIMARY KEY (household_id, shop_id, first, second);

ALTER TABLE shop_steps ADD CONSTRAINT shop_steps_household_id_shop_id_fkey FOREIGN KEY (household_id, shop_id) REFERENCES shops(household_id, id) ON DELETE CASCADE;

ALTER TABLE shop_steps ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON shop_steps TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shop_steps TO foyer_app;

-- shopping_changes (0036_shops.sql)
-- Changes of the shopping list that were made without a network and have arrived: each counts once.
CREATE TABLE shopping_changes (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    arrived_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE shopping_changes FORCE ROW LEVEL SECURITY;

ALTER TABLE shopping_changes ADD CONSTRAINT shopping_changes_pkey PRIMARY KEY (household_id, id);

ALTER TABLE shopping_changes ADD CONSTRAINT shopping_changes_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX shopping_changes_age ON shopping_changes (household_id, arrived_at);

ALTER TABLE shopping_changes ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON shopping_changes TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shopping_changes TO foyer_app;

-- shopping_entries (0035_shopping.sql)
-- What somebody or a recipe wants bought: a row each. What a page shows as one line are the rows of one key, their amounts
-- added. So taking a recipe out again leaves exactly what was there without it.
CREATE TABLE shopping_entries (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    text text NOT NULL,
    food text,
    key text,
    amount text,
    aisle text,
    source text DEFAULT 'hand' NOT NULL,
    source_id uuid,
    source_name text DEFAULT '' NOT NULL,
    addition_id uuid,
    person_id uuid DEFAULT current_person(),
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    checked_at timestamp with time zone,
    decided_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_by uuid DEFAULT current_person(),
    hand_key text,
    hand_before text,
    hand_after text,
    replaced_by uuid,
    edition integer DEFAULT 0 NOT NULL,
    list_id uuid,
    package text DEFAULT '' NOT NULL,
    CONSTRAINT shopping_entries_key_check CHECK ((char_length(key) <= 400)),
    CONSTRAINT shopping_entries_length CHECK (((char_length(text) >= 1) AND (char_length(text) <= 10000))),
    CONSTRAINT shopping_entries_package_check CHECK ((char_length(package) <= 60)),
    CONSTRAINT shopping_entries_source_check CHECK ((source = ANY (ARRAY['hand', 'recipe', 'meal'])))
);
ALTER TABLE shopping_entries FORCE ROW LEVEL SECURITY;

ALTER TABLE shopping_entries ADD CONSTRAINT shopping_entries_pkey PRIMARY KEY (household_id, id);

ALTER TABLE shopping_entries ADD CONSTRAINT shopping_entries_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;
ALTER TABLE shopping_entries ADD CONSTRAINT shopping_entries_list_fkey FOREIGN KEY (household_id, list_id) REFERENCES named_lists(household_id, id) ON DELETE CASCADE;

CREATE INDEX shopping_entries_addition ON shopping_entries (household_id, addition_id) WHERE (addition_id IS NOT NULL);
CREATE INDEX shopping_entries_list ON shopping_entries (household_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX shopping_entries_meal ON shopping_entries (household_id, source_id) WHERE (source = 'meal');
CREATE INDEX shopping_entries_named ON shopping_entries (household_id, list_id) WHERE (list_id IS NOT NULL);
CREATE INDEX shopping_entries_replaced ON shopping_entries (household_id, replaced_by) WHERE (replaced_by IS NOT NULL);
CREATE INDEX shopping_entries_trash ON shopping_entries (household_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE TRIGGER shopping_announced AFTER INSERT OR DELETE OR UPDATE ON shopping_entries FOR EACH ROW WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('shopping');
CREATE TRIGGER shopping_calendar_objects AFTER DELETE ON shopping_entries FOR EACH ROW EXECUTE FUNCTION forget_calendar_object();
CREATE TRIGGER shopping_followed AFTER DELETE ON shopping_entries FOR EACH ROW EXECUTE FUNCTION note_row('shopping-lines');
CREATE TRIGGER shopping_followed_again AFTER UPDATE ON shopping_entries FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) OR (old.deleted_at IS DISTINCT FROM new.deleted_at) OR (old.checked_at IS DISTINCT FROM new.checked_at) OR (old.food IS DISTINCT FROM new.food) OR (old.aisle IS DISTINCT FROM new.aisle) OR (old.list_id IS DISTINCT FROM new.list_id))) EXECUTE FUNCTION note_line();
CREATE TRIGGER shopping_followed_new AFTER INSERT ON shopping_entries FOR EACH ROW EXECUTE FUNCTION note_line();

ALTER TABLE shopping_entries ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON shopping_entries TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shopping_entries TO foyer_app;

-- shopping_lists (0006_recipes.sql)
-- Missing ingredients that were written down at once: a form that is sent twice adds them once.
CREATE TABLE shopping_lists (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    lines text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE shopping_lists FORCE ROW LEVEL SECURITY;

ALTER TABLE shopping_lists ADD CONSTRAINT shopping_lists_once PRIMARY KEY (household_id, id);

ALTER TABLE shopping_lists ADD CONSTRAINT shopping_lists_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX shopping_lists_age ON shopping_lists (household_id, created_at);

ALTER TABLE shopping_lists ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON shopping_lists TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shopping_lists TO foyer_app;

-- shops (0036_shops.sql)
CREATE TABLE shops (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    aisles text[] DEFAULT '{}'::text[] NOT NULL,
    trip text[] DEFAULT '{}'::text[] NOT NULL,
    trip_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT shops_aisles_check CHECK ((cardinality(aisles) <= 20)),
    CONSTRAINT shops_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT shops_trip_check CHECK ((cardinality(trip) <= 20))
);
ALTER TABLE shops FORCE ROW LEVEL SECURITY;

ALTER TABLE shops ADD CONSTRAINT shops_pkey PRIMARY KEY (household_id, id);

ALTER TABLE shops ADD CONSTRAINT shops_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE TRIGGER shops_announced AFTER INSERT OR UPDATE OF name, aisles, deleted_at ON shops FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('shopping');

ALTER TABLE shops ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON shops TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE shops TO foyer_app;

-- sign_ups (0017_mail.sql)
-- Accounts that are made once a letter to their address was answered by its link.
CREATE TABLE sign_ups (
    id uuid NOT NULL,
    token_hash bytea,
    invitation_hash bytea,
    name text NOT NULL,
    email text NOT NULL,
    password text NOT NULL,
    time_zone text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sign_ups_email_check CHECK ((char_length(email) <= 320)),
    CONSTRAINT sign_ups_invitation_hash_check CHECK ((octet_length(invitation_hash) = 32)),
    CONSTRAINT sign_ups_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 10000))),
    CONSTRAINT sign_ups_time_zone_check CHECK ((char_length(time_zone) <= 100)),
    CONSTRAINT sign_ups_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
ALTER TABLE sign_ups FORCE ROW LEVEL SECURITY;

ALTER TABLE sign_ups ADD CONSTRAINT sign_ups_pkey PRIMARY KEY (id);
ALTER TABLE sign_ups ADD CONSTRAINT sign_ups_token_hash_key UNIQUE (token_hash);

CREATE INDEX sign_ups_created ON sign_ups (created_at);

ALTER TABLE sign_ups ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON sign_ups TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE sign_ups TO foyer_identity;

-- signing_keys (0010_sign_in_and_stays.sql)
-- Keys that every instance of the program must know; only foyer_identity reads them. gen_random_uuid() takes its bytes from
-- the operating system (PostgreSQL's pg_strong_random), 122 random bits each.
CREATE TABLE signing_keys (
    name text NOT NULL,
    key bytea NOT NULL,
    CONSTRAINT signing_keys_key_check CHECK ((octet_length(key) = 32))
);
ALTER TABLE signing_keys FORCE ROW LEVEL SECURITY;

ALTER TABLE signing_keys ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (name);

ALTER TABLE signing_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON signing_keys FOR SELECT TO foyer_identity USING (true);

GRANT SELECT ON TABLE signing_keys TO foyer_identity;

-- staple_foods (0072_staples.sql)
-- The foods of which a household has decided whether they are always in its kitchen, where that is not as in the table of foods.
CREATE TABLE staple_foods (
    household_id uuid DEFAULT current_household() NOT NULL,
    key text NOT NULL,
    ingredient bigint GENERATED ALWAYS AS (ingredient_number(key)) STORED NOT NULL,
    name text NOT NULL,
    is_staple boolean NOT NULL,
    edition integer NOT NULL,
    CONSTRAINT staple_foods_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 400))),
    CONSTRAINT staple_foods_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);
ALTER TABLE staple_foods FORCE ROW LEVEL SECURITY;

ALTER TABLE staple_foods ADD CONSTRAINT staple_foods_pkey PRIMARY KEY (household_id, key);

ALTER TABLE staple_foods ADD CONSTRAINT staple_foods_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE TRIGGER staple_foods_announced AFTER INSERT OR DELETE OR UPDATE ON staple_foods FOR EACH STATEMENT WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('shopping');

ALTER TABLE staple_foods ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON staple_foods TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE staple_foods TO foyer_app;

-- stay_guests (0032_stay_threads.sql)
-- The photo of who asks, as it was then: neither side reads the other's household.
CREATE TABLE stay_guests (
    household_id uuid DEFAULT current_household() NOT NULL,
    request_id uuid NOT NULL,
    photo bytea NOT NULL,
    CONSTRAINT stay_guests_photo_check CHECK ((octet_length(photo) <= 262144))
);
ALTER TABLE stay_guests ALTER COLUMN photo SET STORAGE EXTERNAL;
ALTER TABLE stay_guests FORCE ROW LEVEL SECURITY;

ALTER TABLE stay_guests ADD CONSTRAINT stay_guests_pkey PRIMARY KEY (household_id, request_id);

ALTER TABLE stay_guests ADD CONSTRAINT stay_guests_request FOREIGN KEY (household_id, request_id) REFERENCES stay_requests(household_id, id) ON DELETE CASCADE;

CREATE TRIGGER stay_guests_counted AFTER INSERT OR DELETE ON stay_guests FOR EACH ROW EXECUTE FUNCTION count_guest_photo();

ALTER TABLE stay_guests ENABLE ROW LEVEL SECURITY;

CREATE POLICY host ON stay_guests FOR SELECT TO foyer_app USING ((EXISTS ( SELECT
   FROM stay_requests r
  WHERE ((r.household_id = stay_guests.household_id) AND (r.id = stay_guests.request_id) AND (r.host_household_id = current_household()) AND (r.deleted_at IS NULL) AND (r.state <> 'withdrawn')))));
CREATE POLICY household ON stay_guests TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE ON TABLE stay_guests TO foyer_app;

-- stay_messages (0032_stay_threads.sql)
-- What both sides have said and done after the first message. Only foyer_app's triggers write what was done.
CREATE TABLE stay_messages (
    household_id uuid NOT NULL,
    request_id uuid NOT NULL,
    "position" bigint NOT NULL,
    id uuid NOT NULL,
    by_host boolean NOT NULL,
    author text DEFAULT '' NOT NULL,
    kind text NOT NULL,
    body text DEFAULT '' NOT NULL,
    arrival date,
    departure date,
    guests integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT stay_messages_kind_check CHECK ((kind = ANY (ARRAY['message', 'changed', 'needs', 'proposed', 'agreed', 'accepted', 'declined', 'withdrawn', 'taken_back']))),
    CONSTRAINT stay_messages_length CHECK ((char_length(body) <= 10000))
);
ALTER TABLE stay_messages FORCE ROW LEVEL SECURITY;

ALTER TABLE stay_messages ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME stay_messages_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE stay_messages ADD CONSTRAINT stay_messages_once UNIQUE (household_id, request_id, id);
ALTER TABLE stay_messages ADD CONSTRAINT stay_messages_pkey PRIMARY KEY (household_id, request_id, "position");

ALTER TABLE stay_messages ADD CONSTRAINT stay_messages_request FOREIGN KEY (household_id, request_id) REFERENCES stay_requests(household_id, id) ON DELETE CASCADE;

CREATE TRIGGER stay_messages_guard BEFORE INSERT ON stay_messages FOR EACH ROW EXECUTE FUNCTION guard_stay_message();
CREATE TRIGGER stay_messages_reported AFTER INSERT ON stay_messages FOR EACH ROW WHEN (((new.kind = 'message') AND (current_setting('foyer.person', true) <> ''))) EXECUTE FUNCTION report_stay_message();

ALTER TABLE stay_messages ENABLE ROW LEVEL SECURITY;

CREATE POLICY parties ON stay_messages TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) OR (EXISTS ( SELECT
   FROM stay_requests r
  WHERE ((r.household_id = stay_messages.household_id) AND (r.id = stay_messages.request_id) AND (r.host_household_id = current_household()))))));

GRANT SELECT,INSERT ON TABLE stay_messages TO foyer_app;

-- stay_news (0050_stay_news.sql)
-- What one side of a stay is going to be told of the other, and what it was told lately.
CREATE TABLE stay_news (
    household_id uuid NOT NULL,
    request_id uuid NOT NULL,
    from_household_id uuid NOT NULL,
    event text,
    at timestamp with time zone NOT NULL,
    told integer DEFAULT 0 NOT NULL,
    window_ends timestamp with time zone NOT NULL
);
ALTER TABLE stay_news FORCE ROW LEVEL SECURITY;

ALTER TABLE stay_news ADD CONSTRAINT stay_news_pkey PRIMARY KEY (household_id, request_id);

ALTER TABLE stay_news ADD CONSTRAINT stay_news_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX stay_news_due ON stay_news (at) WHERE (event IS NOT NULL);

ALTER TABLE stay_news ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON stay_news FOR SELECT TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON stay_news TO foyer_identity USING (true);
CREATE POLICY other ON stay_news TO foyer_app USING ((pg_trigger_depth() > 0)) WITH CHECK (((pg_trigger_depth() > 0) AND (from_household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid)));

GRANT SELECT,INSERT,UPDATE ON TABLE stay_news TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE stay_news TO foyer_identity;

-- stay_nights (0005_stays.sql)
-- Each night of a host that somebody stays or that is blocked. Two requests accepted at the same moment meet on these
-- rows, and the second finds no room. Only triggers write here.
CREATE TABLE stay_nights (
    household_id uuid NOT NULL,
    night date NOT NULL,
    guests integer DEFAULT 0 NOT NULL,
    blocks integer DEFAULT 0 NOT NULL,
    capacity integer NOT NULL,
    CONSTRAINT stay_nights_blocked CHECK (((guests = 0) OR (blocks = 0))),
    CONSTRAINT stay_nights_blocks_check CHECK ((blocks >= 0)),
    CONSTRAINT stay_nights_capacity CHECK ((guests <= capacity)),
    CONSTRAINT stay_nights_guests_check CHECK ((guests >= 0))
);
ALTER TABLE stay_nights FORCE ROW LEVEL SECURITY;

ALTER TABLE stay_nights ADD CONSTRAINT stay_nights_pkey PRIMARY KEY (household_id, night);

ALTER TABLE stay_nights ADD CONSTRAINT stay_nights_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE stay_nights ENABLE ROW LEVEL SECURITY;

CREATE POLICY counted ON stay_nights TO foyer_app, foyer_identity USING ((pg_trigger_depth() > 0));
CREATE POLICY household ON stay_nights FOR SELECT TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY published ON stay_nights FOR SELECT TO foyer_app USING ((EXISTS ( SELECT
   FROM listings l
  WHERE ((l.household_id = stay_nights.household_id) AND l.published))));

GRANT SELECT,INSERT,UPDATE ON TABLE stay_nights TO foyer_app;
GRANT SELECT,UPDATE ON TABLE stay_nights TO foyer_identity;

-- stay_references (0058_stay_references.sql)
-- A word of each side of a stay for the other, once the stay is over: both are shown when both have written, or after 14 days, until
-- which they may be written.
CREATE TABLE stay_references (
    household_id uuid NOT NULL,
    request_id uuid NOT NULL,
    by_host boolean NOT NULL,
    host_household_id uuid NOT NULL,
    author text DEFAULT '' NOT NULL,
    body text NOT NULL,
    departure date NOT NULL,
    shown_from timestamp with time zone NOT NULL,
    CONSTRAINT stay_references_length CHECK (((char_length(body) >= 1) AND (char_length(body) <= 2000)))
);
ALTER TABLE stay_references FORCE ROW LEVEL SECURITY;

ALTER TABLE stay_references ADD CONSTRAINT stay_references_pkey PRIMARY KEY (household_id, request_id, by_host);

ALTER TABLE stay_references ADD CONSTRAINT stay_references_host FOREIGN KEY (host_household_id) REFERENCES households(id) ON DELETE CASCADE;
ALTER TABLE stay_references ADD CONSTRAINT stay_references_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX stay_references_of_host ON stay_references (host_household_id, departure) WHERE (NOT by_host);

CREATE TRIGGER stay_references_guard BEFORE INSERT ON stay_references FOR EACH ROW EXECUTE FUNCTION guard_stay_reference();
CREATE TRIGGER stay_references_reported AFTER INSERT ON stay_references FOR EACH ROW EXECUTE FUNCTION report_stay_reference();

ALTER TABLE stay_references ENABLE ROW LEVEL SECURITY;

CREATE POLICY answered ON stay_references TO foyer_app USING ((pg_trigger_depth() > 0));
CREATE POLICY parties ON stay_references TO foyer_app USING ((((NOT by_host) AND (household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid)) OR (by_host AND (host_household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid))));
CREATE POLICY shown ON stay_references FOR SELECT TO foyer_app USING ((shown_from <= now()));

GRANT UPDATE(shown_from) ON TABLE stay_references TO foyer_app;
GRANT SELECT,INSERT ON TABLE stay_references TO foyer_app;

-- stay_reminders (0031_reminders.sql)
-- The evening before an arrival, for each of the two households of a stay: at 18:00 on the household's clock.
CREATE TABLE stay_reminders (
    household_id uuid DEFAULT current_household() NOT NULL,
    request_id uuid NOT NULL,
    at timestamp with time zone NOT NULL
);
ALTER TABLE stay_reminders FORCE ROW LEVEL SECURITY;

ALTER TABLE stay_reminders ADD CONSTRAINT stay_reminders_pkey PRIMARY KEY (household_id, request_id);

ALTER TABLE stay_reminders ADD CONSTRAINT stay_reminders_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE INDEX stay_reminders_due ON stay_reminders (at);

ALTER TABLE stay_reminders ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON stay_reminders TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON stay_reminders TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE stay_reminders TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE stay_reminders TO foyer_identity;

-- stay_requests (0005_stays.sql)
-- household_id is the guest's.
CREATE TABLE stay_requests (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    host_household_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    guest_name text DEFAULT '' NOT NULL,
    listing_name text DEFAULT '' NOT NULL,
    arrival date NOT NULL,
    departure date NOT NULL,
    guests integer NOT NULL,
    message text DEFAULT '' NOT NULL,
    reply text DEFAULT '' NOT NULL,
    proposed_arrival date,
    proposed_departure date,
    state text DEFAULT 'pending' NOT NULL,
    guest_unseen boolean DEFAULT false NOT NULL,
    host_unseen boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    messages integer DEFAULT 0 NOT NULL,
    accepted_at timestamp with time zone,
    required bigint DEFAULT 0 NOT NULL,
    was_state text,
    was_at timestamp with time zone,
    was_guests boolean,
    is_question boolean DEFAULT false NOT NULL,
    CONSTRAINT stay_requests_guests CHECK (((guests >= 1) AND (guests <= 50))),
    CONSTRAINT stay_requests_length CHECK (((departure - arrival) <= 366)),
    CONSTRAINT stay_requests_message_length CHECK ((char_length(message) <= 10000)),
    CONSTRAINT stay_requests_not_own CHECK ((household_id <> host_household_id)),
    CONSTRAINT stay_requests_order CHECK ((departure > arrival)),
    CONSTRAINT stay_requests_proposed_both CHECK (((proposed_arrival IS NULL) = (proposed_departure IS NULL))),
    CONSTRAINT stay_requests_proposed_length CHECK (((proposed_departure - proposed_arrival) <= 366)),
    CONSTRAINT stay_requests_proposed_order CHECK ((proposed_departure > proposed_arrival)),
    CONSTRAINT stay_requests_question CHECK (((NOT is_question) OR (state = 'past'))),
    CONSTRAINT stay_requests_reply_length CHECK ((char_length(reply) <= 10000)),
    CONSTRAINT stay_requests_state_check CHECK ((state = ANY (ARRAY['pending', 'accepted', 'declined', 'withdrawn', 'past']))),
    CONSTRAINT stay_requests_was_state_check CHECK ((was_state = ANY (ARRAY['pending', 'accepted', 'declined', 'withdrawn', 'past'])))
);
ALTER TABLE stay_requests FORCE ROW LEVEL SECURITY;

ALTER TABLE stay_requests ADD CONSTRAINT stay_requests_pkey PRIMARY KEY (household_id, id);

ALTER TABLE stay_requests ADD CONSTRAINT stay_requests_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;
ALTER TABLE stay_requests ADD CONSTRAINT stay_requests_listing FOREIGN KEY (host_household_id, listing_id) REFERENCES listings(household_id, id) ON DELETE CASCADE;

CREATE INDEX stay_requests_guest_days ON stay_requests (household_id, departure) WHERE ((deleted_at IS NULL) AND (state = ANY (ARRAY['pending', 'accepted'])));
CREATE INDEX stay_requests_guest_news ON stay_requests (household_id) WHERE (guest_unseen AND (deleted_at IS NULL));
CREATE INDEX stay_requests_host ON stay_requests (host_household_id, id);
CREATE INDEX stay_requests_host_days ON stay_requests (host_household_id, departure) WHERE ((deleted_at IS NULL) AND (state = ANY (ARRAY['pending', 'accepted'])));
CREATE INDEX stay_requests_host_news ON stay_requests (host_household_id) WHERE host_unseen;
CREATE INDEX stay_requests_list ON stay_requests (household_id, id, host_household_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX stay_requests_open ON stay_requests (household_id, host_household_id, listing_id) WHERE ((state = ANY (ARRAY['pending', 'accepted'])) AND (deleted_at IS NULL));
CREATE INDEX stay_requests_questions ON stay_requests (household_id, host_household_id, listing_id) WHERE (is_question AND (deleted_at IS NULL));
CREATE INDEX stay_requests_stayed ON stay_requests (host_household_id, household_id, departure) WHERE (accepted_at IS NOT NULL);
CREATE INDEX stay_requests_trash ON stay_requests (household_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX stay_requests_waiting ON stay_requests (host_household_id, id) WHERE ((state = 'pending') AND (deleted_at IS NULL));

CREATE TRIGGER stay_requests_follow AFTER INSERT OR DELETE OR UPDATE ON stay_requests FOR EACH ROW EXECUTE FUNCTION follow_stay_request();
CREATE TRIGGER stay_requests_followed AFTER INSERT OR DELETE ON stay_requests FOR EACH ROW EXECUTE FUNCTION note_stay_row();
CREATE TRIGGER stay_requests_followed_again AFTER UPDATE ON stay_requests FOR EACH ROW WHEN ((((old.version IS DISTINCT FROM new.version) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.state IS DISTINCT FROM new.state))) EXECUTE FUNCTION note_stay_row();
CREATE TRIGGER stay_requests_guard BEFORE INSERT OR UPDATE ON stay_requests FOR EACH ROW EXECUTE FUNCTION guard_stay_request();
CREATE TRIGGER stay_requests_needs BEFORE UPDATE OF required ON stay_requests FOR EACH ROW WHEN (((old.required <> new.required) AND (CURRENT_USER = 'foyer_app'::name))) EXECUTE FUNCTION guard_stay_needs();
CREATE TRIGGER stay_requests_noted AFTER INSERT ON stay_requests FOR EACH ROW WHEN ((current_setting('foyer.person', true) <> '')) EXECUTE FUNCTION note_stay();
CREATE TRIGGER stay_requests_noted_again AFTER UPDATE OF state ON stay_requests FOR EACH ROW WHEN (((current_setting('foyer.person', true) <> '') AND (old.state <> new.state) AND (new.state = ANY (ARRAY['accepted', 'declined'])))) EXECUTE FUNCTION note_stay();
CREATE TRIGGER stay_requests_reported AFTER INSERT ON stay_requests FOR EACH ROW WHEN ((current_setting('foyer.person', true) <> '')) EXECUTE FUNCTION keep_stay_news();
CREATE TRIGGER stay_requests_reported_again AFTER UPDATE OF state, deleted_at, arrival, departure, proposed_arrival, proposed_departure ON stay_requests FOR EACH ROW WHEN ((current_setting('foyer.person', true) <> '')) EXECUTE FUNCTION keep_stay_news();
CREATE TRIGGER stay_requests_restored BEFORE UPDATE OF deleted_at ON stay_requests FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS NULL) AND (new.state = ANY (ARRAY['pending', 'accepted'])))) EXECUTE FUNCTION ask_again();
CREATE TRIGGER stay_requests_told AFTER UPDATE ON stay_requests FOR EACH ROW WHEN (((old.version <> new.version) AND (CURRENT_USER = 'foyer_app'::name))) EXECUTE FUNCTION note_stay_change();

ALTER TABLE stay_requests ENABLE ROW LEVEL SECURITY;

CREATE POLICY guest_asks ON stay_requests AS RESTRICTIVE FOR INSERT TO foyer_app WITH CHECK ((household_id = current_household()));
CREATE POLICY guest_deletes ON stay_requests AS RESTRICTIVE FOR DELETE TO foyer_app USING ((household_id = current_household()));
CREATE POLICY identity ON stay_requests FOR SELECT TO foyer_identity USING (true);
CREATE POLICY parties ON stay_requests TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) OR (host_household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid)));

GRANT UPDATE(arrival) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(deleted_at) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(departure) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(guest_unseen) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(guests) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(host_unseen) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(is_question) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(messages) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(proposed_arrival) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(proposed_departure) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(reply) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(required) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(state) ON TABLE stay_requests TO foyer_app;
GRANT UPDATE(version) ON TABLE stay_requests TO foyer_app;
GRANT SELECT ON TABLE stay_requests TO foyer_identity;
GRANT SELECT,INSERT,DELETE ON TABLE stay_requests TO foyer_app;

-- stay_tasks (0032_stay_threads.sql)
-- What a household does before guests come; none means what the program suggests.
CREATE TABLE stay_tasks (
    household_id uuid DEFAULT current_household() NOT NULL,
    "position" smallint NOT NULL,
    title text NOT NULL,
    days_before smallint NOT NULL,
    CONSTRAINT stay_tasks_days_before_check CHECK (((days_before >= 0) AND (days_before <= 60))),
    CONSTRAINT stay_tasks_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200)))
);
ALTER TABLE stay_tasks FORCE ROW LEVEL SECURITY;

ALTER TABLE stay_tasks ADD CONSTRAINT stay_tasks_pkey PRIMARY KEY (household_id, "position");

ALTER TABLE stay_tasks ADD CONSTRAINT stay_tasks_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE stay_tasks ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON stay_tasks TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE ON TABLE stay_tasks TO foyer_app;

-- tag_counts (0008_counts.sql)
-- The same for tags: how many items that are not deleted have it.
CREATE TABLE tag_counts (
    household_id uuid NOT NULL,
    tag_id uuid NOT NULL,
    id bigint NOT NULL,
    items integer NOT NULL
);
ALTER TABLE tag_counts FORCE ROW LEVEL SECURITY;

ALTER TABLE tag_counts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME tag_counts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE tag_counts ADD CONSTRAINT tag_counts_pkey PRIMARY KEY (household_id, tag_id, id) INCLUDE (items);

ALTER TABLE tag_counts ADD CONSTRAINT tag_counts_household_id_tag_id_fkey FOREIGN KEY (household_id, tag_id) REFERENCES tags(household_id, id) ON DELETE CASCADE;

ALTER TABLE tag_counts ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON tag_counts TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE tag_counts TO foyer_app;

-- tags (0003_categories_tags_images.sql)
CREATE TABLE tags (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    folded_name text GENERATED ALWAYS AS (folded(btrim(name))) STORED NOT NULL,
    color text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    changed_at timestamp with time zone,
    changed_by uuid,
    CONSTRAINT tags_color CHECK ((color ~ '^#[0-9a-f]{6}$')),
    CONSTRAINT tags_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 10000)))
);
ALTER TABLE tags FORCE ROW LEVEL SECURITY;

ALTER TABLE tags ADD CONSTRAINT tags_pkey PRIMARY KEY (household_id, id);

ALTER TABLE tags ADD CONSTRAINT tags_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX tags_name ON tags (household_id, md5(folded_name)) WHERE (deleted_at IS NULL);
CREATE INDEX tags_order ON tags (household_id, "left"(folded_name, 100) COLLATE "C", id) WHERE (deleted_at IS NULL);
CREATE INDEX tags_trash ON tags (household_id, deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);

CREATE TRIGGER tags_announced AFTER UPDATE OF name, color, deleted_at ON tags FOR EACH ROW WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('items');
CREATE TRIGGER tags_announced_first AFTER INSERT OR DELETE ON tags FOR EACH ROW WHEN ((current_setting('foyer.household', true) <> '')) EXECUTE FUNCTION announce_change('labels');
CREATE TRIGGER tags_followed AFTER INSERT OR DELETE ON tags FOR EACH ROW EXECUTE FUNCTION note_row('tags');
CREATE TRIGGER tags_followed_again AFTER UPDATE ON tags FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION note_row('tags');
CREATE TRIGGER tags_named AFTER UPDATE ON tags FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION note_items_with('tag');

ALTER TABLE tags ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON tags TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE tags TO foyer_app;
GRANT SELECT ON TABLE tags TO foyer_identity;

-- takeout_parts (0078_takeouts.sql)
CREATE TABLE takeout_parts (
    household_id uuid DEFAULT current_household() NOT NULL,
    takeout_id uuid NOT NULL,
    number integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT takeout_parts_size CHECK ((octet_length(bytes) <= 1048576))
);
ALTER TABLE takeout_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE takeout_parts FORCE ROW LEVEL SECURITY;

ALTER TABLE takeout_parts ADD CONSTRAINT takeout_parts_pkey PRIMARY KEY (household_id, takeout_id, number);

ALTER TABLE takeout_parts ADD CONSTRAINT takeout_parts_household_id_takeout_id_fkey FOREIGN KEY (household_id, takeout_id) REFERENCES takeouts(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE takeout_parts ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON takeout_parts TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE ON TABLE takeout_parts TO foyer_app;

-- takeouts (0078_takeouts.sql)
-- Archives that a person has asked for, of the household or of themselves: kept for seven days, for them alone, in parts, so that
-- every instance can make one and every instance can send it. No backup has them.
CREATE TABLE takeouts (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    person_id uuid DEFAULT current_person() NOT NULL,
    kind text NOT NULL,
    state text DEFAULT 'waiting' NOT NULL,
    lease uuid,
    parts integer DEFAULT 0 NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    made_at timestamp with time zone,
    CONSTRAINT takeouts_kind CHECK ((kind = ANY (ARRAY['household', 'person']))),
    CONSTRAINT takeouts_state CHECK ((state = ANY (ARRAY['waiting', 'making', 'made', 'failed'])))
);
ALTER TABLE takeouts FORCE ROW LEVEL SECURITY;

ALTER TABLE takeouts ADD CONSTRAINT takeouts_pkey PRIMARY KEY (household_id, id);

ALTER TABLE takeouts ADD CONSTRAINT takeouts_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE INDEX takeouts_age ON takeouts (created_at);
CREATE UNIQUE INDEX takeouts_person ON takeouts (household_id, person_id, kind);

ALTER TABLE takeouts ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON takeouts TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON takeouts TO foyer_identity USING (true);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE takeouts TO foyer_app;
GRANT SELECT,DELETE ON TABLE takeouts TO foyer_identity;

-- usual_foods (0065_named_lists.sql)
CREATE TABLE usual_foods (
    household_id uuid DEFAULT current_household() NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    ticks smallint DEFAULT 1 NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL,
    package text DEFAULT '' NOT NULL,
    CONSTRAINT usual_foods_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 400))),
    CONSTRAINT usual_foods_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT usual_foods_package_check CHECK ((char_length(package) <= 60))
);
ALTER TABLE usual_foods FORCE ROW LEVEL SECURITY;

ALTER TABLE usual_foods ADD CONSTRAINT usual_foods_pkey PRIMARY KEY (household_id, key);

ALTER TABLE usual_foods ADD CONSTRAINT usual_foods_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE usual_foods ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON usual_foods TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE usual_foods TO foyer_app;

-- webhook_deliveries (0077_webhooks.sql)
-- The last deliveries of each. At most one waits that was not sent before, so that they arrive in order.
CREATE TABLE webhook_deliveries (
    household_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    body text NOT NULL,
    changes integer NOT NULL,
    state text DEFAULT 'waiting' NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    tried_at timestamp with time zone,
    status integer,
    problem text,
    CONSTRAINT webhook_deliveries_body_check CHECK ((octet_length(body) <= 100000)),
    CONSTRAINT webhook_deliveries_problem_check CHECK (((char_length(problem) >= 1) AND (char_length(problem) <= 40))),
    CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting', 'sent', 'held'])))
);
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (household_id, webhook_id, id);

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_household_id_webhook_id_fkey FOREIGN KEY (household_id, webhook_id) REFERENCES webhooks(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (household_id, webhook_id) WHERE (state = 'waiting');

ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;

CREATE POLICY household ON webhook_deliveries TO foyer_app USING ((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid));
CREATE POLICY identity ON webhook_deliveries TO foyer_identity USING (true);

GRANT SELECT(attempts) ON TABLE webhook_deliveries TO foyer_app;
GRANT SELECT(changes) ON TABLE webhook_deliveries TO foyer_app;
GRANT SELECT(created_at) ON TABLE webhook_deliveries TO foyer_app;
GRANT SELECT(household_id) ON TABLE webhook_deliveries TO foyer_app;
GRANT SELECT(id) ON TABLE webhook_deliveries TO foyer_app;
GRANT SELECT(problem) ON TABLE webhook_deliveries TO foyer_app;
GRANT SELECT(state),UPDATE(state) ON TABLE webhook_deliveries TO foyer_app;
GRANT SELECT(status) ON TABLE webhook_deliveries TO foyer_app;
GRANT SELECT(tried_at) ON TABLE webhook_deliveries TO foyer_app;
GRANT SELECT(webhook_id) ON TABLE webhook_deliveries TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE webhook_deliveries TO foyer_identity;

-- webhooks (0077_webhooks.sql)
-- Addresses to which a person has the household's changes sent.
CREATE TABLE webhooks (
    household_id uuid DEFAULT current_household() NOT NULL,
    id uuid NOT NULL,
    person_id uuid DEFAULT current_person() NOT NULL,
    url text NOT NULL,
    kinds text[] NOT NULL,
    secret bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    database text NOT NULL,
    sent pg_snapshot NOT NULL,
    reading pg_snapshot,
    last_moment xid8,
    last_kind text,
    last_id uuid,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    ended_at timestamp with time zone,
    ended_because text,
    CONSTRAINT webhooks_check CHECK (((ended_at IS NULL) = (ended_because IS NULL))),
    CONSTRAINT webhooks_check1 CHECK ((((reading IS NULL) = (last_moment IS NULL)) AND ((reading IS NULL) = (last_kind IS NULL)) AND ((reading IS NULL) = (last_id IS NULL)))),
    CONSTRAINT webhooks_ended_because_check CHECK ((ended_because = ANY (ARRAY['person', 'failing', 'gone']))),
    CONSTRAINT webhooks_kinds_check CHECK (((cardinality(kinds) >= 1) AND (cardinality(kinds) <= 40))),
    CONSTRAINT webhooks_secret_check CHECK ((octet_length(secret) = 32)),
    CONSTRAINT webhooks_url CHECK (((octet_length(url) >= 1) AND (octet_length(url) <= 2000)))
);
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;

ALTER TABLE webhooks ADD CONSTRAINT webhooks_pkey PRIMARY KEY (household_id, id);

ALTER TABLE webhooks ADD CONSTRAINT webhooks_household_id_person_id_fkey FOREIGN KEY (household_id, person_id) REFERENCES people(household_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE INDEX webhooks_due ON webhooks (due_at);
CREATE INDEX webhooks_person ON webhooks (household_id, person_id);

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON webhooks TO foyer_identity USING (true);
CREATE POLICY person ON webhooks TO foyer_app USING (((household_id = (NULLIF(current_setting('foyer.household', true), ''))::uuid) AND (person_id = (NULLIF(current_setting('foyer.person', true), ''))::uuid)));

GRANT SELECT(attempts) ON TABLE webhooks TO foyer_app;
GRANT SELECT(created_at) ON TABLE webhooks TO foyer_app;
GRANT SELECT(database) ON TABLE webhooks TO foyer_app;
GRANT SELECT(due_at) ON TABLE webhooks TO foyer_app;
GRANT SELECT(ended_at) ON TABLE webhooks TO foyer_app;
GRANT SELECT(ended_because) ON TABLE webhooks TO foyer_app;
--
GRANT SELECT(failing_since) ON TABLE webhooks TO foyer_app;
GRANT SELECT(household_id) ON TABLE webhooks TO foyer_app;
GRANT SELECT(id) ON TABLE webhooks TO foyer_app;
GRANT SELECT(kinds) ON TABLE webhooks TO foyer_app;
GRANT SELECT(last_id) ON TABLE webhooks TO foyer_app;
GRANT SELECT(last_kind) ON TABLE webhooks TO foyer_app;
GRANT SELECT(last_moment) ON TABLE webhooks TO foyer_app;
GRANT SELECT(person_id) ON TABLE webhooks TO foyer_app;
GRANT SELECT(reading) ON TABLE webhooks TO foyer_app;
GRANT SELECT(sent) ON TABLE webhooks TO foyer_app;
GRANT SELECT(url) ON TABLE webhooks TO foyer_app;
GRANT INSERT,DELETE,UPDATE ON TABLE webhooks TO foyer_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE webhooks TO foyer_identity;

-- Functions

-- 0031_reminders.sql
-- The end of the quiet hours that a moment falls into, or else the moment.
CREATE FUNCTION after_quiet(moment timestamp with time zone, zone text, quiet_from time without time zone, quiet_to time without time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (SELECT CASE WHEN ((after_quiet.quiet_from < after_quiet.quiet_to) AND (local.clock >= after_quiet.quiet_from) AND (local.clock < after_quiet.quiet_to)) THEN GREATEST(after_quiet.moment, moment_of((local.day + after_quiet.quiet_to), after_quiet.zone)) WHEN ((after_quiet.quiet_from > after_quiet.quiet_to) AND (local.clock >= after_quiet.quiet_from)) THEN GREATEST(after_quiet.moment, moment_of(((local.day + 1) + after_quiet.quiet_to), after_quiet.zone)) WHEN ((after_quiet.quiet_from > after_quiet.quiet_to) AND (local.clock < after_quiet.quiet_to)) THEN GREATEST(after_quiet.moment, moment_of((local.day + after_quiet.quiet_to), after_quiet.zone)) ELSE after_quiet.moment END AS moment FROM (SELECT ((after_quiet.moment AT TIME ZONE after_quiet.zone))::date AS day, ((after_quiet.moment AT TIME ZONE after_quiet.zone))::time without time zone AS clock) local);

-- 0005_stays.sql
-- Notes that something of a household has changed, for the pages that others have open. The program reads the notes at the
-- end of a transaction that it made, and tells everybody once it is committed: NOTIFY in the transaction itself would have
-- PostgreSQL commit one such transaction after the other.
CREATE FUNCTION announce(household uuid, subject text, person text DEFAULT ''::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  known text := coalesce(current_setting('foyer.changes', true), '');
  change text := concat_ws(' ', household, subject, nullif(person, '')) || ';';
BEGIN
  IF strpos(known, change) = 0 THEN
    PERFORM set_config('foyer.changes', known || change, true);
  END IF;
END $$;

-- 0007_events.sql
CREATE FUNCTION announce_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM announce(current_setting('foyer.household')::uuid, TG_ARGV[0], current_setting('foyer.person', true));
  RETURN NULL;
END $$;

-- 0007_events.sql
-- A stream must not outlive its session: the program looks again which sessions of the household there are. This is said
-- in the transaction itself: it is rare, and somebody may end sessions by hand.
CREATE FUNCTION announce_session() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('foyer_events', OLD.household_id || ' session');
  RETURN NULL;
END $$;

-- 0031_reminders.sql
-- Times at which a person is reminded: minutes before the deadline (`60`), a time of the deadline's day (`08:00`) or of the day
-- before (`-18:00`), on the person's clock.
CREATE FUNCTION are_reminder_times(codes text[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((cardinality(codes) <= 10) AND (array_to_string(codes, ','::text, '?'::text) ~ '^((\d{1,5}|-?([01]\d|2[0-3]):[0-5]\d)(,|$))*$'::text));

-- 0032_stay_threads.sql
-- As before; and a request that is restored was not accepted.
CREATE FUNCTION ask_again() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.state := 'pending';
  NEW.proposed_arrival := NULL;
  NEW.proposed_departure := NULL;
  NEW.accepted_at := NULL;
  RETURN NEW;
END $$;

-- 0067_checklists.sql
-- As calendars show it, each line with its box.
CREATE FUNCTION boxes_of_checklist(checklist jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT string_agg((CASE WHEN ((all_of.line ->> 'done'::text))::boolean THEN '☑ '::text ELSE '☐ '::text END || (all_of.line ->> 'text'::text)), '
'::text ORDER BY all_of.place) AS string_agg FROM jsonb_array_elements(boxes_of_checklist.checklist) WITH ORDINALITY all_of(line, place) WHERE (NOT (all_of.line ? 'gone'::text)));

-- 0005_stays.sql
-- Adds to some nights of a host. The lock lets changes of one host's nights happen one after the other, in any order of
-- nights, without a deadlock; that nothing passes the capacity is the table's own constraint.
CREATE FUNCTION change_nights(host uuid, first_night date, day_after date, more_guests integer, more_blocks integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(host::text, 5));
  -- What is given back was counted before.
  IF more_guests > 0 OR more_blocks > 0 THEN
    INSERT INTO stay_nights (household_id, night, capacity)
    SELECT host, first_night + n, l.capacity
    FROM listings l, generate_series(0, day_after - first_night - 1) AS n WHERE l.household_id = host
    ON CONFLICT (household_id, night) DO NOTHING;
  END IF;
  UPDATE stay_nights SET guests = guests + more_guests, blocks = blocks + more_blocks
  WHERE household_id = host AND night >= first_night AND night < day_after;
END $$;

-- 0003_categories_tags_images.sql
-- The colour of what was made without choosing one.
CREATE FUNCTION color_for(name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (ARRAY['#b4532a'::text, '#c2850c'::text, '#7a8b1f'::text, '#2f8f5b'::text, '#1f8a8c'::text, '#2f78c4'::text, '#5b62d6'::text, '#9250c8'::text, '#c0448f'::text, '#8a6a55'::text])[(1 + (((('x'::text || "left"(md5(folded(btrim(name))), 4)))::bit(16))::integer % 10))];

-- 0084_item_files.sql
-- As count_image: pictures and files have one quota.
CREATE FUNCTION count_file() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  used bigint;
  allowed bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
      RETURN NULL;
    END IF;
    UPDATE household_storage
    SET images = images - 1, image_bytes = image_bytes - OLD.size - coalesce(octet_length(OLD.thumbnail), 0)
    WHERE household_id = OLD.household_id;
    RETURN NULL;
  END IF;
  INSERT INTO household_storage AS s (household_id, images, image_bytes)
  VALUES (NEW.household_id, 1, NEW.size + coalesce(octet_length(NEW.thumbnail), 0))
  ON CONFLICT (household_id) DO UPDATE
    SET images = s.images + EXCLUDED.images, image_bytes = s.image_bytes + EXCLUDED.image_bytes
  RETURNING s.image_bytes, s.quota INTO used, allowed;
  allowed := coalesce(allowed, nullif(current_setting('foyer.quota', true), '')::bigint);
  IF used > allowed AND current_user = 'foyer_app' THEN
    RAISE EXCEPTION 'the files of a household violate constraint "household_storage_quota"'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'household_storage_quota';
  END IF;
  RETURN NULL;
END $$;

-- 0050_stay_news.sql
-- As count_image, for the photo of who asks.
CREATE FUNCTION count_guest_photo() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  used bigint;
  allowed bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
      RETURN NULL;
    END IF;
    UPDATE household_storage SET images = images - 1, image_bytes = image_bytes - octet_length(OLD.photo)
    WHERE household_id = OLD.household_id;
    RETURN NULL;
  END IF;
  INSERT INTO household_storage AS s (household_id, images, image_bytes)
  VALUES (NEW.household_id, 1, octet_length(NEW.photo))
  ON CONFLICT (household_id) DO UPDATE
    SET images = s.images + EXCLUDED.images, image_bytes = s.image_bytes + EXCLUDED.image_bytes
  RETURNING s.image_bytes, s.quota INTO used, allowed;
  allowed := coalesce(allowed, nullif(current_setting('foyer.quota', true), '')::bigint);
  IF used > allowed AND current_user = 'foyer_app' THEN
    RAISE EXCEPTION 'the images of a household violate constraint "household_storage_quota"'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'household_storage_quota';
  END IF;
  RETURN NULL;
END $$;

-- 0024_moves.sql
-- RETURNING columns alone, as Citus asks for.
CREATE FUNCTION count_image() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  used bigint;
  allowed bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- What goes with its household is counted no more.
    IF NOT EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
      RETURN NULL;
    END IF;
    UPDATE household_storage
    SET images = images - 1, image_bytes = image_bytes - octet_length(OLD.picture) - octet_length(OLD.thumbnail)
    WHERE household_id = OLD.household_id;
    RETURN NULL;
  END IF;
  INSERT INTO household_storage AS s (household_id, images, image_bytes)
  VALUES (NEW.household_id, 1, octet_length(NEW.picture) + octet_length(NEW.thumbnail))
  ON CONFLICT (household_id) DO UPDATE
    SET images = s.images + EXCLUDED.images, image_bytes = s.image_bytes + EXCLUDED.image_bytes
  RETURNING s.image_bytes, s.quota INTO used, allowed;
  allowed := coalesce(allowed, nullif(current_setting('foyer.quota', true), '')::bigint);
  -- Who moves in brings the photo along, whatever is stored there: foyer_identity moves people.
  IF used > allowed AND current_user = 'foyer_app' THEN
    RAISE EXCEPTION 'the images of a household violate constraint "household_storage_quota"'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'household_storage_quota';
  END IF;
  RETURN NULL;
END $$;

-- 0008_counts.sql
-- An item appears in a section, leaves it, or is ticked there. Old and new are what the row really was and is, whatever
-- others did meanwhile: it is locked.
CREATE FUNCTION count_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  was_counted boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  is_counted boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
BEGIN
  IF was_counted AND is_counted AND OLD.section = NEW.section THEN
    INSERT INTO item_counts (household_id, section, open_items, done_items)
    VALUES (NEW.household_id, NEW.section, OLD.is_done::integer - NEW.is_done::integer, NEW.is_done::integer - OLD.is_done::integer);
  ELSIF was_counted AND is_counted THEN
    INSERT INTO item_counts (household_id, section, open_items, done_items) VALUES
      (OLD.household_id, OLD.section, OLD.is_done::integer - 1, -OLD.is_done::integer),
      (NEW.household_id, NEW.section, 1 - NEW.is_done::integer, NEW.is_done::integer);
  ELSIF is_counted THEN
    INSERT INTO item_counts (household_id, section, open_items, done_items)
    VALUES (NEW.household_id, NEW.section, 1 - NEW.is_done::integer, NEW.is_done::integer);
  -- An item that goes with its household is not counted any more.
  ELSIF was_counted AND (TG_OP = 'UPDATE' OR EXISTS (SELECT FROM households WHERE id = OLD.household_id)) THEN
    INSERT INTO item_counts (household_id, section, open_items, done_items)
    VALUES (OLD.household_id, OLD.section, OLD.is_done::integer - 1, -OLD.is_done::integer);
  END IF;
  IF TG_OP = 'UPDATE' AND was_counted <> is_counted THEN
    INSERT INTO tag_counts (household_id, tag_id, items)
    SELECT household_id, tag_id, CASE WHEN is_counted THEN 1 ELSE -1 END
    FROM item_tags WHERE household_id = NEW.household_id AND item_id = NEW.id;
  ELSIF TG_OP = 'INSERT' THEN
    UPDATE households SET had_items = true WHERE id = NEW.household_id AND NOT had_items;
  END IF;
  RETURN NULL;
END $$;

-- 0024_moves.sql
-- CASE WHEN, for the same reason: from within a trigger Citus takes the short form apart wrongly.
CREATE FUNCTION count_item_tag() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  tagging item_tags;
BEGIN
  IF TG_OP = 'DELETE' THEN
    tagging := OLD;
  ELSE
    tagging := NEW;
  END IF;
  IF EXISTS (SELECT FROM items WHERE household_id = tagging.household_id AND id = tagging.item_id AND deleted_at IS NULL)
    AND (TG_OP <> 'DELETE' OR EXISTS (SELECT FROM tags WHERE household_id = tagging.household_id AND id = tagging.tag_id))
  THEN
    INSERT INTO tag_counts (household_id, tag_id, items)
    VALUES (tagging.household_id, tagging.tag_id, CASE WHEN TG_OP = 'DELETE' THEN -1 ELSE 1 END);
  END IF;
  RETURN NULL;
END $$;

-- 0067_checklists.sql
CREATE FUNCTION count_lines() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  SELECT count(*), count(*) FILTER (WHERE (line->>'done')::boolean) INTO NEW.lines, NEW.lines_done
  FROM jsonb_array_elements(NEW.checklist) AS line WHERE NOT line ? 'gone';
  RETURN NEW;
END $$;

-- 0001_accounts.sql
-- The household of the running transaction; NULL outside one. A local setting that has ended reads as '', hence nullif.
CREATE FUNCTION current_household() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('foyer.household'::text, true), ''::text))::uuid;

-- 0001_accounts.sql
CREATE FUNCTION current_person() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('foyer.person'::text, true), ''::text))::uuid;

-- 0047_stay_undo.sql
-- News of what can be taken back waits as long as the address: what does not hold any more then is not told.
CREATE FUNCTION delay_stay_news() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.run_after := greatest(NEW.run_after, now() + interval '10 seconds');
  RETURN NEW;
END $$;

-- 0068_access_tokens.sql
-- Tokens were given for one household's rows: they do not follow a person who moves to another one.
CREATE FUNCTION delete_access_tokens() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM access_tokens WHERE household_id = OLD.household_id AND person_id = OLD.id;
  RETURN NEW;
END $$;

-- 0075_changes.sql
CREATE FUNCTION delete_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM changes WHERE household_id = OLD.id;
  RETURN NULL;
END $$;

-- 0026_calendar.sql
-- Whoever moves to another household leaves the addresses behind: those who have them were given this household's calendar.
CREATE FUNCTION delete_feeds() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM feeds WHERE household_id = OLD.household_id AND person_id = OLD.id;
  RETURN NEW;
END $$;

-- 0029_shared_images.sql
-- The items of a series share the picture of the first: it goes with the last of them.
CREATE FUNCTION delete_image() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM images WHERE household_id = OLD.household_id AND id = OLD.image_id
    AND NOT EXISTS (SELECT FROM items WHERE household_id = OLD.household_id AND image_id = OLD.image_id);
  RETURN NULL;
END $$;

-- 0008_counts.sql
-- After every reference's own trigger, whose names begin with RI: whoever was changing an item of the household has been
-- waited for by then.
CREATE FUNCTION delete_item_counts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM item_counts WHERE household_id = OLD.id;
  RETURN NULL;
END $$;

-- 0004_settings.sql
CREATE FUNCTION delete_photo() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM images WHERE household_id = OLD.household_id AND id = OLD.photo_id;
  RETURN NULL;
END $$;

-- 0031_reminders.sql
CREATE FUNCTION delete_reminders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM reminders WHERE household_id = OLD.id;
  RETURN NULL;
END $$;

-- 0078_takeouts.sql
-- They hold what the household has: they do not follow a person who moves to another one.
CREATE FUNCTION delete_takeouts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM takeouts WHERE household_id = OLD.household_id AND person_id = OLD.id;
  RETURN NEW;
END $$;

-- 0077_webhooks.sql
-- As access tokens, a webhook does not follow a person who moves to another household.
CREATE FUNCTION delete_webhooks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM webhooks WHERE household_id = OLD.household_id AND person_id = OLD.id;
  RETURN NEW;
END $$;

-- 0052_due_days.sql
-- The last minute of a day on a zone's clock.
CREATE FUNCTION end_of_day(day date, zone text) RETURNS timestamp with time zone
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN moment_of((day + '23:59:00'::time without time zone), zone);

-- 0008_counts.sql
CREATE FUNCTION fold_counts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_ARGV[0] = 'items' THEN
    PERFORM fold_item_counts(current_household());
  ELSE
    PERFORM fold_tag_counts(current_household());
  END IF;
  RETURN NULL;
END $$;

-- 0008_counts.sql
-- Puts the rows of each section together, once there are many. Rows that another transaction is putting together are left
-- to it: nobody waits.
CREATE FUNCTION fold_item_counts(household uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM item_counts WHERE household_id = household LIMIT 32) AS few) < 32 THEN
    RETURN;
  END IF;
  WITH several AS (
    SELECT section FROM item_counts WHERE household_id = household GROUP BY section HAVING count(*) > 1
  ), free AS MATERIALIZED (
    SELECT section, id FROM item_counts
    WHERE household_id = household AND section IN (SELECT section FROM several) FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM item_counts c USING free
    WHERE c.household_id = household AND c.section = free.section AND c.id = free.id
    RETURNING c.section, c.open_items, c.done_items
  )
  INSERT INTO item_counts (household_id, section, open_items, done_items)
  SELECT household, section, sum(open_items), sum(done_items) FROM taken GROUP BY section
  HAVING sum(open_items) <> 0 OR sum(done_items) <> 0;
END $$;

-- 0008_counts.sql
CREATE FUNCTION fold_tag_counts(household uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM tag_counts WHERE household_id = household LIMIT 64) AS few) < 64 THEN
    RETURN;
  END IF;
  WITH several AS (
    SELECT tag_id FROM tag_counts WHERE household_id = household GROUP BY tag_id HAVING count(*) > 1
  ), free AS MATERIALIZED (
    SELECT tag_id, id FROM tag_counts
    WHERE household_id = household AND tag_id IN (SELECT tag_id FROM several) FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM tag_counts c USING free WHERE c.household_id = household AND c.tag_id = free.tag_id AND c.id = free.id
    RETURNING c.tag_id, c.items
  )
  INSERT INTO tag_counts (household_id, tag_id, items)
  SELECT household, tag_id, sum(items) FROM taken GROUP BY tag_id HAVING sum(items) <> 0;
END $$;

-- 0002_items.sql
-- A text as a search sees it: compatibility forms, case and accents folded.
CREATE FUNCTION folded(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(unaccent('public.unaccent'::regdictionary, NORMALIZE(value, NFKC)));

-- 0032_stay_threads.sql
-- As before; but the guests of an accepted stay may become fewer.
CREATE FUNCTION follow_stay_request() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  was_counted boolean := TG_OP <> 'INSERT' AND OLD.state = 'accepted' AND OLD.deleted_at IS NULL;
  is_counted boolean := TG_OP <> 'DELETE' AND NEW.state = 'accepted' AND NEW.deleted_at IS NULL;
BEGIN
  IF was_counted AND (NOT is_counted OR (OLD.arrival, OLD.departure, OLD.guests) <> (NEW.arrival, NEW.departure, NEW.guests)) THEN
    PERFORM change_nights(OLD.host_household_id, OLD.arrival, OLD.departure, -OLD.guests, 0);
  END IF;
  IF is_counted AND (NOT was_counted OR (OLD.arrival, OLD.departure, OLD.guests) <> (NEW.arrival, NEW.departure, NEW.guests)) THEN
    PERFORM change_nights(NEW.host_household_id, NEW.arrival, NEW.departure, NEW.guests, 0);
  END IF;
  IF TG_OP <> 'UPDATE' OR OLD.version <> NEW.version OR OLD.messages <> NEW.messages THEN
    PERFORM announce(coalesce(NEW.household_id, OLD.household_id), 'stays');
    PERFORM announce(coalesce(NEW.host_household_id, OLD.host_household_id), 'stays');
  END IF;
  RETURN NULL;
END $$;

-- 0027_activity.sql
-- Nothing is said of a member who has left.
CREATE FUNCTION forget_activity() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_TABLE_NAME = 'households' THEN
    DELETE FROM activity WHERE household_id = OLD.id;
  ELSE
    DELETE FROM activity WHERE household_id = OLD.household_id AND person_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;

-- 0073_caldav.sql
CREATE FUNCTION forget_calendar_collection() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM caldav_collections WHERE household_id = OLD.household_id AND collection = OLD.id::text;
  RETURN NULL;
END $$;

-- 0073_caldav.sql
-- An object goes with its row, and what was kept with a collection with its category: deleted for good, not to the trash.
CREATE FUNCTION forget_calendar_object() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM caldav_objects WHERE household_id = OLD.household_id AND subject_id = OLD.id;
  DELETE FROM caldav_given WHERE household_id = OLD.household_id AND subject_id = OLD.id;
  RETURN NULL;
END $$;

-- 0025_series.sql
CREATE FUNCTION forget_person() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- What goes with its household need not be changed.
  IF NOT EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('foyer.left_household', OLD.household_id::text, true);
  UPDATE items SET people = array_remove(people, OLD.id), turn_queue = array_remove(turn_queue, OLD.id),
    turn_person = CASE WHEN turn_person = OLD.id THEN (array_remove(turn_queue, OLD.id))[1] ELSE turn_person END
  WHERE household_id = OLD.household_id
    AND (people @> ARRAY[OLD.id] OR turn_queue @> ARRAY[OLD.id] OR turn_person = OLD.id);
  UPDATE series SET people = array_remove(people, OLD.id)
  WHERE household_id = OLD.household_id AND people @> ARRAY[OLD.id];
  PERFORM set_config('foyer.left_household', '', true);
  RETURN NULL;
END $$;

-- 0031_reminders.sql
-- Nothing stays for a member who has left. Whoever moves takes the settings along: the new household's items are read as
-- forget_person reads those of the old one.
CREATE FUNCTION forget_reminders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM item_reminders WHERE household_id = OLD.household_id AND person_id = OLD.id;
  DELETE FROM reminders WHERE household_id = OLD.household_id AND person_id = OLD.id;
  IF TG_OP = 'UPDATE' THEN
    PERFORM set_config('foyer.left_household', NEW.household_id::text, true);
    UPDATE reminder_settings SET changed_at = now() WHERE household_id = NEW.household_id AND person_id = NEW.id;
    PERFORM set_config('foyer.left_household', '', true);
  END IF;
  RETURN NULL;
END $$;

-- 0071_item_texts.sql
-- So many at most that their keys are less than the megabyte that a tsvector holds: no text has as many words.
CREATE FUNCTION further_words(title text, description text, shown text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  SELECT coalesce(' ' || string_agg(beginning, ' ' ORDER BY beginning), '')
  FROM (
    SELECT DISTINCT left(normalize(left(word, 40), NFD), 40) COLLATE "C" AS beginning
    FROM (VALUES (folded(title || E'\n' || description))) AS whole (text), LATERAL (
      SELECT regexp_split_to_table(text, '\s+') AS word
      UNION ALL
      SELECT regexp_split_to_table(text, '[[:space:][:punct:]]+')
    ) AS words
    WHERE word <> '' ORDER BY beginning LIMIT 30000
  ) AS beginnings
  WHERE strpos(shown, beginning) = 0
$$;

-- 0032_stay_threads.sql
-- Who writes is who is signed in, and only while the request is there. Locks the request: messages are counted.
CREATE FUNCTION guard_stay_message() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  asked record;
BEGIN
  IF current_user <> 'foyer_app' OR pg_trigger_depth() > 1 THEN
    RETURN NEW;
  END IF;
  SELECT state, deleted_at INTO asked FROM stay_requests
  WHERE household_id = NEW.household_id AND id = NEW.request_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING CONSTRAINT = 'stay_messages_request', MESSAGE = 'there is no such request';
  END IF;
  IF EXISTS (SELECT FROM stay_messages WHERE household_id = NEW.household_id AND request_id = NEW.request_id AND id = NEW.id) THEN
    RETURN NULL;
  END IF;
  NEW.by_host := NEW.household_id <> current_household();
  NEW.author := coalesce((SELECT name FROM people WHERE household_id = current_household() AND id = current_person()), '');
  NEW.kind := 'message';
  NEW.arrival := NULL;
  NEW.departure := NULL;
  NEW.guests := NULL;
  NEW.created_at := now();
  IF asked.deleted_at IS NOT NULL OR asked.state = 'withdrawn' THEN
    RAISE check_violation USING CONSTRAINT = 'stay_messages_closed', MESSAGE = 'the request was withdrawn';
  END IF;
  IF (SELECT count(*) FROM stay_messages WHERE household_id = NEW.household_id AND request_id = NEW.request_id) >= 500
    OR (SELECT count(*) FROM stay_messages
      WHERE household_id = NEW.household_id AND request_id = NEW.request_id AND by_host = NEW.by_host
        AND kind = 'message' AND created_at > now() - interval '10 minutes') >= 20
  THEN
    RAISE check_violation USING CONSTRAINT = 'stay_messages_many', MESSAGE = 'too many messages';
  END IF;
  UPDATE stay_requests SET messages = messages + 1 WHERE household_id = NEW.household_id AND id = NEW.request_id;
  RETURN NEW;
END $$;

-- 0057_stay_questions.sql
-- As before; but a question's guests are said with its dates.
CREATE FUNCTION guard_stay_needs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.household_id <> current_household() OR OLD.deleted_at IS NOT NULL
    OR NOT (OLD.is_question AND NOT NEW.is_question) AND (OLD.departure < current_date OR OLD.state NOT IN ('pending', 'accepted'))
  THEN
    RAISE insufficient_privilege USING MESSAGE = 'only the guest of an open request may change that';
  END IF;
  NEW.version := OLD.version + 1;
  NEW.host_unseen := true;
  NEW.guest_unseen := false;
  RETURN NEW;
END $$;

-- 0058_stay_references.sql
-- Who writes is who is signed in, of a stay that took place, once. Locks the request, so that of two words at once one is the second.
CREATE FUNCTION guard_stay_reference() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  stay record;
BEGIN
  IF current_user <> 'foyer_app' THEN
    RETURN NEW;
  END IF;
  SELECT host_household_id, departure, state, accepted_at INTO stay FROM stay_requests
  WHERE household_id = NEW.household_id AND id = NEW.request_id FOR NO KEY UPDATE;
  IF NOT FOUND OR stay.accepted_at IS NULL OR stay.state NOT IN ('accepted', 'past') OR stay.departure > current_date
    OR stay.departure + 14 <= current_date
  THEN
    RAISE check_violation USING CONSTRAINT = 'stay_references_closed', MESSAGE = 'no word may be written for this stay';
  END IF;
  NEW.by_host := NEW.household_id <> current_household();
  NEW.host_household_id := stay.host_household_id;
  NEW.author := coalesce((SELECT name FROM people WHERE household_id = current_household() AND id = current_person()), '');
  NEW.departure := stay.departure;
  NEW.shown_from := stay.departure + 14;
  IF EXISTS (
    SELECT FROM stay_references WHERE household_id = NEW.household_id AND request_id = NEW.request_id AND by_host <> NEW.by_host)
  THEN
    NEW.shown_from := now();
    UPDATE stay_references SET shown_from = now()
    WHERE household_id = NEW.household_id AND request_id = NEW.request_id AND by_host <> NEW.by_host;
  END IF;
  PERFORM announce(NEW.household_id, 'stays');
  PERFORM announce(stay.host_household_id, 'stays');
  RETURN NEW;
END $$;

-- 0082_reference_news.sql
-- As before; but the trigger of references says that there is something new.
CREATE FUNCTION guard_stay_request() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  is_guest boolean := NEW.household_id = current_household();
  agrees boolean;
  takes_back boolean := false;
  changes boolean;
  turns boolean := false;
  room integer;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF current_user <> 'foyer_app' THEN
      RETURN NEW;
    END IF;
    -- A form that was sent twice makes one request. One insert of a household after the other, or the second of two at the
    -- same moment would meet the first in stay_requests_open and not in its id; and asked again what was granted, the
    -- nights would be taken, by itself.
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.household_id::text, 6));
    IF EXISTS (SELECT FROM stay_requests WHERE household_id = NEW.household_id AND id = NEW.id) THEN
      RETURN NULL;
    END IF;
    SELECT name, capacity INTO NEW.listing_name, room FROM listings
    WHERE household_id = NEW.host_household_id AND id = NEW.listing_id AND published;
    IF NOT FOUND THEN
      RAISE check_violation USING CONSTRAINT = 'stay_requests_published', MESSAGE = 'the listing is not published';
    END IF;
    IF NEW.is_question THEN
      NEW.arrival := '2000-01-01';
      NEW.departure := '2000-01-02';
      NEW.guests := 1;
      NEW.required := 0;
    ELSE
      IF NEW.arrival < current_date THEN
        RAISE check_violation USING CONSTRAINT = 'stay_requests_arrival', MESSAGE = 'the arrival is past';
      END IF;
      IF NEW.guests > room THEN
        RAISE check_violation USING CONSTRAINT = 'stay_requests_room', MESSAGE = 'more guests than there is room for';
      END IF;
      IF NOT nights_are_free(NEW.host_household_id, NEW.arrival, NEW.departure, NEW.guests) THEN
        RAISE check_violation USING CONSTRAINT = 'stay_requests_free', MESSAGE = 'some nights are taken';
      END IF;
    END IF;
    NEW.guest_name := (SELECT name FROM people WHERE household_id = NEW.household_id AND id = current_person());
    NEW.state := CASE WHEN NEW.is_question THEN 'past' ELSE 'pending' END;
    NEW.reply := '';
    NEW.proposed_arrival := NULL;
    NEW.proposed_departure := NULL;
    NEW.guest_unseen := false;
    NEW.host_unseen := true;
    NEW.version := 1;
    NEW.messages := 0;
    NEW.accepted_at := NULL;
    NEW.deleted_at := NULL;
    -- A stay that is over is not in the way of the next.
    UPDATE stay_requests SET state = 'past'
    WHERE household_id = NEW.household_id AND host_household_id = NEW.host_household_id AND listing_id = NEW.listing_id
      AND state IN ('pending', 'accepted') AND deleted_at IS NULL AND departure < current_date;
    RETURN NEW;
  END IF;

  IF current_user = 'foyer_app' THEN
    -- Its guest asks for dates, in the same thread.
    turns := OLD.is_question AND NOT NEW.is_question AND is_guest;
    IF NEW.is_question <> OLD.is_question AND NOT turns THEN
      RAISE insufficient_privilege USING MESSAGE = 'a request does not become a question';
    END IF;
    takes_back := coalesce(NEW.state <> OLD.state AND NEW.state = OLD.was_state AND OLD.was_guests = is_guest
      AND OLD.was_at > now() - interval '1 hour' AND OLD.departure >= current_date
      AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NULL
      AND (NEW.arrival, NEW.departure, NEW.guests) = (OLD.arrival, OLD.departure, OLD.guests)
      AND (OLD.state IN ('withdrawn', 'declined') OR OLD.state = 'accepted' AND NOT is_guest), false);
    IF is_guest THEN
      IF NEW.reply <> OLD.reply
        OR ((NEW.proposed_arrival, NEW.proposed_departure) IS DISTINCT FROM (OLD.proposed_arrival, OLD.proposed_departure) AND NEW.proposed_arrival IS NOT NULL)
      THEN
        RAISE insufficient_privilege USING MESSAGE = 'a guest may not change that';
      END IF;
      agrees := NEW.state = 'accepted' AND OLD.state = 'pending'
        AND (NEW.arrival, NEW.departure, NEW.guests) IS NOT DISTINCT FROM (OLD.proposed_arrival, OLD.proposed_departure, OLD.guests);
      changes := NOT agrees AND (NEW.arrival, NEW.departure, NEW.guests) <> (OLD.arrival, OLD.departure, OLD.guests);
      IF changes THEN
        IF OLD.deleted_at IS NOT NULL OR NEW.deleted_at IS NOT NULL
          OR NOT turns AND (OLD.state NOT IN ('pending', 'accepted') OR OLD.departure < current_date OR NEW.state <> OLD.state)
        THEN
          RAISE insufficient_privilege USING MESSAGE = 'a guest may not change that';
        END IF;
        IF NEW.arrival <> OLD.arrival AND NEW.arrival < current_date THEN
          RAISE check_violation USING CONSTRAINT = 'stay_requests_arrival', MESSAGE = 'the arrival is past';
        END IF;
        -- Less than what was accepted is accepted; anything else waits for the host again.
        IF OLD.state = 'pending' OR NEW.arrival < OLD.arrival OR NEW.departure > OLD.departure OR NEW.guests > OLD.guests THEN
          SELECT capacity INTO room FROM listings
          WHERE household_id = NEW.host_household_id AND id = NEW.listing_id AND published;
          IF NOT FOUND THEN
            RAISE check_violation USING CONSTRAINT = 'stay_requests_published', MESSAGE = 'the listing is not published';
          END IF;
          IF NEW.guests > room THEN
            RAISE check_violation USING CONSTRAINT = 'stay_requests_room', MESSAGE = 'more guests than there is room for';
          END IF;
          -- The nights that this request has are not in its own way.
          IF EXISTS (
            SELECT FROM stay_nights
            WHERE household_id = NEW.host_household_id AND night >= NEW.arrival AND night < NEW.departure
              AND (blocks > 0 OR capacity < NEW.guests + guests
                - CASE WHEN OLD.state = 'accepted' AND night >= OLD.arrival AND night < OLD.departure THEN OLD.guests ELSE 0 END))
          THEN
            RAISE check_violation USING CONSTRAINT = 'stay_requests_free', MESSAGE = 'some nights are taken';
          END IF;
          NEW.state := 'pending';
        END IF;
        NEW.proposed_arrival := NULL;
        NEW.proposed_departure := NULL;
      END IF;
    ELSIF (NEW.arrival, NEW.departure, NEW.guests, NEW.deleted_at) IS DISTINCT FROM (OLD.arrival, OLD.departure, OLD.guests, OLD.deleted_at) THEN
      RAISE insufficient_privilege USING MESSAGE = 'a host may not change that';
    END IF;
    IF NEW.state <> OLD.state AND (CASE
      WHEN takes_back THEN true
      WHEN NEW.state = 'past' THEN OLD.state IN ('pending', 'accepted') AND OLD.departure < current_date
      WHEN is_guest AND NEW.state = 'withdrawn' THEN OLD.state IN ('pending', 'accepted')
      -- The host has agreed to the dates that the host proposed.
      WHEN is_guest AND NEW.state = 'accepted' THEN OLD.state = 'pending' AND OLD.deleted_at IS NULL
        AND OLD.proposed_arrival >= current_date AND (NEW.arrival, NEW.departure) = (OLD.proposed_arrival, OLD.proposed_departure)
      WHEN is_guest AND NEW.state = 'pending' THEN changes
      WHEN is_guest THEN false
      WHEN NEW.state = 'accepted' THEN OLD.state = 'pending' AND OLD.deleted_at IS NULL AND OLD.departure >= current_date
      WHEN NEW.state = 'declined' THEN OLD.state IN ('pending', 'accepted') AND OLD.deleted_at IS NULL
      ELSE false END) IS NOT TRUE
    THEN
      RAISE insufficient_privilege USING MESSAGE = 'a request does not go from ' || OLD.state || ' to ' || NEW.state;
    END IF;
    IF NOT is_guest AND NEW.proposed_arrival IS DISTINCT FROM OLD.proposed_arrival AND NEW.proposed_arrival < current_date THEN
      RAISE check_violation USING CONSTRAINT = 'stay_requests_proposed_past', MESSAGE = 'the proposed arrival is past';
    END IF;
    IF is_guest AND NEW.state <> OLD.state AND NEW.state = 'accepted'
      OR NEW.arrival <> OLD.arrival
    THEN
      NEW.proposed_arrival := NULL;
      NEW.proposed_departure := NULL;
    END IF;
  END IF;

  -- Back from the bin.
  IF OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL AND NEW.state IN ('pending', 'accepted') THEN
    IF EXISTS (
      SELECT FROM stay_requests
      WHERE household_id = NEW.household_id AND host_household_id = NEW.host_household_id AND listing_id = NEW.listing_id
        AND state IN ('pending', 'accepted') AND deleted_at IS NULL)
    THEN
      -- The guest has asked again in the meantime.
      NEW.state := 'withdrawn';
    ELSIF NEW.state = 'accepted' THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(NEW.host_household_id::text, 5));
      -- The nights may have gone to somebody else.
      IF NOT nights_are_free(NEW.host_household_id, NEW.arrival, NEW.departure, NEW.guests) THEN
        NEW.state := 'pending';
      END IF;
    END IF;
  END IF;

  IF NEW.state <> OLD.state THEN
    NEW.was_state := CASE WHEN NOT takes_back AND NOT turns AND OLD.deleted_at IS NULL THEN OLD.state END;
    NEW.was_at := now();
    NEW.was_guests := is_guest;
  END IF;
  IF NEW.state = 'accepted' AND OLD.state <> 'accepted' THEN
    NEW.accepted_at := now();
  ELSIF NEW.state NOT IN ('accepted', 'past') THEN
    NEW.accepted_at := NULL;
  END IF;
  -- Messages are counted by the trigger of their table alone.
  IF pg_trigger_depth() < 2 THEN
    NEW.messages := OLD.messages;
  END IF;

  -- The other side hears of a change; looking at it changes nothing but that.
  NEW.version := OLD.version;
  IF (NEW.state, NEW.deleted_at IS NULL, NEW.arrival, NEW.departure, NEW.guests, NEW.reply, NEW.proposed_arrival, NEW.proposed_departure)
    IS DISTINCT FROM
    (OLD.state, OLD.deleted_at IS NULL, OLD.arrival, OLD.departure, OLD.guests, OLD.reply, OLD.proposed_arrival, OLD.proposed_departure)
  THEN
    NEW.version := OLD.version + 1;
    IF NOT is_guest THEN
      NEW.guest_unseen := true;
      NEW.host_unseen := false;
    ELSIF (OLD.state IN ('pending', 'accepted') OR takes_back OR turns) AND NEW.state <> 'past' THEN
      NEW.host_unseen := true;
      NEW.guest_unseen := false;
    END IF;
  ELSIF NEW.messages <> OLD.messages THEN
    -- A message is news, too, but makes no form out of date.
    NEW.host_unseen := OLD.host_unseen OR is_guest;
    NEW.guest_unseen := OLD.guest_unseen OR NOT is_guest;
  ELSIF pg_trigger_depth() > 1 AND (NEW.host_unseen, NEW.guest_unseen) <> (OLD.host_unseen, OLD.guest_unseen) THEN
    -- A reference waits for the other side's.
    NULL;
  ELSIF is_guest THEN
    NEW.host_unseen := OLD.host_unseen;
    NEW.guest_unseen := OLD.guest_unseen AND NEW.guest_unseen;
  ELSE
    NEW.guest_unseen := OLD.guest_unseen;
    NEW.host_unseen := OLD.host_unseen AND NEW.host_unseen;
  END IF;
  RETURN NEW;
END $$;

-- 0006_recipes.sql
-- An ingredient's key as a number, which an index compares faster.
CREATE FUNCTION ingredient_number(key text) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((('x'::text || "left"(md5(key), 16)))::bit(64))::bigint;

-- 0031_reminders.sql
-- Whose turn it is, or those whom it is for, or everybody.
CREATE FUNCTION is_reminded(person uuid, turn_person uuid, people uuid[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (turn_person IS NOT NULL) THEN (turn_person = person) ELSE ((people = '{}'::uuid[]) OR (person = ANY (people))) END;

-- 0099_quick_search.sql
-- The household's items that have each of the words, which are folded as by searched(); so many at most. What is sought are the keys
-- of such an item: all that begin within a word, or its beginning as that of a further word. The plan of the items is made each
-- time, for it depends on how many the household has. As in 0071_item_texts.sql, with less around that statement: the keys are put
-- together without one, words are looked for in what is shown before any are read as rows, and no more than ids is kept.
CREATE FUNCTION items_with(words text[], most integer) RETURNS SETOF uuid
    LANGUAGE plpgsql
    AS $_$
DECLARE
  before text := '''' || key_prefix(current_household());
  sought text := current_household();
  shows text := 'true';
  word text;
  quoted text;
BEGIN
  IF coalesce(cardinality(words), 0) = 0 OR before IS NULL THEN
    RETURN;
  END IF;
  FOR number IN 1 .. cardinality(words) LOOP
    word := words[number];
    shows := shows || ' AND strpos(shown, $1[' || number || ']) > 0';
    -- Within quotes, a quote and a backslash are doubled.
    quoted := replace(replace(left(word, 5), '\', '\\'), '''', '''''');
    IF char_length(word) < 3 THEN
      sought := sought || ' & (' || before || quoted || ''':*';
    ELSE
      FOR place IN 1 .. char_length(word) - 2 LOOP
        sought := sought || CASE place WHEN 1 THEN ' & (' ELSE ' & ' END || before
          || replace(replace(substr(word, place, 3), '\', '\\'), '''', '''''') || '''';
      END LOOP;
    END IF;
    sought := sought || ' | ' || before || ' ' || quoted || CASE WHEN char_length(word) < 5 THEN ''':*)' ELSE ''')' END;
  END LOOP;
  sought := set_config('foyer.sought', sought, true);
  -- A limit on the first part would have the planner look at all rows until some are found.
  RETURN QUERY EXECUTE '
    WITH found AS MATERIALIZED (
      SELECT item_id FROM item_texts
      WHERE household_id = current_household() AND (' || shows || '
        OR NOT EXISTS (SELECT FROM unnest($1) AS word WHERE strpos(shown, word) = 0 AND strpos(further, '' '' || word) = 0))
    )
    SELECT item_id FROM found LIMIT $2' USING words, most;
  sought := set_config('foyer.sought', '', true);
END $_$;

-- 0005_stays.sql
CREATE FUNCTION keep_blocked_nights() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    PERFORM change_nights(OLD.household_id, OLD.first_day, OLD.last_day + 1, 0, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    PERFORM change_nights(NEW.household_id, NEW.first_day, NEW.last_day + 1, 0, 1);
  END IF;
  PERFORM announce(coalesce(NEW.household_id, OLD.household_id), 'stays');
  RETURN NULL;
END $$;

-- 0005_stays.sql
CREATE FUNCTION keep_capacity() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.household_id::text, 5));
  -- Nights that are over need no room any more, wherever it is still yesterday.
  UPDATE stay_nights SET capacity = NEW.capacity WHERE household_id = NEW.household_id AND night >= current_date - 1;
  RETURN NULL;
END $$;

-- 0055_corrected_clock.sql
-- The household's clock counts for the evening before a stay, and the member's for everything else.
CREATE FUNCTION keep_clock_reminders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_TABLE_NAME = 'people' THEN
    UPDATE reminder_settings SET changed_at = now() WHERE household_id = NEW.household_id AND person_id = NEW.id;
  ELSE
    UPDATE stay_reminders s SET at = moment_of(r.arrival - 1 + time '18:00', NEW.time_zone)
    FROM stay_requests r WHERE s.household_id = NEW.id AND r.id = s.request_id;
  END IF;
  RETURN NULL;
END $$;

-- 0052_due_days.sql
-- Days stay where they are when the household's clock is corrected.
CREATE FUNCTION keep_days() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE items SET due_at = end_of_day(due_day, NEW.time_zone) WHERE household_id = NEW.id AND due_day IS NOT NULL;
  RETURN NULL;
END $$;

-- 0084_item_files.sql
-- A file goes with the last item that has it.
CREATE FUNCTION keep_item_files() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  household uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.household_id ELSE NEW.household_id END;
  item uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.item_id ELSE NEW.item_id END;
  change smallint := 0;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    change := change - 1;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    change := change + 1;
  END IF;
  -- Who deletes a household may change none of its items, which go with it.
  IF NOT EXISTS (SELECT FROM households WHERE id = household) THEN
    RETURN NULL;
  END IF;
  IF change <> 0 THEN
    UPDATE items SET files = files + change WHERE household_id = household AND id = item;
  END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM files WHERE household_id = household AND id = OLD.file_id
      AND NOT EXISTS (SELECT FROM item_files WHERE household_id = OLD.household_id AND file_id = OLD.file_id);
  END IF;
  RETURN NULL;
END $$;

-- 0052_due_days.sql
CREATE FUNCTION keep_item_reminders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(OLD.household_id::text, 7));
    DELETE FROM reminders WHERE household_id = OLD.household_id AND item_id = OLD.id;
    RETURN NULL;
  END IF;
  -- The next one of a series takes over the times of the one whose tick makes it: one of the last.
  IF TG_OP = 'INSERT' AND NEW.series_id IS NOT NULL THEN
    INSERT INTO item_reminders (household_id, item_id, person_id, codes)
    SELECT o.household_id, NEW.id, o.person_id, o.codes
    FROM (
      SELECT id, done_at FROM items
      WHERE household_id = NEW.household_id AND series_id = NEW.series_id AND id <> NEW.id
      ORDER BY occurrence DESC LIMIT 5
    ) AS ticked
    JOIN item_reminders o ON o.household_id = NEW.household_id AND o.item_id = ticked.id
    JOIN people p ON p.household_id = NEW.household_id AND p.id = o.person_id
    WHERE ticked.done_at = now()
    ON CONFLICT DO NOTHING;
  END IF;
  PERFORM remind_of_item(NEW.household_id, NEW.id, NEW.due_at, NEW.due_day, NEW.turn_person, NEW.people,
    NEW.due_at IS NOT NULL AND NEW.done_at IS NULL AND NEW.deleted_at IS NULL);
  RETURN NULL;
END $$;

-- 0084_item_files.sql
CREATE FUNCTION keep_item_words() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  text text := CASE WHEN NEW.checklist IS NULL THEN NEW.description ELSE searched_text(NEW.description, NEW.checklist) END
    || CASE WHEN NEW.files > 0 THEN names_of_files(NEW.household_id, NEW.id) ELSE '' END;
  shown text := shown_text(NEW.title, text);
  further text := CASE WHEN char_length(NEW.title) > 500 OR char_length(text) > 300 THEN further_words(NEW.title, text, shown) ELSE '' END;
BEGIN
  INSERT INTO item_texts (household_id, item_id, shown, further, keys)
  VALUES (NEW.household_id, NEW.id, shown, further, keys_of_texts(NEW.household_id, shown, further))
  ON CONFLICT (household_id, item_id) DO UPDATE SET shown = excluded.shown, further = excluded.further, keys = excluded.keys;
  RETURN NULL;
END $$;

-- 0032_stay_threads.sql
CREATE FUNCTION keep_listing_words() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM listing_words WHERE household_id = NEW.household_id;
  IF NEW.published THEN
    INSERT INTO listing_words (household_id, listing_id, word)
    SELECT NEW.household_id, NEW.id, word FROM words_of_listing(NEW.name, NEW.place, NEW.offer) AS word;
  END IF;
  RETURN NULL;
END $$;

-- 0052_due_days.sql
CREATE FUNCTION keep_own_reminders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  choice item_reminders := coalesce(NEW, OLD);
BEGIN
  PERFORM remind_of_item(household_id, id, due_at, due_day, turn_person, people,
    due_at IS NOT NULL AND done_at IS NULL AND deleted_at IS NULL)
  FROM items WHERE household_id = choice.household_id AND id = choice.item_id;
  RETURN NULL;
END $$;

-- 0031_reminders.sql
CREATE FUNCTION keep_person_reminders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM remind_person(NEW.household_id, NEW.person_id);
  IF NEW.by_mail OR NEW.by_push THEN
    INSERT INTO stay_reminders (household_id, request_id, at)
    SELECT NEW.household_id, r.id, moment_of(r.arrival - 1 + time '18:00', h.time_zone)
    FROM stay_requests r JOIN households h ON h.id = NEW.household_id
    WHERE NEW.household_id IN (r.household_id, r.host_household_id) AND r.state = 'accepted' AND r.deleted_at IS NULL
      AND r.arrival > current_date
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- 0062_recipe_words.sql
CREATE FUNCTION keep_recipe_words() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM recipe_words WHERE household_id = NEW.household_id AND recipe_id = NEW.id;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO recipe_words (household_id, word, recipe_id, kind)
    SELECT NEW.household_id, words.word, NEW.id, words.kind FROM words_of_recipe(NEW) AS words
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- 0057_stay_questions.sql
-- As before; but a question is a message.
CREATE FUNCTION keep_stay_news() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  event text := CASE WHEN NEW.is_question THEN 'message' ELSE 'asked' END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    event := CASE
      WHEN OLD.was_state IS NOT NULL AND NEW.was_state IS NULL AND OLD.deleted_at IS NULL
        THEN CASE WHEN OLD.was_at < now() - interval '10 seconds' THEN 'taken_back' END
      WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL THEN CASE WHEN NEW.state = 'pending' THEN 'asked' END
      WHEN NEW.deleted_at IS NOT NULL THEN CASE WHEN OLD.deleted_at IS NULL AND OLD.state IN ('pending', 'accepted') THEN 'withdrawn' END
      WHEN NEW.state <> OLD.state THEN CASE WHEN NEW.state IN ('accepted', 'declined', 'withdrawn') THEN NEW.state
        -- An accepted stay whose guest wants other dates waits again.
        WHEN NEW.state = 'pending' AND NEW.proposed_arrival IS NULL THEN 'asked' END
      WHEN NEW.proposed_arrival IS NOT NULL
        AND (NEW.proposed_arrival, NEW.proposed_departure) IS DISTINCT FROM (OLD.proposed_arrival, OLD.proposed_departure) THEN 'proposed'
      WHEN (NEW.arrival, NEW.departure) <> (OLD.arrival, OLD.departure) THEN 'changed' END;
  END IF;
  IF event IS NOT NULL THEN
    PERFORM tell_of_stay(NEW, event);
  END IF;
  RETURN NULL;
END $$;

-- 0014_item_tag_ids.sql
CREATE FUNCTION keep_tag_ids() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Who deletes a household may change none of its items, which go with it.
    IF EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
      UPDATE items SET tag_ids = array_remove(tag_ids, OLD.tag_id) WHERE household_id = OLD.household_id AND id = OLD.item_id;
    END IF;
  ELSE
    UPDATE items SET tag_ids = tag_ids || NEW.tag_id WHERE household_id = NEW.household_id AND id = NEW.item_id;
  END IF;
  RETURN NULL;
END $$;

-- 0071_item_texts.sql
-- One letter: of the keys that begin with it, one in 64 is the household's. Keys that fewer households share would need more room in the
-- index, and each range of those that more share is longer.
CREATE FUNCTION key_prefix(household uuid) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN "left"(encode(decode(md5((household)::text), 'hex'::text), 'base64'::text), 1);

-- 0071_item_texts.sql
-- Each three letters that stand side by side, at the end of a word two or one with a space; of further words their first five
-- letters, behind a space. The household is a key of each of its rows.
CREATE FUNCTION keys_of_texts(household uuid, shown text, further text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
DECLARE
  letters text[] := string_to_array(shown || ' ', NULL);
  prefix text := key_prefix(household);
  keys text[] := household::text || ARRAY(
    SELECT prefix || a || CASE WHEN b = ' ' THEN b ELSE b || c END
    FROM unnest(letters, letters[2:], letters[3:]) AS side (a, b, c) WHERE a <> ' ' AND b IS NOT NULL);
BEGIN
  IF further <> '' THEN
    keys := keys || ARRAY(SELECT prefix || ' ' || left(word, 5) FROM unnest(string_to_array(substr(further, 2), ' ')) AS word);
  END IF;
  RETURN array_to_tsvector(keys);
END $$;

-- 0082_reference_news.sql
-- As before; but a reference comes after every question and answer, and a message says less.
CREATE FUNCTION later_stay_news(known text, news text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ((news = 'message'::text) AND (known = ANY (ARRAY['asked'::text, 'accepted'::text, 'declined'::text, 'reference'::text]))) THEN known WHEN ((news = 'changed'::text) AND (known = ANY (ARRAY['asked'::text, 'accepted'::text]))) THEN known ELSE news END;

-- 0014_item_tag_ids.sql
-- With a share of the row, two that tag one item would wait for one another: each changes the row now.
CREATE FUNCTION lock_tagged_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  tagging item_tags;
BEGIN
  IF TG_OP = 'DELETE' THEN
    tagging := OLD;
  ELSE
    tagging := NEW;
  END IF;
  PERFORM FROM items WHERE household_id = tagging.household_id AND id = tagging.item_id FOR NO KEY UPDATE;
  RETURN tagging;
END $$;

-- 0025_series.sql
-- The moment of a time on a zone's clock. Of a time that happens twice PostgreSQL takes the second moment, and RFC 5545 (§3.3.5)
-- the first: the one with the offset of three hours before, if that shows the same time. A time that a change of the clocks
-- leaves out is read with the offset before it by both.
CREATE FUNCTION moment_of(local timestamp without time zone, zone text) RETURNS timestamp with time zone
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN ((((local - ((((local AT TIME ZONE zone) - '03:00:00'::interval) AT TIME ZONE zone) - (((local AT TIME ZONE zone) - '03:00:00'::interval) AT TIME ZONE 'UTC'::text))) AT TIME ZONE 'UTC'::text) AT TIME ZONE zone) = local) THEN ((local - ((((local AT TIME ZONE zone) - '03:00:00'::interval) AT TIME ZONE zone) - (((local AT TIME ZONE zone) - '03:00:00'::interval) AT TIME ZONE 'UTC'::text))) AT TIME ZONE 'UTC'::text) ELSE (local AT TIME ZONE zone) END;

-- 0052_due_days.sql
-- A program that knows no days moves an item by its moment alone.
CREATE FUNCTION move_day() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  zone text;
  local timestamp;
BEGIN
  SELECT time_zone INTO zone FROM households WHERE id = NEW.household_id;
  IF NEW.due_at IS DISTINCT FROM end_of_day(NEW.due_day, zone) THEN
    local := NEW.due_at AT TIME ZONE zone;
    UPDATE items SET due_day = CASE WHEN local::time = '23:59' THEN local::date END
    WHERE household_id = NEW.household_id AND id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

-- 0015_name_bits.sql
-- A search for recipes by a part of the name looked through every name of the household and made a hash table of those that
-- contain it, twice a page. What a search counts has a digest of the name now, which rules most recipes out where they are
-- counted; the names of the others are compared in the order of their rank, until the page is full.
--
-- A bit for each letter that a folded name has (0 to 30) and one for each two letters that follow one another (31 to 61): a
-- name can only contain a text that has no other bits. 31 is prime, as the numbers of Korean syllables have common factors
-- with others, and tells the letters of an alphabet apart.
-- In PL/pgSQL, which plans it once a connection: in SQL it took 0.2 ms a statement.
CREATE FUNCTION name_bits(name text) RETURNS bigint
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
DECLARE
  bits bigint := 0;
  letter text;
  code integer;
  previous integer;
BEGIN
  FOREACH letter IN ARRAY string_to_array(name, NULL) LOOP
    code := ascii(letter);
    bits := bits | (1::bigint << code % 31) | coalesce(1::bigint << 31 + (7 * previous + code) % 31, 0);
    previous := code;
  END LOOP;
  RETURN bits;
END $$;

-- 0084_item_files.sql
-- The search finds an item by the names of its files.
CREATE FUNCTION names_of_files(household uuid, item uuid) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  SELECT coalesce(string_agg(E'\n' || f.name, '' ORDER BY f.created_at, f.id), '')
  FROM item_files x JOIN files f ON f.household_id = x.household_id AND f.id = x.file_id
  WHERE x.household_id = household AND x.item_id = item AND x.deleted_at IS NULL
$$;

-- 0031_reminders.sql
-- The next moment at which a zone's clock shows a time, once a day: at the first of two, and later where it is left out.
CREATE FUNCTION next_time(shown time without time zone, zone text, after timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (SELECT min(days.moment) AS min FROM (SELECT moment_of(((((next_time.after AT TIME ZONE next_time.zone))::date + n.n) + next_time.shown), next_time.zone) AS moment FROM generate_series(0, 2) n(n)) days WHERE (days.moment > next_time.after));

-- 0005_stays.sql
-- Whether a host has room on all nights from one day to another.
CREATE FUNCTION nights_are_free(host uuid, first_night date, day_after date, more_guests integer) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (NOT (EXISTS (SELECT FROM stay_nights WHERE ((stay_nights.household_id = nights_are_free.host) AND (stay_nights.night >= nights_are_free.first_night) AND (stay_nights.night < nights_are_free.day_after) AND ((stay_nights.blocks > 0) OR ((stay_nights.guests + nights_are_free.more_guests) > stay_nights.capacity))))));

-- 0027_activity.sql
CREATE FUNCTION note_activity(household uuid, person uuid, what text, subject uuid, words text) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  noted bigint;
BEGIN
  INSERT INTO activity AS a (household_id, person_id, kind, subject_id, title)
  VALUES (household, person, what, subject, left(words, 100))
  ON CONFLICT (household_id, subject_id) DO UPDATE
    SET at = now(), person_id = EXCLUDED.person_id, kind = EXCLUDED.kind, title = EXCLUDED.title
  RETURNING a.id INTO noted;
  -- Old ones go now and then: what another transaction holds is left to it.
  IF noted % 16 = 0 THEN
    DELETE FROM activity WHERE household_id = household AND id IN (
      SELECT id FROM activity
      WHERE household_id = household AND (at < now() - interval '30 days'
        OR id IN (SELECT id FROM activity WHERE household_id = household ORDER BY at DESC, id DESC OFFSET 200))
      FOR UPDATE SKIP LOCKED);
  END IF;
END $$;

-- 0075_changes.sql
-- Of what one transaction does, the first five are noted: more are an import or a selection.
CREATE FUNCTION note_change(what text, subject uuid, words text) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  known integer := coalesce(nullif(current_setting('foyer.noted', true), ''), '0')::integer;
BEGIN
  IF known < 5 THEN
    PERFORM set_config('foyer.noted', (known + 1)::text, true);
    PERFORM note_activity(current_household(), current_person(), what, subject, words);
  END IF;
END $$;

-- 0075_changes.sql
-- Of what one transaction does, the first five are noted: more are an import or a selection.
CREATE FUNCTION note_change(household uuid, what text, row_id uuid, is_gone boolean, is_new boolean) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO changes AS known (household_id, kind, id, born, is_deleted)
  VALUES (household, what, row_id, CASE WHEN is_new THEN pg_current_xact_id() END, is_gone)
  ON CONFLICT (household_id, kind, id) DO UPDATE
  SET moment = excluded.moment, is_deleted = excluded.is_deleted, changed_at = excluded.changed_at,
    born = coalesce(excluded.born, known.born)
  WHERE (known.moment, known.is_deleted) IS DISTINCT FROM (excluded.moment, excluded.is_deleted);
END $$;

-- 0104_versions_of_rows.sql
-- A statement that changes no row tells the household's pages nothing: a program that sets the values that a row has let all of them
-- look again. Of items it is the trigger for programs that tells pages as well. Measured with a tick's UPDATE: 1,881,000 instructions
-- before, 1,897,000 after, and 2,001,000 with a table of the changed rows.
CREATE FUNCTION note_changed_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF current_setting('foyer.household', true) <> '' THEN
    PERFORM announce(current_setting('foyer.household')::uuid, 'items', current_setting('foyer.person', true));
  END IF;
  IF OLD.version <> NEW.version
    OR (OLD.deleted_at, OLD.category_id, OLD.tag_ids, OLD.people, OLD.turn_person, OLD.turn_queue, OLD.series_id,
      OLD.due_at, OLD.due_day, OLD.done_at, OLD.image_id, OLD.created_at)
    IS DISTINCT FROM (NEW.deleted_at, NEW.category_id, NEW.tag_ids, NEW.people, NEW.turn_person, NEW.turn_queue, NEW.series_id,
      NEW.due_at, NEW.due_day, NEW.done_at, NEW.image_id, NEW.created_at) THEN
    INSERT INTO changes AS known (household_id, kind, id, is_deleted)
    VALUES (NEW.household_id, 'items', NEW.id, NEW.deleted_at IS NOT NULL)
    ON CONFLICT (household_id, kind, id) DO UPDATE
    SET moment = excluded.moment, is_deleted = excluded.is_deleted, changed_at = excluded.changed_at
    WHERE (known.moment, known.is_deleted) IS DISTINCT FROM (excluded.moment, excluded.is_deleted);
  END IF;
  RETURN NULL;
END $$;

-- 0027_activity.sql
CREATE FUNCTION note_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- The next one of a series comes by itself.
    IF NEW.series_id IS NULL
      OR NOT EXISTS (SELECT FROM items WHERE household_id = NEW.household_id AND series_id = NEW.series_id AND id <> NEW.id)
    THEN
      PERFORM note_change('item_added', NEW.id, NEW.title);
    END IF;
  ELSIF NEW.deleted_at IS NOT NULL THEN
    PERFORM note_change('item_deleted', NEW.id, NEW.title);
  ELSIF OLD.deleted_at IS NULL AND NEW.is_done THEN
    PERFORM note_change('item_done', NEW.id, NEW.title);
  ELSE
    -- It was taken back.
    DELETE FROM activity WHERE household_id = NEW.household_id AND subject_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

-- 0098_named_items.sql
-- A change of a category's or a tag's name is noted for its items. The row that is named is locked by the change itself, and so waits
-- for whoever gives it to an item (FOR SHARE); the items are locked before what is noted of them, in the order of their ids, as by
-- everything else that changes several. A stronger lock on the name, and notes without a lock on their items, made two transactions
-- wait for each other: a deadlock, of which PostgreSQL ends one after a second.
CREATE FUNCTION note_items_with() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  ids uuid[];
  gone boolean[];
BEGIN
  -- Those in the trash as well, out of which another transaction may be taking one.
  IF TG_ARGV[0] = 'series' THEN
    -- Who changes the rule has locked the series and one of its items: the others are not waited for.
    SELECT array_agg(id), array_agg(deleted_at IS NOT NULL) INTO ids, gone
    FROM items WHERE household_id = NEW.household_id AND series_id = NEW.id;
  ELSIF TG_ARGV[0] = 'category' THEN
    SELECT array_agg(id), array_agg(deleted_at IS NOT NULL) INTO ids, gone
    FROM (
      SELECT id, deleted_at FROM items WHERE household_id = NEW.household_id AND category_id = NEW.id
      ORDER BY id FOR NO KEY UPDATE) AS locked;
  ELSE
    SELECT array_agg(id), array_agg(deleted_at IS NOT NULL) INTO ids, gone
    FROM (
      SELECT i.id, i.deleted_at FROM item_tags x JOIN items i ON i.household_id = NEW.household_id AND i.id = x.item_id
      WHERE x.household_id = NEW.household_id AND x.tag_id = NEW.id
      ORDER BY i.id FOR NO KEY UPDATE OF i) AS locked;
  END IF;
  INSERT INTO changes AS known (household_id, kind, id, is_deleted)
  SELECT NEW.household_id, 'items', one.id, one.is_gone FROM unnest(ids, gone) AS one (id, is_gone) ORDER BY one.id
  ON CONFLICT (household_id, kind, id) DO UPDATE SET moment = excluded.moment, changed_at = excluded.changed_at
  WHERE known.moment <> excluded.moment;
  RETURN NULL;
END $$;

-- 0103_lines_of_deleted_lists.sql
-- A line that is added to a list, or moved to it, waits for whoever deletes the list. Of any other change the list is not locked: who
-- deletes it locks its lines.
CREATE FUNCTION note_line() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  is_gone boolean := NEW.deleted_at IS NOT NULL;
BEGIN
  IF NOT is_gone AND NEW.list_id IS NOT NULL THEN
    IF TG_OP = 'INSERT' OR OLD.list_id IS DISTINCT FROM NEW.list_id THEN
      PERFORM FROM named_lists WHERE household_id = NEW.household_id AND id = NEW.list_id FOR SHARE;
    END IF;
    SELECT l.deleted_at IS NOT NULL INTO is_gone FROM named_lists l WHERE l.household_id = NEW.household_id AND l.id = NEW.list_id;
  END IF;
  PERFORM note_change(NEW.household_id, 'shopping-lines', NEW.id, is_gone, TG_OP = 'INSERT');
  RETURN NULL;
END $$;

-- 0104_versions_of_rows.sql
-- A line of the shopping list tells the aisle to which the household has moved its food. The lines are locked before what is noted of
-- them, in the order of their ids, as by everything else that changes several. Where the choice is forgotten, they have a new version.
CREATE FUNCTION note_lines_of_food() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  home uuid := coalesce(NEW.household_id, OLD.household_id);
  moved text := coalesce(NEW.key, OLD.key);
  ids uuid[];
  gone boolean[];
BEGIN
  SELECT array_agg(line.id), array_agg(line.is_gone) INTO ids, gone FROM (
    SELECT e.id, e.deleted_at IS NOT NULL OR EXISTS (
      SELECT FROM named_lists l WHERE l.household_id = e.household_id AND l.id = e.list_id AND l.deleted_at IS NOT NULL) AS is_gone
    FROM shopping_entries e WHERE e.household_id = home AND e.key = moved ORDER BY e.id FOR NO KEY UPDATE OF e
  ) AS line;
  IF TG_OP = 'DELETE' THEN
    UPDATE shopping_entries SET version = version + 1 WHERE household_id = home AND id = ANY (ids);
    RETURN NULL;
  END IF;
  INSERT INTO changes AS known (household_id, kind, id, is_deleted)
  SELECT home, 'shopping-lines', one.id, false FROM unnest(ids, gone) AS one (id, is_gone) WHERE NOT one.is_gone ORDER BY one.id
  ON CONFLICT (household_id, kind, id) DO UPDATE SET moment = excluded.moment, changed_at = excluded.changed_at
  WHERE known.moment <> excluded.moment;
  RETURN NULL;
END $$;

-- 0103_lines_of_deleted_lists.sql
-- The lines are locked before what is noted of them, in the order of their ids, as by everything else that changes several. Those in the
-- trash as well, out of which another transaction may be taking one.
CREATE FUNCTION note_lines_of_list() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  ids uuid[];
BEGIN
  SELECT array_agg(id) FILTER (WHERE deleted_at IS NULL) INTO ids FROM (
    SELECT id, deleted_at FROM shopping_entries WHERE household_id = NEW.household_id AND list_id = NEW.id
    ORDER BY id FOR NO KEY UPDATE
  ) AS line;
  INSERT INTO changes AS known (household_id, kind, id, is_deleted)
  SELECT NEW.household_id, 'shopping-lines', id, NEW.deleted_at IS NOT NULL FROM unnest(ids) AS line (id) ORDER BY id
  ON CONFLICT (household_id, kind, id) DO UPDATE
  SET moment = excluded.moment, is_deleted = excluded.is_deleted, changed_at = excluded.changed_at
  WHERE (known.moment, known.is_deleted) IS DISTINCT FROM (excluded.moment, excluded.is_deleted);
  RETURN NULL;
END $$;

-- 0027_activity.sql
CREATE FUNCTION note_member() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT FROM people WHERE household_id = NEW.household_id AND id <> NEW.id) THEN
    PERFORM note_activity(NEW.household_id, NEW.id, 'joined', NEW.id, '');
  END IF;
  RETURN NULL;
END $$;

-- 0075_changes.sql
-- Of tables without a trash.
CREATE FUNCTION note_plain_row() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND (TG_OP = 'DELETE' OR OLD.household_id <> NEW.household_id)
    AND EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
    PERFORM note_change(OLD.household_id, TG_ARGV[0], OLD.id, true, false);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_change(NEW.household_id, TG_ARGV[0], NEW.id, false, TG_OP = 'INSERT' OR OLD.household_id <> NEW.household_id);
  END IF;
  RETURN NULL;
END $$;

-- 0027_activity.sql
CREATE FUNCTION note_recipe() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM note_change('recipe_added', NEW.id, NEW.name);
  RETURN NULL;
END $$;

-- 0075_changes.sql
-- Of tables whose rows go to the trash first: what leaves that has been noted as deleted.
CREATE FUNCTION note_row() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_change(NEW.household_id, TG_ARGV[0], NEW.id, NEW.deleted_at IS NOT NULL, TG_OP = 'INSERT');
  -- A row that goes with its household is not noted any more.
  ELSIF OLD.deleted_at IS NULL AND EXISTS (SELECT FROM households WHERE id = OLD.household_id) THEN
    PERFORM note_change(OLD.household_id, TG_ARGV[0], OLD.id, true, false);
  END IF;
  RETURN NULL;
END $$;

-- 0057_stay_questions.sql
-- As before; but a question is no stay.
CREATE FUNCTION note_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.is_question THEN
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM note_change('stay_asked', NEW.id, NEW.listing_name);
  ELSIF NEW.host_household_id = current_household() THEN
    PERFORM note_change('stay_' || NEW.state, NEW.id, NEW.guest_name);
  END IF;
  RETURN NULL;
END $$;

-- 0034_eaters.sql
-- As before; and that the guests' allergies or diets were changed.
CREATE FUNCTION note_stay_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  from_host boolean := NEW.household_id <> current_household();
  what text := CASE
    WHEN OLD.was_state IS NOT NULL AND NEW.was_state IS NULL AND OLD.deleted_at IS NULL THEN 'taken_back'
    WHEN NEW.state <> OLD.state AND NEW.state = 'accepted' AND NOT from_host THEN 'agreed'
    WHEN NEW.state <> OLD.state AND NEW.state IN ('accepted', 'declined', 'withdrawn') THEN NEW.state
    WHEN NEW.proposed_arrival IS NOT NULL
      AND (NEW.proposed_arrival, NEW.proposed_departure) IS DISTINCT FROM (OLD.proposed_arrival, OLD.proposed_departure) THEN 'proposed'
    WHEN (NEW.arrival, NEW.departure, NEW.guests) <> (OLD.arrival, OLD.departure, OLD.guests) THEN 'changed'
    WHEN NEW.required <> OLD.required THEN 'needs' END;
BEGIN
  IF what IS NOT NULL
    AND (SELECT count(*) FROM stay_messages WHERE household_id = NEW.household_id AND request_id = NEW.id) < 500
  THEN
    INSERT INTO stay_messages (household_id, request_id, id, by_host, author, kind, body, arrival, departure, guests)
    VALUES (NEW.household_id, NEW.id, gen_random_uuid(), from_host,
      coalesce((SELECT name FROM people WHERE household_id = current_household() AND id = current_person()), ''), what,
      CASE WHEN NEW.reply <> OLD.reply THEN NEW.reply ELSE '' END,
      CASE WHEN what = 'proposed' THEN NEW.proposed_arrival ELSE NEW.arrival END,
      CASE WHEN what = 'proposed' THEN NEW.proposed_departure ELSE NEW.departure END, NEW.guests);
  END IF;
  RETURN NULL;
END $$;

-- 0075_changes.sql
-- A request is one of the guest's and one of the host's.
CREATE FUNCTION note_stay_row() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  it stay_requests := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  is_gone boolean := TG_OP = 'DELETE' OR it.deleted_at IS NOT NULL;
BEGIN
  IF EXISTS (SELECT FROM households WHERE id = it.household_id) THEN
    PERFORM note_change(it.household_id, 'requests', it.id, is_gone, TG_OP = 'INSERT');
  END IF;
  IF TG_OP <> 'DELETE' OR EXISTS (SELECT FROM households WHERE id = it.host_household_id) THEN
    PERFORM note_change(it.host_household_id, 'hosting-requests', it.id, is_gone, TG_OP = 'INSERT');
  END IF;
  RETURN NULL;
END $$;

-- 0104_versions_of_rows.sql
CREATE FUNCTION note_zone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.zone_changed_at := now();
  RETURN NEW;
END $$;

-- 0088_calendar_parts.sql
-- The UID of what an object is a part of (RFC 5545 §3.8.4.5): the first RELATED-TO that names a parent. Without a type it is one.
CREATE FUNCTION parent_of_calendar_object(source text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT CASE WHEN octet_length(uid) <= 1000 THEN uid END FROM (
    SELECT substring(regexp_replace(source, E'\r?\n[ \t]', '', 'g') FROM
      E'(?in)^RELATED-TO(?:;RELTYPE="?PARENT"?)?:[ \t]*([^\r\n]*[^\r\n \t])') AS uid
  ) AS related
$$;

-- 0016_recount_nights.sql
-- Counts the nights of a host anew, for `foyer doctor --repair`: only triggers may write them. Saving the listing while the
-- setting is on asks for it.
CREATE FUNCTION recount_nights() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.household_id::text, 5));
  WITH taken AS (
    SELECT arrival + n AS night, guests, 0 AS blocks
    FROM stay_requests, generate_series(0, departure - arrival - 1) AS n
    WHERE host_household_id = NEW.household_id AND state = 'accepted' AND deleted_at IS NULL
    UNION ALL
    SELECT first_day + n, 0, 1
    FROM blocked_dates, generate_series(0, last_day - first_day) AS n
    WHERE household_id = NEW.household_id AND deleted_at IS NULL
    UNION ALL
    -- Nights that are free.
    SELECT night, 0, 0 FROM stay_nights WHERE household_id = NEW.household_id
  )
  INSERT INTO stay_nights (household_id, night, guests, blocks, capacity)
  SELECT NEW.household_id, night, sum(guests), sum(blocks), NEW.capacity FROM taken GROUP BY night
  ON CONFLICT (household_id, night) DO UPDATE SET guests = EXCLUDED.guests, blocks = EXCLUDED.blocks
  WHERE (stay_nights.guests, stay_nights.blocks) <> (EXCLUDED.guests, EXCLUDED.blocks);
  RETURN NULL;
END $$;

-- 0084_item_files.sql
-- Before it has keys and references, this takes less than half of the time.
CREATE FUNCTION remake_item_texts() RETURNS void
    LANGUAGE sql
    AS $$
  INSERT INTO item_texts (household_id, item_id, shown, further, keys)
  SELECT household_id, id, shown, further, keys_of_texts(household_id, shown, further)
  FROM (
    SELECT household_id, id, shown, CASE WHEN char_length(title) > 500 OR char_length(text) > 300 THEN further_words(title, text, shown) ELSE '' END AS further
    FROM (
      SELECT household_id, id, title, text, shown_text(title, text) AS shown
      FROM (
        SELECT household_id, id, title,
          searched_text(description, checklist) || CASE WHEN files > 0 THEN names_of_files(household_id, id) ELSE '' END AS text
        FROM items OFFSET 0
      ) AS item OFFSET 0
    ) AS item OFFSET 0
  ) AS item
$$;

-- 0052_due_days.sql
-- Derives the reminders of one item. Items lock the household's reminders shared, and settings alone (remind_person), so that
-- neither misses what the other is about to commit. Where nobody is reminded, this is all that happens.
CREATE FUNCTION remind_of_item(household uuid, item uuid, due timestamp with time zone, due_day date, turn uuid, those uuid[], is_open boolean) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(household::text, 7));
  IF NOT EXISTS (SELECT FROM reminder_settings WHERE household_id = household AND (by_mail OR by_push)) THEN
    RETURN;
  END IF;
  WITH wanted AS MATERIALIZED (
    SELECT s.person_id, m.at
    FROM reminder_settings s
    JOIN people p ON p.household_id = household AND p.id = s.person_id
    LEFT JOIN item_reminders o ON o.household_id = household AND o.item_id = item AND o.person_id = s.person_id
    CROSS JOIN LATERAL reminder_moments(due, due_day, coalesce(o.codes, s.codes), p.time_zone, s.quiet_from, s.quiet_to) AS m
    WHERE s.household_id = household AND (s.by_mail OR s.by_push) AND is_open AND is_reminded(s.person_id, turn, those)
  ), gone AS (
    DELETE FROM reminders r
    WHERE r.household_id = household AND r.item_id = item
      AND NOT EXISTS (SELECT FROM wanted w WHERE w.person_id = r.person_id AND w.at = r.at)
  )
  -- What is past already is not said; what is due at this moment stays, if it still holds.
  INSERT INTO reminders (household_id, item_id, person_id, at)
  SELECT household, item, person_id, at FROM wanted WHERE at > now() ON CONFLICT DO NOTHING;
END $$;

-- 0052_due_days.sql
-- Derives the reminders of one person.
CREATE FUNCTION remind_person(household uuid, person uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(household::text, 7));
  WITH wanted AS MATERIALIZED (
    SELECT i.id AS item_id, m.at
    FROM reminder_settings s
    JOIN people p ON p.household_id = household AND p.id = s.person_id
    -- Quiet hours end within a day, and a day elsewhere.
    JOIN items i ON i.household_id = household AND i.deleted_at IS NULL AND i.done_at IS NULL
      AND i.due_at > now() - interval '2 days 3 hours' AND is_reminded(person, i.turn_person, i.people)
    LEFT JOIN item_reminders o ON o.household_id = household AND o.item_id = i.id AND o.person_id = person
    CROSS JOIN LATERAL reminder_moments(i.due_at, i.due_day, coalesce(o.codes, s.codes), p.time_zone, s.quiet_from, s.quiet_to) AS m
    WHERE s.household_id = household AND s.person_id = person AND (s.by_mail OR s.by_push)
  ), gone AS (
    DELETE FROM reminders
    WHERE household_id = household AND person_id = person AND (item_id, at) IN (
      SELECT item_id, at FROM reminders WHERE household_id = household AND person_id = person
      EXCEPT SELECT item_id, at FROM wanted)
  )
  INSERT INTO reminders (household_id, item_id, person_id, at)
  SELECT household, item_id, person, at FROM wanted WHERE at > now() ON CONFLICT DO NOTHING;
END $$;

-- 0052_due_days.sql
-- The one without a day stays for programs that know none.
-- When a person is reminded of a deadline: on the deadline's day as the person's clock has it, never after the deadline but for
-- quiet hours. A day counts as nine in the morning for minutes before, on the person's clock as well.
CREATE FUNCTION reminder_moments(due timestamp with time zone, due_day date, codes text[], zone text, quiet_from time without time zone, quiet_to time without time zone) RETURNS TABLE(at timestamp with time zone)
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  SELECT DISTINCT after_quiet(least(last, CASE
      WHEN code LIKE '-%' THEN moment_of(day - 1 + substr(code, 2)::time, zone)
      WHEN code LIKE '%:%' THEN moment_of(day + code::time, zone)
      ELSE CASE WHEN due_day IS NULL THEN due ELSE moment_of(day + time '09:00', zone) END - make_interval(mins => code::integer)
      END), zone, quiet_from, quiet_to)
  FROM unnest(codes) AS code,
    (SELECT coalesce(due_day, (due AT TIME ZONE zone)::date) AS day, coalesce(end_of_day(due_day, zone), due) AS last) AS local
$$;

-- 0052_due_days.sql
-- The one without a day stays for programs that know none.
-- When a person is reminded of a deadline: on the deadline's day as the person's clock has it, never after the deadline but for
-- quiet hours. A day counts as nine in the morning for minutes before, on the person's clock as well.
CREATE FUNCTION reminder_moments(due timestamp with time zone, codes text[], zone text, household_zone text, quiet_from time without time zone, quiet_to time without time zone) RETURNS TABLE(at timestamp with time zone)
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  SELECT DISTINCT after_quiet(least(due, CASE
      WHEN code LIKE '-%' THEN moment_of(day - 1 + substr(code, 2)::time, zone)
      WHEN code LIKE '%:%' THEN moment_of(day + code::time, zone)
      ELSE CASE WHEN (due AT TIME ZONE household_zone)::time = '23:59' THEN least(due, moment_of(day + time '09:00', zone))
        ELSE due END - make_interval(mins => code::integer)
      END), zone, quiet_from, quiet_to)
  FROM unnest(codes) AS code, (SELECT (due AT TIME ZONE zone)::date AS day) AS local
$$;

-- 0032_stay_threads.sql
CREATE FUNCTION report_stay_message() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM tell_of_stay(r, 'message') FROM stay_requests r WHERE r.household_id = NEW.household_id AND r.id = NEW.request_id;
  RETURN NULL;
END $$;

-- 0082_reference_news.sql
-- The second of two tells nobody: it is what the first has waited for.
CREATE FUNCTION report_stay_reference() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF current_user = 'foyer_app' AND NOT EXISTS (
    SELECT FROM stay_references
    WHERE household_id = NEW.household_id AND request_id = NEW.request_id AND by_host <> NEW.by_host)
  THEN
    IF NEW.by_host THEN
      UPDATE stay_requests SET guest_unseen = true WHERE household_id = NEW.household_id AND id = NEW.request_id;
    ELSE
      UPDATE stay_requests SET host_unseen = true WHERE household_id = NEW.household_id AND id = NEW.request_id;
    END IF;
    PERFORM tell_of_stay(r, 'reference') FROM stay_requests r WHERE r.household_id = NEW.household_id AND r.id = NEW.request_id;
  END IF;
  RETURN NULL;
END $$;

-- 0005_stays.sql
-- A text as the search for hosts sees it.
CREATE FUNCTION searched(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN NORMALIZE(folded(value), NFD);

-- 0067_checklists.sql
-- The search finds its words as those of the description, behind which they stand.
CREATE FUNCTION searched_text(description text, checklist jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (checklist IS NULL) THEN description ELSE ((text_of_checklist(checklist) || '
'::text) || description) END;

-- 0031_reminders.sql
CREATE FUNCTION set_next_digest() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- One that is due at this moment is sent.
  IF TG_OP = 'UPDATE' AND OLD.digest_at = NEW.digest_at AND OLD.digest_next <= now() AND (NEW.by_mail OR NEW.by_push) THEN
    RETURN NEW;
  END IF;
  NEW.digest_next := CASE WHEN NEW.by_mail OR NEW.by_push THEN next_time(NEW.digest_at, (
    SELECT time_zone FROM people WHERE household_id = NEW.household_id AND id = NEW.person_id), now()) END;
  RETURN NEW;
END $$;

-- 0071_item_texts.sql
CREATE FUNCTION shown_text(title text, description text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN NORMALIZE(regexp_replace(folded((("left"(title, 500) || '
'::text) || "left"(description, 300))), '\s+'::text, ' '::text, 'g'::text), NFD);

-- 0037_starter_languages.sql
-- The one of the reader's language, which the session's statement has set.
CREATE FUNCTION starter_household() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN CASE current_setting('foyer.language'::text, true) WHEN 'fr'::text THEN '00000000-0000-0000-0000-000000000002'::uuid WHEN 'ko'::text THEN '00000000-0000-0000-0000-000000000003'::uuid WHEN 'ru'::text THEN '00000000-0000-0000-0000-000000000004'::uuid ELSE '00000000-0000-0000-0000-000000000001'::uuid END;

-- 0037_starter_languages.sql
-- The starter cookbook in each language: a household for each, of which a reader sees one. All have the same recipes' ids, so
-- that a favourite stays one when its reader takes another language.
CREATE FUNCTION starter_households() RETURNS uuid[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY['00000000-0000-0000-0000-000000000001'::uuid, '00000000-0000-0000-0000-000000000002'::uuid, '00000000-0000-0000-0000-000000000003'::uuid, '00000000-0000-0000-0000-000000000004'::uuid];

-- 0024_moves.sql
-- A photo follows its person to another household by a trigger, and no more by a part of the statement that moves the person:
-- on a distributed database (`foyer distribute`) the two are of different servers.
CREATE FUNCTION take_photo_along() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_WHEN = 'BEFORE' THEN
    INSERT INTO images (household_id, id, picture, thumbnail, created_at)
    SELECT NEW.household_id, id, picture, thumbnail, created_at FROM images
    WHERE household_id = OLD.household_id AND id = OLD.photo_id
    ON CONFLICT DO NOTHING;
    RETURN NEW;
  END IF;
  DELETE FROM images WHERE household_id = OLD.household_id AND id = OLD.photo_id;
  RETURN NULL;
END $$;

-- 0050_stay_news.sql
-- A question or an answer is told at once, three times in ten minutes; everything else once, and what comes after it at their end.
CREATE FUNCTION tell_of_stay(request stay_requests, event text) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  is_urgent boolean := event NOT IN ('changed', 'message');
BEGIN
  IF request.household_id <> request.host_household_id AND EXISTS (
    SELECT FROM reminder_settings s
    WHERE s.household_id IN (request.household_id, request.host_household_id) AND (s.by_mail OR s.by_push))
  THEN
    INSERT INTO stay_news AS n (household_id, request_id, from_household_id, event, at, window_ends)
    VALUES (CASE WHEN request.household_id = current_household() THEN request.host_household_id ELSE request.household_id END,
      request.id, current_household(), tell_of_stay.event, now(), now())
    ON CONFLICT (household_id, request_id) DO UPDATE SET
      from_household_id = EXCLUDED.from_household_id,
      event = later_stay_news(n.event, EXCLUDED.event),
      at = CASE
        WHEN n.event IS NOT NULL AND n.at <= now() THEN n.at
        WHEN n.window_ends <= now() OR is_urgent AND n.told < 3 THEN now()
        ELSE n.window_ends END;
  END IF;
END $$;

-- 0067_checklists.sql
CREATE FUNCTION text_of_checklist(checklist jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT COALESCE(string_agg((all_of.line ->> 'text'::text), '
'::text ORDER BY all_of.place), ''::text) AS "coalesce" FROM jsonb_array_elements(text_of_checklist.checklist) WITH ORDINALITY all_of(line, place) WHERE (NOT (all_of.line ? 'gone'::text)));

-- 0067_checklists.sql
-- As the next one of a series begins with it.
CREATE FUNCTION unticked(checklist jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT jsonb_agg(jsonb_set(all_of.line, '{done}'::text[], 'false'::jsonb) ORDER BY all_of.place) AS jsonb_agg FROM jsonb_array_elements(unticked.checklist) WITH ORDINALITY all_of(line, place) WHERE (NOT (all_of.line ? 'gone'::text)));

-- 0019_second_factors.sql
-- The password that a half sign-in was begun with counts no more.
CREATE FUNCTION void_half_sign_ins() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM half_sign_ins WHERE person_id = NEW.person_id;
  RETURN NULL;
END $$;

-- 0017_mail.sql
-- A link is void once the password or the address has changed, in whatever way.
CREATE FUNCTION void_mail_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM mail_links WHERE person_id = NEW.person_id;
  RETURN NULL;
END $$;

-- 0009_item_words.sql
CREATE FUNCTION words_of_item(title text, description text) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  SELECT left(normalize(substr(word, start, 40), NFD), 40)
  FROM (
    SELECT DISTINCT word FROM regexp_split_to_table(folded(left(title, 500) || E'\n' || left(description, 300)), '\s+') AS word
  ) AS shown, generate_series(1, least(char_length(word), 100)) AS start
  UNION
  SELECT left(normalize(left(word, 40), NFD), 40)
  FROM (
    SELECT regexp_split_to_table(text, '\s+') AS word FROM (VALUES (folded(title || E'\n' || description))) AS whole (text)
    UNION
    SELECT regexp_split_to_table(text, '[[:space:][:punct:]]+') FROM (VALUES (folded(title || E'\n' || description))) AS whole (text)
  ) AS words
  WHERE word <> ''
$$;

-- 0032_stay_threads.sql
-- Of names and places each ending of each word, as before; of an offer its words by their beginnings, as it may be long.
CREATE FUNCTION words_of_listing(name text, place text, offer text) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  SELECT DISTINCT left(searched(part), 40)
  -- With the limits it expects few rows: without, it would compile itself (JIT) first, which takes 40 ms.
  FROM (
    (SELECT substr(word, start, 40) AS part
    FROM (SELECT word FROM regexp_split_to_table(folded(name || ' ' || place), '\s+') AS word LIMIT 100) AS words,
      LATERAL (SELECT start FROM generate_series(1, least(char_length(word), 200)) AS start LIMIT 200) AS starts)
    UNION ALL
    (SELECT left(word, 40)
    FROM regexp_split_to_table(folded(offer), '[\s.,;:!?()"]+') AS word WHERE word <> '' LIMIT 200)
  ) AS parts
$$;

-- 0062_recipe_words.sql
CREATE FUNCTION words_of_recipe(recipe recipes) RETURNS TABLE(word text, kind smallint)
    LANGUAGE sql STABLE
    AS $$
  SELECT words.word, min(words.kind)::smallint
  FROM (
    SELECT left(searched(substr(part, start, 40)), 40) AS word, texts.kind
    FROM (VALUES
        (0, left(recipe.name, 500)), (1, left(array_to_string(recipe.statements, ' ') || ' ' || recipe.cuisine, 4000)),
        (2, left(array_to_string(recipe.need_names, ' ') || ' ' || array_to_string(recipe.need_keys, ' '), 10000)),
        (3, left(recipe.notes, 4000))
      ) AS texts (kind, value),
      regexp_split_to_table(folded(texts.value), '[[:space:][:punct:]«»“”„‘’…—–·，、。]+') AS part,
      -- Hangul has no spaces within a name.
      LATERAL (
        SELECT start FROM generate_series(1, CASE WHEN part ~ '[가-힣]' THEN least(char_length(part), 20) ELSE 1 END) AS start
      ) AS starts
    WHERE part <> '' LIMIT 2000
  ) AS words
  WHERE words.word <> '' GROUP BY words.word
$$;
