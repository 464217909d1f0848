-- People, what they may do, and their sessions.

create table users (
  id integer generated always as identity primary key,
  email text not null check (length(email) < 255),
  name text not null,
  password_hash text not null,
  disabled boolean not null default false,
  avatar text not null default '',
  introduction text not null default '',
  language text,
  cognito_id text,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table roles (
  name text primary key
);

create table permissions (
  name text primary key
);

create table role_permissions (
  role text not null references roles on delete cascade,
  permission text not null references permissions on delete cascade,
  primary key (role, permission)
);

create table user_roles (
  user_id integer not null references users on delete cascade,
  role text not null references roles on delete cascade,
  primary key (user_id, role)
);

create table user_permissions (
  user_id integer not null references users on delete cascade,
  permission text not null references permissions on delete cascade,
  primary key (user_id, permission)
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the token in the cookie: who reads this table can not sign in with it.
  token_hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  -- Null: all roles of the user at once.
  active_role text references roles on delete set null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Failed sign-ins of one account from one address, as typed: the account need not exist.
create table sign_in_failures (
  account text not null,
  address text not null,
  failures integer not null,
  last_failure_at timestamptz not null,
  primary key (account, address)
);
create index sign_in_failures_age on sign_in_failures (last_failure_at);

insert into roles (name) values ('admin'), ('manager'), ('editor'), ('user'), ('visitor'), ('free'), ('basic');

insert into permissions (name) values
  ('view menu administrator'),
  ('manage user'),
  ('manage permission'),
  ('manage article'),
  ('view menu admin scada'),
  ('view menu warroom'),
  ('view menu clipboard'),
  ('view menu zip'),
  ('view menu pdf'),
  ('view menu i18n');

insert into role_permissions (role, permission) select 'admin', name from permissions;
insert into role_permissions (role, permission) select 'manager', name from permissions where name <> 'manage permission';
insert into role_permissions (role, permission) values
  ('editor', 'view menu administrator'),
  ('editor', 'manage article'),
  ('editor', 'view menu warroom'),
  ('user', 'view menu warroom');
