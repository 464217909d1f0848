import type { MachineSchedule } from '../machine-schedule.ts'

/**
 * Machines repeat their weeks after this many seconds (6 weeks), which gives running totals a
 * closed form.
 */
export const cycleSeconds = 6 * 7 * 86_400

const hour = 3_600

const day = 86_400

/** 0 for Monday to 6 for Sunday. */
const weekdayOf = (second: number) => Math.floor(second / day) % 7
const isWeekend = (second: number) => weekdayOf(second) >= 5

/** Start of the shift after the one of `second`: 06:00, 14:00 or 22:00. */
export function nextShift(second: number): number {
  return (Math.floor((second - 6 * hour) / (8 * hour)) + 1) * 8 * hour + 6 * hour
}

/** 0 for the day shift from 06:00, 1 for the evening from 14:00, 2 for the night from 22:00. */
export function shiftOf(second: number): 0 | 1 | 2 {
  const ofDay = (((second % day) + day) % day) / hour
  return ofDay < 6 || ofDay >= 22 ? 2 : ofDay < 14 ? 0 : 1
}

export function shiftLoad({ loads }: MachineSchedule, second: number): number {
  const load = [loads.day, loads.evening, loads.night][shiftOf(second)] ?? loads.day
  return isWeekend(second) ? load * loads.weekend : load
}

/** When the rest that holds at `second` ends; `second` itself when there is none. */
export function endOfRest({ rest }: MachineSchedule, second: number): number {
  const midnight = Math.floor(second / day) * day
  const ofDay = second - midnight
  if (rest === 'nights' && ofDay >= hour && ofDay < 4.5 * hour) return midnight + 4.5 * hour
  if (rest !== 'weekend-nights') return second
  if (isWeekend(second) && ofDay >= 22 * hour) return Math.min(midnight + 30 * hour, cycleSeconds)
  // The nights after Saturday and Sunday end on Sunday and Monday.
  const weekday = weekdayOf(second)
  if ((weekday === 6 || weekday === 0) && ofDay < 6 * hour) return midnight + 6 * hour
  return second
}

/** When the next rest after `second` begins. */
export function startOfRest({ rest }: MachineSchedule, second: number): number {
  const midnight = Math.floor(second / day) * day
  if (rest === 'nights') return second - midnight < hour ? midnight + hour : midnight + 25 * hour
  if (rest !== 'weekend-nights') return Number.POSITIVE_INFINITY
  const weekday = weekdayOf(second)
  const until = weekday < 5 ? 5 - weekday : 0
  return midnight + until * day + 22 * hour
}
