import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { listRoles } from '#features/accounts/contract/roles.ts'
import { listUsers, readUser, type User } from '#features/accounts/contract/users.ts'
import { putUser } from './query-user.ts'

/**
 * A change that the server answers with the account as it is now: it is shown at once, and lists
 * and roles follow. `isQuiet`: the screen shows failures.
 */
export function useAccountChange<Input>(
  change: (input: Input) => Promise<{ readonly data: User }>,
  { isQuiet }: { readonly isQuiet: boolean },
) {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: isQuiet },
    mutationFn: async (input: Input) => (await change(input)).data,
    onSuccess: (user) => {
      putUser(client, user)
      return invalidate(client, listUsers, readUser, listRoles)
    },
  })
}
