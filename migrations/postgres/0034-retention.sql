-- For how long is kept what sensors of a type send; where a product is named, for its devices alone.
-- Days; null: for ever.
create table if not exists retention_rules (
  product text not null default '',
  sensor_type text not null,
  readings_days integer not null check (readings_days between 7 and 36500),
  minutes_days integer check (minutes_days >= readings_days and minutes_days <= 36500),
  hours_days integer check (hours_days >= coalesce(minutes_days, 36500) and hours_days <= 36500),
  primary key (product, sensor_type)
);

insert into retention_rules (sensor_type, readings_days, minutes_days, hours_days)
values
  ('analog', 90, 730, null),
  ('lamp', 90, 730, null),
  ('counter', 90, 730, null),
  ('timer', 90, 730, null),
  ('detector', 90, 730, null),
  ('string', 730, 730, 730)
on conflict do nothing;
