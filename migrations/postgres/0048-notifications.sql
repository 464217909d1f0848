-- By which routes people outside are notified of alarms, and of which alarms they were.
create table if not exists notification_routes (
  id integer generated always as identity primary key,
  -- Grows with every change.
  version integer not null default 1,
  -- Name, priorities, devices, shifts, delays and target as the contract has them.
  definition jsonb not null,
  -- With which a webhook is signed, sealed.
  secret bytea,
  secret_key text,
  created_at timestamptz not null
);

-- Up to which event alarms were looked at.
create table if not exists notification_cursor (
  id integer primary key check (id = 1),
  event bigint not null
);

-- An alarm by a route: once, whatever is killed.
create table if not exists notification_notices (
  route_id integer not null references notification_routes (id) on delete cascade,
  alarm_id bigint not null references alarms (id) on delete cascade,
  due_at timestamptz not null,
  -- When it was given to the outbox, or was not needed any more.
  ended_at timestamptz,
  primary key (route_id, alarm_id)
);
create index if not exists notification_notices_due on notification_notices (due_at) where ended_at is null;
create index if not exists notification_notices_alarm on notification_notices (alarm_id);
