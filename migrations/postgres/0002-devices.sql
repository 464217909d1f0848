-- Devices, their sensors, and which user is tied to which device.

create table devices (
  id integer generated always as identity primary key,
  lesi_id text not null unique check (lesi_id ~ '^[A-Za-z0-9_-]{3,64}$'),
  name text not null,
  -- SHA-256 of the device's token.
  token_hash bytea not null,
  silence_ms integer not null default 60000 check (silence_ms > 0),
  created_at timestamptz not null default now()
);

create table sensors (
  id integer generated always as identity primary key,
  device_id integer not null references devices on delete cascade,
  key text not null check (length(key) between 1 and 128),
  alias text not null,
  type text not null check (type in ('analog', 'lamp', 'counter', 'timer', 'detector', 'string')),
  unit text not null default '',
  decimals smallint not null default 2 check (decimals between 0 and 9),
  lower_alarm double precision,
  upper_alarm double precision,
  scale_low double precision,
  scale_high double precision,
  interval_ms integer not null default 10000 check (interval_ms > 0),
  states jsonb not null default '{}',
  is_new boolean not null default true,
  created_at timestamptz not null default now(),
  unique (device_id, key)
);

create table bindings (
  user_id integer not null references users on delete cascade,
  device_id integer not null references devices on delete cascade,
  relation text not null check (relation in ('admin', 'sub-user')),
  contract_start date,
  contract_end date,
  primary key (user_id, device_id)
);
create index bindings_device on bindings (device_id);

-- Facts about the installation itself, by name.
create table settings (
  key text primary key,
  value jsonb not null
);
