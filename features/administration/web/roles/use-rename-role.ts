import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { listRoles, renameRole, type RoleDetail } from '#features/accounts/contract/roles.ts'
import { listUsers, readUser } from '#features/accounts/contract/users.ts'

/** Gives a role another name; its members keep it. The form shows failures. */
export function useRenameRole() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ role, name }: { readonly role: RoleDetail; readonly name: string }) =>
      (
        await call(renameRole, {
          params: { name: role.name },
          body: { name, version: role.version },
        })
      ).data,
    onSettled: () => invalidate(client, listRoles, listUsers, readUser),
  })
}
