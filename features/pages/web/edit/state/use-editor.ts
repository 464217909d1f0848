import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isInHand, useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import type { Board } from '../../../contract/board.ts'
import { isSame } from '../../../contract/choose.ts'
import { afterEnlarging, normalizePage } from '../content/areas.ts'
import { changesBetween, type Change } from '../content/changes.ts'
import type { Outcome, Refusal } from '../content/outcome.ts'
import type { PageContent } from '../content/page-content.ts'
import { joined } from '../content/reconcile.ts'
import { firstStep, redo, step, undo, type Steps } from '../content/steps.ts'

/** The version from which an edit began. */
export interface Base {
  readonly version: number
  readonly content: PageContent
}

type Attempt = (content: PageContent) => Outcome

interface State {
  readonly base: Base
  readonly steps: Steps<PageContent>
  readonly refused: { readonly refusal: Refusal; readonly attempt: Attempt } | null
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
  readonly attempt: (next: Attempt) => Refusal | null
  readonly dismissRefusal: () => void
  /** Does what was refused for want of room, with a larger area. */
  readonly enlarge: () => void
  readonly undo: () => void
  readonly redo: () => void
  /** Begins again from where the edit began. */
  readonly restart: () => void
  /** What it says at this moment, whenever that is asked. */
  readonly now: () => PageContent
  /**
   * What was `sent` is stored now (null: as another page). What was done since goes on; returns
   * whether there is anything.
   */
  readonly settle: (stored: Board | null, sent: PageContent) => boolean
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
  ...{ base, steps: firstStep(base.content), refused: null },
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
  const { base, steps, refused } = state
  const content = steps.present
  const changes = useMemo(() => changesBetween(base.content, content), [base, content])
  const isChanged = useMemo(() => !isSame(base.content, content), [base, content])
  // Nothing of the person's is in the way of what was saved elsewhere.
  useWhenFree(!isChanged && board.version > base.version, () =>
    setState((before) => (hasChanged(before) ? before : fresh(baseOf(board)))),
  )
  const markSaved = useUnsaved(editForm, isChanged, () => ({ base, content }))
  const change = useCallback<Editor['change']>((next, subject) => {
    setState((before) => ({
      ...{ ...before, refused: null },
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
      const { refusal } = outcome
      if (refusal) setState((before) => ({ ...before, refused: { refusal, attempt: next } }))
      else change(() => outcome.content)
      return refusal ?? null
    },
    [change],
  )
  const actions = useMemo(() => ({ change, attempt }), [change, attempt])
  const withSteps = (next: (before: Steps<PageContent>) => Steps<PageContent>) =>
    setState((before) => ({ ...before, steps: next(before.steps), refused: null }))
  return {
    ...{ content, base, changes, isChanged, actions, change, attempt },
    refusal: refused?.refusal ?? null,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    dismissRefusal: () => setState((before) => ({ ...before, refused: null })),
    enlarge: () => {
      if (refused) attempt((page) => afterEnlarging(page, refused.refusal, refused.attempt))
    },
    undo: () => withSteps(undo),
    redo: () => withSteps(redo),
    restart: () => {
      markSaved()
      setState(fresh(base))
    },
    now: () => present.current,
    settle(stored, sent) {
      const goesOn = isInHand() || !isSame(present.current, sent)
      if (!goesOn) markSaved()
      if (stored) setState(since(stored, sent, present.current))
      else if (!goesOn) setState(fresh(base))
      return goesOn
    },
    rebase: (stored, next) => setState(goingOn(stored, next)),
  }
}

const hasChanged = ({ base, steps }: State) => !isSame(base.content, steps.present)

/** An edit of what is stored that says `next`. */
function goingOn(stored: Board, next: PageContent): State {
  const start = fresh(baseOf(stored))
  if (isSame(start.base.content, next)) return start
  return { ...start, steps: step(start.steps, next) }
}

/** An edit of what is stored with what was done since it was sent. */
const since = (stored: Board, sent: PageContent, now: PageContent): State =>
  goingOn(stored, joined(sent, normalizePage(stored), now, new Map()))

/** How long after something was put down what waited for that happens, ms. */
const freeMs = 200

/** Does something once `isDue`, as soon as the person holds nothing. */
function useWhenFree(isDue: boolean, action: () => void): void {
  const latest = useRef(action)
  useLayoutEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    if (!isDue) return undefined
    const attempt = () => {
      if (!isInHand()) latest.current()
    }
    attempt()
    const timer = setInterval(attempt, freeMs)
    return () => clearInterval(timer)
  }, [isDue])
}
