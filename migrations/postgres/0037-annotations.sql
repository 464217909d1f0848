-- What people have said about a moment or a span of time of a sensor. It goes with the sensor.
create table if not exists annotations (
  id integer generated always as identity primary key,
  sensor_id integer not null references sensors on delete cascade,
  begins_at timestamptz not null,
  -- Of a moment the same.
  ends_at timestamptz not null,
  text text not null check (length(text) between 1 and 500),
  -- Grows with every change.
  version integer not null default 1,
  -- Null: an account that is gone.
  author_id integer references users (id) on delete set null,
  created_at timestamptz not null,
  -- Of the last change; null: there was none, or, with a time, an account that is gone.
  changed_by integer references users (id) on delete set null,
  changed_at timestamptz,
  check (ends_at >= begins_at)
);
create index if not exists annotations_of_sensor on annotations (sensor_id, begins_at);
create index if not exists annotations_author on annotations (author_id);
create index if not exists annotations_changed_by on annotations (changed_by);

insert into permissions (name) values ('annotate sensor') on conflict do nothing;
insert into role_permissions (role, permission)
  select role, 'annotate sensor'
  from (values ('admin'), ('manager'), ('editor'), ('user')) as holders (role)
  where exists (select from roles where name = role)
  on conflict do nothing;
