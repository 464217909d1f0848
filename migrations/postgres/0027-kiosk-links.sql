-- Links by which a page or dashboard can be looked at without an account.
create table if not exists kiosk_links (
  id uuid primary key,
  page_id uuid not null references pages (id) on delete cascade,
  name text not null,
  -- SHA-256 of the token in the link: who reads this table can not open it.
  token_hash bytea not null unique,
  -- Whose rights count: what is closed to this person the link does not show.
  made_by integer not null references users (id) on delete cascade,
  -- The roles in which the person was then; one that the person loses counts no more.
  roles text[] not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- About when it was opened last.
  last_used_at timestamptz
);
create index if not exists kiosk_links_page on kiosk_links (page_id);
create index if not exists kiosk_links_person on kiosk_links (made_by);
