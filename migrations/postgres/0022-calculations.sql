-- Sensors whose values are calculated from those of others. A sensor stays calculated when its
-- calculation is ended: no device sends values under its key.
alter table sensors add column if not exists is_calculated boolean not null default false;

create table if not exists calculations (
  sensor_id integer primary key references sensors on delete cascade,
  expression text not null check (length(expression) between 1 and 1000),
  -- By the name in the expression: {"a": {"thing": "PUMP-1", "key": "flow"}}. By name, not by id: a
  -- sensor that comes back under its name is the input again.
  inputs jsonb not null
);
