import { App } from 'antd'
import { useTranslations } from 'use-intl'
import type { CalculatedSensor } from '#features/calculations/contract/calculation.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { StateOfCalculation } from './calculation-state.tsx'
import { useEndCalculation } from './use-changes.ts'

interface CalculationListProps {
  readonly calculations: readonly CalculatedSensor[]
  readonly onEdit: (calculation: CalculatedSensor) => void
}

/** Every calculated sensor with its expression and what it gives now. */
export function CalculationList({ calculations, onEdit }: CalculationListProps) {
  const translate = useTranslations('sensors.calculations')
  const { modal } = App.useApp()
  const { mutate, isPending } = useEndCalculation()
  const end = ({ id, alias }: CalculatedSensor) =>
    void modal.confirm({
      title: translate('endTitle', { sensor: isolated(alias) }),
      icon: null,
      content: translate('endText'),
      okText: translate('end'),
      onOk: () => mutate(id),
    })
  return (
    <ul className="calculation-list">
      {calculations.map((each) => (
        <li key={each.id} aria-label={each.alias}>
          <div className="calculation-name">
            <b>{each.alias}</b>
            <span>
              {each.thing} · {each.key}
            </span>
          </div>
          <StateOfCalculation state={each.state} unit={each.unit} />
          <code>{each.expression}</code>
          <div className="calculation-actions">
            <button
              type="button"
              className="button"
              aria-label={translate('editNamed', { sensor: each.alias })}
              onClick={() => onEdit(each)}
            >
              <Icon name="edit" />
              {translate('edit')}
            </button>
            <button
              type="button"
              className="button"
              disabled={isPending}
              aria-label={translate('endNamed', { sensor: each.alias })}
              onClick={() => end(each)}
            >
              {translate('end')}
            </button>
          </div>
        </li>
      ))}
    </ul>
  )
}
