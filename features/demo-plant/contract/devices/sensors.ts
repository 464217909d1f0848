import { plainSensor, type SensorType } from '#kit/model/sensor.ts'
import type { Excursion, PlantSensor } from '../definition.ts'
import type { Signal, Drive, ProcessSignal } from '../signal.ts'
import type { NumberRange } from '../machine-schedule.ts'

interface SensorOptions {
  readonly limits?: readonly [lower: number | null, upper: number | null]
  readonly intervalMs?: number
  readonly excursion?: Excursion
  readonly mayFail?: true
}

function sensor(
  type: SensorType,
  key: string,
  alias: string,
  signal: Signal,
  shape: Partial<Omit<PlantSensor, 'type' | 'key' | 'alias' | 'signal'>>,
): PlantSensor {
  const plain = {
    unit: '',
    decimals: 0,
    lowerAlarm: null,
    upperAlarm: null,
    scaleLow: null,
    scaleHigh: null,
    ...plainSensor,
    states: {},
  }
  return { ...plain, intervalMs: 30_000, ...shape, key, alias, type, signal }
}

/**
 * A number with unit, decimals and the ends of its scale; once a second if nothing else is
 * specified.
 */
export function analog(
  key: string,
  alias: string,
  unit: string,
  decimals: number,
  scale: NumberRange,
  signal: Signal,
  { limits = [null, null], intervalMs = 1_000, ...rest }: SensorOptions = {},
): PlantSensor {
  const [lowerAlarm, upperAlarm] = limits
  const [scaleLow, scaleHigh] = scale
  return sensor('analog', key, alias, signal, {
    unit,
    decimals,
    lowerAlarm,
    upperAlarm,
    scaleLow,
    scaleHigh,
    intervalMs,
    ...rest,
  })
}

export const counter = (
  key: string,
  alias: string,
  unit: string,
  signal: Signal,
  decimals = 0,
): PlantSensor => sensor('counter', key, alias, signal, { unit, decimals, intervalMs: 5_000 })

export const timer = (
  key: string,
  alias: string,
  machine: string,
  startHours: number,
): PlantSensor =>
  sensor(
    'timer',
    key,
    alias,
    { kind: 'hours', machine, start: startHours * 3_600 },
    { unit: 's', intervalMs: 10_000 },
  )

export const lamp = (
  key: string,
  alias: string,
  states: PlantSensor['states'],
  signal: Signal,
): PlantSensor => sensor('lamp', key, alias, signal, { states })

export const detector = (
  key: string,
  alias: string,
  words: readonly [off: string, on: string],
  signal: Signal,
): PlantSensor =>
  sensor('detector', key, alias, signal, {
    states: { 0: { word: words[0] }, 1: { word: words[1] } },
  })

export const text = (key: string, alias: string, signal: Signal): PlantSensor =>
  sensor('string', key, alias, signal, {})

/** Shorthand for the usual process value of a machine. */
export function process(
  machine: string,
  drive: Drive,
  [rest, full]: NumberRange,
  noise: {
    lagMs: number
    swing: number
    swingMs?: number
    jitter: number
    daily?: number
    drift?: number
  },
): ProcessSignal {
  return { kind: 'process', machine, drive, rest, full, swingMs: 1_200_000, ...noise }
}
