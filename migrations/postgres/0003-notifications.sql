-- Tells every process that holds rows in memory which of them to read again.

-- Channel warroom_catalogue: the id of a device whose row, sensors or bindings changed. Equal payloads of one transaction arrive once.
create function notify_catalogue() returns trigger language plpgsql as $$
declare
  new_row jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  old_row jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  id_column text := tg_argv[0];
begin
  if new_row is not null then
    perform pg_notify('warroom_catalogue', new_row ->> id_column);
  end if;
  if old_row is not null and (old_row ->> id_column) is distinct from (new_row ->> id_column) then
    perform pg_notify('warroom_catalogue', old_row ->> id_column);
  end if;
  return null;
end $$;

create trigger devices_changed after insert or update or delete on devices
  for each row execute function notify_catalogue('id');
create trigger sensors_changed after insert or update or delete on sensors
  for each row execute function notify_catalogue('device_id');
create trigger bindings_changed after insert or update or delete on bindings
  for each row execute function notify_catalogue('device_id');

-- Channel warroom_sessions: {"ended": session id} or {"user": user id} whose rights changed.
create function notify_session_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('warroom_sessions', json_build_object('ended', old.id)::text);
  else
    perform pg_notify('warroom_sessions', json_build_object('user', new.user_id)::text);
  end if;
  return null;
end $$;

create trigger sessions_changed after delete or update of active_role on sessions
  for each row execute function notify_session_changed();

create function notify_rights_changed() returns trigger language plpgsql as $$
declare
  changed_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('warroom_sessions', json_build_object('user', (changed_row ->> tg_argv[0])::integer)::text);
  return null;
end $$;

create trigger users_changed after update on users
  for each row execute function notify_rights_changed('id');
create trigger user_roles_changed after insert or update or delete on user_roles
  for each row execute function notify_rights_changed('user_id');
create trigger user_permissions_changed after insert or update or delete on user_permissions
  for each row execute function notify_rights_changed('user_id');
