import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { StartupError } from '../process/startup-error.ts'
import {
  answersQuery,
  endSession,
  detectLostPeer,
  findHolder,
  tryLock,
  type LockHolder,
} from './database-lock-store.ts'

/** How long a lock is waited for whose holder may be dead without the database having noticed. */
const timeoutMs = 15_000
const pollMs = 250
const heartbeatMs = 10_000
/** PostgreSQL cuts longer names. */
const maximumNameLength = 63

/** Held for as long as a server works with the database, so that no second one does. */
export interface DatabaseLock {
  close(): Promise<void>
}

export interface DatabaseLockOptions {
  readonly url: string
  readonly log: BaseLogger
  /** The lock was lost with its connection, and another server has it now: this one must end. */
  readonly onTaken: (reason: string) => void
  readonly timeoutMs?: number
}

/**
 * Which process holds the lock, as its session is called; what is random distinguishes processes of
 * equally named containers apart.
 */
const ownName =
  `warroom server ${process.pid}/${randomBytes(3).toString('hex')} on ${hostname()}`.slice(
    0,
    maximumNameLength,
  )

function partsOf(holder: LockHolder): { readonly pid: number; readonly host: string } | null {
  const [, pid, host = ''] =
    /^warroom server (\d+)\/[0-9a-f]+ on (.*)$/.exec(holder.name ?? '') ?? []
  return pid === undefined ? null : { pid: Number(pid), host }
}

function described(holder: LockHolder): string {
  const parts = partsOf(holder)
  const from = holder.address === null ? '' : `, from ${holder.address}`
  return parts === null
    ? `another program${from}`
    : `another Warroom (pid ${parts.pid} on ${parts.host}${from})`
}

/**
 * Whether the holder is another process of this machine that lives: waiting for it would be in
 * vain.
 */
function livesHere(holder: LockHolder): boolean {
  const parts = partsOf(holder)
  if (parts === null || parts.pid === process.pid || !hostname().startsWith(parts.host))
    return false
  try {
    process.kill(parts.pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Takes the database for this server alone, on a connection of its own. What a killed server held
 * is free at once, what a machine that vanished held within 15 s, which this waits for. A lost
 * connection is made again and the lock taken again. Throws StartupError that names the other
 * server.
 */
export async function lockDatabase(options: DatabaseLockOptions): Promise<DatabaseLock> {
  const lock = new SessionLock(options)
  const holder = await lock.take()
  if (holder === null) return lock
  await lock.close()
  throw new StartupError(
    `The database is in use by ${described(holder)}. Stop it first, or name another database in ` +
      `DATABASE_URL.`,
  )
}

class SessionLock implements DatabaseLock {
  readonly #options: DatabaseLockOptions
  readonly #heartbeat: NodeJS.Timeout
  #client: pg.Client | undefined
  #closed = false

  constructor(options: DatabaseLockOptions) {
    this.#options = options
    this.#heartbeat = setInterval(() => this.#check(), heartbeatMs).unref()
  }

  /** Null when the lock is ours; else who has it, after a while. */
  async take(): Promise<LockHolder | null> {
    const client = await this.#connect()
    const end = Date.now() + (this.#options.timeoutMs ?? timeoutMs)
    try {
      while (!(await tryLock(client))) {
        const holder = await findHolder(client)
        // A session of ours whose loss the database has not noticed.
        if (holder?.name === ownName) await endSession(client, holder.backend)
        else if (holder && (livesHere(holder) || Date.now() > end)) {
          await client.end()
          return holder
        }
        await delay(pollMs)
      }
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    client.once('end', () => void this.#reacquire())
    return null
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#heartbeat)
    await this.#client?.end().catch(() => undefined)
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: ownName,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    client.on('error', (error) => this.#options.log.warn({ err: error }, 'database lock'))
    await client.connect()
    await detectLostPeer(client)
    return client
  }

  #check(): void {
    const client = this.#client
    if (client) answersQuery(client).catch(() => void client.end().catch(() => undefined))
  }

  async #reacquire(): Promise<void> {
    this.#client = undefined
    while (!this.#closed) {
      try {
        const holder = await this.take()
        if (holder && !this.#closed)
          this.#options.onTaken(`the database was taken over by ${described(holder)}`)
        return
      } catch (error) {
        this.#options.log.debug({ err: error }, 'the database lock cannot be taken yet')
        await delay(pollMs)
      }
    }
  }
}
