import type { SeenTopic } from '#features/connectors/contract/kinds/mqtt/discovery.ts'

/** A level of topics. */
export interface TopicNode {
  /** The topic, or its begin. */
  readonly key: string
  readonly level: string
  /** Null: nothing is published there, only below. */
  topic: SeenTopic | null
  /** Of the topic and everything below. */
  messages: number
  readonly children: TopicNode[]
}

/** The tree of topics, by their levels. */
export function topicTree(topics: readonly SeenTopic[]): readonly TopicNode[] {
  const root: TopicNode[] = []
  const byKey = new Map<string, TopicNode>()
  for (const topic of topics) {
    let nodes = root
    let key = ''
    for (const [index, level] of topic.topic.split('/').entries()) {
      key = index === 0 ? level : `${key}/${level}`
      const node = byKey.get(key) ?? { key, level, topic: null, messages: 0, children: [] }
      if (!byKey.has(key)) nodes.push(node)
      byKey.set(key, node)
      node.messages += topic.messages
      nodes = node.children
    }
    const leaf = byKey.get(key)
    if (leaf) leaf.topic = topic
  }
  return root
}
