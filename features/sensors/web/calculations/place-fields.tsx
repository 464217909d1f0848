import { Input } from 'antd'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { maximumKeyLength } from '#kit/model/limits.ts'
import type { CalculationEntries } from './entries.ts'
import { Field } from './field.tsx'
import { DeviceChoice } from './device-choice.tsx'

interface PlaceFieldsProps {
  readonly entries: CalculationEntries
  readonly errorOf: (field: string) => string | null
  readonly onChange: (changed: Partial<CalculationEntries>) => void
}

/** Of which device a calculated sensor is, and under which key; both stay as they were saved. */
export function PlaceFields({ entries, errorOf, onChange }: PlaceFieldsProps) {
  const translate = useTranslations('sensors.calculations')
  const id = useId()
  const isPresent = entries.before !== null
  return (
    <div className="calculation-place">
      <Field id={`${id}-thing`} label={translate('device')} error={errorOf('thing')}>
        <DeviceChoice
          id={`${id}-thing`}
          thing={entries.thing}
          isDisabled={isPresent}
          onChange={(thing) => onChange({ thing })}
        />
      </Field>
      <Field id={`${id}-key`} label={translate('key')} error={errorOf('key')}>
        <Input
          id={`${id}-key`}
          value={entries.key}
          maxLength={maximumKeyLength}
          disabled={isPresent}
          autoComplete="off"
          onChange={({ target }) => onChange({ key: target.value })}
        />
      </Field>
      {!isPresent && (
        <Field id={`${id}-unit`} label={translate('unit')} error={errorOf('unit')}>
          <Input
            id={`${id}-unit`}
            value={entries.unit}
            maxLength={32}
            autoComplete="off"
            onChange={({ target }) => onChange({ unit: target.value })}
          />
        </Field>
      )}
    </div>
  )
}
