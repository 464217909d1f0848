import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { readUsersAddress, writeUsersAddress, type UsersAddress } from './users-address.ts'

type Change = (part: Partial<UsersAddress>, options?: { readonly replace?: boolean }) => void

/**
 * The address of the list, and a way to change parts of it; whatever is changed but the page itself
 * leads to the first page.
 */
export function useUsersAddress(): [UsersAddress, Change] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const address = useMemo(() => readUsersAddress(search), [search])
  const change = useCallback<Change>(
    (part, { replace = false } = {}) => {
      void navigate({
        to: '/administrator/users',
        replace,
        search: (before: Readonly<Record<string, unknown>>) =>
          writeUsersAddress({ ...readUsersAddress(before), page: 1, ...part }),
      })
    },
    [navigate],
  )
  return [address, change]
}
