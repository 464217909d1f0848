import { FrameListeners } from '../frames/frame-listeners.ts'
import type { LiveHub, Stop } from '../live-hub.ts'
import type { Listener } from '../frames/listeners-by-id.ts'
import { coalesced } from '../frames/coalesced.ts'
import { UseCounts } from '../use-counts.ts'
import type { Recording } from './recording.ts'

/** The browser around a recorded hub. */
export interface RecordedEnvironment {
  nextFrame(callback: () => void): void
  microtask(callback: () => void): void
}

const connected = { state: 'live', retryAt: null, isLost: false } as const
const noop: Stop = () => {}

/**
 * A moment of the past, for the same widgets as the socket: its values, its states, and as "now"
 * the moment itself. Whoever plays moves it.
 */
export class RecordedHub implements LiveHub {
  readonly isRecorded = true
  readonly #listeners: FrameListeners
  readonly #watched = new UseCounts()
  readonly #secondListeners = new Set<Listener>()
  readonly #onWatched: () => void
  #recording: Recording | undefined
  #at: number

  /** `onWatched` is called after other sensors are watched than before. */
  constructor(environment: RecordedEnvironment, at: number, onWatched: () => void) {
    this.#listeners = new FrameListeners((callback) => environment.nextFrame(callback))
    this.#onWatched = coalesced((callback) => environment.microtask(callback), onWatched)
    this.#at = at
  }

  readonly store: LiveHub['store'] = {
    reading: (sensorId) => this.#recording?.reading(sensorId),
    isKnown: (sensorId) => this.#recording?.isKnown(sensorId) ?? false,
    device: (deviceId) => this.#recording?.device(deviceId),
    trend: (sensorId) => this.#recording?.trend(sensorId),
    trendText: (sensorId, code) => this.#recording?.trendText(sensorId, code),
    heartbeat: () => undefined,
  }

  readonly asOf = () => this.#at
  readonly lastMessageAt = () => this.#at
  readonly connection = () => connected
  readonly watchConnection = () => noop
  readonly watchHeartbeat = () => noop
  readonly watchCatalogue = () => noop
  readonly watchBoards = () => noop
  readonly watchAlarms = () => noop
  readonly networkIsBack = noop

  readonly watchSensors = (sensorIds: readonly number[]): Stop => {
    this.#watched.add(sensorIds)
    this.#onWatched()
    return () => this.#watched.remove(sensorIds)
  }

  readonly watchSensor = (sensorId: number, listener: Listener): Stop => {
    const stopWatching = this.watchSensors([sensorId])
    const stopListening = this.#listeners.addToSensor(sensorId, listener)
    return () => {
      stopListening()
      stopWatching()
    }
  }

  readonly watchDevice = (deviceId: number, listener: Listener): Stop =>
    this.#listeners.addToDevice(deviceId, listener)

  /** On every second of the past that the moment enters. */
  readonly everySecond = (listener: Listener): Stop => {
    this.#secondListeners.add(listener)
    return () => {
      this.#secondListeners.delete(listener)
      this.#listeners.cancel(listener)
    }
  }

  watched(): readonly number[] {
    return this.#watched.used()
  }

  /** Whether the recording has every sensor that is watched. */
  isComplete(): boolean {
    const there = new Set(this.#recording?.sensorIds)
    return this.#watched.used().every((id) => there.has(id))
  }

  recording(): Recording | undefined {
    return this.#recording
  }

  /** Shows a moment (ms UTC) of another recording. */
  show(recording: Recording, at: number): void {
    this.#recording = recording
    this.#at = at
    recording.moveTo(at)
    this.#listeners.changed(this.#watched.used(), [])
    this.#listeners.call(this.#secondListeners)
  }

  /** Shows another moment (ms UTC) of the recording. */
  moveTo(at: number): void {
    if (!this.#recording || at === this.#at) return
    const isNewSecond = Math.floor(at / 1_000) !== Math.floor(this.#at / 1_000)
    this.#at = at
    const { sensors, devices } = this.#recording.moveTo(at)
    this.#listeners.changed(sensors, devices)
    if (isNewSecond) this.#listeners.call(this.#secondListeners)
  }
}
