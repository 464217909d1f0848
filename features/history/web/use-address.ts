import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { useMisreadMessage } from '#kit/web/address/use-misread-address.ts'
import { useNavigateHere } from '#kit/web/screens/navigate-here.ts'
import {
  isAddressOutdated,
  misreadParts,
  readAddress,
  writeAddress,
  type Address,
} from './address.ts'

/**
 * The address of the page, and a way to change parts of it. `replace`: without a step in the
 * browser's history. What makes no sense in the address is replaced by what is shown,
 * and a message names it.
 */
export function useAddress(): [
  Address,
  (change: Partial<Address>, options?: { replace?: boolean }) => void,
] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigateHere()
  const address = useMemo(() => readAddress(search), [search])
  const change = useCallback(
    (part: Partial<Address>, { replace = false } = {}) => {
      void navigate({
        to: '.',
        replace,
        search: (before: Readonly<Record<string, unknown>>) =>
          writeAddress({ ...readAddress(before), ...part }),
      })
    },
    [navigate],
  )
  useMisreadMessage(useMemo(() => misreadParts(search), [search]))
  const isOutdated = isAddressOutdated(search)
  useEffect(() => {
    if (isOutdated) change({}, { replace: true })
  }, [isOutdated, change])
  return [address, change]
}
