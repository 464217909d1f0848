import { Select } from 'antd'
import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { conditionKinds, type AlarmCondition } from '../../../../contract/condition.ts'
import { ExpressionFields } from './expression-fields.tsx'
import { DeviationFields, LimitFields, RateFields } from './number-fields.tsx'
import { StateFields } from './state-fields.tsx'
import {
  BadQualityFields,
  NoChangeFields,
  NoDataFields,
  RepeatedTextFields,
} from './time-fields.tsx'
import { newConditions } from './new-conditions.ts'
import { FieldFrame } from '../field-frame.tsx'
import { useRuleEntries } from '../rule-entries.tsx'

const fieldsOf: Readonly<Record<AlarmCondition['kind'], ComponentType | null>> = {
  limit: LimitFields,
  rate: RateFields,
  deviation: DeviationFields,
  state: StateFields,
  no_change: NoChangeFields,
  no_data: NoDataFields,
  device_offline: null,
  bad_quality: BadQualityFields,
  repeated_text: RepeatedTextFields,
  expression: ExpressionFields,
}

/** When the alarm of a rule comes: the kind, then what the kind asks for. */
export function ConditionFields() {
  const translate = useTranslations('alarms.rules')
  const { draft, errors, change } = useRuleEntries()
  const { kind } = draft.condition
  const Fields = fieldsOf[kind]
  return (
    <>
      <FieldFrame
        label={translate('column.condition')}
        extra={translate(`kindNote.${kind}`)}
        error={errors.get('condition')}
      >
        {(id) => (
          <Select<AlarmCondition['kind']>
            id={id}
            value={kind}
            listHeight={400}
            onChange={(next) => change({ condition: newConditions[next] }, ['condition'])}
            options={conditionKinds.map((value) => ({ value, label: translate(`kind.${value}`) }))}
          />
        )}
      </FieldFrame>
      {Fields && <Fields />}
    </>
  )
}
