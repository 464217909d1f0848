import type { Figure } from './figures.ts'

/** What a benchmark may use while it runs. */
export interface BenchmarkContext {
  /** A new directory of the benchmark's own; removed in the end. */
  directory(): string
  /** Runs when the benchmark has ended, however it ended; the last one first. */
  atEnd(cleanUp: () => unknown): void
  /** Tells the person who waits. */
  report(line: string): void
  readonly options: Options
}

export interface Options {
  /** Length of the ingest runs. */
  readonly seconds: number
  /** Readings a second of the ingest run at a fixed rate. */
  readonly rate: number
  /** Messages that one connection has under way at most. */
  readonly window: number
  /** Times that the server is killed; other disasters less often by proportion. */
  readonly kills: number
  /** Longest time between a kill and the next start, s. */
  readonly pause: number
  /** Disasters of "crash"; null: all. */
  readonly disasters: readonly string[] | null
  /** Parts of "room"; null: all. */
  readonly parts: readonly string[] | null
  /** Length of an outage of the telemetry store. */
  readonly minutes: number
  /** Numbers of the cases of "abuse"; null: all. */
  readonly cases: readonly number[] | null
  /** Sensors of the plant of "catalogue". */
  readonly sensors: number
  /** Connected devices of "fleet". */
  readonly devices: number
  /** Directory with CSV recordings to measure storage with. */
  readonly recordings: string | null
  /** Directory in which npm has installed other programs; null: there are none. */
  readonly peers: string | null
  /** Writes a processor profile of the server into this directory. */
  readonly profile: string | null
}

/**
 * Measures, and returns what it measured. Judges nothing: a figure that misses its target is a
 * figure.
 */
export interface Benchmark {
  readonly name: string
  readonly summary: string
  run(context: BenchmarkContext): Promise<readonly Figure[]>
}
