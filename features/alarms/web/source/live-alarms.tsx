import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, type ReactNode } from 'react'
import { AlarmProvider, sensorNameOf } from '#kit/web/alarms/alarm-source.ts'
import { useConnection } from '#kit/web/live/index.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { useAlarmWords } from '../words/use-alarm-words.ts'
import { createAlarmStore } from './alarm-store.ts'
import { activeQuery } from './query-alarms.ts'
import { asActiveAlarms, countsBeyond } from './as-active-alarms.ts'
import { useAlarmUpdates } from './use-alarm-updates.ts'

interface LiveAlarmsProps {
  /** Whether the person may see values at all. */
  readonly isOn: boolean
  readonly children: ReactNode
}

/**
 * The alarms of now for everything inside: fetched once, and again when the server says that they
 * changed. They are not known while the connection is lost, nor while they cannot be fetched.
 */
export function LiveAlarms({ isOn, children }: LiveAlarmsProps) {
  const { source, set } = useOnce(createAlarmStore)
  return (
    <AlarmProvider value={isOn ? source : null}>
      {isOn && <Follow onChange={set} />}
      {children}
    </AlarmProvider>
  )
}

type Store = ReturnType<typeof createAlarmStore>

/** Apart, so that a change draws nothing again but what asked for the alarms. */
function Follow({ onChange }: { readonly onChange: Store['set'] }): null {
  useAlarmUpdates()
  const { data, isError } = useQuery(activeQuery)
  const isLost = useConnection().isLost || isError
  const words = useAlarmWords()
  const alarms = useMemo(
    () => (isLost ? undefined : data && asActiveAlarms(data.data.alarms, words.text)),
    [isLost, data, words],
  )
  const shelved = useMemo(
    () =>
      isLost || data === undefined
        ? undefined
        : new Set(data.data.shelved.map(({ thing: lesiId, key }) => sensorNameOf({ lesiId, key }))),
    [isLost, data],
  )
  const counts = useMemo(
    () => (isLost ? undefined : data && countsBeyond(data.data)),
    [isLost, data],
  )
  useLayoutEffect(() => onChange(alarms, shelved, counts), [onChange, alarms, shelved, counts])
  return null
}
