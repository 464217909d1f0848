import { Modal, Tree } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { maximumNodesDescribed } from '#features/connectors/contract/kinds/opcua.ts'
import { DeviceField } from '../../../form/device-field.tsx'
import { Labelled } from '../../../form/labelled.tsx'
import type { EnteredItem } from '../entered.ts'
import { BrowseProblem } from '../browse-problem.tsx'
import { useBrowse } from '../use-browse.ts'
import { chosenItems } from './chosen-items.ts'
import { useNodeTree, type TreeNode } from './use-node-tree.ts'

const treeHeight = 380

interface NodeChooserProps {
  /** What is read already. */
  readonly items: readonly EnteredItem[]
  readonly onTake: (items: readonly EnteredItem[]) => void
  readonly onClose: () => void
}

/** The tree of the server, of which variables are chosen for a device. */
export function NodeChooser({ items, onTake, onClose }: NodeChooserProps) {
  const translate = useTranslations('connectors.kinds.opcua.chooser')
  const browse = useBrowse()
  const tree = useNodeTree()
  const [lesiId, setLesiId] = useState(items.at(-1)?.lesiId ?? '')
  const [checked, setChecked] = useState<readonly TreeNode[]>([])
  const [problem, setProblem] = useState<unknown>(null)
  const [isTaking, setTaking] = useState(false)
  const take = async () => {
    setTaking(true)
    setProblem(null)
    try {
      const nodeIds = [...new Set(checked.map(({ node }) => node.nodeId))]
      const described = []
      for (let at = 0; at < nodeIds.length; at += maximumNodesDescribed) {
        const part = nodeIds.slice(at, at + maximumNodesDescribed)
        described.push(...(await browse({ ask: 'variables', nodeIds: part })).variables)
      }
      onTake(chosenItems(lesiId.trim(), checked, described, items))
    } catch (error) {
      setProblem(error)
      setTaking(false)
    }
  }
  return (
    <Modal
      open
      width={680}
      title={translate('title')}
      okText={translate('take', { count: checked.length })}
      cancelText={translate('cancel')}
      okButtonProps={{ disabled: checked.length === 0 || lesiId.trim() === '', loading: isTaking }}
      onOk={() => void take()}
      onCancel={onClose}
    >
      <Labelled label={translate('device')} extra={translate('deviceNote')}>
        {(id) => <DeviceField id={id} value={lesiId} onChange={setLesiId} />}
      </Labelled>
      <div aria-live="polite">
        {tree.problem !== null && <BrowseProblem error={tree.problem} />}
        {problem !== null && <BrowseProblem error={problem} />}
        {tree.isLoading && <p className="connector-note">{translate('loading')}</p>}
        {tree.isEmpty && <p className="connector-note">{translate('empty')}</p>}
      </div>
      <div className="opcua-tree">
        <Tree<TreeNode>
          checkable
          checkStrictly
          selectable={false}
          height={treeHeight}
          aria-label={translate('tree')}
          treeData={[...tree.roots]}
          loadData={tree.load}
          checkedKeys={checked.map(({ key }) => key)}
          onCheck={(_keys, { checkedNodes }) => setChecked(checkedNodes)}
          titleRender={titleOf(tree.loadMore, (count) => translate('more', { count }))}
        />
      </div>
    </Modal>
  )
}

/** The name of a node, or what fetches more of them. */
const titleOf =
  (loadMore: (node: TreeNode) => void, moreText: (count: number) => string) => (node: TreeNode) =>
    node.rest === 0 ? (
      node.node.name
    ) : (
      <button type="button" className="opcua-more" onClick={() => loadMore(node)}>
        {moreText(node.rest)}
      </button>
    )
