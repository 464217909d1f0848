import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where accounts store something about a person. */
export const accountTables: readonly PersonalTable[] = [
  {
    table: 'users',
    people: { id: 'goes' },
    // Of others, who may name the person.
    texts: ['introduction'],
    withheld: ['password_hash'],
  },
  { table: 'user_roles', people: { user_id: 'goes' } },
  { table: 'user_permissions', people: { user_id: 'goes' } },
  { table: 'sessions', people: { user_id: 'goes' }, withheld: ['token_hash'] },
  { table: 'sign_in_tickets', people: { user_id: 'goes' }, withheld: ['token_hash'] },
  { table: 'second_factors', people: { user_id: 'goes' }, withheld: ['secret'] },
  { table: 'recovery_codes', people: { user_id: 'goes' }, withheld: ['code_hash'] },
  { table: 'password_links', people: { user_id: 'goes' }, withheld: ['token_hash'] },
  { table: 'avatars', people: { user_id: 'goes' } },
]
