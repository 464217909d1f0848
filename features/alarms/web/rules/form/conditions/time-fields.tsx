import { Checkbox, Input } from 'antd'
import { useTranslations } from 'use-intl'
import { maximumTextLength } from '#kit/model/limits.ts'
import { DurationField } from '../duration-field.tsx'
import { FieldFrame } from '../field-frame.tsx'
import { NumberField } from '../number-field.tsx'
import { useCondition } from '../rule-entries.tsx'

export function NoChangeFields() {
  const translate = useTranslations('alarms.rules.form')
  const { condition, errorOf, change } = useCondition('no_change')
  return (
    <DurationField
      label={translate('after')}
      error={errorOf('afterMs')}
      value={condition.afterMs}
      onChange={(afterMs) => change({ afterMs })}
    />
  )
}

export function NoDataFields() {
  const translate = useTranslations('alarms.rules.form')
  const { condition, errorOf, change } = useCondition('no_data')
  return (
    <DurationField
      label={translate('after')}
      error={errorOf('afterMs')}
      placeholder={translate('threeIntervals')}
      value={condition.afterMs}
      empty={null}
      onChange={(afterMs) => change({ afterMs })}
    />
  )
}

export function BadQualityFields() {
  const translate = useTranslations('alarms.rules.form')
  const { condition, change } = useCondition('bad_quality')
  return (
    <Checkbox
      className="alarm-rules-check"
      checked={condition.isUncertainToo}
      onChange={({ target }) => change({ isUncertainToo: target.checked })}
    >
      {translate('uncertainToo')}
    </Checkbox>
  )
}

export function RepeatedTextFields() {
  const translate = useTranslations('alarms.rules.form')
  const { condition, errorOf, change } = useCondition('repeated_text')
  return (
    <div className="alarm-rules-fields">
      <FieldFrame label={translate('text')} extra={translate('textNote')} error={errorOf('text')}>
        {(id) => (
          <Input
            id={id}
            value={condition.text}
            maxLength={maximumTextLength}
            onChange={({ target }) => change({ text: target.value })}
          />
        )}
      </FieldFrame>
      <NumberField
        label={translate('times')}
        error={errorOf('times')}
        value={condition.times}
        onChange={(times) => change({ times })}
      />
      <DurationField
        label={translate('within')}
        error={errorOf('withinMs')}
        value={condition.withinMs}
        onChange={(withinMs) => change({ withinMs })}
      />
    </div>
  )
}
