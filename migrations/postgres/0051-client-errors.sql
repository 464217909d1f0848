-- Errors that pages of the application met, each once with how often.
create table if not exists client_errors (
  id integer generated always as identity primary key,
  -- SHA-256 of message, stack and version.
  fingerprint bytea not null unique,
  message text not null,
  stack text not null,
  -- Where it was last met: a path without its question.
  page text not null,
  version text not null,
  -- Browser and system by which it was last met.
  browser text not null,
  occurrences integer not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null
);
create index if not exists client_errors_last_seen on client_errors (last_seen);
