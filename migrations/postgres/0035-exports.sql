-- Exports of people: what is to be made, how far it is, and where a finished one ends. The files lie in the data directory, each named by
-- its id; what has no row there is removed.
create table if not exists exports (
  id uuid primary key,
  owner_id integer not null references users (id) on delete cascade,
  kind text not null,
  request jsonb not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  failure text,
  -- How often it was begun: a server that ends in the middle of it begins it again, not for ever.
  attempts integer not null default 0,
  readings bigint not null,
  rows bigint,
  bytes bigint,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz
);

create index if not exists exports_of_owner on exports (owner_id, created_at desc);
create index if not exists exports_under_way on exports (state) where state in ('waiting', 'running');
