import { useSyncExternalStore } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import { byImportance } from './alarm-order.ts'
import { sensorNameOf, useAlarmSource, type ActiveAlarm, type AlarmSource } from './alarm-source.ts'

type Named = Pick<Sensor, 'lesiId' | 'key'>

/** What is to be seen of the alarms of some sensors. */
export interface SensorMark {
  /** The most important one; null: there is none that is shown. */
  readonly alarm: Pick<ActiveAlarm, 'priority' | 'state' | 'text'> | null
  /** How many there are. */
  readonly count: number
  /** Of one of them a source shows no alarms for a while. */
  readonly isShelved: boolean
}

const bySensor = new WeakMap<readonly ActiveAlarm[], ReadonlyMap<string, readonly ActiveAlarm[]>>()

function alarmsBySensor(active: readonly ActiveAlarm[]) {
  const known = bySensor.get(active)
  if (known) return known
  const groups = Map.groupBy(active, ({ sensor: { lesiId, key } }) =>
    key === null ? '' : sensorNameOf({ lesiId, key }),
  )
  bySensor.set(active, groups)
  return groups
}

/** Null: nothing is to be marked, or it is not known. */
export function sensorMark(
  source: Pick<AlarmSource, 'active' | 'shelved'>,
  sensors: readonly Named[],
): SensorMark | null {
  const active = source.active()
  if (active === undefined) return null
  const names = [...new Set(sensors.map(sensorNameOf))]
  const groups = alarmsBySensor(active)
  const alarms = byImportance(names.flatMap((name) => groups.get(name) ?? []))
  const isShelved = names.some((name) => source.shelved()?.has(name))
  const [first] = alarms
  if (!first && !isShelved) return null
  const alarm = first ? { priority: first.priority, state: first.state, text: first.text } : null
  return { alarm, count: alarms.length, isShelved }
}

const watchNothing = () => () => {}

/** The mark of these sensors; drawn again only when it is another one. */
export function useSensorMark(sensors: readonly Named[]): SensorMark | null {
  const source = useAlarmSource()
  const read = () => {
    const mark = source && sensorMark(source, sensors)
    return mark === null ? '' : JSON.stringify(mark)
  }
  const text = useSyncExternalStore(source?.watch ?? watchNothing, read, read)
  return text === '' ? null : (JSON.parse(text) as SensorMark)
}
