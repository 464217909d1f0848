-- What comes in numbers (failed sign-ins, sensors that a device brings along) is counted here and becomes one entry of the audit when its period ends.

create table audit_sums (
  -- What is counted together.
  key text primary key,
  -- How narrow that is: one subject, all of one address, or everything.
  scope text not null check (scope in ('subject', 'address', 'all')),
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_name text not null,
  after jsonb not null,
  -- Names of some that were counted.
  samples jsonb not null,
  address text not null,
  request_id text not null,
  -- Those that no entry stands for yet.
  count integer not null,
  first_time timestamptz,
  last_time timestamptz,
  ends_at timestamptz not null
);
create index audit_sums_end on audit_sums (ends_at);
