import { randomUUID } from 'node:crypto'
import { createClient, type ClickHouseClient } from '@clickhouse/client'
import { drainPending } from 'chdb'
import { createChdbConnection } from 'chdb/connection'
import {
  backgroundNiceness,
  backgroundSettings,
  foregroundSettings,
  lowerMergePriority,
} from './background-priority.ts'
import {
  bytesOf,
  readerSlots,
  readerSettings,
  statementSettings,
  systemSlots,
  type Engine,
  type InsertTarget,
  type Slot,
} from './engine.ts'

/**
 * ClickHouse in this process. A connection of it runs one statement at a time and holds a thread of
 * the process while another one waits for it, so that every slot is a connection of its own.
 */
export function openEmbeddedEngine(directory: string): Engine {
  const control = connect(directory).client
  let isLowered = false
  /** The engine has begun, and has its threads. */
  const onBegun = () => {
    if (!isLowered) lowerMergePriority()
    isLowered = true
  }
  const slots = (count: number, settings: Settings) =>
    Array.from(
      { length: count },
      () => new EmbeddedSlot(connect(directory), control, settings, onBegun),
    )
  const system = slots(systemSlots, { ...statementSettings, ...backgroundSettings })
  const readers = slots(readerSlots, readerSettings)
  const purging = purgeRegularly(control)
  return {
    system,
    readers,
    ping: async () => (await control.ping({ select: true })).success,
    async close() {
      clearInterval(purging)
      await Promise.all([...system, ...readers].map((slot) => slot.close()))
      await control.close()
      // What stopped the last statements may still run, on connections that are closed after it.
      await drainPending()
    },
  }
}

interface Connection {
  readonly client: ClickHouseClient
  /** The library's own way in for bytes: they are neither copied nor made a string of. */
  readonly raw: ReturnType<typeof createChdbConnection>['chdb']
}

function connect(directory: string): Connection {
  const connection = createChdbConnection({ path: directory })
  return {
    client: createClient({ connection } as unknown as Parameters<typeof createClient>[0]),
    raw: connection.chdb,
  }
}

type Settings = Readonly<Record<string, string | number>>

/** For a question that takes long: it may take longer, and what is short does not wait for it. */
const lengthySettings = `os_threads_nice_value_query = ${backgroundNiceness}`

/** The engine may not have begun when it is asked to stop: it is asked again. */
const stopRetryMs = 100

class EmbeddedSlot implements Slot {
  readonly #client: ClickHouseClient
  readonly #raw: Connection['raw']
  readonly #control: ClickHouseClient
  readonly #settings: Settings
  readonly #onBegun: () => void
  readonly #running = new Set<Promise<unknown>>()
  #prepared: Promise<unknown> | undefined

  /** The settings hold for all statements of this connection, and for no other. */
  constructor(
    { client, raw }: Connection,
    control: ClickHouseClient,
    settings: Settings,
    onBegun: () => void,
  ) {
    this.#onBegun = onBegun
    this.#client = client
    this.#raw = raw
    this.#control = control
    this.#settings = settings
  }

  run(asked: string, signal?: AbortSignal, givesWay = false): Promise<Buffer> {
    return this.#untilEnded(this.#run(asked, signal, givesWay))
  }

  async #run(asked: string, signal?: AbortSignal, givesWay?: boolean): Promise<Buffer> {
    await (this.#prepared ??= this.#prepare())
    const statement = givesWay ? `${asked} SETTINGS ${lengthySettings}` : asked
    return this.#clearing(
      signal ? this.#runUntil(signal, statement) : bytesOf(this.#client, statement),
    )
  }

  async #prepare(): Promise<void> {
    const settings = Object.entries(this.#settings).map(([name, value]) => `${name} = '${value}'`)
    try {
      await this.#client.command({ query: `SET ${settings.join(', ')}` })
    } catch (error) {
      this.#prepared = undefined
      throw error
    }
    this.#onBegun()
  }

  async #runUntil(signal: AbortSignal, statement: string): Promise<Buffer> {
    signal.throwIfAborted()
    const mark = `/* ${randomUUID()} */`
    let stopping: NodeJS.Timeout | undefined
    const stop = () => {
      this.#stop(mark)
      stopping = setInterval(() => this.#stop(mark), stopRetryMs)
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await bytesOf(this.#client, `${mark} ${statement}`)
    } finally {
      signal.removeEventListener('abort', stop)
      clearInterval(stopping)
    }
  }

  insert(target: InsertTarget, lines: Buffer): Promise<void> {
    return this.#untilEnded(this.#insert(target, lines))
  }

  async #insert(target: InsertTarget, lines: Buffer): Promise<void> {
    const { table, columns, isAwaited = false } = target
    await (this.#prepared ??= this.#prepare())
    const insertion = {
      table,
      columns: [...columns],
      values: lines,
      format: 'TabSeparated' as const,
    }
    await this.#clearing(
      this.#raw
        .rawInsert({
          ...insertion,
          settings: { ...target.settings, ...(isAwaited ? foregroundSettings : {}) },
        })
        .catch(withEngineCode),
    )
  }

  /**
   * Closes when what runs has ended, which a question that was stopped does soon. Statements run on
   * threads that the process waits for at its end: a connection that is closed under one of them
   * may leave its thread, and the process, waiting for ever.
   */
  async close(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
    await this.#client.close()
  }

  /**
   * The connection holds what it needed for a statement that failed until it gets the next one: it
   * gets one.
   */
  #clearing<Result>(work: Promise<Result>): Promise<Result> {
    return work.catch(async (error: unknown) => {
      await this.#client.command({ query: 'SELECT 1' }).catch(() => undefined)
      throw error
    })
  }

  /** The connection is not closed before `work` has ended. */
  async #untilEnded<Result>(work: Promise<Result>): Promise<Result> {
    this.#running.add(work)
    try {
      return await work
    } finally {
      this.#running.delete(work)
    }
  }

  #stop(mark: string): void {
    // What has ended meanwhile cannot be stopped, and need not be.
    this.#control
      .command({ query: `KILL QUERY WHERE startsWith(query, '${mark}') ASYNC` })
      .catch(() => undefined)
  }
}

/** The client's errors have the engine's number as their code; so has this one then. */
function withEngineCode(error: unknown): never {
  if (!(error instanceof Error && 'clickhouseCode' in error)) throw error
  throw Object.assign(new Error(error.message, { cause: error }), {
    code: String(error.clickhouseCode),
  })
}

const purgeIntervalMs = 30_000

/**
 * The embedded engine's allocator retains the pages of past merges and queries for each of its many
 * threads, hundreds of megabytes after a busy hour, and gives them back only when asked (a few ms).
 * A build without this allocator refuses, and has none to give.
 */
function purgeRegularly(client: ClickHouseClient): NodeJS.Timeout {
  let hasPurged = false
  const timer = setInterval(() => {
    client.command({ query: 'SYSTEM JEMALLOC PURGE' }).then(
      () => (hasPurged = true),
      () => hasPurged || clearInterval(timer),
    )
  }, purgeIntervalMs)
  return timer.unref()
}
