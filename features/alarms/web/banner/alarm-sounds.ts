import type { ActiveAlarm, AlarmPriority } from '#kit/web/alarms/alarm-source.ts'
import type { SoundChoice } from './sound-choice.ts'
import type { Played } from './tone.ts'

/** A flood sounds as one alarm after the other, at most this often. */
const pauseMs = 3_000

interface Sounding {
  /** A monotonic clock, ms. */
  now(): number
  /** Calls back after `ms`; returns the function that cancels. */
  after(ms: number, callback: () => void): () => void
  /** Plays the tone of a priority once. */
  play(priority: AlarmPriority): Promise<Played>
  /** What became of a tone. */
  onPlayed(played: Played): void
}

/**
 * Sounds new alarms, each once: the most urgent of those that came together. What comes during the
 * pause after a tone, and what the browser did not play, sounds as soon as it can, unless somebody
 * has acknowledged or muted it by then.
 */
export class AlarmSounds {
  readonly #sounding: Sounding
  /** Of the list before; undefined: there was none, and nothing is new. */
  #seen: ReadonlySet<string> | undefined
  /** What has not sounded yet. */
  #waiting: ReadonlyMap<string, AlarmPriority> = new Map()
  #notBefore = -Infinity
  #cancel = () => {}

  constructor(sounding: Sounding) {
    this.#sounding = sounding
  }

  /** These alarms are there now, and this is what the person wants to hear. */
  follow(alarms: readonly ActiveAlarm[], choice: SoundChoice): void {
    const seen = this.#seen
    this.#seen = new Set(alarms.map(({ id }) => id))
    if (seen === undefined) return
    const waited = this.#waiting
    const isDue = ({ id, state, priority }: ActiveAlarm) =>
      state === 'unacknowledged' && choice[priority] && (waited.has(id) || !seen.has(id))
    this.#waiting = new Map(
      alarms.flatMap((alarm) => (isDue(alarm) ? [[alarm.id, alarm.priority] as const] : [])),
    )
    this.#plan()
  }

  /** Nothing sounds any more of what was there. */
  stop(): void {
    this.#waiting = new Map()
    this.#plan()
  }

  #plan(): void {
    this.#cancel()
    this.#cancel = () => {}
    if (this.#waiting.size === 0) return
    const { now, after } = this.#sounding
    const wait = this.#notBefore - now()
    if (wait <= 0) void this.#sound()
    else this.#cancel = after(wait, () => void this.#sound())
  }

  async #sound(): Promise<void> {
    const sounded = this.#waiting
    this.#notBefore = this.#sounding.now() + pauseMs
    const played = await this.#sounding.play(mostUrgent(sounded.values()))
    this.#sounding.onPlayed(played)
    if (played !== 'blocked')
      this.#waiting = new Map([...this.#waiting].filter(([id]) => !sounded.has(id)))
    this.#plan()
  }
}

function mostUrgent(priorities: Iterable<AlarmPriority>): AlarmPriority {
  return [...priorities].reduce((one, other) => (other < one ? other : one))
}
