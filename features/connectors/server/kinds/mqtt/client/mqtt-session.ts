import { budgetOfOne } from '#kit/server/budget/budget.ts'
import type { FetchedValue } from '#kit/server/devices/device-intake.ts'
import type { DocumentValue, Problem } from '#kit/server/documents/document-value.ts'
import { BrokerLink } from '#kit/server/mqtt/broker-link.ts'
import type { Delivery } from '#kit/server/mqtt/link-options.ts'
import { MessageFlow, type Work } from '#kit/server/mqtt/message-flow.ts'
import type { MqttSettings } from '../../../../contract/kinds/mqtt.ts'
import { maximumDevices } from '../../../../contract/kinds/mqtt/limits.ts'
import type { Configuration, Connection, ConnectorHost } from '../../../driver.ts'
import { ExpressionRunner } from '../expression/expression-runner.ts'
import { mapMessage, type CompiledRule } from '../mapping/map-message.ts'
import type { Mapped, MappedDocument } from '../mapping/mapped.ts'
import { DeviceQueues } from './device-queues.ts'
import { linkFailure } from './link-failure.ts'
import { loggerOf, sessionOf, sharedFilter } from './link-settings.ts'
import { PayloadDigests, type RetainedValues } from './retained-values.ts'
import { RuleMatcher } from './rule-matcher.ts'
import { SensorHints } from './sensor-hints.ts'

/**
 * What waits of one connector, in bytes as received: eight of the largest messages, or all that may
 * be under way of usual ones. A dense document takes some fifteen times as much when it is
 * understood, and the process has 192 MB.
 */
const waitingBytes = 2 * 2 ** 20

/** A session at a foreign broker whose messages become values by the rules of its connector. */
export class MqttSession implements Connection {
  readonly #settings: MqttSettings
  readonly #host: ConnectorHost
  readonly #retained: RetainedValues
  readonly #digests: PayloadDigests
  readonly #rules: RuleMatcher
  readonly #runner = new ExpressionRunner()
  readonly #devices = new Set<string>()
  readonly #hints = new SensorHints()
  readonly #queues: DeviceQueues
  readonly #flow: MessageFlow
  readonly #link: BrokerLink
  readonly #ended = Promise.withResolvers<void>()
  #isEstablished = false
  #closed: Promise<void> | null = null

