-- Rows that a run of the retention is removing, by table and month: what a run that does not end has
-- removed is audited by the next.
create table if not exists retention_removals (
  table_name text not null,
  month integer not null,
  rows bigint not null check (rows >= 0),
  primary key (table_name, month)
);
