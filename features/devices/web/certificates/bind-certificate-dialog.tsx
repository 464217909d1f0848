import { Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  maximumCertificateLength,
  maximumSubjectLength,
} from '#features/devices/contract/certificates.ts'
import { useDialogEntries } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { toast } from '#kit/web/toast.ts'
import { useBindCertificate } from './use-certificates.ts'

const formName = 'bind-certificate'

interface Entries {
  readonly by: 'certificate' | 'subject'
  readonly certificate: string
  readonly subject: string
}

interface BindCertificateDialogProps {
  readonly lesiId: string
  readonly hasAuthority: boolean
  readonly onClose: () => void
}

/** One certificate, or whichever the authority of the server issues for a subject. */
export function BindCertificateDialog({
  lesiId,
  hasAuthority,
  onClose,
}: BindCertificateDialogProps) {
  const translate = useTranslations('devices.certificates')
  const [form] = Form.useForm<Entries>()
  const by = Form.useWatch('by', form) ?? 'certificate'
  const showRefusedForm = useShowRefusedForm(form)
  const { mutate, isPending } = useBindCertificate(lesiId)
  const [isDirty, setDirty] = useState(false)
  const { close, leave } = useDialogEntries({ form: formName, isDirty, isPending, onClose })
  const submit = ({ certificate, subject }: Entries) => {
    if (isPending) return
    mutate(by === 'certificate' ? { certificate } : { subject }, {
      onSuccess: () => {
        toast('success', translate('bound'))
        leave()
      },
      onError: showRefusedForm,
    })
  }
  const needed = [{ required: true, whitespace: true, message: translate('missing') }]
  return (
    <Modal
      open
      title={translate('bindTitle')}
      okText={translate('bind')}
      cancelText={translate('cancel')}
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: formName }}
      onCancel={close}
    >
      <p className="device-note">{translate('text', { lesiId })}</p>
      <Form<Entries>
        form={form}
        name={formName}
        layout="vertical"
        requiredMark={false}
        initialValues={{ by: 'certificate', certificate: '', subject: '' }}
        onValuesChange={() => setDirty(true)}
        onFinish={submit}
      >
        {hasAuthority && (
          <Form.Item name="by" label={translate('by')}>
            <Radio.Group>
              <Radio value="certificate">{translate('byItself')}</Radio>
              <Radio value="subject">{translate('bySubject')}</Radio>
            </Radio.Group>
          </Form.Item>
        )}
        {by === 'certificate' ? (
          <Form.Item name="certificate" label={translate('pem')} rules={needed}>
            <Input.TextArea
              rows={7}
              maxLength={maximumCertificateLength}
              className="device-id"
              spellCheck={false}
              placeholder="-----BEGIN CERTIFICATE-----"
            />
          </Form.Item>
        ) : (
          <Form.Item name="subject" label={translate('subject')} rules={needed}>
            <Input
              maxLength={maximumSubjectLength}
              className="device-id"
              placeholder={`CN=${lesiId}, O=Plant`}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
