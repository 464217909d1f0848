import { hash } from 'node:crypto'
import { gatewaySeparator } from '../gateways/devices-of-gateways.ts'

const namespace = 'spBv1.0'
export const sparkplugPrefix = `${namespace}/`

const kinds = ['NBIRTH', 'NDATA', 'NDEATH', 'DBIRTH', 'DDATA', 'DDEATH'] as const
export type SparkplugKind = (typeof kinds)[number]

/** Topics on which edge nodes publish, for subscriptions. */
export const sparkplugFilters: readonly string[] = [
  ...kinds.slice(0, 3).map((kind) => `${namespace}/+/${kind}/+`),
  ...kinds.slice(3).map((kind) => `${namespace}/+/${kind}/+/+`),
]

/** A message of an edge node, or of a device behind it. */
export interface SparkplugTopic {
  readonly group: string
  readonly node: string
  readonly kind: SparkplugKind
  /** Null for messages of the node itself. */
  readonly device: string | null
}

/** Reads `spBv1.0/{group}/{kind}/{node}[/{device}]`; null for every other topic. */
export function parseSparkplugTopic(topic: string): SparkplugTopic | null {
  const [space, group = '', name, node = '', device, ...more] = topic.split('/')
  const kind = kinds.find((each) => each === name)
  if (space !== namespace || !kind || group === '' || node === '' || more.length > 0) return null
  const isOfNode = kind.startsWith('N')
  if (isOfNode ? device !== undefined : device === undefined || device === '') return null
  return { group, node, kind, device: device ?? null }
}

/** Where an edge node receives commands. */
export function commandTopic(group: string, node: string): string {
  return `${namespace}/${group}/NCMD/${node}`
}

/** Where an edge node receives commands for a device behind it. */
export function deviceCommandTopic(group: string, node: string, device: string): string {
  return `${namespace}/${group}/DCMD/${node}/${device}`
}

/** Topics at which a host says whether it is there: that of Sparkplug 3.0, and of 2.2. */
export function stateTopics(hostId: string): { readonly current: string; readonly former: string } {
  return { current: `${namespace}/STATE/${hostId}`, former: `STATE/${hostId}` }
}

/** Group and node of a filter by which an edge node subscribes to its commands. */
export function parseCommandFilter(
  filter: string,
): { readonly group: string; readonly node: string } | null {
  const [space, group = '', kind, node = '', rest, ...more] = filter.split('/')
  if (space !== namespace || (kind !== 'NCMD' && kind !== 'DCMD') || more.length > 0) return null
  return rest === undefined || rest === '#' || rest === '+' ? { group, node } : null
}

/** The longest name of a node: it leaves room for those of its devices. */
const maximumNodeLength = 40
const maximumLength = 64
const digestLength = 10
const plain = /^(?!.*--)[A-Za-z0-9_][A-Za-z0-9_-]*(?<!-)$/

/**
 * LESI ID of an edge node: its group and its own name. What no LESI ID may hold becomes `_`, and a
 * digest is at the end of what was changed or is too long, so that no two have the same.
 */
export function lesiIdOfNode(group: string, node: string): string {
  const isPlain = plain.test(group) && plain.test(node)
  return fit([group, node], isPlain, maximumNodeLength)
}

/** LESI ID of a device behind an edge node, which may send for it. */
export function lesiIdOfDevice(lesiIdOfItsNode: string, device: string): string {
  const prefix = `${lesiIdOfItsNode}${gatewaySeparator}`
  return prefix + fit([device], plain.test(device), maximumLength - prefix.length)
}

function fit(names: readonly string[], isPlain: boolean, length: number): string {
  const text = names.join(gatewaySeparator)
  if (isPlain && text.length <= length) return text
  const digest = hash('sha256', JSON.stringify(names)).slice(0, digestLength)
  const start = text.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, length - digestLength - 1)
  return `${start}_${digest}`
}
