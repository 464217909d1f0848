import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import type { Range } from '#kit/model/time/period.ts'
import { shiftAt, shiftBefore, type Shift } from '#kit/model/time/shifts.ts'
import { day, instantOf, localOf } from '#kit/model/time/zone.ts'

const timeOfDay = z
  .string()
  .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), rule(fieldError('time_of_day')))

/** When a schedule makes an export, on the wall clock of its zone. */
export const Recurrence = z.discriminatedUnion('kind', [
  /** Of the day before. */
  z.strictObject({ kind: z.literal('daily'), at: timeOfDay }),
  /** Of the seven days before. */
  z.strictObject({
    kind: z.literal('weekly'),
    /** 1 Monday to 7 Sunday. */
    weekday: z.int().min(1).max(7),
    at: timeOfDay,
  }),
  /** When a shift of the site ends, of that shift. */
  z.strictObject({ kind: z.literal('shift') }),
])
export type Recurrence = z.infer<typeof Recurrence>

/** What a schedule goes by; the shifts begin on the wall clock of the site. */
export interface Calendar {
  readonly timezone: string
  readonly siteZone: string
  readonly shifts: readonly Shift[]
}

const minuteMs = 60_000
const daysOfWeek = 7

/**
 * The first moment after `time` at which an export is due, ms UTC; null: never, as the site has no
 * shifts. A time that clocks skip in spring is due when they have been changed.
 */
export function dueAfter(recurrence: Recurrence, calendar: Calendar, time: number): number | null {
  if (recurrence.kind === 'shift')
    return shiftAt(calendar.shifts, calendar.siteZone, time)?.to ?? null
  const { timezone } = calendar
  const [hours = 0, minutes = 0] = recurrence.at.split(':').map(Number)
  const today = Math.floor(localOf(time, timezone) / day) * day
  for (let ahead = 0; ; ahead++) {
    const local = today + ahead * day
    if (recurrence.kind === 'weekly' && weekdayOf(local) !== recurrence.weekday) continue
    const due = instantOf(local + (hours * 60 + minutes) * minuteMs, timezone)
    if (due > time) return due
  }
}

/** Of a date as a local number: 1 Monday to 7 Sunday. */
const weekdayOf = (local: number) => ((new Date(local).getUTCDay() + 6) % daysOfWeek) + 1

/**
 * What an export that is due at `time` is about: whole days of its zone, or a whole shift. Null:
 * the site has no shifts.
 */
export function periodBefore(
  recurrence: Recurrence,
  { timezone, siteZone, shifts }: Calendar,
  time: number,
): Range | null {
  if (recurrence.kind === 'shift') {
    const shift = shiftBefore(shifts, siteZone, time)
    return shift && { from: shift.from, to: shift.to }
  }
  const midnight = Math.floor(localOf(time, timezone) / day) * day
  const days = recurrence.kind === 'daily' ? 1 : daysOfWeek
  return { from: instantOf(midnight - days * day, timezone), to: instantOf(midnight, timezone) }
}
