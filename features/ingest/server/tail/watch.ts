import type { Reservation } from '#kit/server/budget/budget.ts'
import { maximumTailLines, type TailKind, type TailLine } from '../../contract/tail.ts'

/** Lines that a watch takes in one second; more could nobody read. */
const linesPerSecond = 100

/** A line that is made when somebody wants it. */
export interface WatchedLine {
  /** null: of no device that exists. */
  readonly deviceId: number | null
  readonly isRefused: boolean
  /** In small letters, what can be looked for. */
  readonly text: () => string
  readonly line: () => TailLine
}

interface Question {
  readonly after: number
  readonly find: string
  readonly kind: TailKind
}

/** The lines that wait for one page. */
export class Watch {
  readonly #held: Reservation
  readonly #lines: { readonly deviceId: number | null; readonly line: TailLine }[] = []
  #readAt: number
  #words: readonly string[] = []
  #kind: TailKind = 'all'
  /** null: the page has not asked yet. */
  #visible: ReadonlySet<number> | null = null
  #second = 0
  #inSecond = 0
  #matched = 0
  #skipped = 0

  constructor(held: Reservation, now: number) {
    this.#held = held
    this.#readAt = now
  }

  /** When the page asked last, ms UTC. */
  get readAt(): number {
    return this.#readAt
  }

  /** Takes the line if the page looks for it and its person may see the device. */
  add({ deviceId, isRefused, text, line }: WatchedLine, now: number): void {
    if (this.#kind === 'refused' && !isRefused) return
    if (!isVisible(this.#visible, deviceId)) return
    if (this.#words.length > 0) {
      const whole = text()
      if (!this.#words.every((word) => whole.includes(word))) return
    }
    this.#matched++
    if (!this.#hasRoom(now)) return void this.#skipped++
    this.#lines.push({ deviceId, line: line() })
    if (this.#lines.length <= maximumTailLines) return
    this.#lines.shift()
    this.#skipped++
  }

  /** The lines behind `after`, of what the person may see now. */
  read({ after, find, kind }: Question, visible: ReadonlySet<number>, now: number) {
    const seconds = Math.max(0.001, (now - this.#readAt) / 1000)
    const perSecond = this.#matched / seconds
    const skipped = this.#skipped
    this.#look(find, kind)
    while (this.#lines[0] && this.#lines[0].line.id <= after) this.#lines.shift()
    const lines = this.#lines
      .filter(({ deviceId }) => isVisible(visible, deviceId))
      .map(({ line }) => line)
    this.#matched = 0
    this.#skipped = 0
    this.#readAt = now
    this.#visible = visible
    return { lines, perSecond, skipped }
  }

  end(): void {
    this.#held.release()
  }

  /** What waits for another question goes. */
  #look(find: string, kind: TailKind): void {
    const words = find
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    if (kind !== this.#kind || words.join(' ') !== this.#words.join(' ')) this.#lines.length = 0
    this.#words = words
    this.#kind = kind
  }

  #hasRoom(now: number): boolean {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#inSecond = 0
    }
    this.#inSecond++
    return this.#inSecond <= linesPerSecond
  }
}

/** What belongs to no device is for everybody who passes the gate. */
function isVisible(visible: ReadonlySet<number> | null, deviceId: number | null): boolean {
  return visible !== null && (deviceId === null || visible.has(deviceId))
}
