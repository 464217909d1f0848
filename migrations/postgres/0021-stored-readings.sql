-- What was removed while readings of it were stored, and whether they are kept or deleted for good. A request to delete stays
-- until the telemetry store was seen to hold nothing of these sensors, whatever happens in between.
create table if not exists reading_deletions (
  id integer generated always as identity primary key,
  lesi_id text not null,
  device_name text not null,
  -- Null: all sensors of the device.
  sensor_key text,
  sensor_name text,
  -- Ids that sensors had; none of them is given again.
  sensor_ids integer[] not null,
  state text not null check (state in ('kept', 'requested', 'done')),
  requested_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  requested_at timestamptz,
  -- When the store was seen to hold nothing of them any more; the files go some time later.
  proven_at timestamptz,
  done_at timestamptz,
  -- How many there were, rollups not counted.
  readings bigint not null default 0,
  failed_at timestamptz,
  reason text
);
create index if not exists reading_deletions_open on reading_deletions (state) where state = 'requested';

-- Who may delete stored readings for good.
insert into permissions (name) values ('delete readings') on conflict do nothing;
insert into role_permissions (role, permission)
  select name, 'delete readings' from roles where name in ('admin', 'manager')
  on conflict do nothing;

-- A former token may hold on for a time that somebody chose.
alter table devices
  add column if not exists former_token_hash bytea,
  add column if not exists former_token_until timestamptz;

-- A certificate with which a device signs in at the broker's TLS port: one certificate by its fingerprint, or
-- whatever certificate with this subject the configured authority vouches for.
create table if not exists device_certificates (
  id integer generated always as identity primary key,
  device_id integer not null references devices on delete cascade,
  -- SHA-256 of the certificate.
  fingerprint bytea unique,
  subject text not null,
  -- Of the certificate, or of the last one with this subject that signed in.
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  check (fingerprint is null or length(fingerprint) = 32)
);
create unique index if not exists device_certificates_subject on device_certificates (subject) where fingerprint is null;
create index if not exists device_certificates_device on device_certificates (device_id);

drop trigger if exists device_certificates_changed on device_certificates;
create trigger device_certificates_changed after insert or delete or update of fingerprint, subject on device_certificates
  for each row execute function notify_catalogue('device_id');
