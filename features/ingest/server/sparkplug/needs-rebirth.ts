import type { Problem } from '#kit/server/documents/document-value.ts'
import type { EdgeNode } from './edge-node.ts'
import { lacksBirth } from './metric-readings.ts'
import type { SparkplugTopic } from './sparkplug-topics.ts'

/** Whether a message, of which this was refused, shows that births of its node are missing. */
export function needsRebirth(
  state: EdgeNode,
  { kind, device }: SparkplugTopic,
  refused: readonly Problem[],
): boolean {
  if (kind === 'NBIRTH' || kind === 'NDEATH') return false
  if (!state.isCurrent) return true
  return kind.endsWith('DATA') && (!state.hasAnnounced(device) || refused.some(lacksBirth))
}
