import type { ClickHouseClient } from '@clickhouse/client'

/** Where lines are inserted. */
export interface InsertTarget {
  readonly table: string
  readonly columns: readonly string[]
  readonly settings?: Readonly<Record<string, string | number>>
  /** Somebody waits for it: it does not give way to others. */
  readonly isAwaited?: boolean
}

/** One slot at the engine: what runs in it runs one after another. */
export interface Slot {
  /**
   * The answer's bytes. When the signal is aborted the engine is asked to stop; the promise settles
   * when it has stopped, or ended by itself. One that gives way lets what is shorter have the
   * processors.
   */
  run(statement: string, signal?: AbortSignal, givesWay?: boolean): Promise<Buffer>
  /**
   * Inserts lines of the format TabSeparated; resolves when they are on disk. An error has the
   * engine's number as `code`.
   */
  insert(target: InsertTarget, lines: Buffer): Promise<void>
  close(): Promise<void>
}

/**
 * The engine behind both kinds of work, each with slots of its own: neither waits for the other.
 */
export interface Engine {
  readonly system: readonly Slot[]
  readonly readers: readonly Slot[]
  /** Outside all slots. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

export type TelemetryLocation = { readonly directory: string } | { readonly url: string }

/** Places for the product's own work: two inserts and a look-up at once. */
export const systemSlots = 3
/**
 * Slots for what people ask: two parts of one report beside each other, and another person. Each
 * uses several processors, more would only take them from the data path.
 */
export const readerSlots = 3

/** How long one question may run at the engine. */
export const maximumQuestionSeconds = 15

/** Statements carry lists of sensors in their text. */
export const statementSettings = { max_query_size: '67108864' } as const

/**
 * What the engine allows one question of a reader. The last two prevent an answer from filling this
 * process.
 */
export const readerSettings = {
  max_query_size: '1048576',
  readonly: '2',
  max_execution_time: maximumQuestionSeconds,
  max_memory_usage: '402653184',
  max_result_bytes: '67108864',
  result_overflow_mode: 'throw',
} as const

export async function bytesOf(
  client: ClickHouseClient,
  query: string,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { stream } = await client.exec({ query, ...(signal ? { abort_signal: signal } : {}) })
  const chunks = (await stream.toArray()) as Buffer[]
  // The embedded engine answers in one piece: copying megabytes would only make garbage.
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}
