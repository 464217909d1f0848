-- Articles: every saved version, the one that readers see, what an article is the procedure of, and
-- the pictures in them.

create table if not exists articles (
  id integer generated always as identity primary key,
  -- Null: of no product.
  product text references products,
  -- The newest; grows with every save.
  version integer not null,
  -- Null: a draft, which readers do not see.
  published_version integer,
  published_at timestamptz,
  -- Words of the newest version and of the published one, as features/articles/server/search makes them.
  search tsvector not null,
  published_search tsvector,
  check ((published_version is null) = (published_search is null)),
  check ((published_version is null) = (published_at is null))
);
create index if not exists articles_search on articles using gin (search);
create index if not exists articles_published_search on articles using gin (published_search);
create index if not exists articles_of_product on articles (product);

create table if not exists article_versions (
  article_id integer not null references articles on delete cascade,
  version integer not null,
  title text not null,
  document jsonb not null,
  -- Of article_pictures, those that the document shows.
  pictures uuid[] not null,
  author_id integer references users on delete set null,
  saved_at timestamptz not null,
  primary key (article_id, version)
);

create table if not exists article_sensors (
  article_id integer not null references articles on delete cascade,
  sensor_id integer not null references sensors on delete cascade,
  primary key (article_id, sensor_id)
);
create index if not exists article_sensors_sensor on article_sensors (sensor_id);

create table if not exists article_rules (
  article_id integer not null references articles on delete cascade,
  rule_id integer not null references alarm_rules on delete cascade,
  primary key (article_id, rule_id)
);
create index if not exists article_rules_rule on article_rules (rule_id);

create table if not exists article_pictures (
  id uuid primary key,
  image bytea not null,
  width integer not null,
  height integer not null,
  added_by integer references users on delete set null,
  added_at timestamptz not null
);
