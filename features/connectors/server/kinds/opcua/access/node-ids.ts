import { resolveNodeId, type ClientSession, type NodeId } from 'node-opcua-client'

/** Nodes by their texts, which name a namespace by its URI or by its number. */
export class NodeIds {
  readonly #uris: readonly string[]

  /** `uris` in the order of the server's numbers. */
  constructor(uris: readonly string[]) {
    this.#uris = uris
  }

  /** As the server numbers its namespaces now. */
  static async of(session: ClientSession): Promise<NodeIds> {
    return new NodeIds(await session.readNamespaceArray())
  }

  /** Null where the server does not have the namespace, or the text names no node. */
  resolve(text: string): NodeId | null {
    const [, uri, name = ''] = /^nsu=([^;]*);(.*)$/su.exec(text) ?? []
    const number = uri === undefined ? undefined : this.#uris.indexOf(uri)
    if (number === -1) return null
    try {
      return resolveNodeId(number === undefined ? text : `ns=${number};${name}`)
    } catch {
      return null
    }
  }

  /** The text that still names the node when the server numbers its namespaces again. */
  textOf(nodeId: NodeId): string {
    const text = nodeId.toString()
    const uri = this.#uris[nodeId.namespace]
    const name = text.replace(/^ns=\d+;/, '')
    if (nodeId.namespace === 0) return name
    return uri === undefined || uri.includes(';') ? text : `nsu=${uri};${name}`
  }
}
