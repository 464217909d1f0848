import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useEntries } from '../../../form/entries.tsx'
import type { EnteredItem } from '../entered.ts'

interface ItemRowsProps {
  readonly items: readonly EnteredItem[]
  /** Place of the first of them among all items. */
  readonly from: number
  readonly onEdit: (index: number) => void
  readonly onRemove: (index: number) => void
}

/** A page of nodes: whose sensor each is, where it is read, and what is wrong with it. */
export function ItemRows({ items, from, onEdit, onRemove }: ItemRowsProps) {
  const translate = useTranslations('connectors.kinds.opcua.items')
  const fields = useTranslations('connectors.kinds.opcua.item')
  const { errors } = useEntries()
  return (
    <div className="opcua-rows">
      <table>
        <thead>
          <tr>
            <th scope="col">{translate('device')}</th>
            <th scope="col">{translate('sensor')}</th>
            <th scope="col">{translate('node')}</th>
            <th scope="col">
              <span className="visually-hidden">{translate('acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, place) => {
            const index = from + place
            const wrong = problemsOf(errors, index).map(({ field, text }) => {
              const label = fieldTexts[field]
              return label === undefined ? text : `${fields(label)}: ${text}`
            })
            return (
              <tr key={index} data-wrong={wrong.length > 0}>
                <td className="connector-mono">{item.lesiId}</td>
                <td>
                  {item.key}
                  {wrong.map((text) => (
                    <small key={text} className="opcua-wrong">
                      {text}
                    </small>
                  ))}
                </td>
                <td>
                  <span className="connector-mono opcua-node">{item.nodeId}</span>
                  <Details item={item} />
                </td>
                <td>
                  <Button
                    type="text"
                    size="small"
                    aria-label={translate('edit', { name: item.key })}
                    icon={<Icon name="edit" />}
                    onClick={() => onEdit(index)}
                  />
                  <Button
                    type="text"
                    size="small"
                    aria-label={translate('remove', { name: item.key })}
                    icon={<Icon name="trash" />}
                    onClick={() => onRemove(index)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
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

/** What is wrong with an item, by its field; what is in the field has no name of its own. */
function problemsOf(errors: ReadonlyMap<string, string>, index: number) {
  const prefix = `items.${index}.`
  return [...errors].flatMap(([path, text]) => {
    if (!path.startsWith(prefix)) return []
    const [field = ''] = path.slice(prefix.length).split('.')
    return [{ field, text }]
  })
}
