import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where tokens of people are stored. */
export const accessTokenTables: readonly PersonalTable[] = [
  {
    table: 'access_tokens',
    people: { user_id: 'goes' },
    texts: ['name'],
    withheld: ['token_hash'],
  },
]
