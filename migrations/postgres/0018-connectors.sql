-- Where the server fetches readings from.
create table if not exists connectors (
  id integer generated always as identity primary key,
  kind text not null,
  name text not null,
  settings jsonb not null,
  -- Names and values of its secrets, sealed together; null: it has none.
  secrets bytea,
  -- Which key of the installation they are sealed with.
  key_id text,
  paused boolean not null default false,
  position integer not null default 0,
  -- Grows with every change of what people entered.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint connectors_sealed check ((secrets is null) = (key_id is null))
);
create unique index if not exists connectors_name on connectors (lower(name));

insert into permissions (name) values ('manage connector') on conflict do nothing;
insert into role_permissions (role, permission)
  select role, 'manage connector' from (values ('admin'), ('manager')) as holders (role)
  where exists (select from roles where name = role)
  on conflict do nothing;
