import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { EntryRows } from '../../../form/list/entry-rows.tsx'
import type { EnteredItem } from '../entered.ts'

interface ItemRowsProps {
  readonly items: readonly EnteredItem[]
  /** Place of the first of them among all items. */
  readonly from: number
  readonly onEdit: (index: number) => void
  readonly onRemove: (index: number) => void
}

/** A page of nodes: whose sensor each is, where it is read, and what is wrong with it. */
export function ItemRows({ items, ...props }: ItemRowsProps) {
  const translate = useTranslations('connectors.kinds.opcua.items')
  const fields = useTranslations('connectors.kinds.opcua.item')
  return (
    <EntryRows
      {...props}
      entries={items}
      list="items"
      words={{
        ...{
          device: translate('device'),
          sensor: translate('sensor'),
          actions: translate('actions'),
        },
        edit: (name) => translate('edit', { name }),
        remove: (name) => translate('remove', { name }),
      }}
      labelOf={(field) => fieldTexts[field] && fields(fieldTexts[field])}
      headings={[translate('node')]}
    >
      {(item) => (
        <td>
          <span className="connector-mono opcua-node">{item.nodeId}</span>
          <Details item={item} />
        </td>
      )}
    </EntryRows>
  )
}

function Details({ item: { element, deadband } }: { readonly item: EnteredItem }) {
  const translate = useTranslations('connectors.kinds.opcua.items')
  const format = useFormat()
  if (element === undefined && deadband === undefined) return null
  const value = typeof deadband?.value === 'number' ? format.write(deadband.value) : ''
  return (
    <small>
      {element !== undefined && translate('element', { element })}{' '}
      {deadband && `± ${value}${deadband.kind === 'percent' ? ' %' : ''}`}
    </small>
  )
}

/** The labels of the fields, by their names in the settings. */
const fieldTexts: Readonly<
  Record<string, 'device' | 'key' | 'node' | 'element' | 'deadband' | 'command'>
> = {
  ...{ lesiId: 'device', key: 'key', nodeId: 'node' },
  ...{ element: 'element', deadband: 'deadband', command: 'command' },
}
