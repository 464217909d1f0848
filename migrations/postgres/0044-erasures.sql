-- Names of a person are taken from entries of the audit when the law asks for it. The chain of hashes stays as it was: for each
-- redacted entry the hash of what it says now stands here, and an entry of the audit, which is in the chain, holds the digest of
-- all of one erasure (docs/decisions/0072-names-leave-the-audit.md).

create table if not exists audit_redactions (
  -- The entry that records the erasure; retention removes both.
  erasure_id bigint not null references audit_entries on delete cascade,
  entry_id bigint not null,
  -- SHA-256 of the content of the entry after it.
  content_hash bytea not null,
  primary key (erasure_id, entry_id)
);
create index if not exists audit_redactions_entry on audit_redactions (entry_id);

-- Only retention removes entries, and only an erasure changes them; each says so in its transaction.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('warroom.audit_retention', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entries' then
    if current_setting('warroom.audit_erasure', true) = 'on'
      and (new.id, new.time, new.action, new.entity, new.entity_id, new.request_id, new.count, new.actor_id, new.first_time)
        is not distinct from
        (old.id, old.time, old.action, old.entity, old.entity_id, old.request_id, old.count, old.actor_id, old.first_time)
    then
      return new;
    end if;
  end if;
  raise exception 'entries of the audit are never changed';
end $$;
