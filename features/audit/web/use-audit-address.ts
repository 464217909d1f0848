import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { readAuditAddress, writeAuditAddress, type AuditAddress } from './audit-address.ts'

type Change = (part: Partial<AuditAddress>, options?: { readonly replace?: boolean }) => void

/**
 * The address of the list, and a way to change parts of it; whatever is changed but the page itself
 * leads to the first page.
 */
export function useAuditAddress(): [AuditAddress, Change] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const address = useMemo(() => readAuditAddress(search), [search])
  const change = useCallback<Change>(
    (part, { replace = false } = {}) => {
      void navigate({
        to: '/administrator/audit',
        replace,
        search: (before: Readonly<Record<string, unknown>>) =>
          writeAuditAddress({ ...readAuditAddress(before), page: 1, ...part }),
      })
    },
    [navigate],
  )
  return [address, change]
}
