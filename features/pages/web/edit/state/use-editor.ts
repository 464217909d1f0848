import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import type { Board } from '../../../contract/board.ts'
import { isSame } from '../../../contract/choose.ts'
import { normalizePage } from '../content/areas.ts'
import { changesBetween, type Change } from '../content/changes.ts'
import type { Outcome, Refusal } from '../content/outcome.ts'
import type { PageContent } from '../content/page-content.ts'
import { firstStep, redo, step, undo, type Steps } from '../content/steps.ts'

/** The version from which an edit began. */
export interface Base {
  readonly version: number
  readonly content: PageContent
}

interface State {
  readonly base: Base
  readonly steps: Steps<PageContent>
  readonly refusal: Refusal | null
}

export interface Editor {
  readonly content: PageContent
  readonly base: Base
  readonly changes: readonly Change[]
  readonly isChanged: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Why the latest thing that was tried cannot be done; it stays until something else is done. */
  readonly refusal: Refusal | null
  /** What widgets do to the page; the same object all the time. */
  readonly actions: Pick<Editor, 'change' | 'attempt'>
  /** A change of the page; letters typed into the same `subject` are undone together. */
  readonly change: (next: (content: PageContent) => PageContent, subject?: string) => void
  /** A change that may be refused. Returns why it was. */
  readonly attempt: (next: (content: PageContent) => Outcome) => Refusal | null
  readonly dismissRefusal: () => void
  readonly undo: () => void
  readonly redo: () => void
  /** Begins again from what is stored; without a board from where the edit began. */
  readonly restart: (board?: Board) => void
  /** Goes on with this content on another version. */
  readonly rebase: (board: Board, content: PageContent) => void
}

const editForm = 'page-edit'

interface Interrupted {
  readonly base: Base
  readonly content: PageContent
}

const baseOf = (board: Board): Base => ({ version: board.version, content: normalizePage(board) })

const fresh = (base: Base): State => ({
  ...{ base, steps: firstStep(base.content), refusal: null },
})

/**
 * The edit of one page: what it says now, what was changed, undo and redo. Nothing is stored until
 * it is saved; what a session that ended interrupted is there again.
 */
export function useEditor(board: Board): Editor {
  const interrupted = useInterrupted<Interrupted>(editForm)
  const [state, setState] = useState<State>(() => {
    if (!interrupted) return fresh(baseOf(board))
    const start = fresh(interrupted.base)
    return { ...start, steps: step(start.steps, interrupted.content) }
  })
  const { base, steps, refusal } = state
  const content = steps.present
  const changes = useMemo(() => changesBetween(base.content, content), [base, content])
  const isChanged = useMemo(() => !isSame(base.content, content), [base, content])
  // Nothing of the person's is in the way of what was saved elsewhere.
  if (!isChanged && board.version > base.version) setState(fresh(baseOf(board)))
  const markSaved = useUnsaved(editForm, isChanged, () => ({ base, content }))
  const change = useCallback<Editor['change']>((next, subject) => {
    setState((before) => ({
      ...{ ...before, refusal: null },
      steps: step(before.steps, next(before.steps.present), subject ?? null),
    }))
  }, [])
  const present = useRef(content)
  useLayoutEffect(() => {
    present.current = content
  })
  const attempt = useCallback<Editor['attempt']>(
    (next) => {
      const outcome = next(present.current)
      if (outcome.refusal) setState((before) => ({ ...before, refusal: outcome.refusal }))
      else change(() => outcome.content)
      return outcome.refusal ?? null
    },
    [change],
  )
  const actions = useMemo(() => ({ change, attempt }), [change, attempt])
  const withSteps = (next: (before: Steps<PageContent>) => Steps<PageContent>) =>
    setState((before) => ({ ...before, steps: next(before.steps), refusal: null }))
  return {
    ...{ content, base, changes, isChanged, refusal, actions, change, attempt },
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    dismissRefusal: () => setState((before) => ({ ...before, refusal: null })),
    undo: () => withSteps(undo),
    redo: () => withSteps(redo),
    restart: (stored) => {
      markSaved()
      setState(fresh(stored ? baseOf(stored) : base))
    },
    rebase: (stored, next) => {
      const start = fresh(baseOf(stored))
      setState({ ...start, steps: step(start.steps, next) })
    },
  }
}
