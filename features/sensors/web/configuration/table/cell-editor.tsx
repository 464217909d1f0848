import { Input, Select, type InputRef, type RefSelectProps } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { ConfigurationField } from '#features/sensors/contract/configuration.ts'
import { sensorTypes, type Sensor } from '#kit/model/sensor.ts'
import { isNumeric } from '../draft/field-text.ts'
import { useTableActions } from './actions.ts'
import { useFieldWords } from './use-field-words.ts'

interface CellEditorProps {
  readonly sensor: Sensor
  readonly field: ConfigurationField
  readonly text: string
  /** `hasGoneOn`: the focus has gone elsewhere. */
  readonly onClose: (hasGoneOn?: boolean) => void
}

/**
 * The place where a field is typed or chosen. Enter and leaving take what is there, also when
 * the row is scrolled away; Escape leaves everything as it was.
 */
export function CellEditor({ sensor, field, text, onClose }: CellEditorProps) {
  const { enter } = useTableActions()
  const words = useFieldWords()
  const input = useRef<InputRef>(null)
  const typed = useRef<string | null>(null)
  const label = words.field(field)
  const take = () => {
    if (typed.current !== null && typed.current !== text) enter(sensor, field, typed.current)
    typed.current = null
  }
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    input.current?.focus({ cursor: 'all' })
    return () => latest.current()
  }, [])
  if (field === 'type' || field === 'isNew')
    return (
      <Choice
        {...{ field, text, label, onClose }}
        onChoose={(value) => {
          typed.current = value
          onClose()
        }}
      />
    )
  return (
    <Input
      ref={input}
      size="small"
      className="config-editor"
      data-number={isNumeric(field) ? '' : undefined}
      aria-label={label}
      defaultValue={text}
      onChange={(event) => (typed.current = event.target.value)}
      onBlur={({ relatedTarget }) => onClose(relatedTarget !== null)}
      onPressEnter={() => onClose()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Escape') return
        typed.current = null
        onClose()
      }}
    />
  )
}

interface ChoiceProps {
  readonly field: 'type' | 'isNew'
  readonly text: string
  readonly label: string
  readonly onChoose: (value: string) => void
  readonly onClose: (hasGoneOn?: boolean) => void
}

function Choice({ field, text, label, onChoose, onClose }: ChoiceProps) {
  const translate = useTranslations('sensors.configuration')
  const words = useFieldWords()
  const select = useRef<RefSelectProps>(null)
  useEffect(() => select.current?.focus(), [])
  const options = field === 'type' ? sensorTypes : (['true', 'false'] as const)
  return (
    <Select<string>
      ref={select}
      size="small"
      className="config-editor"
      aria-label={label}
      defaultOpen
      value={text}
      popupMatchSelectWidth={false}
      onChange={onChoose}
      onBlur={({ relatedTarget }) => onClose(relatedTarget !== null)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
      }}
      options={options.map((value) => ({
        value,
        label: value === 'false' ? translate('lookedAt') : words.value(field, value),
      }))}
    />
  )
}
