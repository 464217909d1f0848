-- Exports that are made again and again and leave by mail, in the name of a person, and each time that one was carried out.
create table if not exists export_schedules (
  id integer generated always as identity primary key,
  -- Grows with every change.
  version integer not null default 1,
  owner_id integer not null references users (id) on delete cascade,
  -- Name, rhythm, zone, sensors, recipients … as the contract has them.
  definition jsonb not null,
  -- The roles in which its owner set it up: one that the person loses counts no more.
  roles text[] not null,
  is_paused boolean not null default false,
  -- Null: paused, or the site has no shifts.
  next_at timestamptz,
  created_at timestamptz not null
);
create index if not exists export_schedules_owner on export_schedules (owner_id, id);
create index if not exists export_schedules_due on export_schedules (next_at) where next_at is not null;

create table if not exists export_schedule_runs (
  -- Also the id of its export.
  id uuid primary key,
  schedule_id integer not null references export_schedules (id) on delete cascade,
  begun_at timestamptz not null,
  ended_at timestamptz,
  period_from timestamptz not null,
  period_to timestamptz not null,
  -- When its export was asked for: one that is gone since was removed.
  asked_at timestamptz,
  state text not null default 'making' check (state in ('making', 'mailed', 'failed')),
  failure text
);
create index if not exists export_schedule_runs_schedule on export_schedule_runs (schedule_id, begun_at desc);
create index if not exists export_schedule_runs_making on export_schedule_runs (id) where state = 'making';
