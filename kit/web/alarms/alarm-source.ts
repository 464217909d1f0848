import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'

export const alarmPriorities = [1, 2, 3] as const
export type AlarmPriority = (typeof alarmPriorities)[number]

/** An alarm that somebody still has to look at, or whose reason is still there. */
export interface ActiveAlarm {
  readonly id: string
  readonly priority: AlarmPriority
  /** What it is about; a device has no key, and its name in place of the alias. */
  readonly sensor: Pick<Sensor, 'lesiId' | 'alias'> & { readonly key: string | null }
  /** What is wrong, in the language of the page. */
  readonly text: string
  /** When it began, ms UTC. */
  readonly since: number
  /** `returned`: its reason has passed, and nobody has acknowledged it. */
  readonly state: 'unacknowledged' | 'acknowledged' | 'returned'
}

/** Alarms of one priority: those that wait for somebody to acknowledge them, and the others. */
export interface AlarmCount {
  readonly unacknowledged: number
  readonly acknowledged: number
}
export type AlarmCounts = Readonly<Record<AlarmPriority, AlarmCount>>

/** Where active alarms come from: those of now, or of the moment that the page shows. */
export interface AlarmSource {
  /**
   * The same array while nothing changed, of very many the most important; undefined before the
   * first answer, and while what was known may be so no more: the connection is lost, or they could
   * not be fetched anew.
   */
  active(): readonly ActiveAlarm[] | undefined
  /** How many there are, where `active` leaves some out; absent or undefined: it has all. */
  counts?(): AlarmCounts | undefined
  /**
   * Sensors of which a source shows no alarms for a while, by `sensorNameOf`; undefined: not known.
   */
  shelved(): ReadonlySet<string> | undefined
  /** Calls back after a change, until the returned function is called. */
  watch(listener: () => void): () => void
}

/** A sensor as one text. */
export const sensorNameOf = ({ lesiId, key }: Pick<Sensor, 'lesiId' | 'key'>): string =>
  `${lesiId} ${key}`

export const AlarmContext = createContext<AlarmSource | null>(null)

/** Gives its part of the page a source of alarms; without one that is shown. */
export const AlarmProvider = AlarmContext.Provider

/** Null: this place has no alarms. */
export const useAlarmSource = (): AlarmSource | null => useContext(AlarmContext)

const watchNothing = () => () => {}
const noAnswer = () => undefined

/** Null: this place has no alarms. Undefined: they are not known now. */
export function useActiveAlarms(): readonly ActiveAlarm[] | null | undefined {
  const source = useContext(AlarmContext)
  const active = source?.active ?? noAnswer
  const alarms = useSyncExternalStore(source?.watch ?? watchNothing, active, active)
  return source === null ? null : alarms
}
