import { useEffect, useState } from 'react'
import type { BrowsedNode } from '#features/connectors/contract/kinds/opcua.ts'
import { useBrowse } from '../use-browse.ts'

/** A node at one place of the tree: it may be at several. */
export interface TreeNode {
  /** The ids of the nodes on the way to it. */
  readonly key: string
  readonly node: BrowsedNode
  readonly isLeaf: boolean
  readonly checkable: boolean
  readonly children?: TreeNode[]
  /** How many more there are beside it: it stands for them. 0: it is a node. */
  readonly rest: number
}

/** What was fetched of the nodes below a place. */
interface Branch {
  readonly nodes: readonly BrowsedNode[]
  readonly total: number
}

const top = ''
const separator = '\n'

/** The tree of the server as far as it was opened. */
export function useNodeTree() {
  const browse = useBrowse()
  const [branches, setBranches] = useState<ReadonlyMap<string, Branch>>(new Map())
  const [problem, setProblem] = useState<unknown>(null)
  const fetchMore = async (key: string, nodeId: string | null): Promise<void> => {
    setProblem(null)
    try {
      const from = branches.get(key)?.nodes.length ?? 0
      const { nodes, total } = await browse({ ask: 'children', nodeId, from })
      setBranches((before) => {
        const present = before.get(key)?.nodes ?? []
        // Asked for twice, they came twice.
        if (present.length !== from) return before
        return new Map(before).set(key, { nodes: [...present, ...nodes], total })
      })
    } catch (error) {
      setProblem(error)
      throw error
    }
  }
  useEffect(() => {
    fetchMore(top, null).catch(() => undefined)
    // The tree is of the server as it was entered when it was opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const root = branches.get(top)
  return {
    roots: nodesBelow(branches, top),
    problem,
    isLoading: root === undefined && problem === null,
    isEmpty: root?.total === 0,
    load: ({ key, node }: Pick<TreeNode, 'key' | 'node'>) =>
      branches.has(key) ? Promise.resolve() : fetchMore(key, node.nodeId),
    loadMore: ({ key }: TreeNode) => {
      const place = key.slice(0, key.lastIndexOf(separator))
      fetchMore(place, place === top ? null : lastOf(place)).catch(() => undefined)
    },
  }
}

const lastOf = (key: string) => key.slice(key.lastIndexOf(separator) + 1)

function nodesBelow(branches: ReadonlyMap<string, Branch>, place: string): TreeNode[] {
  const branch = branches.get(place)
  if (!branch) return []
  const nodes = branch.nodes.map((node): TreeNode => {
    const key = `${place}${separator}${node.nodeId}`
    const isOpen = branches.has(key)
    return {
      ...{ key, node, rest: 0, checkable: node.isVariable, isLeaf: !node.mayHaveChildren },
      ...(isOpen ? { children: nodesBelow(branches, key) } : {}),
    }
  })
  const rest = branch.total - nodes.length
  if (rest <= 0) return nodes
  const more = { nodeId: '', name: '', isVariable: false, mayHaveChildren: false }
  return [
    ...nodes,
    { ...{ key: `${place}${separator}`, node: more, rest, checkable: false, isLeaf: true } },
  ]
}
