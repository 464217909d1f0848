import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Board } from '#features/pages/contract/board.ts'
import { isSame } from '#features/pages/contract/choose.ts'
import { isInHand, useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import { draftOf, type Draft } from '../content/draft.ts'
import { joined } from '../content/joined.ts'
import { changed, historyOf, redone, undone, type History } from '../content/history.ts'

/** What somebody began to edit. */
export interface Editing {
  /** Null: a dashboard that is not stored yet. */
  readonly id: string | null
  /** The version that the edit began from; 0 of a new one. */
  readonly version: number
  readonly start: Draft
  readonly history: History<Draft>
}

export interface Editor {
  readonly editing: Editing
  readonly draft: Draft
  readonly isChanged: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Changes of the same `subject` after each other are one step. */
  readonly change: (next: (draft: Draft) => Draft, subject?: string) => void
  readonly undo: () => void
  readonly redo: () => void
  /** What it says at this moment, whenever that is asked. */
  readonly now: () => Draft
}

const form = 'dashboard'

/** An edit of a stored dashboard. */
export function editingOf(board: Board): Editing {
  const { id, version } = board
  const start = draftOf(board)
  return { id, version, start, history: historyOf(start) }
}

/** An edit of a dashboard that is to be. */
export function editingNew(draft: Draft): Editing {
  const start: Draft = { name: '', widgets: [] }
  return { id: null, version: 0, start, history: historyOf(draft) }
}

/**
 * What is being edited on this screen, if anything; it survives the end of a session and leaves no
 * tab without a question.
 */
export function useEditing() {
  const interrupted = useInterrupted<Editing>(form)
  const [editing, setEditing] = useState<Editing | null>(interrupted ?? null)
  const isChanged = editing !== null && editing.history.present !== editing.start
  const markSaved = useUnsaved(form, isChanged, () => editing)
  const step = useCallback(
    (next: (history: History<Draft>) => History<Draft>) =>
      setEditing((before) => before && { ...before, history: next(before.history) }),
    [],
  )
  const actions = useMemo(
    () => ({
      change: (next: (draft: Draft) => Draft, subject?: string) =>
        step((history) => changed(history, next(history.present), subject)),
      undo: () => step(undone),
      redo: () => step(redone),
    }),
    [step],
  )
  const latest = useRef(editing)
  useLayoutEffect(() => {
    latest.current = editing
  })
  const editor: Editor | null = editing && {
    ...actions,
    now: () => (latest.current ?? editing).history.present,
    editing,
    isChanged,
    draft: editing.history.present,
    canUndo: editing.history.past.length > 0,
    canRedo: editing.history.future.length > 0,
  }
  const end = useCallback(() => {
    markSaved()
    setEditing(null)
  }, [markSaved])
  /**
   * Ends what was `sent` and is stored now. What was done since goes on; returns whether. Null: the
   * person has given this edit up meanwhile.
   */
  const settle = (stored: Board, sent: Draft): boolean | null => {
    const present = latest.current
    if (present === null || present.start !== editing?.start) return null
    const draft = present.history.present
    const goesOn = draft !== sent || isInHand()
    if (goesOn) setEditing(editingSince(stored, sent, draft))
    else end()
    return goesOn
  }
  return { editor, begin: setEditing, end, settle }
}

/** An edit of what is stored with what was done since it was sent. */
function editingSince(stored: Board, sent: Draft, now: Draft): Editing {
  const editing = editingOf(stored)
  const { draft } = joined({ base: sent, theirs: editing.start, mine: now })
  if (isSame(draft, editing.start)) return editing
  return { ...editing, history: changed(editing.history, draft) }
}
