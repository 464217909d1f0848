import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Who met an error is not stored; a message may name somebody all the same. */
export const clientErrorTables: readonly PersonalTable[] = [
  { table: 'client_errors', people: {}, texts: ['message', 'stack', 'page'] },
]
