-- Products, custom roles, second factors, password links, pictures of people, and the audit.

alter table users add column version integer not null default 1;

-- Built-in roles keep their names: gates of routes say them.
alter table roles
  add column built_in boolean not null default false,
  add column version integer not null default 1;
update roles set built_in = true;

-- Renaming a role renames it everywhere.
alter table role_permissions
  drop constraint role_permissions_role_fkey,
  add constraint role_permissions_role_fkey foreign key (role) references roles on delete cascade on update cascade;
alter table user_roles
  drop constraint user_roles_role_fkey,
  add constraint user_roles_role_fkey foreign key (role) references roles on delete cascade on update cascade;
alter table sessions
  drop constraint sessions_active_role_fkey,
  add constraint sessions_active_role_fkey foreign key (active_role) references roles on delete set null on update cascade;
create index user_roles_role on user_roles (role);

-- Times of the failures that cost nothing yet: five of them within 15 minutes are too many.
alter table sign_in_failures add column recent timestamptz[] not null default '{}';

-- Products that have articles of their own; each brings the permission `manage {key}article`.
create table products (
  key text primary key check (key ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null
);

create function add_article_permission() returns trigger language plpgsql as $$
declare
  permission_name text := 'manage ' || new.key || 'article';
begin
  insert into permissions (name) values (permission_name) on conflict do nothing;
  insert into role_permissions (role, permission)
    select name, permission_name from roles where name in ('admin', 'manager', 'editor')
    on conflict do nothing;
  return null;
end $$;
create trigger products_added after insert on products for each row execute function add_article_permission();

-- The authenticator of a person; without `confirmed_at` it does not count yet.
create table second_factors (
  user_id integer primary key references users on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- Number of the newest 30-second step whose code was used: that one and older ones are refused.
  last_step bigint
);

-- Recovery codes that have not been used, as SHA-256.
create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Sign-ins whose password was right and whose second factor is awaited, by the SHA-256 of their ticket.
create table sign_in_tickets (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_tickets_expiry on sign_in_tickets (expires_at);

-- One-time links with which a person chooses a password, by the SHA-256 of their token; a new one replaces the old.
create table password_links (
  user_id integer primary key references users on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Pictures of people, PNG of 256 × 256; the name comes from the content, so that a browser may keep it for ever.
create table avatars (
  user_id integer primary key references users on delete cascade,
  file text not null unique,
  image bytea not null
);

-- Who changed what. Names are kept as they were then, so that an entry outlives what it is about.
create table audit_entries (
  id bigint generated always as identity primary key,
  time timestamptz not null default clock_timestamp(),
  actor_id integer,
  actor_name text,
  actor_email text,
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_name text not null,
  before jsonb,
  after jsonb,
  address text not null,
  request_id text not null
);
create index audit_entries_time on audit_entries (time desc, id desc);
create index audit_entries_actor on audit_entries (actor_id, time desc);
create index audit_entries_entity on audit_entries (entity, entity_id, time desc);
create index audit_entries_action on audit_entries (action, time desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit are never changed';
end $$;
create trigger audit_entries_fixed before update or delete on audit_entries for each row execute function refuse_change();

-- A new token of a session counts at once in every process.
drop trigger sessions_changed on sessions;
create trigger sessions_changed after delete or update of active_role, token_hash on sessions
  for each row execute function notify_session_changed();

-- Channel warroom_sessions, {"role": name}: what a role may do changed.
create function notify_role_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('warroom_sessions', json_build_object('role', coalesce(new.role, old.role))::text);
  return null;
end $$;
create trigger role_permissions_changed after insert or update or delete on role_permissions
  for each row execute function notify_role_changed();
