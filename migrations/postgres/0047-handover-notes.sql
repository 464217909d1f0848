-- What one shift writes down for the next.
create table if not exists handover_notes (
  id integer generated always as identity primary key,
  -- When the shift begins.
  shift_from timestamptz not null,
  text text not null,
  author_id integer references users (id) on delete set null,
  created_at timestamptz not null
);
create index if not exists handover_notes_shift on handover_notes (shift_from, id);
