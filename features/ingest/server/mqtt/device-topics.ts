import { parseShadowTopic, type ShadowTopic } from '../shadow/shadow-topics.ts'
import {
  lesiIdOfNode,
  parseSparkplugTopic,
  sparkplugPrefix,
  type SparkplugTopic,
} from '../sparkplug/sparkplug-topics.ts'
import { parseOwnTopic, type OwnTopic } from './own-topics.ts'

/** What a device says: on a topic of its own, of an edge node of Sparkplug, or of a shadow. */
export type DeviceTopic =
  | OwnTopic
  | { readonly lesiId: string; readonly kind: 'sparkplug'; readonly sparkplug: SparkplugTopic }
  | (ShadowTopic & { readonly kind: 'shadow' })

/**
 * Reads the own topics of devices, those of edge nodes of Sparkplug, and the calls of a shadow of
 * AWS IoT; null for every other topic.
 */
export function parseDeviceTopic(topic: string): DeviceTopic | null {
  const shadow = parseShadowTopic(topic)
  if (shadow) return { ...shadow, kind: 'shadow' }
  return topic.startsWith(sparkplugPrefix)
    ? asDeviceTopic(parseSparkplugTopic(topic))
    : parseOwnTopic(topic)
}

function asDeviceTopic(sparkplug: SparkplugTopic | null): DeviceTopic | null {
  if (!sparkplug) return null
  return { lesiId: lesiIdOfNode(sparkplug.group, sparkplug.node), kind: 'sparkplug', sparkplug }
}
