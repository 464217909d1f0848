import { Checkbox, Select } from 'antd'
import { useTranslations } from 'use-intl'
import { alarmLevels, isHigh, type AlarmLevel } from '../../../../contract/condition.ts'
import { DurationField } from '../duration-field.tsx'
import { FieldFrame } from '../field-frame.tsx'
import { NumberField } from '../number-field.tsx'
import { useCondition, useRuleEntries } from '../rule-entries.tsx'
import { SensorChoice } from '../sensor-choice.tsx'
import { useCommonUnit } from '../use-named-sensors.ts'

const noNames: readonly never[] = []

/** The unit of the sensors that the rule names. */
export function useTargetUnit(): string | undefined {
  const { target } = useRuleEntries().draft
  return useCommonUnit(target.kind === 'sensors' ? target.sensors : noNames)
}

export function LimitFields() {
  const translate = useTranslations('alarms.rules.form')
  const levels = useTranslations('alarms.rules.level')
  const { condition, errorOf, change } = useCondition('limit')
  const unit = useTargetUnit()
  const isOwn = condition.limit === null
  return (
    <div className="alarm-rules-fields">
      <FieldFrame label={translate('level')} error={errorOf('level')}>
        {(id) => (
          <Select<AlarmLevel>
            id={id}
            value={condition.level}
            onChange={(level) => change({ level })}
            options={alarmLevels.map((value) => ({ value, label: levels(value) }))}
          />
        )}
      </FieldFrame>
      <div>
        <NumberField
          label={translate('limit')}
          error={errorOf('limit')}
          unit={unit}
          {...(isOwn && { placeholder: translate('ownLimit') })}
          value={condition.limit}
          onChange={(limit) => change({ limit })}
        />
        <Checkbox
          className="alarm-rules-below"
          checked={isOwn}
          onChange={({ target }) => change({ limit: target.checked ? null : '' })}
        >
          {translate(isHigh(condition.level) ? 'useUpper' : 'useLower')}
        </Checkbox>
      </div>
    </div>
  )
}

export function RateFields() {
  const translate = useTranslations('alarms.rules.form')
  const directions = useTranslations('alarms.rules.direction')
  const { condition, errorOf, change } = useCondition('rate')
  const unit = useTargetUnit()
  return (
    <div className="alarm-rules-fields">
      <FieldFrame label={translate('direction')} error={errorOf('direction')}>
        {(id) => (
          <Select<typeof condition.direction>
            id={id}
            value={condition.direction}
            onChange={(direction) => change({ direction })}
            options={(['rise', 'fall', 'either'] as const).map((value) => ({
              value,
              label: directions(value),
            }))}
          />
        )}
      </FieldFrame>
      <NumberField
        label={translate('change')}
        error={errorOf('change')}
        unit={unit}
        value={condition.change}
        onChange={(value) => change({ change: value })}
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

export function DeviationFields() {
  const translate = useTranslations('alarms.rules.form')
  const { condition, errorOf, change } = useCondition('deviation')
  const unit = useTargetUnit()
  return (
    <div className="alarm-rules-fields">
      <FieldFrame label={translate('otherSensor')} error={errorOf('from')}>
        {(id) => (
          <SensorChoice
            id={id}
            isSeveral={false}
            sensors={[condition.from]}
            onChange={([from]) => change({ from })}
          />
        )}
      </FieldFrame>
      <NumberField
        label={translate('by')}
        error={errorOf('by')}
        unit={unit}
        value={condition.by}
        onChange={(by) => change({ by })}
      />
    </div>
  )
}
