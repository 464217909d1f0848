import { useTranslations } from 'use-intl'
import type { CalculationState } from '#features/calculations/contract/calculation.ts'
import type { ApiError } from '#kit/web/calls/api-error.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { StateOfCalculation } from './calculation-state.tsx'

interface PreviewProps {
  /** Whether there is anything to calculate. */
  readonly isAsked: boolean
  readonly state: CalculationState | undefined
  readonly error: ApiError | null
  readonly unit: string
}

/** What the expression gives with the present values, or why it is none. */
export function Preview({ isAsked, state, error, unit }: PreviewProps) {
  const translate = useTranslations('sensors.calculations')
  const textOf = useFieldErrorText()
  const [reason] = Object.values(error?.errors ?? {}).flat()
  return (
    <div className="calculation-preview" role="status" aria-label={translate('now')}>
      <span className="calculation-preview-label">{translate('now')}</span>
      {!isAsked && <span className="calculation-note">{translate('nothingYet')}</span>}
      {isAsked && error !== null && (
        <span className="calculation-error">
          {reason ? textOf(reason) : translate('notCalculated')}
        </span>
      )}
      {isAsked && error === null && state && <StateOfCalculation state={state} unit={unit} />}
    </div>
  )
}
