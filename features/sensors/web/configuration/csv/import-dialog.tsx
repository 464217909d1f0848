import { Modal } from 'antd'
import { useTranslations } from 'use-intl'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import type { CsvPlan } from './read-csv.ts'

interface ImportDialogProps {
  /** Null: closed. */
  readonly plan: CsvPlan | null
  readonly onTake: (plan: CsvPlan) => void
  readonly onClose: () => void
}

/** What a file would change, and every line of it that is wrong; nothing is saved here. */
export function ImportDialog({ plan, onTake, onClose }: ImportDialogProps) {
  const translate = useTranslations('sensors.configuration.csv')
  const errorText = useFieldErrorText()
  const changes = plan?.changes.length ?? 0
  return (
    <Modal
      open={plan !== null}
      title={translate('title')}
      okText={translate('take', { count: changes })}
      okButtonProps={{ disabled: changes === 0 }}
      onOk={() => plan && onTake(plan)}
      onCancel={onClose}
    >
      <p>{translate('found', { changes, sensors: plan?.sensors ?? 0 })}</p>
      {plan && plan.problems.length > 0 && (
        <>
          <p>{translate('problems', { count: plan.problems.length })}</p>
          <ul className="config-problems">
            {plan.problems.map(({ line, column, text, error }, index) => (
              <li key={index}>
                <b>{translate('line', { line })}</b> {column} {text} <i>{errorText(error)}</i>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}
