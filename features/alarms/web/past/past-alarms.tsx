import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import { AlarmProvider } from '#kit/web/alarms/alarm-source.ts'
import { call } from '#kit/web/calls/call.ts'
import { routeKey } from '#kit/web/calls/query-of.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import type { LiveHub } from '#kit/web/live/live-hub.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { maximumPastAlarmSensors, pastAlarms, stateAt } from '../../contract/past.ts'
import { createAlarmStore } from '../source/alarm-store.ts'
import { useAlarmWords } from '../words/use-alarm-words.ts'
import { alarmsIn, blockAt } from './alarms-at.ts'

interface PastAlarmsProps {
  /** Its moment is the one that is shown. */
  readonly hub: LiveHub
  readonly sensors: readonly Sensor[]
  readonly children: ReactNode
}

/** The alarms of these sensors as they were at the moment that is shown, for everything inside. */
export function PastAlarms({ hub, sensors, children }: PastAlarmsProps) {
  const { source, set } = useOnce(createAlarmStore)
  return (
    <AlarmProvider value={source}>
      <Follow hub={hub} sensors={sensors} onChange={set} />
      {children}
    </AlarmProvider>
  )
}

interface FollowProps extends Omit<PastAlarmsProps, 'children'> {
  readonly onChange: ReturnType<typeof createAlarmStore>['set']
}

/** Apart, so that a moment draws nothing again but what asked for the alarms. */
function Follow({ hub, sensors, onChange }: FollowProps): null {
  const at = useSyncExternalStore(hub.everySecond, hub.asOf, hub.asOf)
  const words = useAlarmWords()
  const ids = useMemo(
    () => sensors.slice(0, maximumPastAlarmSensors).map(({ id }) => id),
    [sensors],
  )
  const block = blockAt(at)
  const { data } = usePastAlarms(ids, block.from)
  // The next block is there when it is played.
  usePastAlarms(ids, block.until + 1)
  const alarms = data?.data.alarms
  const states = alarms?.map((alarm) => stateAt(alarm, at))
  const key = states?.join()
  const shown = useMemo(
    () => alarms && states && alarmsIn(alarms, states, words.text),
    // The states are the same where their texts are.
    // oxlint-disable-next-line react/exhaustive-deps
    [alarms, key, words],
  )
  useLayoutEffect(() => onChange(shown?.active, shown?.hidden), [onChange, shown])
  return null
}

const freshMs = 10_000

/** Alarms of the block that begins then, ms UTC. What is not over yet is asked for again. */
function usePastAlarms(sensors: number[], begin: number) {
  const { from, until } = blockAt(begin)
  const now = serverClock.now()
  return useQuery({
    queryKey: [...routeKey(pastAlarms), sensors, from],
    queryFn: ({ signal }) => call(pastAlarms, { body: { sensors, from, until } }, { signal }),
    enabled: from <= now,
    staleTime: freshMs,
    refetchInterval: until > now ? freshMs : false,
    meta: { quiet: true },
  })
}
