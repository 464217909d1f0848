-- What the server's clock said last, and how much time has passed as far as anything proves: nothing
-- expires by a clock that jumped. One row.
create table if not exists expiry_clock (
  id boolean primary key default true check (id),
  clock timestamptz not null,
  trusted timestamptz not null
);
