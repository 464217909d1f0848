import { useMemo, useState } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Draft } from './draft.ts'
import { following, refusedHistory, undone, withStep, type DraftHistory } from './draft-history.ts'
import type { RefusedField } from './refused-fields.ts'

/** What is not saved, with the way back step by step. */
export function useDraft(initial: Draft) {
  const [{ draft, past }, set] = useState<DraftHistory>({ draft: initial, past: [] })
  const actions = useMemo(
    () => ({
      /** A step of the person, which can be undone. */
      change: (step: (draft: Draft) => Draft) => set((history) => withStep(history, step)),
      follow: (sensors: readonly Sensor[]) => set((history) => following(history, sensors)),
      refuse: (refused: readonly RefusedField[], sensors: readonly Sensor[]) =>
        set((history) => refusedHistory(history, refused, sensors)),
      undo: () => set(undone),
      /** What was saved, or given up, is no step to go back behind. */
      commit: (update: (draft: Draft) => Draft) =>
        set((history) => ({ draft: update(history.draft), past: [] })),
    }),
    [],
  )
  return { draft, canUndo: past.length > 0, ...actions }
}
