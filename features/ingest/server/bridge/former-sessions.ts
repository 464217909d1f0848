import type { Problem } from '#kit/server/documents/document-value.ts'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { connectAsync } from 'mqtt'
import type { Logger } from 'pino'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { DeviceMessages } from '../mqtt/device-messages.ts'
import { brokerAddress } from './broker-address.ts'
import { BrokerLink } from '#kit/server/mqtt/broker-link.ts'
import { recordRemoval, removedSessions } from './broker-sessions-store.ts'
import { createDeviceFlow } from './device-flow.ts'

const formerCount = 32
const formerFilters = ['$share/warroom/warroom/v1/+/telemetry', 'warroom/v1/+/status']
/**
 * MQTT does not say that a session is empty: it is, when it has handed nothing over for this long
 * and nothing is open.
 */
const silenceMs = 2_000
const pollMs = 200

/**
 * Names of the sessions that earlier versions had for a data directory: after its inode, so a copy
 * had others.
 */
export function formerSessions(dataDirectory: string): readonly string[] {
  const { ino, birthtimeMs } = statSync(dataDirectory)
  const hash = createHash('sha256').update(`${ino} ${birthtimeMs}`).digest('hex').slice(0, 12)
  return Array.from({ length: formerCount }, (_, index) => `warroom-${hash}-${index}`)
}

interface Options {
  readonly url: string
  readonly sql: Kysely<DB>
  readonly messages: DeviceMessages
  readonly budget: Budget
  readonly logger: Logger
  readonly signal: AbortSignal
  /** Where a device may listen for why its message was refused. */
  readonly onRefused: (lesiId: string, problem: Problem) => void
}

/**
 * Takes what the sessions still have, and removes them at the broker; each once. What fails is
 * retried at the next start. The session that takes their place must be subscribed already.
 */
export async function emptyFormerSessions(
  clientIds: readonly string[],
  options: Options,
): Promise<void> {
  const removed = await removedSessions(options.sql, brokerAddress(options.url), clientIds)
  await Promise.all(
    clientIds.filter((id) => !removed.has(id)).map((id) => emptySession(id, options)),
  )
}

async function emptySession(clientId: string, options: Options): Promise<void> {
  const { url, sql, logger, signal } = options
  if (signal.aborted) return
  const flow = createDeviceFlow(options)
  let lastAt = performance.now()
  const link = new BrokerLink({
    ...{ url, clientId, protocolVersion: 4 as const, subscriptions: {} },
    logger: logger.child({}, { level: 'warn' }),
    onDelivery(delivery) {
      lastAt = performance.now()
      return flow.take(delivery)
    },
    onLost: () => flow.leaveToBroker(),
  })
  const work = async () => {
    await link.firstAttempt()
    if (link.problem !== null) throw new Error(link.problem)
    // Nothing new comes; what was queued does.
    if (link.sessionPresent) await link.unsubscribe(formerFilters)
    lastAt = performance.now()
    while (link.sessionPresent && (flow.size > 0 || performance.now() - lastAt < silenceMs)) {
      if (link.problem !== null) throw new Error(link.problem)
      await delay(pollMs)
    }
    await link.close()
    await removeSession(url, clientId)
    await recordRemoval(sql, brokerAddress(url), clientId)
  }
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(new Error('the server stops'))
  signal.addEventListener('abort', stop)
  try {
    await Promise.race([work(), stopped.promise])
  } catch (error) {
    logger.warn(
      { err: error, clientId },
      'a former session at the broker could not be emptied; the next start tries again',
    )
    await Promise.all([flow.close(), link.close()])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Ends the session at the broker, with everything that is queued in it. */
export async function removeSession(url: string, clientId: string): Promise<void> {
  const client = await connectAsync(
    url,
    { clientId, clean: true, reconnectPeriod: 0, connectTimeout: 10_000 },
    false,
  )
  await client.endAsync()
}
