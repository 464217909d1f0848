import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where it is listed what people imported. */
export const importTables: readonly PersonalTable[] = [
  { table: 'imports', people: { owner_id: 'goes' }, texts: ['file_name'] },
]
