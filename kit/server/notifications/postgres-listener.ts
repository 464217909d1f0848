import pg from 'pg'
import type { z } from 'zod'
import { unknownNotifications } from './unknown-notifications.ts'

const firstRetryMs = 100
const maximumRetryMs = 2_000
/** A connection that does not answer this long after being asked is taken for dead. */
const heartbeatMs = 10_000

export interface ChannelListener<Payload> {
  /** `processId`: of the database's process in which somebody notified. */
  notified(payload: Payload, processId: number): void
  /** The connection was lost and is back: notifications may have been missed in between. */
  reconnected(): void
}

export interface PostgresListener {
  /**
   * Resolves when the server has begun to listen; from then on no notification is missed without
   * `reconnected`. Anybody who may use the database can notify, and so can a newer version of this
   * product: payloads that are not JSON of this shape are left out and reported, at most once a
   * minute for each channel. Returns the function that ends it.
   */
  listen<Payload>(
    channel: string,
    shape: z.ZodType<Payload>,
    listener: ChannelListener<Payload>,
  ): Promise<() => void>
  close(): Promise<void>
}

/**
 * LISTEN/NOTIFY on one connection of its own, which comes back by itself. `report` receives every
 * failure of the connection, and every failure of a listener: neither ends the program.
 */
export async function createPostgresListener(
  url: string,
  report: (error: unknown) => void,
): Promise<PostgresListener> {
  const listeners = new Map<string, TextListener[]>()
  const reportUnknown = unknownNotifications(report)
  let closed = false
  let retryTimer: NodeJS.Timeout | undefined
  let client = await connect()
  const heartbeat = setInterval(() => {
    const asked = client
    asked.query('select 1').catch(() => void asked.end().catch(report))
  }, heartbeatMs).unref()

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: 'warroom listener',
    })
    opened.on('error', report)
    opened.on('notification', ({ channel, payload, processId }) => {
      for (const listener of listeners.get(channel) ?? [])
        listener.notified(payload ?? '', processId)
    })
    try {
      await opened.connect()
      for (const channel of listeners.keys())
        await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
    } catch (error) {
      await opened.end().catch(report)
      throw error
    }
    opened.once('end', () => {
      if (client === opened) retry(firstRetryMs)
    })
    return opened
  }

  function retry(delayMs: number): void {
    if (closed) return
    retryTimer = setTimeout(() => void reconnect(delayMs), delayMs)
  }

  async function reconnect(delayMs: number): Promise<void> {
    try {
      const opened = await connect()
      if (closed) return void (await opened.end())
      client = opened
      for (const listener of [...listeners.values()].flat()) listener.reconnected()
    } catch (error) {
      report(error)
      retry(Math.min(delayMs * 2, maximumRetryMs))
    }
  }

  return {
    async listen(channel, shape, parsedListener) {
      const listener = guarded(parsedListener, shape, {
        report,
        reportUnknown: (payload) => reportUnknown(channel, payload),
      })
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      return () =>
        void listeners.set(
          channel,
          (listeners.get(channel) ?? []).filter((other) => other !== listener),
        )
    },
    async close() {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(retryTimer)
      await client.end()
    },
  }
}

interface TextListener {
  notified(text: string, processId: number): void
  reconnected(): void
}

interface Reports {
  readonly report: (error: unknown) => void
  readonly reportUnknown: (text: string) => void
}

/** A listener that receives only what it understands, and whose failures reach nobody else. */
function guarded<Payload>(
  listener: ChannelListener<Payload>,
  shape: z.ZodType<Payload>,
  { report, reportUnknown }: Reports,
): TextListener {
  const guard = (work: () => void) => {
    try {
      work()
    } catch (error) {
      report(error)
    }
  }
  return {
    notified(text, processId) {
      const payload = shape.safeParse(jsonOf(text))
      if (payload.success) guard(() => listener.notified(payload.data, processId))
      else reportUnknown(text)
    },
    reconnected: () => guard(() => listener.reconnected()),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
