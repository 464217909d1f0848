-- With a claim code a person becomes the parent account of a device that has none, for these days.
alter table devices
  -- SHA-256 of the code; null: it can not be claimed.
  add column if not exists claim_hash bytea,
  add column if not exists claim_since timestamptz,
  add column if not exists claim_start date,
  add column if not exists claim_end date;
