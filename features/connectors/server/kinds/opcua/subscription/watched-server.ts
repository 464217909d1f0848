import { setTimeout as pause } from 'node:timers/promises'
import {
  AttributeIds,
  type ClientSession,
  type ClientSubscription,
  type NotificationMessage,
  type StatusCode,
} from 'node-opcua-client'
import type { CommandOutcome } from '#kit/server/devices/device-commands.ts'
import type { OpcUaSettings } from '../../../../contract/kinds/opcua.ts'
import {
  ConnectorFailure,
  type Connection,
  type ConnectorHost,
  type WriteRequest,
} from '../../../driver.ts'
import { accessFailure } from '../access/access-failure.ts'
import { NodeIds } from '../access/node-ids.ts'
import type { OpenSession } from '../access/open-session.ts'
import { MonitoredItems, type ItemCalls } from './monitored-items.ts'
import { OutgoingValues } from './outgoing-values.ts'
import { ReceivedValues } from './received-values.ts'
import { writableValue, writeVariable } from '../write-item.ts'
import { ServerClock } from './server-clock.ts'
import { goneStatuses, valuesOf } from './notifications.ts'

/** The server says at least this often that it is there, and that nothing has changed. */
const maximumKeepAliveMs = 5_000
/** So long it holds the subscription for a client that does not answer. */
const lifetimeMs = 120_000
/** Without a word for so long there is no connection any more. */
const silenceMs = 3 * maximumKeepAliveMs
export const watchTimes = {
  /** A connection that is not back by then begins again. */
  repairMs: 20_000,
  /** Nodes that the server did not know are asked for again. */
  retryMs: 30_000,
}
const maximumItemsPerCallNode = 'ns=0;i=11714'
const maximumValuesPerPublication = 5_000
const closeTimeoutMs = 3_000
/** So long after an interruption values of before it may still come. */
const lateMs = 10_000

interface Running {
  readonly open: OpenSession
  readonly settings: OpcUaSettings
  readonly host: ConnectorHost
  readonly times: typeof watchTimes
}

/** One session whose subscription is read, until it ends. */
export class WatchedServer implements Connection {
  readonly ended: Promise<void>
  readonly #running: Running
  readonly #outgoing: OutgoingValues
  readonly #received: ReceivedValues
  readonly #timers: NodeJS.Timeout[] = []
  #items: MonitoredItems | undefined
  #nodeIds = new NodeIds([])
  #subscription: ClientSubscription | undefined
  #end: (error: unknown) => void = () => undefined
  /** When the last message of the server came, by the clock of this process that never jumps. */
  #receivedAt = performance.now()
  readonly #serverClock = new ServerClock()
  #isFull = false
  #repair: NodeJS.Timeout | undefined

  constructor(running: Running) {
    this.#running = running
    this.ended = new Promise((_, reject) => (this.#end = reject))
    // Whoever closes it does not wait for it.
    this.ended.catch(() => undefined)
    this.#outgoing = new OutgoingValues({
      host: running.host,
      onFull: (isFull) => void this.#hold(isFull),
    })
    this.#received = new ReceivedValues(running.settings, this.#outgoing, running.host)
  }