  constructor(
    configuration: Configuration<MqttSettings>,
    host: ConnectorHost,
    retained: RetainedValues,
  ) {
    const { settings } = configuration
    const logger = loggerOf(host)
    this.#settings = settings
    this.#host = host
    this.#retained = retained
    this.#digests = new PayloadDigests(settings)
    this.#rules = new RuleMatcher(settings.rules)
    this.#queues = new DeviceQueues((lesiId, values) => host.take(lesiId, values))
    this.#flow = new MessageFlow({
      ...{ budget: budgetOfOne(waitingBytes), source: 'broker', logger },
      plan: (delivery) => this.#plan(delivery),
    })
    // Retained values come once, where the broker can see that the subscription is new.
    const optionsOf = (filter: string) => ({
      qos: settings.qos,
      rh: this.#rules.isOfStates(filter) ? 0 : 1,
    })
    const subscriptions = this.#rules.filters.map((filter) => {
      return [sharedFilter(settings, filter), optionsOf(filter)] as const
    })
    this.#link = new BrokerLink({
      ...sessionOf(configuration, logger),
      subscriptions: Object.fromEntries(subscriptions),
      onDelivery: (delivery) => this.#flow.take(delivery),
      onProblem: (problem) => this.#reportProblem(problem),
      onLost: () => this.#lost(),
    })
  }

  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Resolves when it is connected. Rejects with why it is not. */
  async establish(): Promise<void> {
    await this.#link.firstAttempt()
    if (!this.#link.connected) {
      const failure = linkFailure(this.#link)
      await this.close()
      throw failure
    }
    this.#isEstablished = true
    this.#reportProblem(this.#link.problem)
  }

  /** Once, whoever asks for it. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#ended.resolve()
    // What is on disk is acknowledged in a turn of its own.
    await new Promise((resolve) => setImmediate(resolve))
    await this.#link.close()
    this.#flow.leaveToBroker()
    await this.#runner.close()
  }

  /** A broker that refuses some topics still hands over the others. */
  #reportProblem(problem: string | null): void {
    if (!this.#isEstablished || !this.#link.connected) return
    const isTemporary = problem === 'waits for its subscriptions'
    if (isTemporary) return
    this.#host.reportFailure(problem === null ? null : { code: 'not_permitted', detail: problem })
  }

  #lost(): void {
    this.#flow.leaveToBroker()
    if (!this.#isEstablished) return
    this.#isEstablished = false
    const failure = linkFailure(this.#link)
    this.#ended.reject(failure)
  }

  #plan(delivery: Delivery): Work | null {
    const rule = this.#rules.ruleOf(delivery.topic)
    if (rule === null || rule.rule.payload.format === 'ignored') return null
    const { topic, payload, retained } = delivery
    const digest = this.#digests.digestOf(rule.rule, payload)
    // What was retained of a state is the state of now; what was read was stored when it came.
    const isState = rule.rule.payload.format === 'status'
    if (retained && !isState && this.#retained.isTaken(topic, digest)) return null
    return {
      orderingKey: topic,
      run: async () => {
        await this.#take(rule, delivery)
        this.#retained.add(topic, digest)
      },
    }
  }

  /** Resolves when everything of the message is on disk or refused. */
  async #take(rule: CompiledRule, delivery: Delivery): Promise<void> {
    const mapped = await mapMessage(rule, delivery, {
      evaluate: (...question) => this.#runner.evaluate(...question),
      ...{ now: Date.now, prefix: this.#settings.prefix },
    })
    if (mapped === null) return
    this.#refuseAll(mapped, delivery)
    const { status } = mapped
    if (status && this.#mayAdd(status.lesiId, delivery))
      this.#host.reportStatus(status.lesiId, status.status)
    await Promise.all(
      mapped.documents
        .filter(({ lesiId, values }) => values.length > 0 && this.#mayAdd(lesiId, delivery))
        .map((document) => this.#takeDocument(rule, document, delivery)),
    )
  }

  async #takeDocument(
    { rule }: CompiledRule,
    { lesiId, values }: MappedDocument,
    { retained }: Delivery,
  ): Promise<void> {
    const taken = values.map((value) => {
      const hint = this.#hints.hintFor(rule, lesiId, value)
      return { ...fetched(value, retained), ...(hint && { hint }) }
    })
    await this.#queues.take(lesiId, taken)
    this.#hints.stored(rule, lesiId, values)
  }

  #refuseAll({ documents, problems }: Mapped, { topic, payload }: Delivery): void {
    const lesiId = documents.length === 1 ? (documents[0]?.lesiId ?? null) : null
    for (const problem of problems) this.#refuse(lesiId, topic, payload, problem)
  }

  #refuse(lesiId: string | null, topic: string, payload: Buffer, problem: Problem): void {
    const { field, reason } = problem
    const message = payload.toString('utf8', 0, 300)
    this.#host.refuse(lesiId, { field, reason: `${topic}: ${reason}` }, message)
  }

  #mayAdd(lesiId: string, { topic, payload }: Delivery): boolean {
    if (this.#devices.has(lesiId)) return true
    if (this.#devices.size < maximumDevices) {
      this.#devices.add(lesiId)
      return true
    }
    const reason = `would be more than the ${maximumDevices} devices of one connector`
    this.#refuse(lesiId, topic, payload, { field: 'device', reason })
    return false
  }
}

/** The age of a retained value without a time is unknown. */
function fetched({ key, value, time, quality, isBoolean }: DocumentValue, isRetained: boolean) {
  const isDoubtful = isRetained && time === undefined && quality === 'good'
  return {
    ...{ key, value: isBoolean ? value !== 0 : value },
    ...(time !== undefined && { time }),
    quality: isDoubtful ? 'uncertain' : quality,
    ...(isRetained && { isRetained }),
  } satisfies FetchedValue
}
