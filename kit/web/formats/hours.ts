import type { TimeUnits } from './format.ts'

/** Running hours in the signs of a language: `12 846` and `h 20 min`, or both as one text. */
export interface RunningHours {
  readonly figure: string
  readonly unit: string
  readonly text: string
}

/**
 * Whole hours and minutes, however many hours: nobody compares running hours in days. `number`
 * writes a whole number in the language of the page. What is no finite number is written as such.
 */
export function runningHours(
  hours: number,
  units: Pick<TimeUnits, 'hour' | 'minute'>,
  number: (value: number) => string,
): RunningHours {
  if (!Number.isFinite(hours)) return { figure: number(hours), unit: '', text: number(hours) }
  // A whole minute must not become the one before it because thirds of hours are not exact.
  const minutes = Math.floor(hours * 60 + 1e-6)
  const figure = number(Math.floor(minutes / 60))
  const rest = minutes - Math.floor(minutes / 60) * 60
  const unit = `${units.hour} ${String(rest).padStart(2, '0')} ${units.minute}`
  return { figure, unit, text: `${figure} ${unit}` }
}
