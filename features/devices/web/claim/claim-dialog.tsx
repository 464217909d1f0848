import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { LesiId } from '#kit/model/device.ts'
import { useDialogEntries } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import { useClaimDevice } from './use-claims.ts'

const formName = 'claim-device'

interface ClaimEntries {
  readonly lesiId: string
  readonly code: string
}

interface ClaimDialogProps {
  readonly onClose: () => void
  readonly onClaimed: (device: RegisteredDevice) => void
}

/** A device becomes the person's own by what is on its label. */
export function ClaimDialog({ onClose, onClaimed }: ClaimDialogProps) {
  const translate = useTranslations('devices.claim')
  const fields = useTranslations('devices.fields')
  const errors = useTranslations('errors.fields')
  const [form] = Form.useForm<ClaimEntries>()
  const showRefusedForm = useShowRefusedForm(form)
  const { mutate, isPending } = useClaimDevice()
  const [isDirty, setDirty] = useState(false)
  const { close, leave } = useDialogEntries({ form: formName, isDirty, isPending, onClose })
  const submit = ({ lesiId, code }: ClaimEntries) => {
    if (isPending) return
    mutate(
      { lesiId: lesiId.trim(), code: code.trim() },
      {
        onSuccess: ({ device }) => {
          toast('success', translate('done', { name: isolated(device.name) }))
          leave()
          onClaimed(device)
        },
        onError: showRefusedForm,
      },
    )
  }
  return (
    <Modal
      open
      title={translate('title')}
      okText={translate('claim')}
      cancelText={translate('cancel')}
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: formName }}
      onCancel={close}
    >
      <p className="device-note">{translate('intro')}</p>
      <Form<ClaimEntries>
        form={form}
        name={formName}
        layout="vertical"
        requiredMark={false}
        initialValues={{ lesiId: '', code: '' }}
        onValuesChange={() => setDirty(true)}
        onFinish={submit}
      >
        <Form.Item
          name="lesiId"
          label={fields('lesiId')}
          validateTrigger="onBlur"
          rules={[
            {
              validator: (_rule, value: unknown) =>
                LesiId.safeParse(typeof value === 'string' ? value.trim() : '').success
                  ? Promise.resolve()
                  : Promise.reject(new Error(errors('lesi_id'))),
            },
          ]}
        >
          <Input maxLength={64} autoComplete="off" className="device-id" />
        </Form.Item>
        <Form.Item
          name="code"
          label={translate('code')}
          rules={[{ required: true, whitespace: true, message: translate('codeMissing') }]}
        >
          <Input maxLength={64} autoComplete="off" className="device-id" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