  /** Resolves when the server watches the nodes. */
  async begin(): Promise<void> {
    const { open, settings, times } = this.#running
    const session = open.session as ClientSession & ItemCalls
    this.#followClient()
    const nodeIds = await NodeIds.of(session)
    this.#nodeIds = nodeIds
    const subscription = await session.createSubscription2(subscriptionOptions(settings))
    this.#subscription = subscription
    this.#followSubscription(subscription)
    this.#items = new MonitoredItems({
      ...{ session, subscription, nodeIds, settings },
      maximumPerCall: await numberAt(session, maximumItemsPerCallNode),
      onRefused: (index, status) => this.#received.receiveNone(index, status),
    })
    await this.#items.watchMissing()
    this.#reportDevices('online')
    this.#every(1_000, () => this.#check())
    this.#every(times.retryMs, () => this.#watchAgain())
  }

  /** Rejects when nobody can say what became of it. */
  async write({ lesiId, target, value, deadline }: WriteRequest): Promise<CommandOutcome> {
    const { open, settings } = this.#running
    const item = settings.items.find((each) => each.lesiId === lesiId && each.key === target)
    if (!item || this.#repair !== undefined) return { outcome: 'not-connected' }
    const written = await writableValue(open.session, this.#nodeIds, item, value)
    if ('outcome' in written) return written
    // To find out what is written took its time, and the library writes what waits when it is back.
    if (Date.now() > deadline || this.#repair !== undefined) return { outcome: 'not-connected' }
    return writeVariable(open.session, written)
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#repair)
    this.#outgoing.close()
    // A server that does not answer would hold up the end for as long as its time-outs.
    await Promise.race([
      this.#running.open.close().catch(() => undefined),
      pause(closeTimeoutMs, undefined, { ref: false }),
    ])
  }

  #every(intervalMs: number, work: () => void): void {
    this.#timers.push(setInterval(work, intervalMs))
  }

  #followClient(): void {
    const { open, host, times } = this.#running
    const lost = () => this.#end(new ConnectorFailure('connection_lost'))
    open.client.on('connection_lost', () => {
      host.reportFailure({ code: 'connection_lost', detail: '' })
      this.#received.expectLate(times.repairMs + lateMs)
      this.#reportDevices('offline')
      this.#repair ??= setTimeout(lost, times.repairMs)
    })
    open.client.on('connection_reestablished', () => {
      clearTimeout(this.#repair)
      this.#repair = undefined
      this.#receivedAt = performance.now()
      host.reportFailure(null)
      this.#reportDevices('online')
    })
    open.client.on('abort', lost)
    open.client.on('close', lost)
    open.session.on('session_closed', lost)
  }

  #followSubscription(subscription: ClientSubscription): void {
    const lost = (detail: string) => () =>
      this.#end(new ConnectorFailure('connection_lost', detail))
    subscription.on('raw_notification', (message) => this.#receive(message))
    subscription.on('terminated', lost('the server ended the subscription'))
    // A new subscription of the library's making would have none of our nodes.
    subscription.on('subscriptionId_changed', lost('the server did not keep the session'))
    subscription.on('status_changed', (status: StatusCode) => {
      if (status.isBad()) lost(status.toString())()
    })
  }

  #receive(message: NotificationMessage): void {
    this.#receivedAt = performance.now()
    this.#serverClock.read(message.publishTime)
    const publishedAt = this.#serverClock.now(this.#receivedAt)
    for (const { index, data } of valuesOf(message)) {
      if (goneStatuses.has(data.statusCode.name)) {
        this.#items?.markGone(index)
        this.#received.receiveNone(index, data.statusCode.toString())
      } else this.#received.receive(index, data, publishedAt)
    }
  }

  #check(): void {
    const { settings } = this.#running
    const silentMs = performance.now() - this.#receivedAt
    if (this.#repair !== undefined) return
    if (silentMs > silenceMs + settings.publishingIntervalMs)
      this.#end(new ConnectorFailure('no_answer', `no word for ${Math.round(silentMs / 1_000)} s`))
    else if (settings.confirmIntervalMs !== null && !this.#isFull) {
      // What is later than its last word is not certain.
      const { confirmIntervalMs } = settings
      const publishedAt = this.#serverClock.now(this.#receivedAt)
      this.#received.confirm(confirmIntervalMs, this.#receivedAt, publishedAt)
    }
  }

  #watchAgain(): void {
    this.#items?.watchMissing().catch((error: unknown) => {
      this.#running.host.log(
        'warn',
        `nodes could not be asked for: ${accessFailure(error).message}`,
      )
    })
  }

  async #hold(isFull: boolean): Promise<void> {
    this.#isFull = isFull
    try {
      await this.#subscription?.setPublishingMode(!isFull)
    } catch (error) {
      this.#end(accessFailure(error))
    }
  }

  #reportDevices(status: 'online' | 'offline'): void {
    const { settings, host } = this.#running
    for (const lesiId of new Set(settings.items.map((item) => item.lesiId)))
      host.reportStatus(lesiId, status)
  }
}

function subscriptionOptions({ publishingIntervalMs, confirmIntervalMs }: OpcUaSettings) {
  const keepAliveMs = Math.min(maximumKeepAliveMs, confirmIntervalMs ?? maximumKeepAliveMs)
  const keepAlives = Math.max(1, Math.round(keepAliveMs / publishingIntervalMs))
  return {
    requestedPublishingInterval: publishingIntervalMs,
    requestedMaxKeepAliveCount: keepAlives,
    requestedLifetimeCount: Math.max(3 * keepAlives, Math.ceil(lifetimeMs / publishingIntervalMs)),
    maxNotificationsPerPublish: maximumValuesPerPublication,
    publishingEnabled: true,
    priority: 1,
  }
}

/** The number that a node has; 0 where it has none. */
async function numberAt(session: ClientSession, nodeId: string): Promise<number> {
  const { value } = await session.read({ nodeId, attributeId: AttributeIds.Value })
  return typeof value.value === 'number' ? value.value : 0
}
