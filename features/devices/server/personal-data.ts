import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where it is stored whose devices are. */
export const deviceTables: readonly PersonalTable[] = [
  { table: 'bindings', people: { user_id: 'goes' } },
]
