-- Rules of alarms, the alarms that came, what happened to each, and what shows none for a while.

create table if not exists alarm_rules (
  id integer generated always as identity primary key,
  -- Grows with every change.
  version integer not null default 1,
  name text not null,
  is_enabled boolean not null,
  -- Target, condition, deadband, delays, priority, message … as the contract has them.
  definition jsonb not null,
  changed_at timestamptz not null
);
create index if not exists alarm_rules_name on alarm_rules (lower(name), id);

create table if not exists alarms (
  id bigint generated always as identity primary key,
  -- The id of its rule, or upper or lower: the sensor's own limit.
  origin text not null,
  rule_name text not null,
  -- 0: recorded and shown to nobody by itself.
  priority smallint not null check (priority between 0 and 3),
  is_latching boolean not null,
  device_id integer not null references devices on delete cascade,
  -- Null: it is about the device.
  sensor_id integer references sensors on delete cascade,
  cause jsonb not null,
  message jsonb not null,
  value jsonb not null,
  -- When its condition came, as its readings say, and when it had lasted long enough.
  since timestamptz not null,
  raised_at timestamptz not null,
  returned_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by integer references users on delete set null,
  acknowledgement text not null default '',
  assigned_to integer references users on delete set null,
  hidden text check (hidden in ('shelved', 'suppressed', 'out_of_service')),
  is_late boolean not null default false,
  ended_at timestamptz,
  check (ended_at is null or returned_at is not null)
);
-- The same readings, evaluated again after a crash, give no second alarm.
create unique index if not exists alarms_once on alarms (origin, device_id, coalesce(sensor_id, 0), since);
create index if not exists alarms_open on alarms (id) where ended_at is null;
create index if not exists alarms_time on alarms (raised_at desc, id desc);
create index if not exists alarms_device on alarms (device_id, raised_at desc);
create index if not exists alarms_sensor on alarms (sensor_id, raised_at desc);

create table if not exists alarm_events (
  id bigint generated always as identity primary key,
  alarm_id bigint not null references alarms on delete cascade,
  type text not null,
  at timestamptz not null,
  user_id integer references users on delete set null,
  comment text not null default ''
);
create index if not exists alarm_events_alarm on alarm_events (alarm_id, id);
create index if not exists alarm_events_at on alarm_events (at);

create table if not exists alarm_shelves (
  origin text not null,
  device_id integer not null references devices on delete cascade,
  sensor_id integer references sensors on delete cascade,
  kind text not null check (kind in ('shelved', 'out_of_service')),
  until timestamptz,
  is_one_shot boolean not null default false,
  reason text not null,
  user_id integer references users on delete set null,
  at timestamptz not null
);
create unique index if not exists alarm_shelves_once on alarm_shelves (origin, device_id, coalesce(sensor_id, 0));

-- Until when the readings of each sensor were evaluated, and delays that were under way.
create table if not exists alarm_evaluation (
  id integer primary key check (id = 1),
  noted_at timestamptz not null,
  state jsonb not null
);

-- Those who watch the plant acknowledge its alarms from the start.
insert into permissions (name) values ('acknowledge alarm') on conflict do nothing;
insert into role_permissions (role, permission)
  select name, 'acknowledge alarm' from roles where name in ('admin', 'manager', 'user')
  on conflict do nothing;
