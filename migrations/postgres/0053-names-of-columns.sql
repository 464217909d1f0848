-- Columns in the words of the rest: attempts are counted, and a checkpoint is recorded.

alter table sign_in_tickets rename column tries to attempts;
alter table alarm_evaluation rename column noted_at to recorded_at;
