import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where it is stored who had readings deleted. */
export const readingTables: readonly PersonalTable[] = [
  { table: 'reading_deletions', people: { requested_by: 'stays' }, texts: ['reason'] },
]
