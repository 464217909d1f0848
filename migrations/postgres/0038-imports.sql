-- Files of readings that people import: how far each is, how it is read, and what came of it. The files lie in the data directory, named
-- by the id; what has no row here is removed.
create table if not exists imports (
  id uuid primary key,
  owner_id integer not null references users (id) on delete cascade,
  file_name text not null,
  -- Announced, and arrived so far.
  bytes bigint not null,
  received bigint not null default 0,
  state text not null default 'uploading'
    check (state in ('uploading', 'open', 'waiting', 'running', 'checked', 'done', 'failed', 'cancelled')),
  task text not null default 'check' check (task in ('check', 'import')),
  failure text,
  -- Whether the file is still there.
  has_file boolean not null default true,
  mapping jsonb,
  -- The sensors that the mapping leads to, with the roles of whoever asked.
  plan jsonb,
  sensor_ids integer[] not null default '{}',
  outcome jsonb,
  -- Of an import: batches that are counted in the outcome, and the length of the list of refused rows with them.
  batches integer not null default 0,
  refused_bytes bigint not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null,
  -- When somebody or something last did a step.
  touched_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index if not exists imports_of_owner on imports (owner_id, created_at desc);
create index if not exists imports_under_way on imports (state) where state in ('waiting', 'running');

-- Who may add readings of the past from files.
insert into permissions (name) values ('import readings') on conflict do nothing;
insert into role_permissions (role, permission)
  select name, 'import readings' from roles where name in ('admin', 'manager')
  on conflict do nothing;
