import { Tree } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { SurveyResult } from '#features/connectors/contract/kinds/mqtt/discovery.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { topicTree, type TopicNode } from './topic-tree.ts'

const height = 420
const openUpTo = 40

/** What was published: levels of topics with their newest message and how often they come. */
export function TopicTreeView({ survey }: { readonly survey: SurveyResult }) {
  const translate = useTranslations('connectors.kinds.mqtt.discovery')
  const nodes = useMemo(() => titled(topicTree(survey.topics), survey.seconds), [survey])
  return (
    <section aria-label={translate('topics')}>
      <h3>{translate('topics')}</h3>
      <Tree
        className="mqtt-tree"
        height={height}
        selectable={false}
        defaultExpandAll={survey.topics.length <= openUpTo}
        treeData={nodes}
      />
      {survey.topicCount > survey.topics.length && (
        <p className="connector-note">
          {translate('moreTopics', { count: survey.topicCount - survey.topics.length })}
        </p>
      )}
    </section>
  )
}

interface TreeNode {
  readonly key: string
  readonly title: ReactNode
  readonly children: TreeNode[]
}

function titled(nodes: readonly TopicNode[], seconds: number): TreeNode[] {
  return nodes.map((node) => ({
    key: node.key,
    title: <NodeTitle node={node} seconds={seconds} />,
    children: titled(node.children, seconds),
  }))
}

interface NodeTitleProps {
  readonly node: TopicNode
  readonly seconds: number
}

function NodeTitle({ node: { level, topic, messages }, seconds }: NodeTitleProps) {
  const translate = useTranslations('connectors.kinds.mqtt.discovery')
  const kinds = useTranslations('connectors.kinds.mqtt.kinds')
  const format = useFormat()
  // What the broker had from before says nothing about how often more comes.
  const live = messages - (topic?.isRetained === true ? 1 : 0)
  const rate = format.write(Number((live / seconds).toFixed(1)))
  const details = [
    ...(topic?.isRetained === true ? [translate('retained')] : []),
    ...(topic === null ? [translate('below', { count: messages })] : []),
    ...(topic !== null && live > 0 ? [translate('rate', { rate })] : []),
  ]
  return (
    <span className="mqtt-node">
      <span className="connector-mono">{level}</span>
      <small>{details.join(' · ')}</small>
      {topic && (
        <span className="mqtt-sample" title={topic.sample}>
          {topic.sample || kinds(topic.kind)}
        </span>
      )}
    </span>
  )
}
