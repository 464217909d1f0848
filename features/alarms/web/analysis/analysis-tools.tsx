import { InputNumber, Select } from 'antd'
import { useTranslations } from 'use-intl'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { MomentField } from '#kit/web/antd/antd-moment-field.tsx'
import { maximumOperators } from '../../contract/analysis/routes.ts'
import { historyPeriods } from '../list/list-address.ts'
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
      <Select
        className="analysis-choice"
        aria-label={translate('history.period')}
        value={period}
        onChange={(next) => onChange({ period: next })}
        options={historyPeriods.map((value) => ({
          value,
          label: translate(`history.periods.${value}`),
        }))}
      />
      {period === 'custom' && (
        <span className="analysis-period">
          <MomentField
            text={from}
            label={translate('history.from')}
            maximum={to}
            onChange={(next) => onChange({ from: next }, { replace: true })}
          />
          <span aria-hidden="true">–</span>
          <MomentField
            text={to}
            label={translate('history.to')}
            minimum={from}
            onChange={(next) => onChange({ to: next }, { replace: true })}
          />
        </span>
      )}
      <label className="analysis-operators">
        <span>{translate('analysis.operators')}</span>
        <InputNumber
          value={operators}
          min={1}
          max={maximumOperators}
          precision={0}
          onChange={(next) => onChange({ operators: next ?? 1 }, { replace: true })}
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
