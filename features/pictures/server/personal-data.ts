import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where the pictures of people are stored. */
export const pictureTables: readonly PersonalTable[] = [
  // Those that boards are on have another owner by then (decision 0061).
  { table: 'pictures', people: { owner_id: 'goes' } },
]
