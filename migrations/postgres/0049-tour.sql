-- When a person saw the tour of the application to its end, or skipped it; null: it is to come.
alter table users add column if not exists tour_ended_at timestamptz;
-- Who has worked here before needs none.
update users set tour_ended_at = now() where tour_ended_at is null;
