import type { Sensor } from '#kit/model/sensor.ts'
import { withRefused, withSensors, type Draft } from './draft.ts'
import type { RefusedField } from './refused-fields.ts'

/** Steps that can be undone. */
const maximumSteps = 100

export interface DraftHistory {
  readonly draft: Draft
  /** Former states, the last one at the end. */
  readonly past: readonly Draft[]
}

/** With a step of the person; what changes nothing is none. */
export function withStep(history: DraftHistory, step: (draft: Draft) => Draft): DraftHistory {
  const draft = step(history.draft)
  if (draft === history.draft) return history
  return { draft, past: [...history.past, history.draft].slice(-maximumSteps) }
}

/** One step back, where there is one. */
export function undone(history: DraftHistory): DraftHistory {
  const draft = history.past.at(-1)
  return draft ? { draft, past: history.past.slice(0, -1) } : history
}

/** With sensors as they are now: it is no step, and holds for the former states too. */
export function following(history: DraftHistory, sensors: readonly Sensor[]): DraftHistory {
  const draft = withSensors(history.draft, sensors)
  const past = history.past.map((state) => withSensors(state, sensors))
  const isSame = draft === history.draft && past.every((state, at) => state === history.past[at])
  return isSame ? history : { draft, past }
}

/**
 * With what the server did not take, and the sensors as they are now. Nothing was saved: the way
 * back stays.
 */
export function refusedHistory(
  history: DraftHistory,
  refused: readonly RefusedField[],
  sensors: readonly Sensor[],
): DraftHistory {
  const { draft, past } = following(history, sensors)
  return { draft: withRefused(draft, refused), past }
}
