-- Browsers of people that are notified of alarms, hours in which a person is not, and the keys by which push services recognise this server.
create table if not exists push_keys (
  id integer primary key check (id = 1),
  -- The private key, sealed.
  secret bytea not null,
  secret_key text not null,
  created_at timestamptz not null
);

create table if not exists push_browsers (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  -- Signing out ends it, here or elsewhere; null: that session has run out, and the person is notified all the same.
  session_id uuid references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh bytea not null,
  auth bytea not null,
  -- Of the page, for a person who has chosen none.
  language text not null,
  user_agent text not null,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index if not exists push_browsers_user on push_browsers (user_id);
create index if not exists push_browsers_session on push_browsers (session_id);

create table if not exists notification_quiet_hours (
  user_id integer primary key references users (id) on delete cascade,
  -- Times of day on the clock of the site, such as 22:00.
  quiet_from text not null,
  quiet_to text not null,
  -- Alarms of priority 1 come all the same.
  is_urgent_allowed boolean not null
);

-- What waits for the end of a person's quiet hours.
create table if not exists notification_held (
  route_id integer not null references notification_routes (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  alarm_id bigint not null references alarms (id) on delete cascade,
  due_at timestamptz not null,
  primary key (route_id, user_id, alarm_id)
);
create index if not exists notification_held_due on notification_held (due_at);
create index if not exists notification_held_alarm on notification_held (alarm_id);
create index if not exists notification_held_user on notification_held (user_id);
