import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  changeRetention,
  leastDays,
  mostDays,
  previewRetention,
  showRetention,
  type RetentionRule,
} from '#features/readings/contract/retention.ts'
import { sensorTypes } from '#kit/model/sensor.ts'
import { useShowRefusedForm } from '#kit/web/antd/antd-form.ts'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate, queryOf } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { toast } from '#kit/web/toast.ts'
import type { ShownRule } from './rule-columns.tsx'

/** The rule that is changed, or one for a product that is made. */
export type EditedRule =
  | { readonly kind: 'change'; readonly rule: ShownRule }
  | { readonly kind: 'product' }

interface RuleDialogProps {
  readonly edited: EditedRule
  readonly products: readonly string[]
  readonly onClose: () => void
}

const formName = 'retention-rule'
const usual = { readingsDays: 90, minutesDays: 730, hoursDays: null }

/** For how long something is kept; says before what that would remove. */
export function RuleDialog({ edited, products, onClose }: RuleDialogProps) {
  const translate = useTranslations('administration.retention')
  const client = useQueryClient()
  const [form] = Form.useForm<RetentionRule>()
  const showRefusedForm = useShowRefusedForm(form)
  const begin: RetentionRule =
    edited.kind === 'change'
      ? ruleOf(edited.rule)
      : { product: products[0] ?? '', type: 'analog', ...usual }
  const [rule, setRule] = useState<RetentionRule>(begin)
  const { mutate, isPending } = useMutation({
    meta: { quiet: true },
    mutationFn: (body: RetentionRule) => call(changeRetention, { body }),
    onSuccess: () => invalidate(client, showRetention),
  })
  const submit = () => {
    if (isPending) return
    mutate(rule, {
      onSuccess: () => {
        toast('success', translate('saved'))
        onClose()
      },
      onError: showRefusedForm,
    })
  }
  const isText = rule.type === 'string'
  return (
    <Modal
      open
      title={translate(edited.kind === 'change' ? 'changeTitle' : 'addTitle')}
      okText={translate('save')}
      confirmLoading={isPending}
      okButtonProps={{ htmlType: 'submit', form: formName }}
      onCancel={onClose}
    >
      <Form<RetentionRule>
        form={form}
        name={formName}
        layout="vertical"
        requiredMark={false}
        initialValues={begin}
        onValuesChange={(change: Partial<RetentionRule>) => setRule({ ...rule, ...change })}
        onFinish={submit}
      >
        {edited.kind === 'product' && (
          <Form.Item name="product" label={translate('product')}>
            <Select options={products.map((value) => ({ value, label: value }))} />
          </Form.Item>
        )}
        <Form.Item name="type" label={translate('type')} hidden={edited.kind === 'change'}>
          <Select
            options={sensorTypes.map((value) => ({ value, label: translate(`types.${value}`) }))}
          />
        </Form.Item>
        <DaysField name="readingsDays" label={translate(isText ? 'ofTexts' : 'readings')} />
        {!isText && <DaysField name="minutesDays" label={translate('minutes')} mayBeEmpty />}
        {!isText && <DaysField name="hoursDays" label={translate('hours')} mayBeEmpty />}
      </Form>
      <Preview rule={rule} />
    </Modal>
  )
}

const ruleOf = ({ product, type, readingsDays, minutesDays, hoursDays }: ShownRule) => ({
  ...{ product, type, readingsDays, minutesDays, hoursDays },
})

interface DaysFieldProps {
  readonly name: keyof RetentionRule
  readonly label: string
  /** Empty: for ever. */
  readonly mayBeEmpty?: boolean
}

function DaysField({ name, label, mayBeEmpty = false }: DaysFieldProps) {
  const translate = useTranslations('administration.retention')
  return (
    <Form.Item
      name={name}
      label={translate('inDays', { what: label })}
      extra={mayBeEmpty ? translate('emptyForEver') : undefined}
      rules={mayBeEmpty ? [] : [{ required: true, message: translate('daysMissing') }]}
    >
      <InputNumber min={leastDays} max={mostDays} precision={0} className="retention-days" />
    </Form.Item>
  )
}

const isWhole = ({ readingsDays }: RetentionRule) => Number.isInteger(readingsDays)

/** What would be removed of what is stored now. */
function Preview({ rule }: { readonly rule: RetentionRule }) {
  const translate = useTranslations('administration.retention')
  const { date, number } = useFormat()
  const body = useDebounced(rule)
  const preview = useQuery({
    ...queryOf(previewRetention, { body }),
    enabled: isWhole(body),
    meta: { quiet: true },
    retry: false,
  })
  const shown = preview.data?.data
  if (!shown) return <p className="retention-preview">{translate('counting')}</p>
  const { sensors, readings, before } = shown
  const count = (value: number) => ({ count: value, figure: number(value) })
  return (
    <div className="retention-preview" role="status">
      <p>{translate('preview.sensors', count(sensors))}</p>
      <p>
        {readings === 0
          ? translate('preview.nothing')
          : translate('preview.readings', count(readings))}
      </p>
      {readings > 0 && before.readings !== null && (
        <>
          <p>{translate('preview.before', { day: date(before.readings) })}</p>
          <p>{translate('preview.forGood')}</p>
        </>
      )}
    </div>
  )
}
