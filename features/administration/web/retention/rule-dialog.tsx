import { useQueryClient } from '@tanstack/react-query'
import { Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  changeRetention,
  showRetention,
  type RetentionRule,
} from '#features/readings/contract/retention.ts'
import { sensorTypes } from '#kit/model/sensor.ts'
import { useDialogEntries } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { toast } from '#kit/web/toast.ts'
import type { ShownRule } from './rule-columns.tsx'
import { DaysField } from './days-field.tsx'
import { Preview } from './rule-preview.tsx'

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
  const [begin] = useState<RetentionRule>(() =>
    edited.kind === 'change'
      ? ruleOf(edited.rule)
      : { product: products[0] ?? '', type: 'analog', ...usual },
  )
  const [rule, setRule] = useState(begin)
  const latest = useLatest(rule)
  const { mutate, isPending } = useMutation({
    meta: { quiet: true },
    mutationFn: (body: RetentionRule) => call(changeRetention, { body }),
    onSuccess: () => invalidate(client, showRetention),
  })
  const isDirty = rule !== begin
  const { close, leave } = useDialogEntries({ form: formName, isDirty, isPending, onClose })
  const submit = () => {
    if (isPending) return
    mutate(rule, {
      onSuccess: () => {
        toast('success', translate('saved'))
        // What is typed while the rest is saved stays, and is not saved.
        if (latest.current === rule) leave()
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
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: formName }}
      onCancel={close}
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
