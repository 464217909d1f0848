import type { Range } from '#kit/model/time/period.ts'
import { instantOfText, localText } from '#kit/model/time/zone.ts'

const minuteMs = 60_000

/** A period as a form shows it: to the minute, on the wall clock of a zone, `2026-11-20T06:00`. */
export interface WrittenPeriod {
  readonly from: string
  readonly to: string
  /**
   * The instants (ms UTC) that the texts were made from: a time that clocks show twice does not say
   * which of the two it is.
   */
  readonly filled: Range
}

/** The whole minutes that hold a range. */
export function writePeriod({ from, to }: Range, timezone: string): WrittenPeriod {
  const filled = {
    from: Math.floor(from / minuteMs) * minuteMs,
    to: Math.ceil(to / minuteMs) * minuteMs,
  }
  return { from: localText(filled.from, timezone), to: localText(filled.to, timezone), filled }
}

/**
 * The instants of a period, ms UTC: those that it was made from as long as nobody has changed the
 * text; null where that is no time.
 */
export function readPeriod(
  { from, to, filled }: WrittenPeriod,
  timezone: string,
): { readonly from: number | null; readonly to: number | null } {
  const read = (text: string, made: number) =>
    localText(made, timezone) === text ? made : instantOfText(text, timezone)
  return { from: read(from, filled.from), to: read(to, filled.to) }
}
