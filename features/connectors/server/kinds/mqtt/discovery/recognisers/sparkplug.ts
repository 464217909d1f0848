import type { Proposal } from '../../../../../contract/kinds/mqtt/discovery.ts'
import type { TopicIndex } from '../topic-index.ts'

const kinds = /^[ND](?:BIRTH|DATA|DEATH|CMD)$/

/**
 * Edge nodes of Sparkplug B. No rule takes them: their payloads mean nothing without the births and
 * sequences that the host of Sparkplug follows.
 */
export function recogniseSparkplug(index: TopicIndex): readonly Proposal[] {
  const topics = index.below('spBv1.0/')
  if (topics.length === 0) return []
  const nodes = new Set(
    topics
      .filter(({ levels }) => kinds.test(levels[2] ?? ''))
      .map(({ levels }) => `${levels[1]}/${levels[3]}`),
  )
  index.claim(topics)
  const remark =
    `Edge nodes of Sparkplug (${nodes.size}) are not taken here: let them publish at the ` +
    'server’s own broker, or start it with MQTT_URL set to this broker and SPARKPLUG_HOST_ID'
  return [
    { format: 'sparkplug', place: 'spBv1.0', rules: [], topics: topics.length, remarks: [remark] },
  ]
}
