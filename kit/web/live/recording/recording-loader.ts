import { Recording } from './recording.ts'
import type { RecordingSource } from './recording-source.ts'

interface Piece {
  /** ms UTC. */
  readonly from: number
  readonly until: number
  readonly stepMs: number
}

/** Fetches recordings. */
export class RecordingLoader {
  readonly #source: RecordingSource

  constructor(source: RecordingSource) {
    this.#source = source
  }

  /** One moment, ms UTC. */
  async moment(sensors: readonly number[], at: number, signal: AbortSignal): Promise<Recording> {
    const [moment, trends] = await Promise.all([
      this.#source.moment(sensors, at, signal),
      this.#source.trends(sensors, at, signal),
    ])
    const nothing = { from: at, until: at, series: [], devices: [] }
    return Recording.fromMoment(sensors, moment, trends, nothing, 1)
  }

  /** What follows a recording until `until` (ms UTC), or as much of it as is fetched at once. */
  async following(
    recording: Recording,
    { until, stepMs }: Omit<Piece, 'from'>,
    signal: AbortSignal,
  ): Promise<Recording> {
    const request = { from: recording.until, until, stepMs, backwards: false }
    const stretch = await this.#source.stretch(recording.sensorIds, request, signal)
    return recording.followedBy(stretch, stepMs)
  }

  /** What lies before `until`, or as much of it as is fetched at once. */
  async before(sensors: readonly number[], piece: Piece, signal: AbortSignal): Promise<Recording> {
    const stretch = await this.#source.stretch(sensors, { ...piece, backwards: true }, signal)
    const [moment, trends] = await Promise.all([
      this.#source.moment(sensors, stretch.from, signal),
      this.#source.trends(sensors, stretch.from, signal),
    ])
    return Recording.fromMoment(sensors, moment, trends, stretch, piece.stepMs)
  }

  /**
   * When anything was read next after `from`, or last until `until`, ms UTC; undefined: nothing in
   * between.
   */
  async nearestReading(
    sensors: readonly number[],
    span: { readonly from: number; readonly until: number; readonly backwards: boolean },
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const { from, series } = await this.#source.stretch(sensors, { ...span, stepMs: 1 }, signal)
    const times = series.flatMap(([, after]) => after.at(span.backwards ? -1 : 0) ?? [])
    if (times.length === 0) return undefined
    return from + (span.backwards ? Math.max(...times) : Math.min(...times))
  }
}
