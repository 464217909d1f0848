import { z } from 'zod'
import { fieldError, rule } from '../calls/field-errors.ts'
import { withoutRepeated } from '../calls/repeated.ts'
import { oneLine } from '../text/one-line.ts'
import { day, instantOf, localOf } from './zone.ts'

/** More shifts than this no day has. */
export const maximumShifts = 12
const maximumNameLength = 40
const minuteMs = 60_000

/**
 * A shift of every day: what it is called, and when it begins on the wall clock of the site. It
 * ends when the next one begins.
 */
export const Shift = z.object({
  name: oneLine(maximumNameLength).min(1),
  /** `06:00` */
  start: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, rule(fieldError('time_of_day'))),
})
export type Shift = z.infer<typeof Shift>

/**
 * The shifts of a site, in any order. Together they cover the day without a gap and without an
 * overlap, because each ends when the next one begins; none: the site has no shifts.
 */
export const Shifts = z
  .array(Shift)
  .max(maximumShifts)
  .check(withoutRepeated(['start', 'name'], (text) => text.toLowerCase()))

/** A shift that took place: instants in ms UTC, `from` inclusive, `to` exclusive. */
export interface ShiftSpan {
  readonly name: string
  readonly from: number
  readonly to: number
}

/**
 * The shifts that begin between two instants (ms UTC; `to` exclusive) on the wall clock of
 * `timezone`, in their order. The night in which clocks go forward has a shorter shift, the night
 * in which they go back a longer one; one that would begin and end within the hour that is skipped
 * does not take place.
 */
export function shiftsBeginning(
  shifts: readonly Shift[],
  timezone: string,
  { from, to }: { readonly from: number; readonly to: number },
): ShiftSpan[] {
  const ordered = shifts.toSorted((one, other) => one.start.localeCompare(other.start))
  const first = Math.floor(localOf(from, timezone) / day) - 1
  const last = Math.floor(localOf(to, timezone) / day) + 2
  const begins = Array.from(
    { length: last - first + 1 },
    (_, index) => (first + index) * day,
  ).flatMap((midnight) =>
    ordered.map(({ name, start }) => ({
      name,
      at: instantOf(midnight + minutesOf(start) * minuteMs, timezone),
    })),
  )
  return begins.flatMap(({ name, at }, index) => {
    const end = begins[index + 1]?.at ?? at
    return at >= from && at < to && end > at ? [{ name, from: at, to: end }] : []
  })
}

/** The shift in which an instant (ms UTC) lies; null where there are no shifts. */
export function shiftAt(
  shifts: readonly Shift[],
  timezone: string,
  time: number,
): ShiftSpan | null {
  const around = shiftsBeginning(shifts, timezone, { from: time - 2 * day, to: time + 1 })
  return around.at(-1) ?? null
}

/** The whole shift before the one in which an instant lies; null where there are no shifts. */
export function shiftBefore(
  shifts: readonly Shift[],
  timezone: string,
  time: number,
): ShiftSpan | null {
  const present = shiftAt(shifts, timezone, time)
  return present && shiftAt(shifts, timezone, present.from - 1)
}

function minutesOf(start: string): number {
  const [hours = 0, minutes = 0] = start.split(':').map(Number)
  return hours * 60 + minutes
}
