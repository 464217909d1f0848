import { Form, InputNumber } from 'antd'
import { useTranslations } from 'use-intl'
import {
  minimumDays,
  maximumDays,
  type RetentionRule,
} from '#features/readings/contract/retention.ts'

interface DaysFieldProps {
  readonly name: keyof RetentionRule
  readonly label: string
  /** Empty: for ever. */
  readonly mayBeEmpty?: boolean
}

export function DaysField({ name, label, mayBeEmpty = false }: DaysFieldProps) {
  const translate = useTranslations('administration.retention')
  return (
    <Form.Item
      name={name}
      label={translate('inDays', { what: label })}
      extra={mayBeEmpty ? translate('emptyForEver') : undefined}
      rules={mayBeEmpty ? [] : [{ required: true, message: translate('daysMissing') }]}
    >
      <InputNumber min={minimumDays} max={maximumDays} precision={0} className="retention-days" />
    </Form.Item>
  )
}

export const isWhole = ({ readingsDays }: RetentionRule) => Number.isInteger(readingsDays)
