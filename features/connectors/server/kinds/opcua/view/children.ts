import {
  BrowseDirection,
  NodeClass,
  type NodeId,
  type ClientSession,
  type ReferenceDescription,
} from 'node-opcua-client'
import { maximumNodesPerPage, type BrowsedNode } from '../../../../contract/kinds/opcua.ts'
import { ConnectorFailure } from '../../../driver.ts'
import type { NodeIds } from '../access/node-ids.ts'

const objectsFolder = 'i=85'
const hierarchical = 'i=33'
const hasProperty = 'ns=0;i=46'
const hasComponent = 'i=47'
/** Of one node; more than that nobody finds anything in. */
const maximumChildren = 50_000
const everything = 0x3f
const variableClass = Number(NodeClass.Variable)

/**
 * One page of the nodes below a node, in the order of the server; `total` of all of them. Without
 * a node those of the folder of all objects.
 */
export async function childrenOf(
  session: ClientSession,
  nodeIds: NodeIds,
  { nodeId, from }: { readonly nodeId: string | null; readonly from: number },
): Promise<{ readonly nodes: BrowsedNode[]; readonly total: number }> {
  const parent = nodeIds.resolve(nodeId ?? objectsFolder)
  if (!parent) throw new ConnectorFailure('not_understood', 'the namespace is not there')
  const references = await referencesOf(session, parent)
  const page = references.slice(from, from + maximumNodesPerPage)
  const variables = page.filter((each) => Number(each.nodeClass) === variableClass)
  const withComponents = await nodesWithComponents(session, variables)
  const nodes = page.map((reference): BrowsedNode => {
    const isVariable = Number(reference.nodeClass) === variableClass
    return {
      nodeId: nodeIds.textOf(reference.nodeId),
      name: reference.displayName.text ?? reference.browseName.name ?? '',
      isVariable,
      mayHaveChildren: !isVariable || withComponents.has(reference),
    }
  })
  return { nodes, total: references.length }
}

async function referencesOf(
  session: ClientSession,
  nodeId: NodeId,
): Promise<ReferenceDescription[]> {
  let result = await session.browse({
    ...{ nodeId, referenceTypeId: hierarchical, includeSubtypes: true },
    ...{ browseDirection: BrowseDirection.Forward, resultMask: everything },
    nodeClassMask: NodeClass.Object | NodeClass.Variable | NodeClass.View,
  })
  if (result.statusCode.isBad())
    throw new ConnectorFailure('not_understood', result.statusCode.toString())
  const found = [...(result.references ?? [])]
  while (result.continuationPoint?.length > 0) {
    const isEnough = found.length >= maximumChildren
    result = await session.browseNext(result.continuationPoint, isEnough)
    if (isEnough) break
    found.push(...(result.references ?? []))
  }
  return withoutRepetitions(found.filter((each) => each.referenceTypeId.toString() !== hasProperty))
}

/** A node may be below another in more than one way. */
function withoutRepetitions(references: readonly ReferenceDescription[]): ReferenceDescription[] {
  const byId = new Map(references.map((each) => [each.nodeId.toString(), each]))
  return [...byId.values()]
}

/** Variables that consist of others. */
async function nodesWithComponents(
  session: ClientSession,
  variables: readonly ReferenceDescription[],
): Promise<ReadonlySet<ReferenceDescription>> {
  if (variables.length === 0) return new Set()
  const results = await session.browse(
    variables.map(({ nodeId }) => ({
      ...{ nodeId, referenceTypeId: hasComponent, includeSubtypes: true },
      ...{ browseDirection: BrowseDirection.Forward, resultMask: 0 },
      nodeClassMask: NodeClass.Variable,
    })),
  )
  return new Set(variables.filter((_, index) => (results[index]?.references ?? []).length > 0))
}
