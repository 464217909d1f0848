import type { MachineSchedule } from './machine-schedule.ts'

const lineLoads = { day: 1, evening: 0.96, night: 0.88, weekend: 0.62 }

/** Runs day and night; a fault every few days. */
export const steady = (faults: readonly string[]): MachineSchedule => ({
  loads: { day: 1, evening: 0.97, night: 0.9, weekend: 0.86 },
  rest: 'never',
  warmUp: null,
  runMinutes: [900, 5_000],
  runNotes: [''],
  stops: [{ state: 'fault', minutes: [3, 20], share: 1, notes: faults }],
})

/** Starts and stops by demand, faults now and then, off in weekend nights. */
export const byDemand = (faults: readonly string[]): MachineSchedule => ({
  loads: lineLoads,
  rest: 'weekend-nights',
  warmUp: { state: 'setup', minutes: [4, 10] },
  runMinutes: [90, 420],
  runNotes: [''],
  stops: [
    { state: 'waiting', minutes: [4, 25], share: 8, notes: ['Low demand', 'Tank full'] },
    { state: 'fault', minutes: [5, 35], share: 2, notes: faults },
    { state: 'setup', minutes: [6, 15], share: 1, notes: ['Manual test'] },
  ],
})

/** A station of the packaging line: short runs, many short stops. */
export const station = (
  products: readonly string[],
  waits: readonly string[],
  faults: readonly string[],
): MachineSchedule => ({
  loads: lineLoads,
  rest: 'weekend-nights',
  warmUp: { state: 'setup', minutes: [10, 25] },
  runMinutes: [18, 130],
  runNotes: products,
  stops: [
    { state: 'waiting', minutes: [1, 9], share: 10, notes: waits },
    { state: 'fault', minutes: [2, 22], share: 4, notes: faults },
    { state: 'setup', minutes: [6, 20], share: 2, notes: ['Changeover'] },
    { state: 'cleaning', minutes: [12, 25], share: 1, notes: ['Cleaning in place'] },
  ],
})

/** An oven: heated after the night's rest, one recipe after another, cleaned between. */
export const batches = (
  recipes: readonly string[],
  faults: readonly string[],
): MachineSchedule => ({
  loads: { day: 1, evening: 1, night: 0.9, weekend: 0.8 },
  rest: 'nights',
  warmUp: { state: 'heating', minutes: [45, 70] },
  runMinutes: [70, 190],
  runNotes: recipes,
  stops: [
    { state: 'cleaning', minutes: [15, 35], share: 6, notes: ['Cleaning'] },
    { state: 'waiting', minutes: [5, 20], share: 3, notes: ['Waiting for dough'] },
    { state: 'fault', minutes: [4, 25], share: 2, notes: faults },
  ],
})

/**
 * Something that is on for a while, then off for a while: a door, a dosing pump, a defrost heater.
 */
export const onAndOff = (
  onMinutes: readonly [number, number],
  offMinutes: readonly [number, number],
): MachineSchedule => ({
  loads: { day: 1, evening: 1, night: 1, weekend: 1 },
  rest: 'never',
  warmUp: null,
  runMinutes: onMinutes,
  runNotes: [''],
  stops: [{ state: 'off', minutes: offMinutes, share: 1, notes: [''] }],
})
