import type { Reading } from '#kit/model/reading.ts'
import type { Quality } from '#kit/model/quality.ts'
import type { SetBack } from '#kit/server/bus.ts'
import type { AlarmValue } from './checks/check.ts'
import type { AlarmPoint } from './point.ts'
import type { BandFilter } from './checks/band-filter.ts'

/** A sensor whose readings are held against points; most of them among the steady ones. */
export class EvaluatedSensor<Each extends { readonly point: AlarmPoint }> {
  readonly #id: number
  readonly #bandFilter: BandFilter
  readonly #place: number
  #points: readonly Each[] = []
  #value: AlarmValue = null
  #quality: Quality | null = null

  constructor(id: number, bandFilter: BandFilter) {
    this.#id = id
    this.#bandFilter = bandFilter
    this.#place = bandFilter.add(id)
  }

  get points(): readonly Each[] {
    return this.#points
  }

  /** Of the newest reading that was evaluated, ms UTC; -Infinity: none was. */
  get newestTime(): number {
    return this.#bandFilter.newestTime(this.#place)
  }

  get newestValue(): AlarmValue {
    return this.#bandFilter.newestNumber(this.#place) ?? this.#value
  }

  get #newestQuality(): Quality | null {
    return this.#bandFilter.newestNumber(this.#place) === undefined ? this.#quality : 'good'
  }

  add(each: Each): void {
    this.endBand()
    this.#points = [...this.#points, each]
  }

  /** Whether any is left. */
  remove(each: Each): boolean {
    this.endBand()
    this.#points = this.#points.filter((present) => present !== each)
    return this.#points.length > 0
  }

  /** It is evaluated no more. */
  release(): void {
    this.#bandFilter.remove(this.#id, this.#place)
  }

  /** Its readings until this time are evaluated. */
  evaluatedUntil(time: number): void {
    this.#bandFilter.setNewestTime(this.#place, Math.max(this.newestTime, time))
  }

  /** The server's clock was set back: what comes next is newer than what came before. */
  setBack({ now, byMs }: SetBack): void {
    if (!(this.newestTime > now)) return
    this.endBand()
    this.#bandFilter.setNewestTime(this.#place, Math.min(now, this.newestTime - byMs))
  }

  setNewest({ value, quality }: Reading): void {
    this.endBand()
    this.#value = value
    this.#quality = quality
  }

  /** Whether a reading of the newest time is the one that was evaluated last. */
  isNewest({ value, quality }: Reading): boolean {
    return value === this.newestValue && quality === this.#newestQuality
  }

  /** Numbers that change nothing are not held against its points any more. */
  beginBand(): void {
    let [low, high, holdsBack] = [-Infinity, Infinity, false]
    for (const { point } of this.#points) {
      const band = point.neutralBand()
      if (band === null) return
      low = Math.max(low, band.low)
      high = Math.min(high, band.high)
      if (point.check.prime !== undefined) holdsBack = true
    }
    if (low < high) this.#bandFilter.setBand(this.#place, { low, high }, holdsBack)
  }

  /** Its points have had all of its readings, and any reading may change something. */
  endBand(): void {
    this.#quality = this.#newestQuality
    this.#value = this.newestValue
    const held = this.#bandFilter.endBand(this.#place)
    if (held === null) return
    for (let at = 0; at < held.length; at += 2) this.#prime(held[at] ?? NaN, held[at + 1] ?? NaN)
  }

  #prime(time: number, value: number): void {
    const reading: Reading = { sensorId: this.#id, time, value, quality: 'good' }
    for (const { point } of this.#points) point.check.prime?.(reading, time, point.isActive)
  }
}
