import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { LiveHub } from '../live/live-hub.ts'

/** What shows moments of the past, standing or played. */
export interface MomentSource {
  /** Where values of the moment come from. */
  readonly hub: LiveHub
  /** The moment, ms UTC. */
  readonly wanted: () => number
  /** Calls back with every other one. */
  readonly onMoment: (listener: () => void) => () => void
}

/** The moment of the past that is on the screen, for what is around it. */
interface ShownPast {
  readonly isShown: boolean
  /** Null: the past is not on the screen. */
  readonly source: MomentSource | null
}

export const useShownPast = create<ShownPast>(() => ({ isShown: false, source: null }))

/** Until the returned function is called, the past is on the screen. */
export function showPast(source: MomentSource): () => void {
  useShownPast.setState({ isShown: true, source })
  document.documentElement.dataset['past'] = ''
  return () => {
    useShownPast.setState({ isShown: false, source: null })
    delete document.documentElement.dataset['past']
  }
}

/**
 * What `pick` makes of the moment that is on the screen, also while the past is played: renders
 * again when that changes, not with every moment. `at`: the moment that the address names, for as
 * long as nothing shows it; null: the present, of which null is made.
 */
export function useMomentValue<Value extends string | number | null>(
  at: number | null,
  pick: (moment: number) => Value,
): Value | null {
  const source = useShownPast((shown) => shown.source)
  return useSyncExternalStore(source?.onMoment ?? noMoments, () =>
    at === null ? null : pick(source?.wanted() ?? at),
  )
}

const noMoments = () => () => undefined
