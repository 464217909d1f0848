-- With whom a page or dashboard is shared: a person, or everybody who is there in a role.
create table if not exists page_shares (
  id uuid primary key,
  page_id uuid not null references pages (id) on delete cascade,
  user_id integer references users (id) on delete cascade,
  role text references roles (name) on delete cascade on update cascade,
  access text not null check (access in ('read', 'edit')),
  -- Null: an account that is gone.
  shared_by integer references users (id) on delete set null,
  shared_at timestamptz not null default now(),
  check ((user_id is null) <> (role is null))
);
create unique index if not exists page_shares_people on page_shares (page_id, user_id)
  where user_id is not null;
create unique index if not exists page_shares_roles on page_shares (page_id, role)
  where role is not null;
create index if not exists page_shares_user on page_shares (user_id);
create index if not exists page_shares_role on page_shares (role);

-- Who shares also what others made, as far as it is open to them.
insert into permissions (name) values ('share board') on conflict do nothing;
insert into role_permissions (role, permission)
  select role, 'share board' from (values ('admin'), ('manager')) as holders (role)
  where exists (select from roles where name = role)
  on conflict do nothing;
