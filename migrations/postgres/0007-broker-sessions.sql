-- Persistent sessions that this installation has, or had, at external MQTT brokers: a broker queues messages in each until it is removed.
create table broker_sessions (
  -- Address without credentials.
  broker text not null,
  client_id text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (broker, client_id)
);
