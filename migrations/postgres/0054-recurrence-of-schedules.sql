-- When a schedule makes an export is called its recurrence.
update export_schedules
set definition = (definition - 'rhythm') || jsonb_build_object('recurrence', definition->'rhythm')
where definition ? 'rhythm';
