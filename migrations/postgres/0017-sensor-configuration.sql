-- What the configuration of a sensor says besides: how raw values become readings, where a counter
-- begins anew, and how long a value may stay the same.
alter table sensors
  add column if not exists no_change_ms integer check (no_change_ms > 0),
  add column if not exists factor double precision not null default 1 check (factor <> 0),
  add column if not exists "offset" double precision not null default 0,
  add column if not exists wrap_at double precision check (wrap_at > 0);
