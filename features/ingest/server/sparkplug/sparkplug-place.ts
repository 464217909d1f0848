import type { DocumentValue } from '#kit/server/documents/document-value.ts'
import type { AnnouncedMetric } from './announced-metric.ts'
import type { EdgeNode } from './edge-node.ts'
import { lesiIdOfDevice, type SparkplugTopic } from './sparkplug-topics.ts'

/** Where a device stands: it is an edge node, or behind one. */
export interface SparkplugPlace {
  readonly nodeLesiId: string
  readonly group: string
  readonly node: string
  /** Null for the node itself. */
  readonly device: string | null
  /** Whether what its birth reported holds. */
  readonly isCurrent: boolean
  readonly metrics: ReadonlyMap<string, AnnouncedMetric>
}

/** What a message of a node or device reported, with the names of its metrics. */
export interface ReceivedMetrics {
  readonly lesiId: string
  readonly kind: SparkplugTopic['kind']
  readonly values: readonly DocumentValue[]
}

/** An edge node by its names. */
export interface NamedNode {
  readonly state: EdgeNode
  readonly lesiId: string
  readonly group: string
  readonly node: string
}

/** Where a device is among the nodes; null for one that was not born, or has died. */
export function placeAmong(nodes: Iterable<NamedNode>, lesiId: string): SparkplugPlace | null {
  for (const { state, group, node, lesiId: nodeLesiId } of nodes) {
    const device = nodeLesiId === lesiId ? null : nameBehind(nodeLesiId, state.devices, lesiId)
    if (device === undefined || !state.hasAnnounced(device)) continue
    const metrics = state.announced(device)
    return { nodeLesiId, group, node, device, isCurrent: state.isCurrent, metrics }
  }
  return null
}

function nameBehind(
  nodeLesiId: string,
  devices: readonly string[],
  lesiId: string,
): string | undefined {
  if (!lesiId.startsWith(nodeLesiId)) return undefined
  return devices.find((name) => lesiIdOfDevice(nodeLesiId, name) === lesiId)
}
