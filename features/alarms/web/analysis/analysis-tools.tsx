import { InputNumber } from 'antd'
import { useTranslations } from 'use-intl'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { maximumOperators } from '../../contract/analysis/routes.ts'
import { PeriodFields } from '../list/period-fields.tsx'
import type { AnalysisAddress, analysisAddress } from './analysis-address.ts'

interface AnalysisToolsProps {
  readonly address: AnalysisAddress
  readonly onChange: ChangeAddress<typeof analysisAddress>
}

/** Which period, for how many operators, and of which device or sensor. */
export function AnalysisTools({ address, onChange }: AnalysisToolsProps) {
  const translate = useTranslations('alarms')
  const { period, from, to, operators, thing, sensor } = address
  return (
    <div className="analysis-tools" role="search">
      <PeriodFields
        {...{ period, from, to }}
        styles="analysis"
        onChange={(part, isTyped) => onChange(part, { replace: isTyped })}
      />
      <label className="analysis-operators">
        <span>{translate('analysis.operators')}</span>
        <InputNumber
          value={operators}
          min={1}
          max={maximumOperators}
          precision={0}
          onChange={(next) => next !== null && onChange({ operators: next }, { replace: true })}
        />
      </label>
      {thing !== null && (
        <button
          type="button"
          className="chip"
          onClick={() => onChange({ thing: null, sensor: null })}
        >
          {translate('history.onlyDevice', {
            device: sensor === null ? thing : `${thing} · ${sensor}`,
          })}{' '}
          ×
        </button>
      )}
    </div>
  )
}
