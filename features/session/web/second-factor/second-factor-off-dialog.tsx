import { Form, Modal } from 'antd'
import { useTranslations } from 'use-intl'
import { useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { toast } from '#kit/web/toast.ts'
import { OwnPasswordItem } from './own-password-item.tsx'
import { useDisableSecondFactor } from './use-disable-second-factor.ts'

const formName = 'second-factor-off'

/** Switches the second step off, after the password was given again. */
export function SecondFactorOffDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const translate = useTranslations('session.secondFactor')
  const { mutate, isPending } = useDisableSecondFactor()
  const turnOff = (password: string, onError: (error: unknown) => void) => {
    if (isPending) return
    mutate(password, {
      onSuccess: () => {
        toast('success', translate('turnedOff'))
        onClose()
      },
      onError,
    })
  }
  return (
    <Modal
      open={isOpen}
      title={translate('offTitle')}
      okText={translate('turnOff')}
      okButtonProps={{ htmlType: 'submit', form: formName }}
      confirmLoading={isPending}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className="profile-text">{translate('offWarning')}</p>
      <OffForm onSubmit={turnOff} />
    </Modal>
  )
}

function OffForm({
  onSubmit,
}: {
  readonly onSubmit: (password: string, onError: (error: unknown) => void) => void
}) {
  const [form] = Form.useForm<{ password: string }>()
  const answer = useShowRefusedForm(form)
  return (
    <Form
      form={form}
      name={formName}
      layout="vertical"
      requiredMark={false}
      scrollToFirstError={{ block: 'center', focus: true }}
      onFinish={({ password }) => onSubmit(password, answer)}
    >
      <OwnPasswordItem />
    </Form>
  )
}
