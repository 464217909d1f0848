import { useTranslations } from 'use-intl'
import { useTargetUnit } from './conditions/number-fields.tsx'
import { DurationField } from './duration-field.tsx'
import { NumberField } from './number-field.tsx'
import { errorAt, useRuleEntries } from './rule-entries.tsx'

/** Conditions that have a value which can come back by so much. */
const withDeadband: ReadonlySet<string> = new Set(['limit', 'rate', 'deviation'])

/** What keeps an alarm from coming and passing again and again. */
export function BehaviourFields() {
  const translate = useTranslations('alarms.rules.form')
  const { draft, errors, change } = useRuleEntries()
  const unit = useTargetUnit()
  return (
    <div className="alarm-rules-fields">
      {withDeadband.has(draft.condition.kind) && (
        <NumberField
          label={translate('deadband')}
          extra={translate('deadbandNote')}
          error={errorAt(errors, 'deadband')}
          unit={unit}
          empty={0}
          value={draft.deadband}
          onChange={(deadband) => change({ deadband }, ['deadband'])}
        />
      )}
      <DurationField
        label={translate('onDelay')}
        extra={translate('onDelayNote')}
        error={errorAt(errors, 'onDelayMs')}
        empty={0}
        value={draft.onDelayMs}
        onChange={(onDelayMs) => change({ onDelayMs }, ['onDelayMs'])}
      />
      <DurationField
        label={translate('offDelay')}
        extra={translate('offDelayNote')}
        error={errorAt(errors, 'offDelayMs')}
        empty={0}
        value={draft.offDelayMs}
        onChange={(offDelayMs) => change({ offDelayMs }, ['offDelayMs'])}
      />
    </div>
  )
}
