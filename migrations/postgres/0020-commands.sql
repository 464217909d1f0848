-- Commands to devices: which devices take any, and what became of each.

create table if not exists command_settings (
  device_id integer primary key references devices on delete cascade,
  enabled boolean not null default false,
  -- What people wrote that the device takes, for protocols that cannot find out by themselves.
  targets jsonb not null default '[]',
  -- Grows with every change; no row counts as 0.
  version integer not null default 1
);

create table if not exists commands (
  -- Chosen by the browser: what is sent twice under one id is one command.
  id uuid primary key,
  device_id integer not null references devices on delete cascade,
  -- Who sent it; null: the account is gone, its name stays.
  user_id integer references users on delete set null,
  user_name text not null,
  protocol text not null,
  target_id text not null,
  target_name text not null,
  unit text not null,
  value jsonb not null,
  -- What the target's sensor showed then; null: nothing.
  previous jsonb,
  sent_at timestamptz not null,
  -- After it nobody waits for an answer.
  deadline timestamptz not null,
  -- Where it came from, for the audit of its outcome.
  address text not null,
  request_id text not null,
  -- Null: under way.
  outcome text check (outcome in
    ('done', 'accepted', 'refused', 'unanswered', 'not-connected', 'not-listening', 'unclear')),
  -- Why it was refused, as the device says.
  reason text,
  ended_at timestamptz,
  check ((outcome is null) = (ended_at is null))
);
-- One at a time for each target: an answer could not be told from another's.
create unique index if not exists commands_under_way
  on commands (device_id, protocol, target_id) where outcome is null;
create index if not exists commands_device on commands (device_id, sent_at);
create index if not exists commands_user on commands (user_id, sent_at);

-- Of all roles only the administrator's has it from the start.
insert into permissions (name) values ('command device') on conflict do nothing;
insert into role_permissions (role, permission) values ('admin', 'command device') on conflict do nothing;
