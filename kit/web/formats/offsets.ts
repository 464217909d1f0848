import type { Range } from '#kit/model/time/period.ts'
import { zoneOffset } from '#kit/model/time/zone.ts'
import { formatOffset } from './format.ts'

/** Looks at a range: enough to find each summer of some years. */
const samples = 24

/**
 * The zone's distances from UTC within a range, in the order in which they come:
 * `UTC−02:30 / UTC−03:30` of a day on which its clocks are changed.
 */
export function formatOffsets({ from, to }: Range, zone: string): string {
  const times = new Map<number, number>()
  for (let sample = 0; sample <= samples; sample++) {
    const time = from + ((to - 1 - from) * sample) / samples
    const offset = zoneOffset(time, zone)
    if (!times.has(offset)) times.set(offset, time)
  }
  return [...times.values()].map((time) => formatOffset(time, zone)).join(' / ')
}
