-- Alarms that lasted for more than a month, which handovers find by their end: what came before a
-- shift is looked for by when it came, and not further back.
create index if not exists alarms_lasted on alarms (ended_at)
  where ended_at - raised_at > interval '744 hours';
