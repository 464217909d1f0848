import { Input, Radio } from 'antd'
import { useTranslations } from 'use-intl'
import { maximumDescriptionLength } from '#kit/model/device.ts'
import { sensorTypes } from '#kit/model/sensor.ts'
import { ChoiceFilter } from '#kit/web/antd/fields/antd-choice-filter.tsx'
import { maximumRuleSensors, type RuleTarget } from '../../../contract/rule.ts'
import { useIsAdministrator } from '../../rights/use-rights.ts'
import { FieldFrame } from './field-frame.tsx'
import { MatchPreview } from './match-preview.tsx'
import { errorAt, useRuleEntries } from './rule-entries.tsx'
import { SensorChoice } from './sensor-choice.tsx'
import { useNamedErrors } from './use-named-errors.ts'

const noPattern: RuleTarget = { kind: 'pattern', type: null, product: '', tag: '' }
const noSensors: RuleTarget = { kind: 'sensors', sensors: [] }

/** Which sensors a rule is about, and how many that are. */
export function TargetFields() {
  const translate = useTranslations('alarms.rules.form')
  const { draft, change } = useRuleEntries()
  const { target } = draft
  const mayUsePatterns = useIsAdministrator()
  return (
    <>
      {(mayUsePatterns || target.kind === 'pattern') && (
        <Radio.Group
          className="alarm-rules-actions"
          aria-label={translate('target')}
          value={target.kind}
          onChange={({ target: { value } }) =>
            change({ target: value === 'pattern' ? noPattern : noSensors }, ['target'])
          }
          options={[
            { value: 'sensors', label: translate('bySensors') },
            { value: 'pattern', label: translate('byPattern') },
          ]}
        />
      )}
      {target.kind === 'sensors' ? <NamedTarget target={target} /> : <PatternTarget {...target} />}
      <MatchPreview />
    </>
  )
}

function NamedTarget({ target }: { readonly target: Extract<RuleTarget, { kind: 'sensors' }> }) {
  const translate = useTranslations('alarms.rules.form')
  const { change } = useRuleEntries()
  const error = useNamedErrors('target', target.sensors)
  return (
    <FieldFrame label={translate('sensors')} error={error}>
      {(id) => (
        <SensorChoice
          id={id}
          isSeveral
          maximum={maximumRuleSensors}
          sensors={target.sensors}
          onChange={(sensors) =>
            change({ target: { kind: 'sensors', sensors: [...sensors] } }, ['target'])
          }
        />
      )}
    </FieldFrame>
  )
}

type Pattern = Extract<RuleTarget, { kind: 'pattern' }>

function PatternTarget(pattern: Pattern) {
  const translate = useTranslations('alarms.rules.form')
  const types = useTranslations('sensors.types')
  const { errors, change } = useRuleEntries()
  const set = (part: Partial<Pattern>) => change({ target: { ...pattern, ...part } }, ['target'])
  const { type, product, tag } = pattern
  return (
    <div className="alarm-rules-fields">
      <FieldFrame
        label={translate('tag')}
        extra={translate('tagNote')}
        error={errors.get('target')}
      >
        {(id) => (
          <Input
            id={id}
            value={tag}
            maxLength={128}
            placeholder={translate('tagExample')}
            onChange={({ target }) => set({ tag: target.value })}
          />
        )}
      </FieldFrame>
      <FieldFrame label={translate('type')} error={errorAt(errors, 'target.type')}>
        {(id) => (
          <ChoiceFilter
            id={id}
            chosen={type}
            everyLabel={translate('everyType')}
            choices={sensorTypes.map((value) => ({ value, label: types(value) }))}
            onChoose={(next) => set({ type: next })}
          />
        )}
      </FieldFrame>
      <FieldFrame label={translate('product')} error={errorAt(errors, 'target.product')}>
        {(id) => (
          <Input
            id={id}
            value={product}
            maxLength={maximumDescriptionLength}
            placeholder={translate('everyProduct')}
            onChange={({ target }) => set({ product: target.value })}
          />
        )}
      </FieldFrame>
    </div>
  )
}
