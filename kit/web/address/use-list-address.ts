import { useSearch } from '@tanstack/react-router'
import { useNavigateHere } from '../screens/navigate-here.ts'
import { useCallback, useMemo } from 'react'
import {
  misreadFields,
  readAddress,
  writeAddress,
  type AddressFields,
  type AddressOf,
} from './address.ts'
import { useMisreadAddress } from './use-misread-address.ts'

export type ChangeAddress<Fields extends AddressFields> = (
  part: Partial<AddressOf<Fields>>,
  /** `replace`: without a step in the browser's history. */
  options?: { readonly replace?: boolean },
) => void

/**
 * The address of a list at `path`, and a way to change parts of it. Every change, other than of the
 * page number, leads to the first page. Parts that make no sense are removed, with a message.
 * `fields` is a constant of the screen.
 */
export function useListAddress<Fields extends AddressFields & { readonly page: unknown }>(
  path: string,
  fields: Fields,
): readonly [AddressOf<Fields>, ChangeAddress<Fields>] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigateHere()
  const address = useMemo(() => readAddress(fields, search), [fields, search])
  useMisreadAddress(useMemo(() => misreadFields(fields, search), [fields, search]))
  const change = useCallback<ChangeAddress<Fields>>(
    (part, { replace = false } = {}) => {
      void navigate({
        to: path,
        replace,
        search: (before: Readonly<Record<string, unknown>>) =>
          writeAddress(fields, { ...readAddress(fields, before), page: 1, ...part }),
      })
    },
    [navigate, path, fields],
  )
  return [address, change]
}
