import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { lampColours, type LampColour } from '#kit/model/sensor.ts'
import { FieldFrame } from '../field-frame.tsx'
import { useCondition } from '../rule-entries.tsx'

export function StateFields() {
  const translate = useTranslations('alarms.rules.form')
  const colours = useTranslations('common.colours')
  const { condition, errorOf, change } = useCondition('state')
  return (
    <div className="alarm-rules-fields">
      <FieldFrame
        label={translate('values')}
        extra={translate('valuesNote')}
        error={errorOf('values')}
      >
        {(id) => (
          <Select<string[]>
            id={id}
            mode="tags"
            maxCount={32}
            tokenSeparators={[',', ';']}
            notFoundContent={null}
            suffixIcon={null}
            value={condition.values}
            onChange={(values) => change({ values })}
          />
        )}
      </FieldFrame>
      <FieldFrame label={translate('colours')} error={errorOf('colours')}>
        {(id) => (
          <Select<LampColour[]>
            id={id}
            mode="multiple"
            value={condition.colours}
            onChange={(next) => change({ colours: next })}
            options={lampColours.map((value) => ({ value, label: colours(value) }))}
          />
        )}
      </FieldFrame>
    </div>
  )
}
