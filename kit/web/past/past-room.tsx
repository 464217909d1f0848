import { useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, type FunctionComponent, type ReactNode } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import { useNavigateHere } from '../screens/navigate-here.ts'
import { momentField, momentText } from './past-moment.ts'

export interface PastRoomProps {
  /** What the page shows: what of it happened is on the timeline. */
  readonly sensors: readonly Sensor[]
  readonly children: ReactNode
}

export interface ShownPastProps extends PastRoomProps {
  /** The moment that the address names, ms UTC. */
  readonly at: number
  /** Names another one in the address; null: the present. */
  readonly onMoment: (at: number | null) => void
}

let Shown: FunctionComponent<ShownPastProps> | null = null

/** Names what shows the past; the application does this once, at its start. */
export function providePast(provided: FunctionComponent<ShownPastProps>): void {
  Shown = provided
}

/** The moment of the past that the address names (ms UTC; null: none), and how to go to another. */
export function usePastMoment(): readonly [
  at: number | null,
  goTo: (at: number | null, isNew?: boolean) => void,
] {
  const navigate = useNavigateHere()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const text = momentField.read(search['at'])
  const goTo = useCallback(
    (at: number | null, isNew = false) =>
      void navigate({
        to: '.',
        search: (before: object) => ({
          ...before,
          at: at === null ? undefined : momentText(at),
        }),
        // From the present the way back leads to the moment that was shown.
        replace: !isNew && at !== null,
      }),
    [navigate],
  )
  return [text === null ? null : Date.parse(text), goTo]
}

/**
 * A page of widgets that can be turned back: while the address names a moment, everything in it
 * draws that moment, with the controls of time below.
 */
export function PastRoom({ sensors, children }: PastRoomProps) {
  const [at, goTo] = usePastMoment()
  if (at === null || Shown === null) return children
  return (
    <Suspense fallback={null}>
      <Shown sensors={sensors} at={at} onMoment={goTo}>
        {children}
      </Shown>
    </Suspense>
  )
}
