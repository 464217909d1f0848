import { shiftAt, type Shift } from '#kit/model/time/shifts.ts'
import { day, instantOf, localOf } from '#kit/model/time/zone.ts'
import type { Area, RouteDefinition } from './notification-route.ts'

const minuteMs = 60_000

/** The clock of the site, and its shifts. */
export interface SiteClock {
  readonly timezone: string
  readonly shifts: readonly Shift[]
}

type Route = Pick<
  RouteDefinition,
  | 'isEnabled'
  | 'priorities'
  | 'devices'
  | 'areas'
  | 'shifts'
  | 'afterMinutes'
  | 'digestMinutes'
  | 'quiet'
>

/** What decides by which routes an alarm goes. */
interface AlarmLocation {
  readonly priority: number
  readonly lesiId: string
  /** Where its device lies; an empty text says nothing. */
  readonly areas: Readonly<Record<Area['kind'], string>>
}

/** Whether an alarm that is shown at `time` (ms UTC) goes by a route. */
export function isOfRoute(
  { isEnabled, priorities, devices, areas, shifts }: Route,
  alarm: AlarmLocation,
  site: SiteClock,
  time: number,
): boolean {
  const shift = shifts.length === 0 ? null : shiftAt(site.shifts, site.timezone, time)
  const isEverywhere = devices.length === 0 && areas.length === 0
  return (
    isEnabled &&
    priorities.some((each) => each === alarm.priority) &&
    (isEverywhere ||
      devices.includes(alarm.lesiId) ||
      areas.some(({ kind, name }) => alarm.areas[kind] === name)) &&
    (shifts.length === 0 || (shift !== null && shifts.includes(shift.name)))
  )
}

/**
 * When a notice of an alarm that is shown at `time` leaves, ms UTC: after the delay, at the end of
 * what is put together, and not within quiet hours. Never before `time`.
 */
export function dueOf(
  { afterMinutes, digestMinutes, quiet }: Route,
  { timezone }: Pick<SiteClock, 'timezone'>,
  time: number,
): number {
  const delayed = time + afterMinutes * minuteMs
  const step = digestMinutes * minuteMs
  const local = localOf(delayed, timezone)
  const ended =
    step === 0 ? delayed : Math.max(delayed, instantOf(Math.ceil(local / step) * step, timezone))
  return quiet === null ? ended : endOfQuiet(quiet, timezone, ended)
}

/** When quiet hours end that it is within at `time`, ms UTC; `time` itself outside of them. */
export function endOfQuiet(
  { from, to }: NonNullable<Route['quiet']>,
  timezone: string,
  time: number,
): number {
  const local = localOf(time, timezone)
  const midnight = Math.floor(local / day) * day
  const [begin, end] = [msOf(from), msOf(to)]
  const at = local - midnight
  // Over midnight where they end before they begin; both the same are none.
  const isInside = begin < end ? at >= begin && at < end : at >= begin || at < end
  if (!isInside || begin === end) return time
  const ahead = at < end ? midnight + end : midnight + day + end
  return Math.max(time, instantOf(ahead, timezone))
}

function msOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * minuteMs
}
