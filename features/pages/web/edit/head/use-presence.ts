import { useEffect, useState } from 'react'
import { call } from '#kit/web/calls/call.ts'
import { randomUuid } from '#kit/web/browser/random-uuid.ts'
import { announcePresence } from '../../../contract/sharing.ts'
import { useBoardUpdates } from '../../calls/use-board-updates.ts'

/** The server counts a tab for 40 s. */
const announceMs = 15_000

/**
 * Says while the editor is shown that this tab edits a page, and gives the names of the others who
 * do.
 */
export function usePresence(id: string): readonly string[] {
  const [editors, setEditors] = useState<readonly string[]>([])
  useBoardUpdates((change) => {
    if (change.id === id) setEditors(change.editors)
  })
  useEffect(() => {
    const tab = randomUuid()
    let isShown = true
    const announce = async (isEditing: boolean) => {
      try {
        const { data } = await call(announcePresence, { params: { id }, body: { tab, isEditing } })
        if (isShown) setEditors(data.editors)
      } catch {
        // The next one comes soon; nobody waits for it.
      }
    }
    void announce(true)
    const timer = setInterval(() => void announce(true), announceMs)
    return () => {
      isShown = false
      clearInterval(timer)
      void announce(false)
    }
  }, [id])
  return editors
}
