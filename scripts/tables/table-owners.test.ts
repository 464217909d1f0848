import { expect, test } from 'vitest'
import { foreignTables } from './table-owners.ts'

const store = 'features/devices/server/devices-store.ts'

test.each([
  ["sql.selectFrom('users').select('id')", ['users']],
  ["sql\n    .innerJoin('users as u', 'u.id', 'bindings.user_id')", ['users']],
  ["sql.selectFrom(['devices', 'bindings']).leftJoin(\n 'sessions', 'a', 'b')", ['sessions']],
  ['query`delete from sign_in_tickets where user_id = 1`', ['sign_in_tickets']],
  ['query`select 1 from bindings join "users" on true`', ['users']],
  ['query`insert into user_roles (role) select name from roles`', ['user_roles', 'roles']],
  ['query`vacuum full second_factors`', ['second_factors']],
])('a store of another feature may not say %s', (text, tables) => {
  expect(foreignTables(store, text).toSorted()).toEqual(tables.toSorted())
  expect(foreignTables('features/accounts/server/users/users-store.ts', text)).toEqual([])
})

test.each([
  "sql.selectFrom('bindings').select(query<number>`count(*)`.as('users'))",
  "sql.selectFrom('devices').select('id')",
  'query`delete from broker_sessions`',
  '// Ties devices: a row from users is not read here',
  '/** Reads nothing\n * from sessions. */',
  "const path = '/administrator/users'",
])('nothing is found in %s', (text) => {
  expect(foreignTables(store, text)).toEqual([])
})
