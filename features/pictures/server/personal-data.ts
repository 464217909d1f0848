import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where the pictures of people are stored. */
export const pictureTables: readonly PersonalTable[] = [
  { table: 'pictures', people: { owner_id: 'goes' } },
]
