-- Tokens with which other programs read in a person's name.
create table if not exists access_tokens (
  id uuid primary key,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  -- SHA-256 of the token: who reads this table can not use it.
  token_hash bytea not null unique,
  -- The roles in which the person was then; one that the person loses counts no more.
  roles text[] not null,
  -- The devices that it opens, of those that are open to the person; null: all of these.
  device_ids integer[],
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- About when it was used last.
  last_used_at timestamptz
);
create index if not exists access_tokens_person on access_tokens (user_id, created_at desc);
