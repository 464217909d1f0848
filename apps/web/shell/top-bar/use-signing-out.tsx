import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { unsavedAmong } from '#kit/web/screens/unsaved-entries.ts'
import { useSignOut } from '../../../../features/session/web/session/use-sign-out.ts'
import { useRouteTable } from '../../routes/use-routes.ts'
import { leaveSession } from '../../session-guard.ts'
import { LeaveDialog } from '../tabs/leave-dialog.tsx'
import { useTabs } from '../tabs/tab-store.ts'
import { useViewTitle } from '../tabs/use-view-title.ts'

/**
 * Signs out; first asks when a view holds unsaved changes, with the dialog that is returned to be
 * drawn.
 */
export function useSigningOut(): readonly [signOut: () => void, dialog: ReactNode] {
  const router = useRouter()
  const client = useQueryClient()
  const { mutate } = useSignOut(() => void leaveSession(router, client))
  const views = useTabs((state) => state.views)
  const titleOf = useViewTitle(useRouteTable())
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const signOut = () => {
    const paths = unsavedAmong(views.map(({ path }) => path))
    setUnsaved(paths)
    if (paths.length === 0) mutate()
  }
  const dialog = unsaved.length > 0 && (
    <LeaveDialog
      titles={views.filter(({ path }) => unsaved.includes(path)).map(titleOf)}
      onLeave={() => mutate()}
      onClose={() => setUnsaved([])}
    />
  )
  return [signOut, dialog]
}
