import { Form, Input, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { maximumTokenDevices, maximumTokenName } from '../contract/routes.ts'
import { useDialogEntries } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { useAddToken, useTokenDevices } from './query-access-tokens.ts'

const formName = 'access-token'
/** For how long a token may be valid: a month, a quarter, a year. */
const offeredDays = [30, 90, 365] as const

interface AddTokenDialogProps {
  readonly onClose: () => void
  readonly onAdded: (token: string) => void
}

interface Values {
  readonly name: string
  readonly days: number
  readonly scope: 'all' | 'some'
  readonly devices?: readonly string[]
}

/** Asks what a new token is for, for how long it is valid, and for which devices. */
export function AddTokenDialog({ onClose, onAdded }: AddTokenDialogProps) {
  const translate = useTranslations('access-tokens')
  const { mutate, isPending } = useAddToken()
  const [isDirty, setDirty] = useState(false)
  const { close, leave } = useDialogEntries({ form: formName, isDirty, isPending, onClose })
  const add = ({ name, days, scope, devices = [] }: Values, onError: (error: unknown) => void) => {
    if (isPending) return
    mutate(
      { name, days, devices: scope === 'all' ? null : devices },
      {
        onSuccess: ({ data }) => {
          leave()
          onAdded(data.token)
        },
        onError,
      },
    )
  }
  return (
    <Modal
      open
      title={translate('addTitle')}
      okText={translate('make')}
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: formName }}
      onCancel={close}
    >
      <p className="profile-text">{translate('purpose')}</p>
      <TokenForm onSubmit={add} onChange={() => setDirty(true)} />
    </Modal>
  )
}

interface TokenFormProps {
  readonly onChange: () => void
  readonly onSubmit: (values: Values, onError: (error: unknown) => void) => void
}

function TokenForm({ onChange, onSubmit }: TokenFormProps) {
  const translate = useTranslations('access-tokens')
  const required = useTranslations('errors.fields')('required')
  const [form] = Form.useForm<Values>()
  const answer = useShowRefusedForm(form)
  const scope = Form.useWatch('scope', form)
  return (
    <Form
      form={form}
      name={formName}
      layout="vertical"
      requiredMark={false}
      scrollToFirstError={{ block: 'center', focus: true }}
      initialValues={{ name: '', days: 90, scope: 'all' }}
      onValuesChange={onChange}
      onFinish={(values) => onSubmit(values, answer)}
    >
      <Form.Item
        name="name"
        label={translate('name')}
        rules={[{ required: true, whitespace: true, message: required }]}
      >
        <Input maxLength={maximumTokenName} placeholder={translate('nameExample')} />
      </Form.Item>
      <Form.Item name="days" label={translate('counts')}>
        <Select
          options={offeredDays.map((days) => ({
            value: days,
            label: translate('days', { count: days }),
          }))}
        />
      </Form.Item>
      <Form.Item name="scope" label={translate('devices')}>
        <Radio.Group
          options={[
            { value: 'all', label: translate('allDevices') },
            { value: 'some', label: translate('chosenDevices') },
          ]}
        />
      </Form.Item>
      {scope === 'some' && <DevicesItem message={required} />}
    </Form>
  )
}

function DevicesItem({ message }: { readonly message: string }) {
  const translate = useTranslations('access-tokens')
  const devices = useTokenDevices()
  return (
    <Form.Item name="devices" label={translate('chosen')} rules={[{ required: true, message }]}>
      <Select
        mode="multiple"
        maxCount={maximumTokenDevices}
        showSearch={{ optionFilterProp: 'label' }}
        options={devices.map(({ lesiId, name }) => ({
          value: lesiId,
          label: name === lesiId ? name : `${name} (${lesiId})`,
        }))}
      />
    </Form.Item>
  )
}
