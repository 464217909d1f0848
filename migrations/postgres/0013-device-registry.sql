-- What people write about a device, and what may be shown of its token.
alter table devices
  add column if not exists product text not null default '',
  add column if not exists site text not null default '',
  add column if not exists zone text not null default '',
  -- How often it sends; a new sensor of it starts with this interval.
  add column if not exists interval_ms integer not null default 10000,
  -- Grows with every change of what people write.
  add column if not exists version integer not null default 1,
  -- Since when its token holds; null: from before this was noted.
  add column if not exists token_since timestamptz,
  -- Its last characters, to tell tokens apart; null: not known.
  add column if not exists token_ending text,
  -- The hash is then one of a token that nobody has.
  add column if not exists token_revoked boolean not null default false;

alter table devices alter column token_since set default now();

alter table devices
  drop constraint if exists devices_interval,
  add constraint devices_interval check (interval_ms > 0);
