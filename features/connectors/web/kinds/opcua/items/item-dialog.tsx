import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { writtenTypes } from '#features/connectors/contract/kinds/opcua.ts'
import { NumberInput } from '../../../form/fields.tsx'
import { Labelled } from '../../../form/labelled.tsx'
import { EntryDialog, SensorFields } from '../../../form/list/entry-dialog.tsx'
import type { EnteredItem } from '../entered.ts'

interface ItemDialogProps {
  readonly item: EnteredItem
  readonly isNew: boolean
  readonly onTake: (item: EnteredItem) => void
  readonly onClose: () => void
}

const commandTypes = ['none', ...writtenTypes] as const
const deadbands = ['none', 'absolute', 'percent'] as const

/** One node: whose sensor it is, and how it is read. */
export function ItemDialog(props: ItemDialogProps) {
  const { isNew, onTake, onClose } = props
  const translate = useTranslations('connectors.kinds.opcua.item')
  const [initial] = useState(props.item)
  const [item, setItem] = useState(initial)
  const change = (part: Partial<EnteredItem>) => setItem((before) => ({ ...before, ...part }))
  const isComplete = [item.nodeId, item.lesiId, item.key].every((text) => text.trim() !== '')
  return (
    <EntryDialog
      {...{ isNew, isChanged: item !== initial, isComplete, onClose }}
      words={translate}
      onTake={() => onTake({ ...item, nodeId: item.nodeId.trim(), lesiId: item.lesiId.trim() })}
    >
      <SensorFields entry={item} words={translate} change={change} />
      <Labelled label={translate('node')} extra={translate('nodeNote')}>
        {(id) => (
          <Input
            id={id}
            className="connector-mono"
            value={item.nodeId}
            maxLength={1_024}
            onChange={({ target }) => change({ nodeId: target.value })}
          />
        )}
      </Labelled>
      <ReadingFields item={item} change={change} setItem={setItem} />
      <CommandFields item={item} change={change} setItem={setItem} />
    </EntryDialog>
  )
}

interface ReadingFieldsProps {
  readonly item: EnteredItem
  readonly change: (part: Partial<EnteredItem>) => void
  readonly setItem: (item: EnteredItem) => void
}

function ReadingFields({ item, change, setItem }: ReadingFieldsProps) {
  const translate = useTranslations('connectors.kinds.opcua.item')
  const { deadband, ...withoutDeadband } = item
  const kind = deadband?.kind ?? 'none'
  return (
    <div className="connector-pair">
      <Labelled label={translate('element')} extra={translate('elementNote')}>
        {(id) => (
          <Input
            id={id}
            value={item.element ?? ''}
            maxLength={40}
            onChange={({ target }) => change({ element: target.value })}
          />
        )}
      </Labelled>
      <Labelled label={translate('deadband')}>
        {(id) => (
          <Select
            id={id}
            value={kind}
            options={deadbands.map((value) => ({ value, label: translate(`deadbands.${value}`) }))}
            onChange={(chosen: string) => {
              const value = deadband?.value ?? 1
              setItem(
                chosen === 'none'
                  ? withoutDeadband
                  : { ...withoutDeadband, deadband: { kind: chosen, value } },
              )
            }}
          />
        )}
      </Labelled>
      {deadband && (
        <Labelled label={translate(deadband.kind === 'percent' ? 'percent' : 'difference')}>
          {(id) => (
            <NumberInput
              id={id}
              value={deadband.value}
              onChange={(value) => change({ deadband: { ...deadband, value } })}
            />
          )}
        </Labelled>
      )}
    </div>
  )
}

/** What commands may write, which by default is nothing. */
function CommandFields({ item, change, setItem }: ReadingFieldsProps) {
  const translate = useTranslations('connectors.kinds.opcua.item')
  const { command, ...withoutCommand } = item
  const choose = (type: string) => {
    const limits = { minimum: command?.minimum ?? null, maximum: command?.maximum ?? null }
    const isNumber = type === 'number' || type === 'integer'
    const validLimits = isNumber ? limits : { minimum: null, maximum: null }
    setItem(
      type === 'none' ? withoutCommand : { ...withoutCommand, command: { type, ...validLimits } },
    )
  }
  return (
    <div className="connector-pair">
      <Labelled label={translate('command')}>
        {(id) => (
          <Select
            id={id}
            value={command?.type ?? 'none'}
            options={commandTypes.map((value) => ({
              ...{ value, label: translate(`commands.${value}`) },
            }))}
            onChange={choose}
          />
        )}
      </Labelled>
      {(command?.type === 'number' || command?.type === 'integer') &&
        (['minimum', 'maximum'] as const).map((limit) => (
          <Labelled key={limit} label={translate(limit)}>
            {(id) => (
              <NumberInput
                id={id}
                value={command[limit] ?? ''}
                onChange={(value) =>
                  change({ command: { ...command, [limit]: value === '' ? null : value } })
                }
              />
            )}
          </Labelled>
        ))}
    </div>
  )
}
