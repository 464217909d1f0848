import { useTranslations } from 'use-intl'
import type { CalculationState } from '#features/calculations/contract/calculation.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'

interface StateProps {
  readonly state: CalculationState
  readonly unit: string
}

/** Digits that are shown of a result, whatever the sensor's own. */
const shownDecimals = 6

/** What a calculation gives now; in place of a value that there is not, why. */
export function StateOfCalculation({ state, unit }: StateProps) {
  const translate = useTranslations('sensors.calculations')
  const { number } = useFormat()
  const { value, quality, problem } = state
  if (value === null || problem)
    return (
      <span className="calculation-state calculation-bad">
        <Icon name="bad" />
        {translate(`problems.${problem?.code ?? 'not_a_number'}`, { input: problem?.input ?? '' })}
      </span>
    )
  const digits = typeof value === 'number' ? decimalsOf(value) : 0
  const text = typeof value === 'number' ? number(value, digits) : value
  return (
    <span className="calculation-state">
      <b>{text}</b> {unit}
      {quality === 'uncertain' && (
        <span className="calculation-uncertain">
          <Icon name="uncertain" />
          {translate('uncertain')}
        </span>
      )}
    </span>
  )
}

function decimalsOf(value: number): number {
  const [, decimals = ''] = String(Number(value.toFixed(shownDecimals))).split('.')
  return decimals.length
}
