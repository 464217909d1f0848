import { useMemo, useState } from 'react'
import type { Draft } from './draft.ts'

/** Steps that can be undone. */
const maximumSteps = 100

interface History {
  readonly draft: Draft
  /** Former states, the last one at the end. */
  readonly past: readonly Draft[]
}

/** What is not saved, with the way back step by step. */
export function useDraft(initial: Draft) {
  const [{ draft, past }, set] = useState<History>({ draft: initial, past: [] })
  const actions = useMemo(
    () => ({
      /** A step of the person, which can be undone. */
      change: (step: (draft: Draft) => Draft) =>
        set((history) => {
          const next = step(history.draft)
          if (next === history.draft) return history
          const steps = [...history.past, history.draft].slice(-maximumSteps)
          return { draft: next, past: steps }
        }),
      /** What the server says: it is no step, and holds for the former states too. */
      follow: (update: (draft: Draft) => Draft) =>
        set((history) => {
          const next = { draft: update(history.draft), past: history.past.map(update) }
          return next.draft === history.draft ? history : next
        }),
      undo: () =>
        set((history) => {
          const last = history.past.at(-1)
          return last ? { draft: last, past: history.past.slice(0, -1) } : history
        }),
      /** What was saved, or given up, is no step to go back behind. */
      commit: (update: (draft: Draft) => Draft) =>
        set((history) => ({ draft: update(history.draft), past: [] })),
    }),
    [],
  )
  return { draft, canUndo: past.length > 0, ...actions }
}
