import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where the files of people are listed. */
export const exportTables: readonly PersonalTable[] = [
  { table: 'exports', people: { owner_id: 'goes' }, documents: { request: ['title'] } },
  {
    table: 'export_schedules',
    people: { owner_id: 'goes' },
    documents: { definition: ['name', 'recipients.*'] },
  },
]
