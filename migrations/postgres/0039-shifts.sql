-- When shifts begin, on the wall clock of the site; each lasts until the next one begins.
create table if not exists shifts (
  name text not null,
  start text primary key check (start ~ '^[0-2][0-9]:[0-5][0-9]$')
);
