import { useCallback, useEffect, type ComponentType, type ReactNode } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import { HubProvider } from '#kit/web/live/index.ts'
import type { LiveHub } from '#kit/web/live/live-hub.ts'
import type { ShownPastProps } from '#kit/web/past/past-room.tsx'
import { showPast } from '#kit/web/past/shown-past.ts'
import { TimeDock } from './dock/time-dock.tsx'
import { useEvents } from './dock/use-events.ts'
import { NoReadingsYet } from './no-readings-yet.tsx'
import { PastHead } from './past-head.tsx'
import { useMomentAddress } from './use-moment-address.ts'
import { usePastKeys } from './use-past-keys.ts'
import { usePlayer, usePlayerState } from './use-player.ts'
import './past-room.css'

interface PastProps extends ShownPastProps {
  /** Gives what is inside the alarms of the moment that the hub shows. */
  readonly Alarms: ComponentType<{
    readonly hub: LiveHub
    readonly sensors: readonly Sensor[]
    readonly children: ReactNode
  }>
}

/** A page in the past: what it was then, and the controls of time. */
export default function ShownPast({ sensors, at, onMoment, children, Alarms }: PastProps) {
  const player = usePlayer(at)
  useMomentAddress(player, at, onMoment)
  useEffect(() => showPast(player), [player])
  const { isPlaying, isLoading } = usePlayerState(player)
  const isPaused = !isPlaying && !isLoading && player.wanted() === at
  const events = useEvents(player, sensors)
  usePastKeys(player, events.goTo)
  const toPresent = useCallback(() => onMoment(null), [onMoment])
  return (
    <div className="past">
      <PastHead player={player} sensors={sensors} onPresent={toPresent} />
      <NoReadingsYet player={player} />
      <div className="past-page">
        <HubProvider hub={player.hub} shownMoment={isPaused ? at : undefined}>
          <Alarms hub={player.hub} sensors={sensors}>
            {children}
          </Alarms>
        </HubProvider>
      </div>
      <TimeDock player={player} events={events} onPresent={toPresent} />
    </div>
  )
}
