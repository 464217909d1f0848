import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import type { User } from '#features/accounts/contract/users.ts'
import { putUser, userQuery } from '../user/query-user.ts'
import { putRole, rolesQuery } from './query-roles.ts'

const roleOf = (name: string, version: number, permissions: string[]): RoleDetail => ({
  ...{ name, version, permissions, builtIn: false, members: 1 },
  abilities: { rename: true, setPermissions: true, remove: true, assign: true },
})

test('AM27 the answer to a change of a role does not undo what was fetched since', () => {
  const client = new QueryClient()
  const other = roleOf('other', 1, [])
  const data = [roleOf('shift lead', 9, ['of now']), other]
  client.setQueryData(rolesQuery.queryKey, { data })
  const shown = () => client.getQueryData(rolesQuery.queryKey)?.data
  putRole(client, roleOf('shift lead', 8, ['of before']))
  expect(shown()).toEqual(data)
  const saved = roleOf('shift lead', 10, [])
  putRole(client, saved)
  expect(shown()).toEqual([saved, other])
})

test('AM27 the answer to a change of an account does not undo what was fetched since', () => {
  const client = new QueryClient()
  const user = (version: number, disabled: boolean) => ({ id: 7, version, disabled }) as User
  const { queryKey } = userQuery(7)
  const shown = () => client.getQueryData(queryKey)?.data
  putUser(client, user(4, false))
  expect(shown()).toEqual(user(4, false))
  client.setQueryData(queryKey, { data: user(6, true) })
  putUser(client, user(5, false))
  expect(shown()).toEqual(user(6, true))
  putUser(client, user(6, false))
  expect(shown()).toEqual(user(6, false))
})
