-- Pictures that people put widgets on, WebP without anything else that the file held. Whoever is
-- given the id may see one; only its owner removes it.
create table if not exists pictures (
  id uuid primary key,
  owner_id integer not null references users (id) on delete cascade,
  image bytea not null,
  width integer not null,
  height integer not null,
  added_at timestamptz not null default now()
);

create index if not exists pictures_of_owner on pictures (owner_id, added_at desc);
