import type { Logger } from 'pino'
import { keyOf, type PointName } from '../evaluation/evaluated-point.ts'
import { bytesOf, isTransition, type Happened } from './waiting-alarms.ts'

interface Aside {
  readonly name: PointName
  readonly error: unknown
  items: Happened[]
  bytes: number
  /** How many transactions had succeeded when it failed first. */
  readonly successes: number
  /** It failed again after something else was stored: the trouble is with this point alone. */
  isProven: boolean
  /** When it is tried again, in the time of `performance.now()`. */
  dueAt: number
}

/** Of what waits at one point the first and the newest are kept: what was between has passed. */
const maximumItems = 100

interface AsideOptions {
  /** Bytes that points with trouble of their own may hold beside all others. */
  readonly maximumBytes: number
  /** Between two tries of a point with trouble of its own. */
  readonly retryMs: number
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Points of which something could not be stored although the database answers: a defect of ours, or
 * what it will not take. What happens there afterwards waits behind it, in its order, and the other
 * points go on. Until something else was stored it may be the database all the same.
 */
export class AsidePoints {
  readonly #options: AsideOptions
  /** By point, the one that was tried longest ago first. */
  readonly #points = new Map<string, Aside>()
  #successes = 0

  constructor(options: AsideOptions) {
    this.#options = options
  }

  /** Points that hold up only themselves. */
  get count(): number {
    return this.#those(true).length
  }

  /** Whether there are some of which nobody knows yet whose trouble it is. */
  get hasUnproven(): boolean {
    return this.#those(false).length > 0
  }

  /** What waits where nobody knows yet whose trouble it is. */
  get waiting(): number {
    return this.#those(false).reduce((sum, { items }) => sum + items.length, 0)
  }

  /** Bytes that take room from the others. */
  get bytes(): number {
    // Asked with nearly every reading.
    if (this.#points.size === 0) return 0
    const those = (isProven: boolean) =>
      this.#those(isProven).reduce((sum, { bytes }) => sum + bytes, 0)
    return those(false) + Math.max(0, those(true) - this.#options.maximumBytes)
  }

  /** In how many ms the next of them is tried again; null: there are none. */
  get dueInMs(): number | null {
    if (this.#points.size === 0) return null
    const first = Math.min(...[...this.#points.values()].map(({ dueAt }) => dueAt))
    return Math.max(0, first - performance.now())
  }

  has(name: PointName): boolean {
    return this.#points.has(keyOf(name))
  }

  /** The point goes aside, tried again after so long. */
  begin(name: PointName, error: unknown, againInMs: number): void {
    this.#points.set(keyOf(name), {
      ...{ name, error, items: [], bytes: 0, isProven: false },
      ...{ successes: this.#successes, dueAt: performance.now() + againInMs },
    })
  }

  /** Goes behind what waits there already; a late run takes the place of a shorter one. */
  add(happened: Happened): void {
    const aside = this.#points.get(keyOf(happened.of))
    if (!aside) return
    const shorter = isTransition(happened)
      ? -1
      : aside.items.findIndex((each) => !isTransition(each) && each.since === happened.since)
    if (shorter >= 0) aside.items[shorter] = happened
    else aside.items.push(happened)
    if (aside.items.length > maximumItems) {
      // What came and passed goes together.
      const isPair = aside.items.slice(1, 3).every(isTransition)
      aside.items.splice(1, isPair ? 2 : 1)
    }
    aside.bytes = totalOf(aside.items)
  }

  /** Something was stored: it shows now whose trouble the others have. */
  succeeded(): void {
    this.#successes++
    for (const aside of this.#those(false)) aside.dueAt = -Infinity
  }

  /** Those whose time has come. */
  *due(): Iterable<PointName> {
    const now = performance.now()
    for (const { name, dueAt } of [...this.#points.values()]) if (dueAt <= now) yield name
  }

  /** What waits there, in its order. */
  itemsOf(name: PointName): readonly Happened[] {
    return [...(this.#points.get(keyOf(name))?.items ?? [])]
  }

  /** These are stored, or never will be; a run that is longer by now is written again. */
  remove(name: PointName, done: readonly Happened[]): void {
    const aside = this.#points.get(keyOf(name))
    if (!aside) return
    aside.items = aside.items.filter((each) => !done.includes(each))
    aside.bytes = totalOf(aside.items)
    if (aside.items.length === 0) this.#points.delete(keyOf(name))
  }

  /** It could not be stored this time either; after so long, where nobody knows whose fault. */
  failed(name: PointName, againInMs: number): void {
    const key = keyOf(name)
    const aside = this.#points.get(key)
    if (!aside) return
    if (!aside.isProven && this.#successes > aside.successes) {
      aside.isProven = true
      this.#report(aside)
    }
    aside.dueAt = performance.now() + (aside.isProven ? this.#options.retryMs : againInMs)
    this.#points.delete(key)
    this.#points.set(key, aside)
  }

  /** Sensors of which not all is stored, and since which of their times (ms UTC) it is not. */
  sinceOfSensors(): ReadonlyMap<number, number> {
    const moments = new Map<number, number>()
    for (const [sensorId, since] of this.#unstored())
      moments.set(sensorId, Math.min(since, moments.get(sensorId) ?? Infinity))
    return moments
  }

  *#unstored(): Iterable<readonly [number, number]> {
    for (const { items } of this.#points.values())
      for (const each of items)
        if (isTransition(each)) for (const id of each.of.sensorIds) yield [id, each.since]
  }

  #report({ name: { origin, deviceId, sensorId }, error: err }: Aside): void {
    this.#options.log.warn(
      { err, origin, deviceId, sensorId },
      'an alarm cannot be stored; the others go on, and it is tried again',
    )
  }

  #those(isProven: boolean): readonly Aside[] {
    return [...this.#points.values()].filter((each) => each.isProven === isProven)
  }
}

const totalOf = (items: readonly Happened[]): number =>
  items.reduce((sum, each) => sum + bytesOf(each), 0)
