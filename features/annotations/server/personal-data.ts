import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where it is stored what people noted on sensors. */
export const annotationTables: readonly PersonalTable[] = [
  { table: 'annotations', people: { author_id: 'stays', changed_by: 'stays' }, texts: ['text'] },
]
