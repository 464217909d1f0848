-- Entries of the audit are chained: the hash of each covers its content and the hash before it, in the order in which they became true.

alter table audit_entries
  -- How many alike this entry stands for, and the time of the first of them; `time` is that of the last.
  add column count integer not null default 1 check (count > 0),
  add column first_time timestamptz;

-- Everything that an entry says, as one text that depends on no setting. features/audit/server/chain-store.ts reads the same.
create function audit_content(entry audit_entries) returns text language sql immutable as $$
  select jsonb_build_array(
    entry.id, (extract(epoch from entry.time) * 1000000)::bigint, entry.actor_id, entry.actor_name, entry.actor_email,
    entry.action, entry.entity, entry.entity_id, entry.entity_name, entry.before, entry.after, entry.address, entry.request_id,
    entry.count, (extract(epoch from entry.first_time) * 1000000)::bigint
  )::text
$$;

create table audit_chain (
  position bigint primary key,
  entry_id bigint not null unique,
  -- SHA-256 of the hash before and the content.
  hash bytea not null
);

-- The newest link. Its row is locked from the end of a transaction's work until its commit, which puts entries in the order of commits.
create table audit_head (
  single boolean primary key default true check (single),
  position bigint not null,
  hash bytea not null
) with (fillfactor = 20);
insert into audit_head (position, hash) values (0, decode(repeat('00', 32), 'hex'));

-- The last link that retention removed: the chain goes on from its hash.
create table audit_checkpoint (
  single boolean primary key default true check (single),
  position bigint not null,
  hash bytea not null
);
insert into audit_checkpoint (position, hash) values (0, decode(repeat('00', 32), 'hex'));

create function append_to_audit_chain(entry audit_entries) returns void language plpgsql as $$
declare
  last_position bigint;
  last_hash bytea;
begin
  select position, hash into strict last_position, last_hash from audit_head for update;
  last_hash := sha256(last_hash || convert_to(audit_content(entry), 'UTF8'));
  insert into audit_chain (position, entry_id, hash) values (last_position + 1, entry.id, last_hash);
  update audit_head set position = last_position + 1, hash = last_hash;
end $$;

-- What was recorded before.
do $$
declare
  entry audit_entries;
begin
  for entry in select * from audit_entries order by id loop
    perform append_to_audit_chain(entry);
  end loop;
end $$;

create function chain_audit_entry() returns trigger language plpgsql as $$
begin
  perform append_to_audit_chain(new);
  return null;
end $$;
-- Deferred: the lock on the head is the last that a transaction takes, so nobody waits for each other in a circle, and it is held
-- for the commit alone, however long the transaction was.
create constraint trigger audit_entries_chained after insert on audit_entries
  deferrable initially deferred for each row execute function chain_audit_entry();

-- Only the server's retention removes, and says so in its transaction.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('warroom.audit_retention', true) = 'on' then
    return old;
  end if;
  raise exception 'entries of the audit are never changed';
end $$;
create trigger audit_entries_kept before truncate on audit_entries execute function refuse_change();
create trigger audit_chain_fixed before update or delete on audit_chain for each row execute function refuse_change();
create trigger audit_chain_kept before truncate on audit_chain execute function refuse_change();
