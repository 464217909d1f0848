import { keyOf, type PointName, type PointTransition } from '../evaluation/evaluated-point.ts'
import type { LateRun } from '../evaluation/late-runs.ts'

/** What happened at one point. */
export type Happened = PointTransition | LateRun

/** What one transaction takes. */
export interface Part {
  readonly transitions: readonly PointTransition[]
  readonly late: readonly LateRun[]
}

/** What waits counts so many bytes, beside its text. */
const transitionBytes = 200
/** Transitions, and runs of late readings, each of which is looked up, that a transaction takes. */
const transitionsAtOnce = 5_000
const lateAtOnce = 1_000
export const partSize = transitionsAtOnce + lateAtOnce

export const bytesOf = ({ value }: Pick<Happened, 'value'>): number =>
  transitionBytes + (typeof value === 'string' ? 2 * value.length : 0)

export const isTransition = (happened: Happened): happened is PointTransition => 'type' in happened

export const partOf = (all: readonly Happened[]): Part => ({
  transitions: all.filter(isTransition),
  late: all.filter((each): each is LateRun => !isTransition(each)),
})

const lateKeyOf = (run: LateRun): string => `${keyOf(run.of)} ${run.since}`

/** Transitions in their order and runs of late readings that wait to be stored. */
export class WaitingAlarms {
  #transitions: PointTransition[] = []
  /** By point and beginning. */
  readonly #late = new Map<string, LateRun>()
  #bytes = 0

  get transitions(): number {
    return this.#transitions.length
  }

  get isEmpty(): boolean {
    return this.#transitions.length + this.#late.size === 0
  }

  get bytes(): number {
    return this.#bytes
  }

  /** A run that is longer by now takes the place of what it was. */
  add(happened: Happened): void {
    if (isTransition(happened)) this.#transitions.push(happened)
    else if (this.#late.has(lateKeyOf(happened))) this.#bytes -= bytesOf(happened)
    if (!isTransition(happened)) this.#late.set(lateKeyOf(happened), happened)
    this.#bytes += bytesOf(happened)
  }

  /** What comes next, so many at most. */
  part(size: number): Part {
    const transitions = this.#transitions.slice(0, Math.min(size, transitionsAtOnce))
    const lateCount = Math.min(size - transitions.length, lateAtOnce)
    return { transitions, late: [...this.#late.values()].slice(0, lateCount) }
  }

  /** It is stored; a run that has become longer meanwhile is written again. */
  remove({ transitions, late }: Part): void {
    this.#transitions.splice(0, transitions.length)
    for (const each of transitions) this.#bytes -= bytesOf(each)
    for (const run of late) if (this.#late.get(lateKeyOf(run)) === run) this.#removeLate(run)
  }

  /** All that happened at one point waits here no more. */
  takeOf(name: PointName): readonly Happened[] {
    const key = keyOf(name)
    const transitions = this.#transitions.filter(({ of }) => keyOf(of) === key)
    const late = [...this.#late.values()].filter(({ of }) => keyOf(of) === key)
    this.#transitions = this.#transitions.filter(({ of }) => keyOf(of) !== key)
    for (const each of transitions) this.#bytes -= bytesOf(each)
    for (const run of late) this.#removeLate(run)
    return [...transitions, ...late]
  }

  #removeLate(run: LateRun): void {
    this.#late.delete(lateKeyOf(run))
    this.#bytes -= bytesOf(run)
  }
}
