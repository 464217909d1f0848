import { maximumKeyLength } from '#kit/model/limits.ts'
import { beginOf } from '#kit/model/text/shortened.ts'
import type { BrowsedNode, DescribedVariable } from '#features/connectors/contract/kinds/opcua.ts'
import type { EnteredItem } from '../entered.ts'

/**
 * Items of a device for the nodes that were chosen, but for those that it has already. A sensor is
 * called like its node; where that is taken, by the node's id.
 */
export function chosenItems(
  lesiId: string,
  chosen: readonly { readonly node: BrowsedNode }[],
  described: readonly DescribedVariable[],
  present: readonly EnteredItem[],
): EnteredItem[] {
  const own = present.filter((each) => each.lesiId === lesiId)
  const nodeIds = new Set(own.map((each) => each.nodeId))
  const keys = new Set(own.map((each) => each.key))
  const descriptions = new Map(described.map((each) => [each.nodeId, each]))
  const items: EnteredItem[] = []
  for (const { node } of chosen) {
    if (nodeIds.has(node.nodeId)) continue
    nodeIds.add(node.nodeId)
    const description = descriptions.get(node.nodeId)
    const isArray = description?.isArray ?? false
    const hint = hintOf(description)
    const key = freeKey(node, isArray ? '[0]' : '', keys)
    keys.add(key)
    items.push({
      ...{ nodeId: node.nodeId, lesiId, key },
      ...(isArray ? { element: '0' } : {}),
      ...(hint ? { hint } : {}),
    })
  }
  return items
}

/** What is on or off, what has words for its numbers, what is measured in a unit, what is text. */
function hintOf(description: DescribedVariable | undefined): EnteredItem['hint'] {
  if (!description) return undefined
  const { dataType, unit, low, states } = description
  if (dataType === 'Boolean') return { unit: '', type: 'detector' }
  if (Object.keys(states).length > 0) return { unit: '', type: 'lamp' }
  if (unit !== '' || low !== null) return { unit, type: 'analog' }
  return dataType === 'String' ? { unit: '', type: 'string' } : undefined
}

function freeKey(
  { name, nodeId }: BrowsedNode,
  suffix: string,
  taken: ReadonlySet<string>,
): string {
  const short = (text: string) =>
    `${beginOf(text.trim(), maximumKeyLength - suffix.length)}${suffix}`
  const byName = short(name)
  if (name.trim() !== '' && !taken.has(byName)) return byName
  const byId = short(nodeId.replace(/^(?:nsu=[^;]*;|ns=\d+;)?[isgb]=/, ''))
  if (!taken.has(byId)) return byId
  for (let count = 2; ; count++) {
    const numbered = `${beginOf(byId, maximumKeyLength - 6)} ${count}`
    if (!taken.has(numbered)) return numbered
  }
}
