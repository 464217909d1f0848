import type { AlarmValue } from '../evaluation/checks/check.ts'
import type { AlarmOrigin } from '../rules/planned-rule.ts'

/** An alarm that a rule would have raised. Times are ms UTC. */
export interface ReplayedAlarm {
  /** When its condition came. */
  readonly since: number
  /** When it came, after its delay. */
  readonly raisedAt: number
  /** When its condition passed; null: it was there at the end. */
  readonly returnedAt: number | null
  /** Of its sensor when the condition came; null also where hours of its rule began then. */
  readonly value: AlarmValue
}

/** Alarms of one rule in the order of time: since, raisedAt, returnedAt and value of each. */
export interface ReplayedAlarms {
  /** NaN: it has not passed; its value is no number. */
  readonly numbers: Float64Array<ArrayBuffer>
  /** Values that are texts, by the place of their alarm. */
  readonly texts: ReadonlyMap<number, string>
}

/** By the origins of their rules. */
export type ReplayResult = ReadonlyMap<AlarmOrigin, ReplayedAlarms>

const fields = 4

export const noAlarms: ReplayedAlarms = { numbers: new Float64Array(0), texts: new Map() }

export const countOf = ({ numbers }: ReplayedAlarms): number => numbers.length / fields
export const sinceOf = ({ numbers }: ReplayedAlarms, place: number): number =>
  numbers[place * fields] ?? NaN
export const raisedAtOf = ({ numbers }: ReplayedAlarms, place: number): number =>
  numbers[place * fields + 1] ?? NaN

/** Infinity: it has not passed. */
export function endOf({ numbers }: ReplayedAlarms, place: number): number {
  const returnedAt = numbers[place * fields + 2] ?? NaN
  return Number.isNaN(returnedAt) ? Infinity : returnedAt
}

export function alarmAt(alarms: ReplayedAlarms, place: number): ReplayedAlarm {
  const end = endOf(alarms, place)
  const number = alarms.numbers[place * fields + 3] ?? NaN
  return {
    ...{ since: sinceOf(alarms, place), raisedAt: raisedAtOf(alarms, place) },
    returnedAt: end === Infinity ? null : end,
    value: Number.isNaN(number) ? (alarms.texts.get(place) ?? null) : number,
  }
}

/** Gathers alarms as they come and pass: of hundreds of thousands objects would be too dear. */
export class AlarmCollector {
  #numbers = new Float64Array(16 * fields)
  #count = 0
  readonly #texts = new Map<number, string>()

  raise(since: number, raisedAt: number, value: AlarmValue): void {
    const at = this.#count * fields
    if (at === this.#numbers.length) this.#grow()
    this.#numbers[at] = since
    this.#numbers[at + 1] = raisedAt
    this.#numbers[at + 2] = NaN
    this.#numbers[at + 3] = typeof value === 'number' ? value : NaN
    if (typeof value === 'string') this.#texts.set(this.#count, value)
    this.#count++
  }

  /** The last one has passed. */
  return(at: number): void {
    if (this.#count > 0) this.#numbers[(this.#count - 1) * fields + 2] = at
  }

  end(): ReplayedAlarms {
    return { numbers: this.#numbers.slice(0, this.#count * fields), texts: this.#texts }
  }

  #grow(): void {
    const numbers = new Float64Array(this.#numbers.length * 2)
    numbers.set(this.#numbers)
    this.#numbers = numbers
  }
}
