import { useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readAddress, type Search } from '#kit/web/address/address.ts'
import { useWallMode } from '#kit/web/wall/use-wall-mode.ts'
import { useNavigateHere } from '#kit/web/screens/navigate-here.ts'
import { warRoomAddress } from '../filter/filters.ts'

export interface Wall {
  readonly isOn: boolean
  readonly set: (isOn: boolean) => void
}

/** The war room as a wall, as its address says; while a dashboard is edited there is none. */
export function useWall(isEditing: boolean): Wall {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigateHere()
  const isOn = readAddress(warRoomAddress, search).wall === 'on' && !isEditing
  const set = useCallback(
    (next: boolean) =>
      void navigate({
        to: '.',
        search: ({ version, ...before }: { readonly version?: number }) => ({
          ...before,
          ...(next ? { wall: 'on' } : { version, wall: undefined }),
        }),
        replace: true,
      }),
    [navigate],
  )
  useWallMode({ isOn, onChange: isEditing ? null : set })
  return { isOn, set }
}
