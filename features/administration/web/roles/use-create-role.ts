import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { createRole, listRoles } from '#features/accounts/contract/roles.ts'

/** Adds a role with the permissions of another one, or with none. The form shows failures. */
export function useCreateRole() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (role: { readonly name: string; readonly permissions: string[] }) =>
      (await call(createRole, { body: role })).data,
    onSuccess: () => invalidate(client, listRoles),
  })
}
