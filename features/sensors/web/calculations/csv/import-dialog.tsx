import { Modal } from 'antd'
import { useTranslations } from 'use-intl'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import type { CsvCalculations } from './csv-text.ts'

interface ImportDialogProps {
  /** Null: closed. */
  readonly plan: CsvCalculations | null
  readonly isPending: boolean
  readonly onTake: (plan: CsvCalculations) => void
  readonly onClose: () => void
}

/** What a file would calculate, and every line of it that is wrong. */
export function ImportDialog({ plan, isPending, onTake, onClose }: ImportDialogProps) {
  const translate = useTranslations('sensors.calculations.csv')
  const errorText = useFieldErrorText()
  const count = plan?.calculations.length ?? 0
  const isWrong = count === 0 || plan?.problems.length !== 0
  return (
    <Modal
      open={plan !== null}
      title={translate('title')}
      okText={translate('take', { count })}
      okButtonProps={{ disabled: isWrong, loading: isPending }}
      onOk={() => plan && onTake(plan)}
      onCancel={onClose}
    >
      <p>{translate('found', { count })}</p>
      {plan && plan.problems.length > 0 && (
        <ul className="config-problems">
          {plan.problems.map(({ line, column, error }, index) => (
            <li key={index}>
              <b>{translate('line', { line })}</b> {column} <i>{errorText(error)}</i>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
