import { Button, Input } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { SensorName } from '../../../../contract/condition.ts'
import { FieldFrame } from '../field-frame.tsx'
import { useCondition } from '../rule-entries.tsx'
import { SensorChoice } from '../sensor-choice.tsx'

/** Inputs have the names a, b, c … */
const maximumInputs = 20
const letter = (place: number) => String.fromCodePoint(97 + place)

export function ExpressionFields() {
  const translate = useTranslations('alarms.rules.form')
  const { condition, errorOf, change } = useCondition('expression')
  return (
    <>
      <FieldFrame
        label={translate('expression')}
        extra={translate('expressionNote')}
        error={errorOf('expression')}
      >
        {(id) => (
          <Input.TextArea
            id={id}
            rows={2}
            className="alarm-rules-code"
            spellCheck={false}
            maxLength={1_000}
            placeholder={translate('expressionExample')}
            value={condition.expression}
            onChange={({ target }) => change({ expression: target.value })}
          />
        )}
      </FieldFrame>
      <Inputs />
    </>
  )
}

/** The sensors of the expression, by their names in it. */
function Inputs() {
  const translate = useTranslations('alarms.rules.form')
  const { condition, errorOf, change } = useCondition('expression')
  const inputs = Object.entries(condition.inputs)
  const set = (entries: readonly (readonly [string, SensorName])[]) =>
    change({ inputs: Object.fromEntries(entries) })
  const free = Array.from({ length: maximumInputs }, (_, place) => letter(place)).find(
    (name) => !(name in condition.inputs),
  )
  return (
    <div className="alarm-rules-inputs">
      {inputs.map(([name, sensor]) => (
        <div key={name} className="alarm-rules-input">
          <FieldFrame label={translate('input', { name })} error={errorOf(`inputs.${name}`)}>
            {(id) => (
              <SensorChoice
                id={id}
                isSeveral={false}
                sensors={[sensor]}
                onChange={([next = sensor]) =>
                  set(inputs.map(([each, old]) => [each, each === name ? next : old]))
                }
              />
            )}
          </FieldFrame>
          <Button
            aria-label={translate('removeInput', { name })}
            icon={<Icon name="trash" />}
            onClick={() => set(inputs.filter(([each]) => each !== name))}
          />
        </div>
      ))}
      {free !== undefined && (
        <Button
          size="small"
          icon={<Icon name="plus" />}
          onClick={() => set([...inputs, [free, { thing: '', key: '' }]])}
        >
          {translate('addInput')}
        </Button>
      )}
    </div>
  )
}
