-- Home pages that people build of areas and widgets. What a page holds is a document that is read
-- and written whole; every saved version stays for a while, so that an edit which began from an
-- older one can be merged, and an earlier one restored.
create table if not exists pages (
  id uuid primary key,
  owner_id integer not null references users (id) on delete cascade,
  name text not null,
  -- Its place in the owner's list; equal places are ordered by time of creation.
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- In the bin since then; null: in use.
  deleted_at timestamptz
);

create index if not exists pages_of_owner on pages (owner_id, deleted_at, position);

create table if not exists page_versions (
  page_id uuid not null references pages (id) on delete cascade,
  version integer not null,
  name text not null,
  areas jsonb not null,
  -- Null: an account that is gone.
  saved_by integer references users (id) on delete set null,
  saved_at timestamptz not null default now(),
  primary key (page_id, version)
);
