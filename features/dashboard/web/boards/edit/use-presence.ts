import { useEffect, useState } from 'react'
import { announcePresence } from '#features/pages/contract/sharing.ts'
import { call } from '#kit/web/calls/call.ts'
import { liveHub } from '#kit/web/live/index.ts'
import { newWidgetId } from '../content/draft.ts'

/** The server counts a tab for 40 s. */
const repeatMs = 15_000

/** Says that this tab edits a dashboard, and gives the names of the others who do. */
export function usePresence(id: string | null): readonly string[] {
  const [editors, setEditors] = useState<readonly string[]>([])
  useEffect(() => {
    if (id === null) return undefined
    const tab = newWidgetId()
    let isShown = true
    const announce = (isEditing: boolean) =>
      void call(announcePresence, { params: { id }, body: { tab, isEditing } }).then(
        ({ data }) => isShown && setEditors(data.editors),
        // The next one comes soon; nobody waits for it.
        () => undefined,
      )
    announce(true)
    const timer = setInterval(() => announce(true), repeatMs)
    const stop = liveHub.watchBoards((update) => {
      if (update !== 'reload' && update.id === id) setEditors(update.editors)
    })
    return () => {
      isShown = false
      clearInterval(timer)
      stop()
      announce(false)
    }
  }, [id])
  return editors
}
