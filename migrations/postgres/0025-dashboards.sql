-- A stored board is a page of areas or a dashboard of widgets; both have versions and a bin.
alter table pages add column if not exists kind text not null default 'page'
  check (kind in ('page', 'dashboard'));
-- Whoever may look at it is offered a copy.
alter table pages add column if not exists is_template boolean not null default false;

drop index if exists pages_of_owner;
create index if not exists boards_of_owner on pages (owner_id, kind, deleted_at, position);

-- Of a dashboard; the widgets of a page are in its areas.
alter table page_versions add column if not exists widgets jsonb not null default '[]';

-- The dashboard that opens where a person names none; no row: the automatic arrangement.
create table if not exists chosen_dashboards (
  user_id integer primary key references users (id) on delete cascade,
  page_id uuid not null references pages (id) on delete cascade
);
create index if not exists chosen_dashboards_page on chosen_dashboards (page_id);
