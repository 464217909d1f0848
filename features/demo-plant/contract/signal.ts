import type { MachineState, NumberRange } from './machine-schedule.ts'

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
