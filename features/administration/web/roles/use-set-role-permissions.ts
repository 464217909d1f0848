import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { listRoles, setRolePermissions } from '#features/accounts/contract/roles.ts'
import { putRole } from '../rights/query-roles.ts'
import type { RoleChange } from './matrix-draft.ts'

/**
 * Saves what roles may do, one role after the other; the first failure ends it and is for the
 * screen to show. `onSaved` is called for each role that is done.
 */
export function useSetRolePermissions(onSaved: (role: string) => void) {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (changes: readonly RoleChange[]) => {
      for (const { name, permissions, version } of changes) {
        const { data } = await call(setRolePermissions, {
          params: { name },
          body: { permissions: [...permissions], version },
        })
        putRole(client, data)
        onSaved(name)
      }
    },
    onSettled: () => invalidate(client, listRoles),
  })
}
