-- When devices, or their wills, said that they are offline: silence alone is seen from readings.
create table if not exists device_offline_reports (
  device_id integer not null references devices (id) on delete cascade,
  reported_at timestamptz not null,
  primary key (device_id, reported_at)
);
