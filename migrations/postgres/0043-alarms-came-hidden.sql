-- Whether nobody was shown an alarm when it came: such ones are no load of the operators.
alter table alarms add column if not exists came_hidden boolean not null default false;
