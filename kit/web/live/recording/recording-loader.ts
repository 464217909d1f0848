import { Recording } from './recording.ts'
import type { NearestRequest, RecordingSource } from './recording-source.ts'

interface Piece {
  /** ms UTC. */
  readonly from: number
  readonly until: number
  readonly stepMs: number
}

/** Most readings are as near as this, ms; what is farther is asked for by itself. */
const nearMs = 15_000

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
    const empty = { from: at, until: at, series: [], devices: [] }
    return Recording.fromMoment(sensors, moment, trends, empty, 1)
  }

  /** What follows a recording until `until` (ms UTC), or as much of it as is fetched at once. */
  async following(
    recording: Recording,
    { until, stepMs }: Omit<Piece, 'from'>,
    signal: AbortSignal,
  ): Promise<Recording> {
    const request = { from: recording.until, until, stepMs, backwards: false }
    const span = await this.#source.span(recording.sensorIds, request, signal)
    return recording.followedBy(span, stepMs)
  }

  /** What lies before `until`, or as much of it as is fetched at once. */
  async before(sensors: readonly number[], piece: Piece, signal: AbortSignal): Promise<Recording> {
    const span = await this.#source.span(sensors, { ...piece, backwards: true }, signal)
    const [moment, trends] = await Promise.all([
      this.#source.moment(sensors, span.from, signal),
      this.#source.trends(sensors, span.from, signal),
    ])
    return Recording.fromMoment(sensors, moment, trends, span, piece.stepMs)
  }

  /** When anything was read next after `at`, or last before it, ms UTC; undefined: never. */
  async nearestReading(
    sensors: readonly number[],
    { at, backwards, present }: NearestRequest & { readonly present: number },
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const until = backwards ? at - 1 : Math.min(at + nearMs, present)
    const from = backwards ? Math.max(0, until - nearMs) : at
    if (from < until) {
      const span = { from, until, backwards, stepMs: 1 }
      const { series, ...covered } = await this.#source.span(sensors, span, signal)
      const times = series.flatMap(([, after]) => after.at(backwards ? -1 : 0) ?? [])
      if (times.length > 0)
        return covered.from + (backwards ? Math.max(...times) : Math.min(...times))
    }
    return (await this.#source.nearest(sensors, { at, backwards }, signal)) ?? undefined
  }
}
