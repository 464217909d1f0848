import { noFigure } from '#kit/web/formats/number.ts'
import { ageOf, conditionOf, type LiveSource } from '#kit/web/live/values/freshness.ts'
import type { Alarm } from '../../contract/alarm.ts'

/** The present value of an alarm's sensor, and whether it is no good one. */
export interface PresentValue {
  readonly text: string
  readonly isDoubtful: boolean
}

interface Words {
  readonly value: (sensor: Alarm['sensor'], value: number | string | null) => string
  readonly age: (ms: number) => string
  readonly offline: string
  readonly bad: string
}

/**
 * What is known of the sensor of an alarm at the server's time `now`, ms UTC. A value that a newer
 * one should have replaced by then has its age.
 */
export function presentValue(
  live: LiveSource,
  { sensor, device }: Pick<Alarm, 'sensor' | 'device'>,
  { now, words }: { readonly now: number; readonly words: Words },
): PresentValue {
  const isOffline = live.device(device.id)?.status === 'offline'
  if (isOffline) return { text: words.offline, isDoubtful: true }
  const reading = sensor === null ? undefined : live.reading(sensor.id)
  if (sensor === null || reading === undefined) return { text: noFigure, isDoubtful: false }
  const condition = conditionOf(live, { ...sensor, deviceId: device.id }, now)
  if (condition === 'bad') return { text: words.bad, isDoubtful: true }
  const text = words.value(sensor, reading.value)
  return condition === 'stale'
    ? { text: `${text} · ${words.age(ageOf(reading, now))}`, isDoubtful: true }
    : { text, isDoubtful: condition === 'uncertain' }
}
