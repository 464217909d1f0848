import { plainSensor, type Sensor, type SensorType } from '#kit/model/sensor.ts'

/** What a machine is doing. Lamps, messages and every process value follow from it. */
export const machineStates = [
  'off',
  'heating',
  'running',
  'waiting',
  'setup',
  'fault',
  'cleaning',
] as const
export type MachineState = (typeof machineStates)[number]

export type NumberRange = readonly [low: number, high: number]

/**
 * An interruption between two runs: which state, for how many minutes, how often compared with the
 * others, what it is called.
 */
export interface Stop {
  readonly state: MachineState
  readonly minutes: NumberRange
  readonly share: number
  readonly notes: readonly string[]
}

/**
 * How a machine spends its weeks: shifts with their load, rests, warm-up, runs and what interrupts
 * them.
 */
export interface Rhythm {
  /**
   * Share of full load in the three shifts (from 06:00, 14:00, 22:00) and the factor of Saturdays
   * and Sundays.
   */
  readonly loads: {
    readonly day: number
    readonly evening: number
    readonly night: number
    readonly weekend: number
  }
  /**
   * When the machine is switched off: never, 01:00–04:30 of every day, or 22:00–06:00 of weekend
   * nights.
   */
  readonly rest: 'never' | 'nights' | 'weekend-nights'
  /** What follows a rest before the first run. */
  readonly warmUp: { readonly state: MachineState; readonly minutes: NumberRange } | null
  readonly runMinutes: NumberRange
  /** What a run is called: recipe or product. */
  readonly runNotes: readonly string[]
  readonly stops: readonly Stop[]
}

/**
 * Which side of a machine drives a value: its load, its heat, or merely whether it is on; each from
 * 0 to about 1.
 */
export type Drive = 'load' | 'heat' | 'on'

/**
 * A physical value: `rest` while the machine is off, `full` at full drive, reached with a
 * first-order lag, under noise.
 */
export interface ProcessSignal {
  readonly kind: 'process'
  readonly machine: string
  readonly drive: Drive
  readonly rest: number
  readonly full: number
  readonly lagMs: number
  /** Slow wandering: amplitude, and the time in which it turns. */
  readonly swing: number
  readonly swingMs: number
  /** Amplitude of the quick noise of the measurement. */
  readonly jitter: number
  /** Amplitude over the day, highest at 15:00. */
  readonly daily?: number
  /** Amplitude over several days. */
  readonly drift?: number
}

export type Signal =
  | ProcessSignal
  /**
   * Rises from one of `low` to one of `high` in a share `rise` of every period, then falls: a tank,
   * a stock of labels.
   */
  | {
      readonly kind: 'level'
      readonly periodMs: number
      readonly low: NumberRange
      readonly high: NumberRange
      readonly rise: NumberRange
    }
  /** 1 while the level named by `of` rises, else 0; `rate` turns it into a flow. */
  | { readonly kind: 'filling'; readonly of: string; readonly rate?: number }
  /** How often the level named by `of` was filled. */
  | { readonly kind: 'cycles'; readonly of: string; readonly start: number }
  /** A straight line through another sensor of the device, with noise of its own. */
  | {
      readonly kind: 'derived'
      readonly of: string
      readonly factor: number
      readonly offset: number
      readonly jitter: number
    }
  | {
      readonly kind: 'state'
      readonly machine: string
      readonly codes: Readonly<Record<MachineState, number | string>>
    }
  /** Grows with the load of a machine; starts again from zero every `resetWeeks` weeks. */
  | {
      readonly kind: 'total'
      readonly machine: string
      readonly perHour: number
      readonly start: number
      readonly resetWeeks?: number
    }
  /** Seconds for which a machine was on. */
  | { readonly kind: 'hours'; readonly machine: string; readonly start: number }
  /** The word for the state, or else the note of the present run or stop. */
  | {
      readonly kind: 'note'
      readonly machine: string
      readonly words: Readonly<Partial<Record<MachineState, string>>>
    }
  /** A batch code per shift: prefix, date, shift. */
  | { readonly kind: 'batch'; readonly prefix: string }
  /** One word per shift, from 06:00. */
  | { readonly kind: 'shift'; readonly words: readonly [string, string, string] }

/**
 * Rotas take turns in leading sensors beyond a limit. Each of the two `standing` rotas always has a
 * sensor out there; `passing` now and then, while the machine runs.
 */
export type ExcursionSchedule = 'standing-1' | 'standing-2' | 'passing'

/** A value beyond a limit, to which a sensor is led when its schedule's turn comes. */
interface Excursion {
  readonly target: number
  readonly schedule: ExcursionSchedule
}

export interface PlantSensor extends Omit<Sensor, 'id' | 'deviceId' | 'lesiId' | 'isNew'> {
  readonly signal: Signal
  readonly excursion?: Excursion
  /** Whether it takes its turn at being uncertain, broken, stuck or silent. */
  readonly mayFail?: true
}

export interface PlantDevice {
  readonly lesiId: string
  readonly name: string
  readonly machines: Readonly<Record<string, Rhythm>>
  readonly sensors: readonly PlantSensor[]
}

interface Extra {
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
 * A number with unit, decimals and the ends of its scale; once a second if nothing else is said.
 */
export function analog(
  key: string,
  alias: string,
  unit: string,
  decimals: number,
  scale: NumberRange,
  signal: Signal,
  { limits = [null, null], intervalMs = 1_000, ...rest }: Extra = {},
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
