import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where it is stored what people commanded. */
export const commandTables: readonly PersonalTable[] = [
  { table: 'commands', people: { user_id: 'stays' }, emptied: ['user_name', 'address'] },
]
