-- What leaves for somebody outside, by mail and other ways: stored before anybody reads that it was sent, tried again while it can not be
-- delivered, and looked back at.
create table if not exists deliveries (
  id uuid primary key,
  channel text not null,
  -- What it belongs to.
  source text not null,
  user_id integer references users (id) on delete cascade,
  target text not null,
  content jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  failure text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_at timestamptz not null,
  ended_at timestamptz
);
create index if not exists deliveries_due on deliveries (channel, next_at) where state = 'waiting';
create index if not exists deliveries_under_way on deliveries (state) where state in ('waiting', 'sending');
create index if not exists deliveries_source on deliveries (source, created_at desc);
create index if not exists deliveries_ended on deliveries (ended_at) where ended_at is not null;

create table if not exists delivery_attempts (
  delivery_id uuid not null references deliveries (id) on delete cascade,
  number integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Null: it was delivered, or is under way.
  failure text,
  detail text not null default '',
  primary key (delivery_id, number)
);
