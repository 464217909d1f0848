import { Button, Form } from 'antd'
import { useTranslations } from 'use-intl'
import { useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { OwnPasswordItem } from './own-password-item.tsx'
import { useSetUpSecondFactor } from './use-set-up-second-factor.ts'
import type { Secret } from './secret-step.tsx'

export function PasswordStep({ onSecret }: { readonly onSecret: (secret: Secret) => void }) {
  const translate = useTranslations('session.secondFactor')
  const [form] = Form.useForm<{ password: string }>()
  const answer = useShowRefusedForm(form)
  const { mutate, isPending } = useSetUpSecondFactor()
  return (
    <Form
      form={form}
      name="second-factor-password"
      layout="vertical"
      requiredMark={false}
      scrollToFirstError={{ block: 'center', focus: true }}
      onFinish={({ password }) => {
        if (!isPending) mutate(password, { onSuccess: onSecret, onError: answer })
      }}
    >
      <p className="profile-text">{translate('passwordText')}</p>
      <OwnPasswordItem />
      <Button type="primary" htmlType="submit" loading={isPending}>
        {translate('next')}
      </Button>
    </Form>
  )
}
