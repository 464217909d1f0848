import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  configurationFields,
  type ConfigurationField,
} from '#features/sensors/contract/configuration.ts'
import { sensorTypes } from '#kit/model/sensor.ts'
import { useFieldWords } from './table/use-field-words.ts'

interface BulkBarProps {
  readonly selected: number
  /** Sensors that the filters find. */
  readonly total: number
  readonly onApply: (field: ConfigurationField, text: string) => void
  readonly onSelectAll: () => void
  readonly onClear: () => void
}

const fields = configurationFields.filter((field) => field !== 'alias' && field !== 'isNew')

/** One field of all selected sensors, set together. */
export function BulkBar({ selected, total, onApply, onSelectAll, onClear }: BulkBarProps) {
  const translate = useTranslations('sensors.configuration.bulk')
  const words = useFieldWords()
  const [field, setField] = useState<ConfigurationField>('upperAlarm')
  const [text, setText] = useState('')
  if (selected === 0) return null
  const apply = () => onApply(field, text)
  return (
    <div className="config-bulk" role="group" aria-label={translate('label')}>
      <b>{translate('selected', { count: selected })}</b>
      <Select<ConfigurationField>
        aria-label={translate('field')}
        className="config-choice"
        value={field}
        onChange={(next) => {
          setField(next)
          setText('')
        }}
        options={fields.map((each) => ({ value: each, label: words.field(each) }))}
      />
      {field === 'type' ? (
        <Select<string>
          aria-label={translate('value')}
          className="config-choice"
          value={text === '' ? null : text}
          onChange={setText}
          options={sensorTypes.map((type) => ({ value: type, label: words.value('type', type) }))}
        />
      ) : (
        <Input
          aria-label={translate('value')}
          className="config-bulk-value"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={apply}
        />
      )}
      <Button onClick={apply}>{translate('apply', { count: selected })}</Button>
      <Button onClick={() => onApply('isNew', 'false')}>{translate('accept')}</Button>
      {selected < total && (
        <Button type="link" onClick={onSelectAll}>
          {translate('all', { count: total })}
        </Button>
      )}
      <Button type="link" onClick={onClear}>
        {translate('clear')}
      </Button>
    </div>
  )
}
