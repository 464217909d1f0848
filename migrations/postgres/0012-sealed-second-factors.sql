-- Which key of the installation the secret is sealed with, so that it is worth nothing without it. Null: not sealed yet; the start seals it.
alter table second_factors add column if not exists key_id text;
create index if not exists second_factors_key on second_factors (key_id);
