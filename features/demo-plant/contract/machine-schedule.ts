export type NumberRange = readonly [low: number, high: number]

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
export interface MachineSchedule {
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
