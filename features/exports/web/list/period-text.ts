import { localText } from '#kit/model/time/zone.ts'
import { withOffset } from '#kit/web/formats/repeated-hour.ts'

interface WrittenPeriod {
  readonly from: number
  readonly to: number
  /** IANA name. */
  readonly timezone: string
}

/** The period of an export (ms UTC), to the minute, on the wall clock of its zone. */
export function periodText({ from, to, timezone }: WrittenPeriod): string {
  const clock = (time: number) =>
    withOffset(localText(time, timezone).replace('T', ' '), time, timezone)
  return `${clock(from)} – ${clock(to)}`
}
