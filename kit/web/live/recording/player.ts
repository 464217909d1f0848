import { RecordedHub, type RecordedEnvironment } from './recorded-hub.ts'
import type { Recording } from './recording.ts'
import { RecordingLoader } from './recording-loader.ts'
import type { RecordingSource } from './recording-source.ts'
import { pieceMs, stepOf, type Direction, type PlayerState, type Speed } from './player-state.ts'

/** The world around a player. */
export interface PlayerEnvironment extends RecordedEnvironment {
  /** A monotonic clock, ms. */
  elapsed(): number
  /** The server's time, ms UTC: there is nothing to play after it. */
  present(): number
}

type Listener = () => void

/** The newest readings may still be on their way. */
const unsettledMs = 2_000
/** A page that was hidden painted nothing for longer than this: nobody saw what passed then, ms. */
const maximumFrameMs = 1_000

/** Shows moments of the past in a hub, and plays them. */
export class Player {
  readonly hub: RecordedHub
  readonly #environment: PlayerEnvironment
  readonly #loader: RecordingLoader
  readonly #momentListeners = new Set<Listener>()
  readonly #stateListeners = new Set<Listener>()
  #state: PlayerState = {
    ...{ isPlaying: false, direction: 1, speed: 1, isLoading: true },
    ...{ failure: null, isAtPresent: false },
  }
  /** What is being fetched ends when something else is asked for. */
  #asking = new AbortController()
  /** The piece that is played next, or is on its way. */
  #next: Recording | 'asked' | undefined
  /** While playing: a moment of the past, and when it was shown by the monotonic clock. */
  #anchor = { at: 0, elapsed: 0 }
  #isLooping = false
  /** The load of a moment that is under way. */
  #loading: object | null = null
  #wanted: number

  /** `at`: the first moment, ms UTC. It is fetched as soon as anything is watched. */
  constructor(environment: PlayerEnvironment, source: RecordingSource, at: number) {
    this.#environment = environment
    this.#loader = new RecordingLoader(source)
    this.#wanted = this.#withinPast(at)
    this.hub = new RecordedHub(environment, this.#wanted, () => {
      // A load may have been given up before the moment was there.
      if (!this.hub.isComplete() || this.#isElsewhere()) this.#load()
    })
  }

  readonly state = (): PlayerState => this.#state
  /** The moment that was asked for, ms UTC: the room follows when it is there. */
  readonly wanted = (): number => this.#wanted

  readonly onState = (listener: Listener): (() => void) => joined(this.#stateListeners, listener)
  /** Calls back when another moment is wanted. */
  readonly onMoment = (listener: Listener): (() => void) => joined(this.#momentListeners, listener)

  /** Shows a moment, ms UTC; of one that is yet to come the present. Playing goes on from there. */
  seek(at: number): void {
    this.#change({ isAtPresent: false })
    this.#want(this.#withinPast(at))
    this.#load()
  }

  play(direction: Direction): void {
    this.#change({ isPlaying: true, direction, isAtPresent: false, failure: null })
    // A moment that is on its way is played from when it is there. Where nothing is watched none
    // was fetched.
    if (this.#loading !== null || !this.hub.recording()) this.#load()
    else this.#begin()
  }

  pause(): void {
    if (!this.#state.isPlaying) return
    this.#change({ isPlaying: false })
    // What was played had one reading for each step: of a moment that stands everything is shown.
    this.#load()
  }

  setSpeed(speed: Speed): void {
    this.#change({ speed })
    if (this.#state.isPlaying) this.#load()
  }

  /**
   * Goes to the next reading of anything that is watched, or to the one before, however far it is.
   * After the last one the present comes; before the first there is nowhere to go.
   */
  async step(direction: Direction): Promise<void> {
    const wasPlaying = this.#state.isPlaying
    this.#change({ isPlaying: false })
    this.#loading = null
    const asked = { at: this.#wanted, backwards: direction === -1 }
    const present = this.#withinPast(Infinity)
    const found = await this.#fetch(async (signal) => ({
      at: await this.#loader.nearestReading(this.hub.watched(), { ...asked, present }, signal),
    }))
    if (!found) return
    if (found.at !== undefined) this.seek(found.at)
    else if (direction === 1) this.seek(present)
    // What was on its way was given up for this, and of what was played not every reading is there.
    else if (wasPlaying || this.#isElsewhere()) this.#load()
  }

  /** Nothing is fetched or played until somebody asks for it. */
  rest(): void {
    this.#loading = null
    this.#startAsking()
    this.#change({ isPlaying: false, isLoading: false })
  }

  /** Fetches the moment that is wanted; what is wanted meanwhile comes after it. */
  #load(): void {
    if (this.#loading !== null) return
    const own = (this.#loading = {})
    void this.#loadWanted().finally(() => {
      if (this.#loading === own) this.#loading = null
    })
  }

  /** Whether another moment is shown than the one that is wanted. */
  #isElsewhere(): boolean {
    return this.hub.asOf() !== this.#wanted
  }

  async #loadWanted(): Promise<void> {
    let at: number
    do {
      at = this.#wanted
      const sensors = this.hub.watched()
      const recording = await this.#fetch((signal) => this.#loader.moment(sensors, at, signal))
      if (!recording) return
      this.hub.show(recording, at)
    } while (this.#wanted !== at || !this.hub.isComplete())
    if (this.#state.isPlaying) this.#begin()
  }

  /** Fetches what the room waits for; whatever it waited for before is not wanted any more. */
  async #fetch<Result>(
    fetch: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    const { signal } = this.#startAsking()
    this.#change({ isLoading: true, failure: null })
    try {
      const result = await fetch(signal)
      if (signal.aborted) return undefined
      this.#change({ isLoading: false })
      return result
    } catch (failure) {
      this.#fail(signal, failure)
      return undefined
    }
  }

  #startAsking(): AbortController {
    this.#asking.abort()
    this.#next = undefined
    return (this.#asking = new AbortController())
  }

  #fail(signal: AbortSignal, failure: unknown): void {
    if (!signal.aborted) this.#change({ isPlaying: false, isLoading: false, failure })
  }

  /** Plays from the moment that is shown. */
  #begin(): void {
    this.#startAsking()
    this.#anchorAt(this.hub.asOf())
    if (this.#isLooping) return
    this.#isLooping = true
    let painted = this.#environment.elapsed()
    const loop = () => {
      this.#isLooping = this.#state.isPlaying
      if (!this.#isLooping) return
      const now = this.#environment.elapsed()
      this.#anchor.elapsed += Math.max(0, now - painted - maximumFrameMs)
      painted = now
      this.#advance()
      this.#environment.nextFrame(loop)
    }
    this.#environment.nextFrame(loop)
  }

  #anchorAt(at: number): void {
    this.#anchor = { at, elapsed: this.#environment.elapsed() }
  }

  /** Shows the moment that playing has reached, and fetches what follows in time. */
  #advance(): void {
    const recording = this.hub.recording()
    // A moment that somebody asked for comes first; playing begins again with it.
    if (!recording || this.#loading !== null) return
    const { direction, speed } = this.#state
    const passed = (this.#environment.elapsed() - this.#anchor.elapsed) * speed
    const target = this.#anchor.at + direction * passed
    const [end, left] =
      direction === 1
        ? [recording.until, recording.until - target]
        : [recording.from, target - recording.from]
    if (left < pieceMs(speed) / 2) this.#askForNext(recording, end)
    if (left >= 0) {
      this.#show(recording.momentAt(target, direction))
    } else if (this.#next instanceof Object) {
      const next = this.#next
      this.#next = undefined
      this.hub.show(next, end)
      this.#show(next.momentAt(target, direction))
    } else {
      // The clock of the past waits for what is on its way.
      this.#show(end)
      this.#anchorAt(end)
    }
    this.#change({ isLoading: left < 0 && this.#next === 'asked' })
  }

  #show(at: number): void {
    this.hub.moveTo(at)
    this.#want(at)
  }

  #askForNext(recording: Recording, end: number): void {
    if (this.#next !== undefined) return
    const { direction, speed } = this.#state
    const stepMs = stepOf(speed)
    // Whole steps: moments are as far from each other in every piece.
    const length = Math.ceil(pieceMs(speed) / stepMs) * stepMs
    const [from, until] =
      direction === 1 ? [end, this.#withinPast(end + length)] : [Math.max(0, end - length), end]
    if (from >= until) {
      if (this.#wanted === end) this.#change({ isPlaying: false, isAtPresent: direction === 1 })
      return
    }
    this.#next = 'asked'
    const { signal } = this.#asking
    const asked =
      direction === 1
        ? this.#loader.following(recording, { until, stepMs }, signal)
        : this.#loader.before(recording.sensorIds, { from, until, stepMs }, signal)
    asked.then(
      (next) => {
        if (!signal.aborted) this.#next = next
      },
      (failure: unknown) => this.#fail(signal, failure),
    )
  }

  #withinPast(at: number): number {
    return Math.max(0, Math.min(Math.round(at), this.#environment.present() - unsettledMs))
  }

  #want(at: number): void {
    if (at === this.#wanted) return
    this.#wanted = at
    for (const listener of this.#momentListeners) listener()
  }

  #change(next: Partial<PlayerState>): void {
    const state = { ...this.#state, ...next }
    const isSame = Object.entries(next).every(
      ([name, value]) => this.#state[name as keyof PlayerState] === value,
    )
    if (isSame) return
    this.#state = state
    for (const listener of this.#stateListeners) listener()
  }
}

function joined<Item>(listeners: Set<Item>, listener: Item): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
