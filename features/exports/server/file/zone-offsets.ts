import { day, zoneOffset } from '#kit/model/time/zone.ts'

/** A span of time, ms UTC (`to` exclusive), in which the wall clock of a zone is not changed. */
export interface ZoneSpan {
  readonly from: number
  readonly to: number
  /** What is added to an instant to read the wall clock, ms. */
  readonly offset: number
}

/**
 * The offsets of a zone, for many times in their order: asking for the zone's clock at every one
 * of a million readings would take most of the time of an export.
 */
export class ZoneOffsets {
  readonly timezone: string
  #span: ZoneSpan = { from: 0, to: 0, offset: 0 }

  /** An unknown zone throws RangeError. */
  constructor(timezone: string) {
    this.timezone = timezone
    zoneOffset(0, timezone)
  }

  /** What must be added to the instant `time` (ms UTC) to read the wall clock, in ms. */
  at(time: number): number {
    if (time < this.#span.from || time >= this.#span.to) this.#span = this.#spanAround(time)
    return this.#span.offset
  }

  /** The range in pieces, in their order, each with one offset. */
  *spans(from: number, to: number): Generator<ZoneSpan> {
    let start = from
    let offset = this.at(from)
    for (let at = from; at < to;) {
      const next = this.#spanAround(at)
      if (next.offset !== offset) {
        yield { from: start, to: at, offset }
        start = at
        offset = next.offset
      }
      at = next.to
    }
    if (start < to) yield { from: start, to, offset }
  }

  /** Clocks are changed at most once in a day of UTC. */
  #spanAround(time: number): ZoneSpan {
    const from = Math.floor(time / day) * day
    const to = from + day
    const before = zoneOffset(from, this.timezone)
    const after = zoneOffset(to, this.timezone)
    if (before === after) return { from, to, offset: before }
    let low = from
    let high = to
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (zoneOffset(middle, this.timezone) === before) low = middle
      else high = middle
    }
    return time < high ? { from, to: high, offset: before } : { from: high, to, offset: after }
  }
}

/** `+05:30`; seconds of offsets before 1972 are left out. */
export function offsetText(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
