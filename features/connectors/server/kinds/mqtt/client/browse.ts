import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { BrokerLink } from '#kit/server/mqtt/broker-link.ts'
import type { Delivery } from '#kit/server/mqtt/link-options.ts'
import type { MqttSettings } from '../../../../contract/kinds/mqtt.ts'
import {
  BrowseRequest,
  type SeenTopic,
  type SurveyResult,
} from '../../../../contract/kinds/mqtt/discovery.ts'
import { ConnectorFailure, type Configuration, type Json } from '../../../driver.ts'
import { MessagesByStart } from '../discovery/messages-by-start.ts'
import { previewRules } from '../discovery/preview-rules.ts'
import { propose } from '../discovery/propose.ts'
import { Survey, type SurveyedTopic } from '../discovery/survey.ts'
import { ExpressionRunner } from '../expression/expression-runner.ts'
import type { MappingServices } from '../mapping/map-message.ts'
import { linkFailure } from './link-failure.ts'
import { temporarySessionOf } from './link-settings.ts'
import { RuleMatcher } from './rule-matcher.ts'
import { issueText } from '#kit/server/http/requests/validate-input.ts'

const maximumShownTopics = 2_000
const sampleLength = 1_000

const silent = { info: () => undefined, warn: () => undefined }

type Settings = Configuration<MqttSettings>

/** Connects, asks for the topics of the rules, and disconnects. */
export async function testBroker(configuration: Settings): Promise<Json> {
  const { filters } = new RuleMatcher(configuration.settings.rules)
  const ask = async (link: BrokerLink) => link.problem
  const problem = await withLink(configuration, filters, () => undefined, ask)
  if (problem !== null) throw new ConnectorFailure('not_permitted', problem)
  return { filters: [...filters] }
}

/** Looks at what is published, or at what rules make of it. */
export async function browse(
  configuration: Settings,
  request: Json,
  signal: AbortSignal,
): Promise<Json> {
  const read = BrowseRequest.safeParse(request)
  if (!read.success)
    throw new ConnectorFailure('misconfigured', read.error.issues.map(issueText).join('; '))
  const runner = new ExpressionRunner()
  const services: MappingServices = {
    evaluate: (...question) => runner.evaluate(...question),
    ...{ now: Date.now, prefix: configuration.settings.prefix },
  }
  try {
    if (read.data.action === 'survey')
      return await survey(configuration, read.data, { services, signal })
    const messages = read.data.messages.map(({ topic, payload }) => {
      return { topic, payload: Buffer.from(payload) }
    })
    return await previewRules(read.data.rules, messages, services)
  } finally {
    await runner.close()
  }
}

interface SurveyServices {
  readonly services: MappingServices
  readonly signal: AbortSignal
}

async function survey(
  configuration: Settings,
  { filter, seconds }: Extract<BrowseRequest, { readonly action: 'survey' }>,
  { services, signal }: SurveyServices,
): Promise<SurveyResult> {
  const seen = new Survey()
  const begun = performance.now()
  const add = ({ topic, payload, retained }: Delivery) =>
    seen.add({ topic, payload, isRetained: retained })
  await withLink(configuration, [filter], add, async (link) => {
    if (link.problem !== null) throw new ConnectorFailure('not_permitted', link.problem)
    await pause(seconds * 1_000, undefined, { signal }).catch(() => undefined)
  })
  const topics = seen.topics()
  const messages = new MessagesByStart(
    topics.flatMap(({ topic, sample }) => (sample ? [{ topic, payload: sample }] : [])),
  )
  const proposals = []
  for (const proposal of propose(topics)) {
    const { rules } = proposal
    proposals.push({ proposal, preview: await previewRules(rules, messages.of(rules), services) })
    // Of many that take long the process must still say that it lives.
    await nextTurn()
  }
  return {
    seconds: (performance.now() - begun) / 1_000,
    ...{ messages: seen.messages, leftOut: seen.leftOut, topicCount: topics.length, proposals },
    topics: topics
      .toSorted((one, other) => (one.topic < other.topic ? -1 : 1))
      .slice(0, maximumShownTopics)
      .map(shown),
  }
}

function shown({ topic, messages, bytes, isRetained, kind, sample }: SurveyedTopic): SeenTopic {
  const text = kind === 'binary' ? '' : (sample?.toString('utf8', 0, sampleLength) ?? '')
  return { topic, messages, bytes, isRetained, kind, sample: text }
}

/** A connection that ends with the work. */
async function withLink<Result>(
  configuration: Settings,
  filters: readonly string[],
  onDelivery: (delivery: Delivery) => void,
  work: (link: BrokerLink) => Promise<Result>,
): Promise<Result> {
  const link = new BrokerLink({
    ...temporarySessionOf(configuration, silent),
    // What is lost in a look is lost by nobody.
    subscriptions: Object.fromEntries(filters.map((filter) => [filter, { qos: 0 as const }])),
    onDelivery: async (delivery) => onDelivery(delivery),
    onLost: () => undefined,
  })
  try {
    await link.firstAttempt()
    if (!link.connected) throw linkFailure(link)
    return await work(link)
  } finally {
    await link.close()
  }
}
