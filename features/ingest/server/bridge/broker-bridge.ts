import type { Problem } from '#kit/server/documents/document-value.ts'
import type { Kysely } from 'kysely'
import type { IClientSubscribeOptions } from 'mqtt'
import type { Logger } from 'pino'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { ReadinessCheck } from '#kit/server/process/readiness.ts'
import { StartupError } from '#kit/server/process/startup-error.ts'
import type { DeviceMessages } from '../mqtt/device-messages.ts'
import {
  answerFilter,
  isCommandTopic,
  messageFilters,
  refusedTopic,
  statusFilter,
} from '../mqtt/own-topics.ts'
import { commandProperties } from '../broker/mqtt5/command-properties.ts'
import { brokerAddress } from './broker-address.ts'
import { BrokerLink } from '#kit/server/mqtt/broker-link.ts'
import { recordSession } from './broker-sessions-store.ts'
import type { CommandOutlet } from '../mqtt/command-outlet.ts'
import { contradictionOf, HostPresence, type HostMessage } from '../sparkplug/host-messages.ts'
import { sparkplugFilters } from '../sparkplug/sparkplug-topics.ts'
import { emptyFormerSessions, formerSessions } from './former-sessions.ts'
import { createDeviceFlow } from './device-flow.ts'
import { sessionName } from './session-name.ts'

export interface BrokerBridge {
  connectedCount(): number
  /** Ready while the broker hands messages over. */
  readonly readiness: ReadinessCheck
  /**
   * Takes nothing more, lets what was taken be stored and acknowledged, and disconnects. The broker
   * has the rest.
   */
  close(): Promise<void>
}

interface BridgeOptions {
  readonly url: string
  /** Of the installation: it names the session at the broker. */
  readonly installationId: string
  /** Whose former sessions are emptied and removed. */
  readonly dataDirectory: string
  readonly sql: Kysely<DB>
  readonly messages: DeviceMessages
  readonly budget: Budget
  readonly logger: Logger
  readonly commands: CommandOutlet
  /** Whether this device is there, as far as anybody has reported. */
  readonly isOnline: (lesiId: string) => boolean
  /** How the host of Sparkplug is called; null: there is none. */
  readonly sparkplugHostId: string | null
}

type Subscriptions = Record<string, IClientSubscribeOptions>

/** Retained messages of these filters are not sent again: births are not, readings are stored. */
const withoutRetained = (filters: readonly string[]): Subscriptions =>
  Object.fromEntries(filters.map((filter) => [filter, { qos: 1, rh: 2 }]))

/** What others say of the host of Sparkplug, from now on. */
const statesOfOthers = (states: readonly HostMessage[]): Subscriptions =>
  Object.fromEntries(states.map(({ topic }) => [topic, { qos: 1, nl: true, rh: 2 }]))

/** What was retained of statuses is sent again, at every connection. */
const subscriptions: Subscriptions = {
  ...withoutRetained(messageFilters),
  [statusFilter]: { qos: 1, rh: 0 },
}

/** Codes of CONNACK, of MQTT 3.1.1 and of MQTT 5. */
const badCredentials = new Set([4, 5, 134, 135])

/**
 * Takes the devices' messages from an external broker, at QoS 1, over one persistent session that
 * bears the installation's name. A message is acknowledged after it has been dealt with: what was
 * not, and what comes while the server is away, waits at the broker (within the broker's own
 * limits). A broker that is away does not stop the start: `readiness` says so until it is back.
 * Throws StartupError when the broker refuses the name or password of the URL. Who may publish
 * where is the external broker's to enforce: the LESI ID is taken from the topic.
 */
export async function startBrokerBridge(options: BridgeOptions): Promise<BrokerBridge> {
  const { url, sql, messages, budget, logger } = options
  const clientId = sessionName(options.installationId)
  await recordSession(sql, brokerAddress(url), clientId)
  const onRefused = (lesiId: string, problem: Problem) =>
    link.publish(refusedTopic(lesiId), JSON.stringify(problem))
  const flow = createDeviceFlow({ messages, budget, logger, onRefused })
  const stopping = new AbortController()
  let emptying: Promise<void> | undefined
  const { sparkplugHostId } = options
  const host = sparkplugHostId === null ? null : new HostPresence(sparkplugHostId)
  const link = new BrokerLink({
    ...{ url, clientId, protocolVersion: 5, logger },
    ...(host
      ? {
          subscriptions: { ...subscriptions, ...withoutRetained(sparkplugFilters) },
          will: () => host.connect(),
        }
      : { subscriptions }),
    // A broker that does not allow it hands over readings all the same.
    optionalSubscriptions: {
      ...withoutRetained([answerFilter]),
      ...statesOfOthers(Object.values(host?.birth ?? {})),
    },
    onDelivery(delivery) {
      const state = host && !stopping.signal.aborted && contradictionOf(delivery, host.birth)
      if (state) link.publishState(state)
      return flow.take(delivery)
    },
    onReady() {
      for (const state of Object.values(host?.birth ?? {})) link.publishState(state)
      emptying ??= emptyFormer({ ...options, onRefused, signal: stopping.signal })
    },
    onLost: () => flow.leaveToBroker(),
  })
  options.commands.connect({
    publish: (topic, payload) => link.publish(topic, payload),
    readiness(lesiId, topic) {
      const isOpen = isCommandTopic(topic) ? link.isSubscribed(answerFilter) : link.connected
      return isOpen && options.isOnline(lesiId) ? 'ready' : 'not-connected'
    },
    publishCommand: ({ topic, payload, id, expiresInMs }) =>
      link.publishExpiring({
        topic,
        payload,
        properties: commandProperties(topic, id, expiresInMs),
      }),
  })
  await link.firstAttempt()
  if (badCredentials.has(link.refusal ?? 0)) {
    const { problem } = link
    await link.close()
    throw new StartupError(
      `The MQTT broker ${brokerAddress(url)} that MQTT_URL names refuses this server: ` +
        `it ${problem}`,
    )
  }
  return {
    connectedCount: () => (link.connected ? 1 : 0),
    readiness: {
      name: 'broker',
      problem: () => (link.problem === null ? null : `${brokerAddress(url)} ${link.problem}`),
    },
    async close() {
      stopping.abort()
      await flow.close()
      await emptying
      for (const state of Object.values(host?.death ?? {})) link.publishState(state)
      await link.close()
    },
  }
}

async function emptyFormer(
  options: BridgeOptions & Parameters<typeof emptyFormerSessions>[1],
): Promise<void> {
  try {
    await emptyFormerSessions(formerSessions(options.dataDirectory), options)
  } catch (error) {
    options.logger.warn({ err: error }, 'former sessions at the broker could not be looked for')
  }
}
