import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Board } from '#features/pages/contract/board.ts'
import { readDashboard } from '#features/pages/contract/dashboards.ts'
import { call } from '#kit/web/calls/call.ts'
import { toast } from '#kit/web/toast.ts'
import { failureKey } from '#kit/web/calls/failure-text.ts'
import { useRefreshDashboards, useSaveDashboard } from '../calls/use-dashboards.ts'
import { conflictOf, type Conflict } from './conflict.ts'
import type { Editor } from './use-editor.ts'

/** Saves an edit, and asks when somebody else has saved the same meanwhile. */
export function useSaving(editor: Editor, onSaved: (board: Board) => void) {
  const translate = useTranslations('dashboard.board')
  const errors = useTranslations('errors')
  const refresh = useRefreshDashboards()
  const { mutate, isPending } = useSaveDashboard()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { id, version } = editor.editing
  const name = editor.draft.name.trim() === '' ? translate('unnamed') : editor.draft.name.trim()
  const store = (as: { readonly id: string | null; readonly version: number; name: string }) =>
    mutate(
      { ...as, widgets: editor.draft.widgets },
      {
        onSuccess({ board, isMerged }) {
          setConflict(null)
          toast('success', translate(isMerged ? 'savedMerged' : 'saved'))
          onSaved(board)
        },
        onError(error) {
          const found = conflictOf(error)
          if (found) setConflict(found)
          else toast('error', translate('notSaved'), errors(failureKey(error)))
        },
      },
    )
  const keepMine = async (board: string) => {
    const { data } = await call(readDashboard, { params: { id: board } })
    store({ id: board, version: data.version, name })
  }
  const takeTheirs = async (board: string) => {
    await refresh()
    const { data } = await call(readDashboard, { params: { id: board } })
    setConflict(null)
    onSaved(data)
  }
  return {
    isPending,
    conflict,
    save: () => store({ id, version, name }),
    keepMine: () => void (id !== null && keepMine(id)),
    takeTheirs: () => void (id !== null && takeTheirs(id)),
    saveCopy: () => store({ id: null, version: 0, name: translate('copyOf', { name }) }),
    closeConflict: () => setConflict(null),
  }
}
